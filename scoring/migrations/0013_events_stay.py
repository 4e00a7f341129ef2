"""Triggers by which events of boards only grow in number, and the events of boards from before there were any.

Emptying tables in tests works as for reviews (see the migration before last).
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLE = "scoring_boardevent"
MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'events of boards are never changed'); END
        """
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        """
        CREATE FUNCTION board_events_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'events of boards are never changed'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        f"""
        CREATE TRIGGER {TABLE}_immutable BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION board_events_immutable()
        """,
    ],
}
DROP = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {TABLE}_immutable ON {TABLE}",
        "DROP FUNCTION IF EXISTS board_events_immutable()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def tell(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every board the events that lead to what it shows now; causes and times as far as they are known."""
    alias = schema_editor.connection.alias
    boards = apps.get_model("scoring", "BoardRevision").objects.using(alias)
    events = apps.get_model("scoring", "BoardEvent").objects.using(alias)
    entries = apps.get_model("scoring", "LeaderboardEntry").objects.using(alias)
    for board in boards.all():
        shown = (
            entries.filter(
                dataset_version=board.dataset_version_id, evaluator_version=board.evaluator_version
            )
            .exclude(evaluation__submission__visibility="private")
            .select_related("evaluation")
            .order_by("evaluation__finished_at", "pk")
        )
        made = [
            _event(events.model, board, number, entry)  # type: ignore[no-untyped-call]
            for number, entry in enumerate(shown, start=1)
        ]
        events.bulk_create(made, batch_size=500)
        if len(made) > board.revision:
            board.revision = len(made)
            board.save(update_fields=["revision"])


def _event(model, board, number, entry):  # type: ignore[no-untyped-def]  # Models of a migration have no types.
    after = "" if entry.unranked_reason == "metric_missing" else entry.unranked_reason
    return model(
        board=board,
        revision=number,
        at=entry.evaluation.finished_at,
        cause=after or "entered",
        evaluation=entry.evaluation,
        before="private",
        after=after,
    )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0012_board_events")]
    operations = [
        migrations.RunPython(tell, migrations.RunPython.noop),
        migrations.RunPython(make, drop),
    ]
