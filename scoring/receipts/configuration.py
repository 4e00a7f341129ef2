"""What an evaluator is set to, as one digest: what a version number promises never to change."""

from __future__ import annotations

from scoring.engine.canonical import digest
from scoring.engine.model import Json, Severity
from scoring.tracks import TrekIntake
from scoring.tracks.trek.track import TrekTrack

# Findings of the other two change no record and no score.
_DECIDING = (Severity.FATAL, Severity.RECORD)


def configuration(track: TrekTrack, intake: TrekIntake) -> dict[str, Json]:
    """The edition's checks in their order, what ranks, and every bound under which a record counts.

    Texts are left out: a better sentence changes no score.
    """
    return {
        "evaluator_version": track.evaluator_version,
        "dimensions": [
            {
                "key": dimension.key,
                "checks": [check.code for check in dimension.checks],
                "is_judged": dimension.is_judged,
            }
            for dimension in track.dimensions
        ],
        "conditions": [check.code for check in track.conditions],
        "metrics": [metric.key for metric in track.metrics],
        "ranking": list(track.ranking),
        "limits": dict(intake.bounds),
        "refusals": sorted(code for code, text in intake.codes.items() if text.severity in _DECIDING),
    }


def configuration_digest(track: TrekTrack, intake: TrekIntake) -> str:
    """SHA-256 of the configuration's canonical form."""
    return digest(configuration(track, intake))
