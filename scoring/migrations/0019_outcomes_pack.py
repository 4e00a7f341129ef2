"""Pack the reasons there are, a batch in a transaction; cut off, it goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH: Final = 2000


def pack(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the new column of every row that has none yet."""
    _copy(apps, schema_editor, "outcomes", "packed", lambda rows: rows.filter(packed__isnull=True))


def unpack(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the old column of every row again, and empty the new one."""
    _copy(apps, schema_editor, "packed", "outcomes", lambda rows: rows.filter(packed__isnull=False))


def _copy(
    apps: StateApps,
    schema_editor: BaseDatabaseSchemaEditor,
    source: str,
    target: str,
    left: Callable[[Any], Any],
) -> None:
    connection = schema_editor.connection
    model = apps.get_model("scoring", "TaskOutcome")
    column = model._meta.get_field(target)
    write = (
        f"UPDATE {connection.ops.quote_name(model._meta.db_table)}"
        f" SET {connection.ops.quote_name(target)} = %s WHERE id = %s"
    )
    last = 0
    while True:
        rows = left(model.objects.using(connection.alias)).filter(pk__gt=last).order_by("pk")
        batch = list(rows.values_list("pk", source)[:BATCH])
        if not batch:
            return
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.executemany(
                write, [(column.get_db_prep_save(value, connection=connection), pk) for pk, value in batch]
            )
        last = batch[-1][0]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0018_packed_outcomes")]
    operations = [migrations.RunPython(pack, unpack, elidable=False)]
