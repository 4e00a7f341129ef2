"""Triggers by which what was signed stays as it was signed, and a key is retired once and for good.

Emptying tables in tests works as for reviews (see their migration).
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# By table: what is refused, as a condition on the row before (OLD) and after (NEW), by verb.
REFUSED = {
    "scoring_receipt": {
        "UPDATE": "OLD.signature <> ''",
        "DELETE": "OLD.signature <> ''",
    },
    "scoring_signingkey": {
        "UPDATE": (
            "OLD.retired_at IS NOT NULL OR NEW.fingerprint <> OLD.fingerprint OR"
            " NEW.public_key <> OLD.public_key OR NEW.algorithm <> OLD.algorithm"
        ),
        "DELETE": "1 = 1",
    },
}
SAYING = "what was signed, and by which key, is never changed"
MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} WHEN {condition}
        BEGIN SELECT RAISE(ABORT, '{SAYING}'); END
        """
        for table, conditions in REFUSED.items()
        for verb, condition in conditions.items()
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION signed_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{SAYING}' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        *(
            f"""
            CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
            FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION signed_is_immutable()
            """
            for table, conditions in REFUSED.items()
            for verb, condition in conditions.items()
        ),
    ],
}
DROP = {
    "sqlite": [
        f"DROP TRIGGER IF EXISTS {table}_no_{verb.lower()}"
        for table, conditions in REFUSED.items()
        for verb in conditions
    ],
    "postgresql": [
        *(
            f"DROP TRIGGER IF EXISTS {table}_no_{verb.lower()} ON {table}"
            for table, conditions in REFUSED.items()
            for verb in conditions
        ),
        "DROP FUNCTION IF EXISTS signed_is_immutable()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0014_receipts")]
    operations = [migrations.RunPython(make, drop)]
