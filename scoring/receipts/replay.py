"""Evaluate again what a receipt is about, from the bundle and the release alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO, Final

from scoring.engine.intake import Asked, Mode, Outcome, TaskSet
from scoring.engine.model import Json, Severity
from scoring.engine.run import evaluate_all
from scoring.receipts.model import Digested, Receipt, digested
from scoring.tracks import intake_of
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.track import TrekTrack

# Dates in a manifest were compared with the day of receipt; here none of them is too late.
_SOME_DAY: Final = date(9999, 1, 1)


class UnreadableBundleError(Exception):
    """The bundle gives no records to score; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What came out this time."""

    results: Digested
    summary: Mapping[str, Json]


def replay(receipt: Receipt, track: TrekTrack, dataset: TrekDataset, bundle: BinaryIO) -> Replayed:
    """Read the bundle as the site reads what it received, and score every task.

    Args:
        receipt: What it is compared with; only how the bundle is to be read is taken from it.
        track: The evaluator.
        dataset: The release.
        bundle: The file as it was sent, at its beginning; seekable.

    Raises:
        UnreadableBundleError: It would be refused.
    """
    task_ids = track.task_ids(dataset)
    report = intake_of(track.slug).read_bundle(
        bundle,
        Asked(
            file_name="",
            tasks=TaskSet.of(track.slug, len(task_ids)),
            today=_SOME_DAY,
            mode=Mode.RECORDS,
            is_selection_declared=receipt.is_selection_declared,
        ),
    )
    if report.outcome == Outcome.INVALID:
        fatal = [one for one in report.findings if one.severity == Severity.FATAL]
        raise UnreadableBundleError("; ".join(f"{one.code}: {one.message}" for one in fatal[:3]))
    results = list(evaluate_all(track, dataset, report.records))
    return Replayed(results=digested(results), summary=track.aggregate(dataset, results).summary)


def selection_declared(slug: str, manifest: Mapping[str, Json]) -> bool:
    """Whether a manifest that was given beside a bundle explains several answers to a task."""
    if not manifest:
        return False
    members = intake_of(slug).manifest_of(dict(manifest), file_name="", today=_SOME_DAY).manifest
    return members is not None and members.is_selection_declared
