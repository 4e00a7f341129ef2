"""Making downloads is work of a kind of its own, with a permission of its own that curators get."""

from __future__ import annotations

from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

GROUP = "Curators"


def give(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    # Permissions are otherwise made after the last migration, too late for this one.
    config = apps.get_app_config("kb_browser")
    config.models_module = True  # type: ignore[assignment]  # Any value will do, says Django.
    create_permissions(config, apps=apps, verbosity=0, using=alias)
    config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    permission = permissions.get(content_type__app_label="kb_browser", codename="export_datasetversion")
    for group in apps.get_model("auth", "Group").objects.using(alias).filter(name=GROUP):
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("kb_browser", "0006_curators"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.AlterModelOptions(
            name="datasetversion",
            options={
                "ordering": ["track", "-published_at", "-pk"],
                "permissions": [
                    ("import_datasetversion", "Can import a release as a dataset version"),
                    ("build_datasetversion", "Can build a release and import it"),
                    ("check_datasetversion", "Can have a dataset version checked"),
                    ("publish_datasetversion", "Can publish a dataset version"),
                    ("export_datasetversion", "Can have the downloads of a dataset version made"),
                ],
            },
        ),
        migrations.AlterField(
            model_name="curation",
            name="kind",
            field=models.CharField(
                choices=[
                    ("import", "import"),
                    ("build", "build and import"),
                    ("check", "check"),
                    ("publish", "publish"),
                    ("export", "make the downloads of"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
