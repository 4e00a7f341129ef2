from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

CONDITIONS = ["sound", "damaged", "missing", "unreadable"]


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0007_turns"),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64, unique=True)),
                (
                    "condition",
                    models.CharField(choices=[(value, value) for value in CONDITIONS], max_length=10),
                ),
                ("looked_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["looked_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=~Q(condition="sound"), fields=["condition"], name="stored_file_not_sound"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(condition__in=CONDITIONS), name="stored_file_condition_known"
                    )
                ],
            },
        ),
    ]
