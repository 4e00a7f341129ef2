"""A column for the reasons of a task's verdict, compressed; and until when somebody tests a board's entries."""

from __future__ import annotations

from django.db import migrations, models

from scoring.models.packed import PackedJSONField


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_prices_stay")]
    operations = [
        migrations.AddField("taskoutcome", "packed", PackedJSONField(null=True)),
        migrations.AddField("boardstandings", "working_until", models.DateTimeField(null=True, blank=True)),
    ]
