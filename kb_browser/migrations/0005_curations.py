"""The background work of curators."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("kb_browser", "0004_version_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name='Curation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('lease_token', models.UUIDField(blank=True, editable=False, null=True)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('rung_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deadline_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('kind', models.CharField(choices=[('import', 'import'), ('build', 'build and import'), ('check', 'check'), ('publish', 'publish')], max_length=10)),
                ('track', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=64)),
                ('arguments', models.JSONField(blank=True, default=dict)),
                ('state', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('finished', 'finished')], default='queued', editable=False, max_length=10)),
                ('outcome', models.CharField(blank=True, choices=[('', 'not known yet'), ('done', 'done'), ('refused', 'refused'), ('failed', 'failed on our side')], default='', editable=False, max_length=10)),
                ('progress_text', models.CharField(blank=True, editable=False, max_length=200)),
                ('progress_done', models.PositiveIntegerField(default=0, editable=False)),
                ('progress_total', models.PositiveIntegerField(default=0, editable=False)),
                ('reasons', models.JSONField(blank=True, default=list, editable=False)),
                ('failure_id', models.CharField(blank=True, editable=False, max_length=20)),
                ('queued_at', models.DateTimeField(editable=False)),
                ('started_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'verbose_name': 'curation job',
                'ordering': ['-queued_at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='curation',
            name='requested_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='curations', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='curation',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('queued', 'running'))), fields=('track', 'name'), name='curation_one_at_a_time_per_version'),
        ),
        migrations.AddConstraint(
            model_name='curation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome__in', ['']), ('state', 'queued')), models.Q(('outcome__in', ['']), ('state', 'running')), models.Q(('outcome__in', ['done', 'failed', 'refused']), ('state', 'finished')), _connector='OR'), name='curation_state_and_outcome'),
        ),
        migrations.AddConstraint(
            model_name='curation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deadline_at__isnull', True), ('state', 'finished')), models.Q(models.Q(('state', 'finished'), _negated=True), ('deadline_at__isnull', False)), _connector='OR'), name='curation_deadline_unless_final'),
        ),
        migrations.AddConstraint(
            model_name='curation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'finished'), _negated=True), ('lease_token__isnull', True), _connector='OR'), name='curation_final_has_no_lease'),
        ),
        migrations.AddConstraint(
            model_name='curation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'failed'), models.Q(('failure_id', ''), _negated=True)), models.Q(models.Q(('outcome', 'failed'), _negated=True), ('failure_id', '')), _connector='OR'), name='curation_failure_has_an_id'),
        ),
    ]
