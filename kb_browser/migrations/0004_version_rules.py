"""What holds between the columns of a version, and a trigger that freezes what is published.

A published row may only be superseded, and its other columns stay as they are; a draft is checked before it is
published. As before, SQLite's trigger leaves deleting to the tests' clean-up, where rows go one by one.
A later migration that alters the table on SQLite copies it and has to make the trigger again; a test notices.
"""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_FROZEN = (
    "id", "track", "name", "digest", "task_count", "counts", "licence", "changelog", "source", "checksums",
    "statistics", "report", "imported_at", "checked_at", "published_at",
)
_UNCHANGED = " AND ".join(f"NEW.{column} IS OLD.{column}" for column in _FROZEN)

MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER dataset_version_immutable BEFORE UPDATE ON kb_browser_datasetversion
        WHEN OLD.state = 'superseded'
            OR (OLD.state = 'published' AND NOT (NEW.state = 'superseded' AND {_UNCHANGED}))
        BEGIN SELECT RAISE(ABORT, 'a published dataset version is immutable'); END
        """,
        """
        CREATE TRIGGER dataset_version_moves BEFORE UPDATE ON kb_browser_datasetversion
        WHEN (OLD.state = 'draft' AND NEW.state IN ('published', 'superseded'))
            OR (OLD.state = 'checked' AND NEW.state = 'superseded')
        BEGIN SELECT RAISE(ABORT, 'a dataset version is checked before it is published'); END
        """,
    ],
    "postgresql": [
        """
        CREATE FUNCTION dataset_version_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND OLD.state = 'published' AND NEW.state = 'superseded' THEN
                OLD.state := NEW.state;
                OLD.superseded_at := NEW.superseded_at;
                OLD.superseded_by_id := NEW.superseded_by_id;
                -- Derived columns are not known yet in a trigger that runs before the change.
                OLD.is_published := NEW.is_published;
                IF OLD IS NOT DISTINCT FROM NEW THEN
                    RETURN NEW;
                END IF;
            END IF;
            RAISE EXCEPTION 'a published dataset version is immutable'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER dataset_version_immutable BEFORE UPDATE OR DELETE ON kb_browser_datasetversion
        FOR EACH ROW WHEN (OLD.state IN ('published', 'superseded'))
        EXECUTE FUNCTION dataset_version_immutable()
        """,
        """
        CREATE FUNCTION dataset_version_moves() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'a dataset version is checked before it is published'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER dataset_version_moves BEFORE UPDATE ON kb_browser_datasetversion
        FOR EACH ROW WHEN (
            (OLD.state = 'draft' AND NEW.state IN ('published', 'superseded'))
            OR (OLD.state = 'checked' AND NEW.state = 'superseded')
        ) EXECUTE FUNCTION dataset_version_moves()
        """,
    ],
}
DROP = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS dataset_version_immutable",
        "DROP TRIGGER IF EXISTS dataset_version_moves",
    ],
    "postgresql": [
        "DROP TRIGGER IF EXISTS dataset_version_immutable ON kb_browser_datasetversion",
        "DROP FUNCTION IF EXISTS dataset_version_immutable()",
        "DROP TRIGGER IF EXISTS dataset_version_moves ON kb_browser_datasetversion",
        "DROP FUNCTION IF EXISTS dataset_version_moves()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in [*DROP[schema_editor.connection.vendor], *MAKE[schema_editor.connection.vendor]]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("kb_browser", "0003_version_states")]
    operations = [
        migrations.AlterModelOptions(
            name='datasetversion',
            options={'ordering': ['track', '-published_at', '-pk'], 'permissions': [('import_datasetversion', 'Can import a release as a dataset version'), ('build_datasetversion', 'Can build a release and import it'), ('check_datasetversion', 'Can have a dataset version checked'), ('publish_datasetversion', 'Can publish a dataset version')]},
        ),
        migrations.RemoveConstraint(
            model_name='datasetversion',
            name='dataset_version_published_has_a_time',
        ),
        migrations.RemoveField(model_name='datasetversion', name='is_published'),
        migrations.AddField(
            model_name='datasetversion',
            name='is_published',
            field=models.GeneratedField(db_persist=True, expression=models.ExpressionWrapper(models.Q(('state__in', ('published', 'superseded'))), output_field=models.BooleanField()), output_field=models.BooleanField()),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'published')), fields=('track',), name='dataset_version_one_current_per_track'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('published_at__isnull', False), ('state__in', ('published', 'superseded'))), models.Q(models.Q(('state__in', ('published', 'superseded')), _negated=True), ('published_at__isnull', True)), _connector='OR'), name='dataset_version_published_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'superseded'), ('superseded_at__isnull', False), ('superseded_by__isnull', False)), models.Q(models.Q(('state', 'superseded'), _negated=True), ('superseded_at__isnull', True), ('superseded_by__isnull', True)), _connector='OR'), name='dataset_version_superseded_has_a_successor'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'draft'), ('checked_at__isnull', False), _connector='OR'), name='dataset_version_checked_has_a_time'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ('published', 'superseded')), _negated=True), models.Q(models.Q(('changelog', ''), _negated=True), models.Q(('licence', ''), _negated=True)), _connector='OR'), name='dataset_version_published_is_described'),
        ),
        migrations.RunPython(make, drop),
    ]
