"""Triggers by which reviews and appeals only grow in number, and curators' rights to read and write them.

Emptying tables in tests works as for the log of what curators did (see the accounts' migrations).
"""

from __future__ import annotations

from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLES = ("scoring_integrityreview", "scoring_appeal")
GROUP = "Curators"
PERMISSIONS = (
    "add_integrityreview",
    "view_integrityreview",
    "view_integrityfinding",
    "view_appeal",
)
MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
        BEGIN SELECT RAISE(ABORT, 'reviews and appeals are never changed'); END
        """
        for table in TABLES
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        """
        CREATE FUNCTION reviews_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'reviews and appeals are never changed'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        *(
            f"""
            CREATE TRIGGER {table}_immutable BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION reviews_immutable()
            """
            for table in TABLES
        ),
    ],
}
DROP = {
    "sqlite": [
        f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for table in TABLES for verb in ("update", "delete")
    ],
    "postgresql": [
        *(f"DROP TRIGGER IF EXISTS {table}_immutable ON {table}" for table in TABLES),
        "DROP FUNCTION IF EXISTS reviews_immutable()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


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
    dependencies = [("scoring", "0009_integrity")]
    operations = [
        migrations.RunPython(make, drop),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
