"""The registry of benchmarks: read it to know what runs, and in which order."""

from __future__ import annotations

from scoring.tracks.trek.track import LATEST as TREK
from scoring.tracks.trek.track import PAPER as TREK_PAPER
from scoring.tracks.trek.track import TrekTrack

__all__ = ["DEFAULT", "EVALUATORS", "TRACKS", "TREK", "TREK_PAPER", "evaluator"]

TRACKS: tuple[TrekTrack, ...] = (TREK,)
"""One entry per benchmark, its current edition, in display order."""

EVALUATORS: tuple[TrekTrack, ...] = (TREK, TREK_PAPER)
"""Every edition that can still be run."""

DEFAULT = TREK.evaluator_version


def evaluator(version: str) -> TrekTrack:
    """The edition of that version.

    Raises:
        LookupError: No such version can be run here.
    """
    for track in EVALUATORS:
        if track.evaluator_version == version:
            return track
    raise LookupError(f"no evaluator of version {version!r}")
