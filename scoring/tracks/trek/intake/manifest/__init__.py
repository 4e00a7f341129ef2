"""The manifest of a bundle: who made what with which models and means, and what may be published.

`read_manifest` reads the file of an archive, `manifest_of` what a form or the API sends. Both give the same
findings, with a JSON Pointer each.
"""

from scoring.tracks.trek.intake.manifest.model import (
    Author,
    Benchmark,
    Consent,
    Disclosure,
    Entry,
    FileClaim,
    Links,
    Manifest,
    ManifestReading,
    Model,
    Run,
    Scaffold,
    Submitter,
)
from scoring.tracks.trek.intake.manifest.reading import manifest_of, read_manifest

__all__ = [
    "Author",
    "Benchmark",
    "Consent",
    "Disclosure",
    "Entry",
    "FileClaim",
    "Links",
    "Manifest",
    "ManifestReading",
    "Model",
    "Run",
    "Scaffold",
    "Submitter",
    "manifest_of",
    "read_manifest",
]
