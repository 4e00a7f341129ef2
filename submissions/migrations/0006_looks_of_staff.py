"""Looks of staff are noted, and looking takes a right, which curators have."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GROUP = "Curators"
PERMISSIONS = ("view_submission", "change_submission")


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    # Permissions are otherwise made after the last migration, too late for this one.
    config = apps.get_app_config("submissions")
    config.models_module = True  # type: ignore[assignment]  # Any value will do, says Django.
    create_permissions(config, apps=apps, verbosity=0, using=alias)
    config.models_module = None
    group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=GROUP)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for codename in PERMISSIONS:
        group.permissions.add(permissions.get(content_type__app_label="submissions", codename=codename))


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0005_resumable_uploads"),
        ("kb_browser", "0006_curators"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("day", models.DateField()),
                (
                    "door",
                    models.CharField(
                        choices=[("page", "page"), ("api", "API"), ("admin", "admin"), ("file", "file")],
                        max_length=10,
                    ),
                ),
                (
                    "staff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff_looks",
                        to="submissions.submission",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("submission", "staff", "day", "door"), name="staff_look_once_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("door__in", ["page", "api", "admin", "file"])),
                        name="staff_look_door_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
