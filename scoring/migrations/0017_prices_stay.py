"""Triggers by which tables of prices only grow in number, and curators' rights to add and read them.

Emptying tables in tests works as for reviews (see the migration of that name).
"""

from __future__ import annotations

from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLE = "scoring_pricetable"
GROUP = "Curators"
PERMISSIONS = ("add_pricetable", "view_pricetable")
MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'tables of prices are never changed'); END
        """
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        """
        CREATE FUNCTION price_tables_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'tables of prices are never changed'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        f"""
        CREATE TRIGGER {TABLE}_immutable BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION price_tables_immutable()
        """,
    ],
}
DROP = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {TABLE}_immutable ON {TABLE}",
        "DROP FUNCTION IF EXISTS price_tables_immutable()",
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
    dependencies = [("scoring", "0016_costs")]
    operations = [
        migrations.RunPython(make, drop),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
