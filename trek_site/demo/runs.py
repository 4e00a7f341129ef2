"""The reference runs of the demo, and whether the site scores them as it should."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kb_browser.world.bundles import INVALID
from scoring.tracks import DEFAULT_TRACK
from submissions.kinds import label_in
from trek_site.demo.client import Client
from trek_site.demo.manifests import run_manifest
from trek_site.demo.releases import DemoRelease

TOLERANCE: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRun:
    """One bundle.

    Attributes:
        file: The bundle.
        known: What it scores, by official key; None for the one that is not valid.
        version: The dataset version it answers.
    """

    file: Path
    known: Mapping[str, float | None] | None
    version: str

    @property
    def label(self) -> str:
        """The name it goes by."""
        return label_in(self.file.name, track=DEFAULT_TRACK)

    def said(self, task_count: int) -> Mapping[str, Any]:
        """What is said about it, as members of a request.

        Args:
            task_count: Of its dataset version.
        """
        visibility = "private" if self.known is None else "public"
        manifest = run_manifest(self.label, visibility, task_count)
        return {"dataset_version": self.version, "manifest": manifest}


def reference_runs(release: DemoRelease) -> Sequence[ReferenceRun]:
    """Every bundle of a release, the valid ones first, by name."""
    valid = [
        ReferenceRun(file=release.runs / name, known=scores, version=release.name)
        for name, scores in sorted(release.known.items())
    ]
    return [*valid, ReferenceRun(file=release.runs / INVALID, known=None, version=release.name)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A run that the site has taken."""

    run: ReferenceRun
    public_id: str


def send(client: Client, run: ReferenceRun) -> Sent:
    """Upload one run.

    Raises:
        ApiError: The site refused it.
    """
    version = client.get(f"/api/v1/dataset-versions/{run.version}/")["version"]
    receipt = client.upload(run.file, run.said(version["task_count"]))
    return Sent(run=run, public_id=receipt["id"])


def status_of(client: Client, sent: Sent) -> Mapping[str, Any]:
    """Where it is; one that waits for its owner's word is given it.

    Raises:
        ApiError: The site refused.
    """
    path = f"/api/v1/submissions/{sent.public_id}/"
    status: Mapping[str, Any] = client.get(path)
    if status["can_confirm"]:
        status = client.post(f"{path}confirm/")
    return status


def differences(client: Client, sent: Sent, status: Mapping[str, Any]) -> Iterator[str]:
    """What is not as known, one sentence each; nothing when all is well.

    Raises:
        ApiError: The site refused.
    """
    if sent.run.known is None:
        if status["state"] != "invalid":
            yield f"{sent.run.label}: should have been found invalid, is {status['state']}"
        return
    if status["state"] not in {"scored", "published"}:
        yield f"{sent.run.label}: should have been scored, is {status['state']}: {status['state_reason']}"
        return
    summary = client.get(f"/api/v1/entries/{sent.public_id}/")["summary"]
    for key, expected in sent.run.known.items():
        if not _agree(summary.get(key), expected):
            yield f"{sent.run.label}: {key} should be {expected}, is {summary.get(key)}"


def _agree(found: object, expected: float | None) -> bool:
    if expected is None or not isinstance(found, int | float):
        return found is expected
    return math.isclose(found, expected, rel_tol=0, abs_tol=TOLERANCE)
