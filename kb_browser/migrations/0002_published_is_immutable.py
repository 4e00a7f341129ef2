"""A trigger refuses every change of a published dataset version, whoever asks for it.

Only updates are caught on SQLite: there a test's clean-up deletes rows one by one, while PostgreSQL truncates
tables, which fires no row trigger. A version that anything refers to cannot be deleted on either.
A later migration that alters the table on SQLite copies it and has to make the trigger again; a test notices.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = {
    "sqlite": [
        """
        CREATE TRIGGER dataset_version_immutable BEFORE UPDATE ON kb_browser_datasetversion
        WHEN OLD.is_published
        BEGIN SELECT RAISE(ABORT, 'a published dataset version is immutable'); END
        """
    ],
    "postgresql": [
        """
        CREATE FUNCTION dataset_version_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'a published dataset version is immutable' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER dataset_version_immutable BEFORE UPDATE OR DELETE ON kb_browser_datasetversion
        FOR EACH ROW WHEN (OLD.is_published) EXECUTE FUNCTION dataset_version_immutable()
        """,
    ],
}
DROP = {
    "sqlite": ["DROP TRIGGER IF EXISTS dataset_version_immutable"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS dataset_version_immutable ON kb_browser_datasetversion",
        "DROP FUNCTION IF EXISTS dataset_version_immutable()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("kb_browser", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
