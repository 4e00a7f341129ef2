from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def take_over_parties(apps: Any, schema_editor: Any) -> None:
    """Evaluations that are there already take turns for whom their submissions do."""
    submissions = apps.get_model("submissions", "Submission").objects.filter(pk=OuterRef("submission"))
    apps.get_model("scoring", "Evaluation").objects.update(party=Subquery(submissions.values("party")))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_cancelled_and_more_reasons"),
        ("submissions", "0007_turns"),
    ]

    operations = [
        migrations.AddField(
            model_name="evaluation",
            name="claimed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="evaluation",
            name="party",
            field=models.BigIntegerField(db_default=0, editable=False),
        ),
        migrations.AddIndex(
            model_name="evaluation",
            index=models.Index(
                condition=models.Q(("state__in", ("queued", "running"))),
                fields=["party", "lease_until"],
                name="evaluation_in_line",
            ),
        ),
        migrations.AddIndex(
            model_name="evaluation",
            index=models.Index(fields=["party", "-claimed_at"], name="evaluation_party_served"),
        ),
        migrations.RunPython(take_over_parties, migrations.RunPython.noop),
    ]
