"""The registry of benchmarks: read it to know what runs, and in which order."""

from __future__ import annotations

from scoring.tracks.trek.intake.door import INTAKE as TREK_INTAKE
from scoring.tracks.trek.intake.door import TrekIntake
from scoring.tracks.trek.integrity import INTEGRITY as TREK_INTEGRITY
from scoring.tracks.trek.integrity import TrekIntegrity
from scoring.tracks.trek.track import LATEST as TREK
from scoring.tracks.trek.track import PAPER as TREK_PAPER
from scoring.tracks.trek.track import TrekTrack

__all__ = [
    "DEFAULT",
    "DEFAULT_TRACK",
    "EVALUATORS",
    "INTAKES",
    "INTEGRITIES",
    "TRACKS",
    "TREK",
    "TREK_INTAKE",
    "TREK_INTEGRITY",
    "TREK_PAPER",
    "TrekIntake",
    "TrekIntegrity",
    "evaluator",
    "intake_of",
    "integrity_of",
]

TRACKS: tuple[TrekTrack, ...] = (TREK,)
"""One entry per benchmark, its current edition, in display order."""

EVALUATORS: tuple[TrekTrack, ...] = (TREK, TREK_PAPER)
"""Every edition that can still be run."""

INTAKES: tuple[TrekIntake, ...] = (TREK_INTAKE,)
"""How what people upload is read, one per benchmark."""

INTEGRITIES: tuple[TrekIntegrity, ...] = (TREK_INTEGRITY,)
"""What is noticed in a bundle beside its scores, one per benchmark."""

DEFAULT = TREK.evaluator_version

DEFAULT_TRACK = TREK.slug
"""Where nobody says which benchmark is meant."""


def evaluator(version: str) -> TrekTrack:
    """The edition of that version.

    Raises:
        LookupError: No such version can be run here.
    """
    for track in EVALUATORS:
        if track.evaluator_version == version:
            return track
    raise LookupError(f"no evaluator of version {version!r}")


def intake_of(slug: str) -> TrekIntake:
    """The intake of the benchmark with that slug.

    Raises:
        LookupError: There is no such benchmark.
    """
    for intake in INTAKES:
        if intake.slug == slug:
            return intake
    raise LookupError(f"no benchmark of the name {slug!r}")


def integrity_of(slug: str) -> TrekIntegrity:
    """What is noticed in bundles of the benchmark with that slug.

    Raises:
        LookupError: There is no such benchmark.
    """
    for integrity in INTEGRITIES:
        if integrity.slug == slug:
            return integrity
    raise LookupError(f"no benchmark of the name {slug!r}")
