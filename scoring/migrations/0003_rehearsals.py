import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('kb_browser', '0002_published_is_immutable'),
        ('scoring', '0002_under_way'),
        ('submissions', '0002_under_way'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Rehearsal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('lease_token', models.UUIDField(blank=True, editable=False, null=True)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('rung_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deadline_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('baseline_evaluator', models.CharField(max_length=40)),
                ('candidate_evaluator', models.CharField(max_length=40)),
                ('candidate_digest', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('running', 'running'), ('finished', 'finished')], default='running', editable=False, max_length=10)),
                ('outcome', models.CharField(blank=True, choices=[('', 'not known yet'), ('reported', 'reported'), ('failed', 'failed on our side')], default='', editable=False, max_length=10)),
                ('report', models.JSONField(blank=True, default=dict, editable=False)),
                ('failure_id', models.CharField(blank=True, editable=False, max_length=20)),
                ('created_at', models.DateTimeField(editable=False)),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('baseline_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsals_from', to='kb_browser.datasetversion')),
                ('candidate_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsals_of', to='kb_browser.datasetversion')),
                ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rehearsals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='RehearsedEvaluation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('lease_token', models.UUIDField(blank=True, editable=False, null=True)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('rung_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deadline_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('state', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('finished', 'finished')], default='queued', max_length=10)),
                ('outcome', models.CharField(blank=True, choices=[('', 'not known yet'), ('scored', 'scored'), ('refused', 'does not fit the candidate'), ('failed', 'failed on our side')], default='', max_length=10)),
                ('results_digest', models.CharField(blank=True, max_length=64)),
                ('figures', models.JSONField(blank=True, default=dict)),
                ('denominators', models.JSONField(blank=True, default=dict)),
                ('verdicts', models.JSONField(blank=True, default=dict)),
                ('flips', models.JSONField(blank=True, default=list)),
                ('reason', models.TextField(blank=True)),
                ('failure_id', models.CharField(blank=True, max_length=20)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('baseline', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsed_evaluations', to='scoring.evaluation')),
                ('rehearsal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evaluations', to='scoring.rehearsal')),
                ('submission', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsed_evaluations', to='submissions.submission')),
            ],
            options={
                'ordering': ['rehearsal', 'submission'],
            },
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('baseline_version', 'baseline_evaluator', 'candidate_version', 'candidate_evaluator'), name='rehearsal_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.CheckConstraint(condition=models.Q(('baseline_evaluator', models.F('candidate_evaluator')), ('baseline_version', models.F('candidate_version')), _negated=True), name='rehearsal_of_something_else'),
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome__in', ['']), ('state', 'running')), models.Q(('outcome__in', ['failed', 'reported']), ('state', 'finished')), _connector='OR'), name='rehearsal_state_and_outcome'),
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deadline_at__isnull', True), ('finished_at__isnull', False), ('state', 'finished')), models.Q(('deadline_at__isnull', False), ('finished_at__isnull', True), ('state', 'running')), _connector='OR'), name='rehearsal_deadline_unless_final'),
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'running'), ('lease_token__isnull', True), _connector='OR'), name='rehearsal_final_has_no_lease'),
        ),
        migrations.AddConstraint(
            model_name='rehearsal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'failed'), models.Q(('failure_id', ''), _negated=True)), models.Q(models.Q(('outcome', 'failed'), _negated=True), ('failure_id', '')), _connector='OR'), name='rehearsal_failure_has_an_id'),
        ),
        migrations.AddIndex(
            model_name='rehearsedevaluation',
            index=models.Index(condition=models.Q(('state__in', ('queued', 'running'))), fields=['rung_at'], name='rehearsed_unfinished'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.UniqueConstraint(fields=('rehearsal', 'submission'), name='rehearsed_unique'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome__in', ['']), ('state', 'queued')), models.Q(('outcome__in', ['']), ('state', 'running')), models.Q(('outcome__in', ['failed', 'refused', 'scored']), ('state', 'finished')), _connector='OR'), name='rehearsed_state_and_outcome'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deadline_at__isnull', True), ('finished_at__isnull', False), ('state', 'finished')), models.Q(models.Q(('state', 'finished'), _negated=True), ('deadline_at__isnull', False), ('finished_at__isnull', True)), _connector='OR'), name='rehearsed_deadline_unless_final'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'finished'), _negated=True), ('lease_token__isnull', True), _connector='OR'), name='rehearsed_final_has_no_lease'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'failed'), models.Q(('failure_id', ''), _negated=True)), models.Q(models.Q(('outcome', 'failed'), _negated=True), ('failure_id', '')), _connector='OR'), name='rehearsed_failure_has_an_id'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'scored'), models.Q(('results_digest', ''), _negated=True)), models.Q(models.Q(('outcome', 'scored'), _negated=True), ('results_digest', '')), _connector='OR'), name='rehearsed_scored_has_a_digest'),
        ),
        migrations.AddConstraint(
            model_name='rehearsedevaluation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'refused'), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('outcome', 'refused'), _negated=True), ('reason', '')), _connector='OR'), name='rehearsed_refused_has_a_reason'),
        ),
    ]
