"""Read what people upload for TREK: every check, every message, one report.

The form, the API and the command line all use `read_bundle`; the codes are in `catalogue`, the bounds in
`limits`, and the shape of one record is published as ``record.schema.json``.
"""

from scoring.engine.intake import FileFacts, Mode, Outcome, TaskSet
from scoring.tracks.trek.intake.bundle import BundleReading, read_bundle
from scoring.tracks.trek.intake.catalogue import CATALOGUE, Stage
from scoring.tracks.trek.intake.limits import LIMITS
from scoring.tracks.trek.intake.report import BundleReport

__all__ = [
    "CATALOGUE",
    "LIMITS",
    "BundleReading",
    "BundleReport",
    "FileFacts",
    "Mode",
    "Outcome",
    "Stage",
    "TaskSet",
    "read_bundle",
]
