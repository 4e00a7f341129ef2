"""Adds how far a version has come, and fills it in from what is known of older rows.

The trigger that freezes published rows steps aside; the next migration makes it anew, for the new rules.
"""

from __future__ import annotations

import importlib

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

frozen = importlib.import_module("kb_browser.migrations.0002_published_is_immutable")


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of each track the newest published version is current, and supersedes the one before it."""
    versions = apps.get_model("kb_browser", "DatasetVersion").objects.using(schema_editor.connection.alias)
    published = versions.filter(is_published=True)
    published.filter(changelog="").update(changelog="No changelog was kept.")
    published.filter(licence="").update(licence="not stated")
    published.update(state="published", checked_at=models.F("imported_at"))
    newer = None
    for version in published.order_by("track", "-published_at", "-pk"):
        if newer is not None and newer.track == version.track:
            versions.filter(pk=version.pk).update(
                state="superseded", superseded_at=newer.published_at, superseded_by=newer
            )
        newer = version


class Migration(migrations.Migration):
    dependencies = [("kb_browser", "0002_published_is_immutable")]
    operations = [
        migrations.RunPython(frozen.drop, frozen.make),
        migrations.AddField(
            model_name='datasetversion',
            name='changelog',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='checked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='checksums',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='report',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='source',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='state',
            field=models.CharField(choices=[('draft', 'draft'), ('checked', 'checked'), ('published', 'published'), ('superseded', 'superseded')], default='draft', max_length=10),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='statistics',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='superseded_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='superseded_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='supersedes', to='kb_browser.datasetversion'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
