"""Candidates made from the small world by hand, and boards to rehearse them on."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from kb_browser.selectors import VersionFacts
from kb_browser.services import dataset_version_import, dataset_version_publish
from kb_browser.world.bundles import SMALL_WORLD
from scoring.models import Evaluation, Rehearsal
from scoring.rehearsal_report import RehearsalReport, report_read
from scoring.services import (
    BoardKey,
    evaluation_run,
    rehearsal_help,
    rehearsal_start,
    rehearsals_sweep,
    submission_evaluate,
)
from scoring.tracks import DEFAULT
from submissions.models import Submission
from submissions.services import submission_check, submission_confirm
from tests.factories import bundle_of, upload_make, user_make, version_check

PAPER = "trek-1.0.0-paper"
# The gold of task 1 is there from 10:45 to 13:45. Its namesake in another city is left alone.
PLACE = "Vessaly Gorge Walk"


def flipped_world(name: str = "corrected") -> VersionFacts:
    """A draft that differs from the small world in one fact: a place opens when others have left."""
    return _draft(name, opens_late)


def shorter_world(name: str = "shorter", *, tasks: int = 30) -> VersionFacts:
    """A draft with the first tasks of the small world only."""

    def cut(folder: Path) -> None:
        _cut_lines(folder / "trek_queries.csv", tasks + 1)
        _cut_lines(folder / "trek_gold.jsonl", tasks)
        manifest = folder / "manifest.json"
        if manifest.exists():
            manifest.unlink()

    return _draft(name, cut)


def opens_late(folder: Path) -> None:
    path = folder / "api/data/v2/attraction_data/Łęgowice_attraction.csv"
    lines = path.read_text().splitlines(keepends=True)
    changed = [line.replace(",09:30-18:00,", ",13:00-18:00,", 1) if PLACE in line else line for line in lines]
    assert changed != lines
    path.write_text("".join(changed))


def publish(name: str) -> VersionFacts:
    """Publish a draft; what checking does has tests of its own."""
    version_check(name)
    return dataset_version_publish("trek", name)


def carry_over() -> None:
    """What the sweeps and the workers do once a version is published."""
    rehearsals_sweep()
    for pk in Evaluation.objects.unfinished().order_by("-pk").values_list("pk", flat=True):
        evaluation_run(pk)


def key_of(version: VersionFacts, evaluator_version: str = DEFAULT) -> BoardKey:
    return BoardKey(version_id=version.pk, evaluator_version=evaluator_version)


def scored_make(world: VersionFacts, content: bytes | None = None, **said: str) -> Submission:
    """A submission of these bytes, checked and scored; public unless said otherwise."""
    owner = user_make(is_staff=True)
    given = bundle_of() if content is None else content
    receipt = upload_make(given, owner=owner, version=world, **{"visibility": "public", **said})
    submission_check(receipt.pk)
    submission = Submission.objects.select_related("owner").get(pk=receipt.pk)
    if submission.outcome == "needs_confirmation":
        submission_confirm(submission.public_id, owner)
    submission_evaluate(receipt.pk)
    return submission


def rehearsed(baseline: VersionFacts, candidate: VersionFacts, **changes: Any) -> Rehearsal:
    """A rehearsal carried out to its end."""
    pk = rehearsal_start(baseline=key_of(baseline), candidate=key_of(candidate), **changes)
    for _ in rehearsal_help(pk):
        pass
    return Rehearsal.objects.get(pk=pk)


def report_of(rehearsal: Rehearsal) -> RehearsalReport:
    return report_read(rehearsal.report)


def refusing(index: int) -> bytes:
    """Gold, but for one task that is given up."""
    return bundle_of(failing=[index])


def _draft(name: str, change) -> VersionFacts:
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "release"
        shutil.copytree(SMALL_WORLD, folder)
        change(folder)
        return dataset_version_import(folder, name=name, licence="CC BY 4.0", changelog="By hand.")


def _cut_lines(path: Path, count: int) -> None:
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:count]))
