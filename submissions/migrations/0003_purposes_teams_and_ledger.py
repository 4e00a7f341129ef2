
import datetime
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_teams_scopes_and_look_alikes"),
        ("kb_browser", "0006_curators"),
        ("submissions", "0002_under_way"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="QuotaEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("track", models.CharField(max_length=40)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("upload", "uploads"),
                            ("check", "format checks"),
                            ("invalid", "uploads that brought no entry"),
                            ("publish", "entries made public"),
                        ],
                        max_length=10,
                    ),
                ),
                ("amount", models.SmallIntegerField()),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("received", "an upload was received"),
                            ("refused", "the check found mistakes"),
                            ("cancelled", "it was cancelled"),
                            ("published", "it was published"),
                            ("our_fault", "it failed on our side"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "quota entries",
                "ordering": ["at", "pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_label_unique_per_owner",
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_state_and_outcome",
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_deadline_unless_final",
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_final_has_no_lease",
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_public_has_a_time",
        ),
        migrations.AddField(
            model_name="submission",
            name="anonymous_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="submission",
            name="cancelled_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not cancelled"),
                    ("owner", "its owner"),
                    ("deadline", "nobody confirmed it in time"),
                ],
                default="",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="manifest",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="submission",
            name="publishes_plans",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="submission",
            name="purpose",
            field=models.CharField(
                choices=[("entry", "to be scored"), ("check", "only to be checked")],
                default="entry",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="superseded_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="submission",
            name="supersedes",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="successors",
                to="submissions.submission",
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="submissions",
                to="accounts.organisation",
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="unranked_by",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="submissionfinding",
            name="file",
            field=models.CharField(blank=True, max_length=255),
        ),
        migrations.AlterField(
            model_name="submission",
            name="display_name",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AlterField(
            model_name="submission",
            name="kind",
            field=models.CharField(
                choices=[
                    ("jsonl", "JSON lines"),
                    ("jsonl.gz", "JSON lines, gzip"),
                    ("zip", "archive with manifest"),
                ],
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="submission",
            name="label",
            field=models.CharField(blank=True, max_length=128),
        ),
        migrations.AlterField(
            model_name="submission",
            name="model_name",
            field=models.CharField(blank=True, max_length=255),
        ),
        migrations.AlterField(
            model_name="submission",
            name="organisation",
            field=models.CharField(blank=True, max_length=255),
        ),
        migrations.AlterField(
            model_name="submission",
            name="state",
            field=models.CharField(
                choices=[
                    ("received", "received"),
                    ("checking", "checking"),
                    ("checked", "checked"),
                    ("cancelled", "cancelled"),
                    ("failed", "failed on our side"),
                ],
                default="received",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="submission",
            name="visibility",
            field=models.CharField(
                choices=[("private", "private"), ("anonymous", "anonymous"), ("public", "public")],
                default="private",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["team", "-received_at"], name="submission_team_newest"),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("visibility", "anonymous")),
                fields=["anonymous_until"],
                name="submission_anonymous",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(
                models.F("owner"),
                django.db.models.functions.text.Lower("label"),
                condition=models.Q(
                    ("purpose", "entry"),
                    models.Q(("label", ""), _negated=True),
                    models.Q(("outcome", "invalid"), _negated=True),
                    models.Q(("state__in", ["cancelled", "failed"]), _negated=True),
                ),
                name="submission_label_unique_per_owner",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("outcome__in", [""]), ("state", "received")),
                    models.Q(("outcome__in", [""]), ("state", "checking")),
                    models.Q(
                        ("outcome__in", ["invalid", "needs_confirmation", "valid"]), ("state", "checked")
                    ),
                    models.Q(("outcome__in", ["", "needs_confirmation", "valid"]), ("state", "cancelled")),
                    models.Q(("outcome__in", [""]), ("state", "failed")),
                    _connector="OR",
                ),
                name="submission_state_and_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("deadline_at__isnull", True), ("state__in", ["cancelled", "checked", "failed"])
                    ),
                    models.Q(
                        models.Q(("state__in", ["cancelled", "checked", "failed"]), _negated=True),
                        ("deadline_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="submission_deadline_unless_final",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["cancelled", "checked", "failed"]), _negated=True),
                    ("lease_token__isnull", True),
                    _connector="OR",
                ),
                name="submission_final_has_no_lease",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("anonymous_until__isnull", True),
                        ("published_at__isnull", True),
                        ("visibility", "private"),
                        ("withdrawn_at__isnull", True),
                    ),
                    models.Q(
                        ("anonymous_until__isnull", False),
                        (
                            "anonymous_until__lte",
                            django.db.models.expressions.CombinedExpression(
                                models.F("published_at"), "+", models.Value(datetime.timedelta(days=180))
                            ),
                        ),
                        ("published_at__isnull", False),
                        ("visibility", "anonymous"),
                    ),
                    models.Q(("published_at__isnull", False), ("visibility", "public")),
                    _connector="OR",
                ),
                name="submission_public_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "cancelled"), models.Q(("cancelled_by", ""), _negated=True)),
                    models.Q(models.Q(("state", "cancelled"), _negated=True), ("cancelled_by", "")),
                    _connector="OR",
                ),
                name="submission_cancelled_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("purpose", "entry"),
                    models.Q(
                        ("confirmed_at__isnull", True),
                        ("purpose", "check"),
                        ("supersedes__isnull", True),
                        ("team__isnull", True),
                        ("visibility", "private"),
                    ),
                    _connector="OR",
                ),
                name="submission_check_is_never_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(("supersedes", models.F("id")), _negated=True),
                name="submission_supersedes_another",
            ),
        ),
        migrations.AddField(
            model_name="quotaentry",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="quota_entries",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="quotaentry",
            name="submission",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="quota_entries",
                to="submissions.submission",
            ),
        ),
        migrations.AddField(
            model_name="quotaentry",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="quota_entries",
                to="accounts.organisation",
            ),
        ),
        migrations.AddIndex(
            model_name="quotaentry",
            index=models.Index(fields=["account", "track", "kind", "at"], name="quota_of_an_account"),
        ),
        migrations.AddIndex(
            model_name="quotaentry",
            index=models.Index(fields=["team", "track", "kind", "at"], name="quota_of_a_team"),
        ),
        migrations.AddConstraint(
            model_name="quotaentry",
            constraint=models.UniqueConstraint(
                fields=("submission", "kind", "amount"), name="quota_entry_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="quotaentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__in", [1, -1])), name="quota_entry_amount"
            ),
        ),
    ]
