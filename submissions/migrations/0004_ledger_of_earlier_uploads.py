"""What was uploaded and published before there was a ledger counts in it as it did before."""

from collections.abc import Iterable
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500


def write(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:  # noqa: ARG001  # Django's signature.
    """One charge per upload that was not ours to fail, one per entry that was made public."""
    submissions = apps.get_model("submissions", "Submission")
    entries = apps.get_model("submissions", "QuotaEntry")
    rows = submissions.objects.exclude(state="failed").select_related("dataset_version").order_by("pk")
    found = (entries(**facts) for row in rows.iterator(BATCH) for facts in charges_of(row))
    entries.objects.bulk_create(found, batch_size=BATCH)


def charges_of(row: Any) -> Iterable[dict[str, Any]]:
    """What an upload was charged with under the rules of the time."""
    of = {
        "submission_id": row.pk,
        "account_id": row.owner_id,
        "track": row.dataset_version.track,
        "amount": 1,
    }
    is_invalid = row.outcome == "invalid"
    yield {
        **of,
        "kind": "invalid" if is_invalid else "upload",
        "reason": "refused" if is_invalid else "received",
        "at": row.received_at,
    }
    if row.published_at is not None:
        yield {**of, "kind": "publish", "reason": "published", "at": row.published_at}


class Migration(migrations.Migration):
    dependencies = [("submissions", "0003_purposes_teams_and_ledger")]
    operations = [migrations.RunPython(write, migrations.RunPython.noop)]
