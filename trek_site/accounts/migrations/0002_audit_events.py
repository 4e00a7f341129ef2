"""The log of what curators did, and triggers by which it only grows.

PostgreSQL empties tables in tests by truncating them, which fires no row trigger; on SQLite the tests set the
trigger against deleting aside while they clean up.
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MAKE = {
    "sqlite": [
        f"""
        CREATE TRIGGER audit_event_no_{verb.lower()} BEFORE {verb} ON accounts_auditevent
        BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END
        """
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        """
        CREATE FUNCTION audit_event_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'the audit log only grows' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER audit_event_immutable BEFORE UPDATE OR DELETE ON accounts_auditevent
        FOR EACH ROW EXECUTE FUNCTION audit_event_immutable()
        """,
    ],
}
DROP = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS audit_event_no_update",
        "DROP TRIGGER IF EXISTS audit_event_no_delete",
    ],
    "postgresql": [
        "DROP TRIGGER IF EXISTS audit_event_immutable ON accounts_auditevent",
        "DROP FUNCTION IF EXISTS audit_event_immutable()",
    ],
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(max_length=60)),
                ('object_type', models.CharField(max_length=60)),
                ('object_id', models.CharField(max_length=200)),
                ('detail', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_events', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(fields=['-at', '-id'], name='audit_event_newest'), models.Index(fields=['object_type', 'object_id'], name='audit_event_object')],
            },
        ),
        migrations.RunPython(make, drop),
    ]
