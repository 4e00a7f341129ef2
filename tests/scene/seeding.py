"""Make the scene in an empty database, through the services.

    python -m tests.scene.seeding PROFILE

PROFILE is ``full`` or ``small``. It prints a JSON object: the public id of each run by its label.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

django.setup()

# Models can be imported only now.
from django.core.management import call_command  # noqa: E402

from kb_browser.progress import untold  # noqa: E402
from kb_browser.selectors import VersionFacts  # noqa: E402
from kb_browser.services import dataset_version_import, dataset_version_publish  # noqa: E402
from kb_browser.world.build import DEFAULT_SEED, Built, build, files_of, write_files  # noqa: E402
from kb_browser.world.bundles import bundle_bytes, questions_of  # noqa: E402
from kb_browser.world.full_profile import FULL  # noqa: E402
from kb_browser.world.small_profile import SMALL  # noqa: E402
from scoring.services import (  # noqa: E402
    Judgement,
    entry_publish,
    entry_withdraw,
    prices_add,
    receipts_sweep,
    review_record,
)
from scoring.states import ReviewVerdict  # noqa: E402
from submissions.states import Visibility  # noqa: E402
from tests.factories import upload_make, user_make, version_check  # noqa: E402
from tests.scene.runs import RUNS, Run, prices  # noqa: E402
from trek_site.accounts.models import User  # noqa: E402
from trek_site.celery import app  # noqa: E402

PROFILES = {"full": FULL, "small": SMALL}
CLEARED = Judgement(
    verdict=ReviewVerdict.CLEARED, public_reason="Made from the reference plans, as all runs of this scene."
)
OPEN = {"weights_url": "https://weights.example.org/", "license": "Apache-2.0"}


def main() -> None:
    """Do what the command line says."""
    (profile,) = sys.argv[1:]
    app.autodiscover_tasks(force=True)
    # Nobody else is here to take them: jobs run in place.
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    call_command("migrate", verbosity=0, interactive=False)
    prices_add(
        prices(), as_of=date(2026, 9, 1), source="Made up; nobody charges these prices.", is_made_up=True
    )
    built = build(PROFILES[profile], DEFAULT_SEED, untold)
    made = dict(_uploads(built, _version(built)))
    receipts_sweep()
    sys.stdout.write(json.dumps(made) + "\n")


def _version(built: Built) -> VersionFacts:
    name = built.profile.name
    with TemporaryDirectory() as folder:
        write_files(Path(folder), files_of(built))
        dataset_version_import(Path(folder), name=name, licence="CC BY 4.0", changelog="The first release.")
    version_check(name)
    return dataset_version_publish("trek", name)


def _uploads(built: Built, version: VersionFacts) -> Iterator[tuple[str, str]]:
    questions = questions_of(built)
    # Few uploads of each, as the quotas allow; and who follows an entry owns it.
    owners = {name: user_make(username=name) for name in dict.fromkeys(run.family for run in RUNS)}
    made: dict[str, str] = {}
    for run in RUNS:
        owner = owners[run.family]
        content = bundle_bytes(f"trek_{run.label}.jsonl", run.records(built, questions))
        made[run.label] = upload_make(content, owner=owner, version=version, **_said(run, made)).public_id
        _decide(run, made[run.label], owner)
        sys.stderr.write(f"  {run.label}\n")
        yield run.label, made[run.label]


def _said(run: Run, made: Mapping[str, str]) -> dict[str, Any]:
    model = run.model
    is_open = model.open_weights == "yes"
    return {
        "label": run.label,
        "display_name": run.name,
        "track": run.division,
        "description": f"{run.name} plans with {model.name}. A made-up run of a scene.",
        "organisation": run.organisation,
        "model": {
            "name": model.name,
            "vendor": model.vendor,
            "identifier": model.identifier,
            "open_weights": model.open_weights,
            **(OPEN if is_open else {}),
        },
        "sections": {
            "scaffold": {"name": run.scaffold, "tools_modified": run.division == "custom"},
            "disclosure": run.disclosure,
        },
        **({"supersedes": made[run.follows]} if run.follows else {}),
    }


def _decide(run: Run, public_id: str, owner: User) -> None:
    if run.fate == "private":
        return
    is_anonymous = run.fate == "anonymous"
    entry_publish(public_id, owner, visibility=Visibility.ANONYMOUS if is_anonymous else Visibility.PUBLIC)
    if run.fate != "held":
        review_record(public_id, CLEARED, actor=None)
    if run.fate == "withdrawn":
        entry_withdraw(public_id, owner, reason="A fault in our own tools.")


if __name__ == "__main__":
    main()
