"""Curators may start rehearsals and read them."""

from __future__ import annotations

from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GROUP = "Curators"
PERMISSIONS = ("add_rehearsal", "view_rehearsal")


def grant(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    # Permissions are otherwise made after the last migration, too late for this one.
    config = apps.get_app_config("scoring")
    config.models_module = True  # type: ignore[assignment]  # Any value will do, says Django.
    create_permissions(config, apps=apps, verbosity=0, using=alias)
    config.models_module = None
    group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=GROUP)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for codename in PERMISSIONS:
        group.permissions.add(permissions.get(content_type__app_label="scoring", codename=codename))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0003_rehearsals"), ("kb_browser", "0006_curators")]
    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
