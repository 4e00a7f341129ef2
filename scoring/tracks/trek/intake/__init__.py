"""Read what people upload for TREK: every check, every message, one report.

The form, the API and the command line all use `read_bundle`; the codes are in `catalogue`, the bounds in
`limits`, and the shape of one record is published as ``record.schema.json``.
"""

from scoring.tracks.trek.intake.bundle import BundleReading, read_bundle
from scoring.tracks.trek.intake.catalogue import CATALOGUE, CodeText, Stage
from scoring.tracks.trek.intake.limits import LIMITS
from scoring.tracks.trek.intake.report import BundleReport, FileFacts, Outcome

__all__ = [
    "CATALOGUE",
    "LIMITS",
    "BundleReading",
    "BundleReport",
    "CodeText",
    "FileFacts",
    "Outcome",
    "Stage",
    "read_bundle",
]
