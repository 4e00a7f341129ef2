"""The manifest of a bundle: who made what with which models and means, and what may be published.

`read_manifest` reads the file of an archive, `manifest_of` what a form or the API sends. Both give the same
findings, with a JSON Pointer each. Everything a member may hold stands in one table, `members`, from which
`form_groups` makes the fields of a form and `json_schema` the shape for the API.
"""

from scoring.tracks.trek.intake.manifest.filling import filled_in, texts_of
from scoring.tracks.trek.intake.manifest.forms import ITEM, FormField, FormGroup, form_groups
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS
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
from scoring.tracks.trek.intake.manifest.schema import json_schema

__all__ = [
    "ITEM",
    "MANIFEST_LIMITS",
    "Author",
    "Benchmark",
    "Consent",
    "Disclosure",
    "Entry",
    "FileClaim",
    "FormField",
    "FormGroup",
    "Links",
    "Manifest",
    "ManifestReading",
    "Model",
    "Run",
    "Scaffold",
    "Submitter",
    "filled_in",
    "form_groups",
    "json_schema",
    "manifest_of",
    "read_manifest",
    "texts_of",
]
