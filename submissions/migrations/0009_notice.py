from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0008_stored_files"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("invalid", "it was refused"),
                            ("needs_confirmation", "it needs a confirmation"),
                            ("scored", "it is scored"),
                            ("failed", "it failed on our side"),
                            ("anonymity_ends", "its names appear soon"),
                            ("anonymity_ended", "its names have appeared"),
                            ("integrity", "somebody has to look at it"),
                        ],
                        max_length=20,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("noted_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submission_notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="submissions.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["noted_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("sent_at__isnull", True)), fields=["due_at"], name="notice_unsent"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("submission", "kind", "recipient"), name="notice_once"),
                    models.CheckConstraint(
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
                                ],
                            )
                        ),
                        name="notice_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("attempts__lte", 5)), name="notice_attempts_bounded"
                    ),
                ],
            },
        ),
    ]
