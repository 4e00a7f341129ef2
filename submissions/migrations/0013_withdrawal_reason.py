from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0012_resumable_attempts")]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="withdrawal_reason",
            field=models.TextField(blank=True, db_default="", default="", editable=False, max_length=1000),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("withdrawal_reason", ""), ("withdrawn_at__isnull", False), _connector="OR"
                ),
                name="submission_reason_of_a_withdrawal",
            ),
        ),
    ]
