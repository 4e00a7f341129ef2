from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0010_withdrawn_by"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="notice",
            name="notice_once",
        ),
        migrations.RemoveConstraint(
            model_name="notice",
            name="notice_kind_known",
        ),
        migrations.AddField(
            model_name="notice",
            name="occasion",
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invalid", "it was refused"),
                    ("needs_confirmation", "it needs a confirmation"),
                    ("scored", "it is scored"),
                    ("failed", "it failed on our side"),
                    ("anonymity_ends", "its names appear soon"),
                    ("anonymity_ended", "its names have appeared"),
                    ("integrity", "somebody has to look at it"),
                    ("reviewed", "a curator has said something about it"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("submission", "kind", "occasion", "recipient"), name="notice_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "invalid",
                            "needs_confirmation",
                            "scored",
                            "failed",
                            "anonymity_ends",
                            "anonymity_ended",
                            "integrity",
                            "reviewed",
                        ],
                    )
                ),
                name="notice_kind_known",
            ),
        ),
    ]
