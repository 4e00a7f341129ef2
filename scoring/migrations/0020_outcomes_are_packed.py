"""The packed column takes the place of the one it was made from."""

from __future__ import annotations

from django.db import migrations

from scoring.models.packed import PackedJSONField


class Migration(migrations.Migration):
    dependencies = [("scoring", "0019_outcomes_pack")]
    operations = [
        # Backwards the column comes back empty, and the migration before fills it.
        migrations.RemoveField("taskoutcome", "outcomes"),
        migrations.RenameField("taskoutcome", "packed", "outcomes"),
        migrations.AlterField("taskoutcome", "outcomes", PackedJSONField(blank=True, default=list)),
    ]
