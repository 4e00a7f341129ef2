from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0011_notice_occasion")]

    operations = [
        migrations.AddField(
            model_name="resumableupload",
            name="attempts",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
