"""The group of those who curate dataset versions, with what they may do and nothing else."""

from __future__ import annotations

from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GROUP = "Curators"
PERMISSIONS = (
    ("accounts", "view_auditevent"),
    ("kb_browser", "view_datasetversion"),
    ("kb_browser", "change_datasetversion"),
    ("kb_browser", "import_datasetversion"),
    ("kb_browser", "build_datasetversion"),
    ("kb_browser", "check_datasetversion"),
    ("kb_browser", "publish_datasetversion"),
    ("kb_browser", "view_task"),
    ("kb_browser", "view_curation"),
)


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    for label in sorted({label for label, _ in PERMISSIONS}):
        # Permissions are otherwise made after the last migration, too late for this one.
        config = apps.get_app_config(label)
        config.models_module = True  # type: ignore[assignment]  # Any value will do, says Django.
        create_permissions(config, apps=apps, verbosity=0, using=alias)
        config.models_module = None
    group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=GROUP)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for label, codename in PERMISSIONS:
        group.permissions.add(permissions.get(content_type__app_label=label, codename=codename))


class Migration(migrations.Migration):
    dependencies = [
        ("kb_browser", "0005_curations"),
        ("accounts", "0002_audit_events"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    # The group stays when this is undone: whoever is in it would be left without it.
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
