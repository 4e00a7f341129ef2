"""TREK's intake as the site knows it: one object with everything in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import BinaryIO

from scoring.engine.intake import Asked, CodeText
from scoring.engine.model import Json
from scoring.engine.reading import Limits
from scoring.tracks.trek import SLUG
from scoring.tracks.trek.intake.bundle import read_bundle
from scoring.tracks.trek.intake.catalogue import CATALOGUE
from scoring.tracks.trek.intake.limits import LIMITS, RECORD_LIMITS
from scoring.tracks.trek.intake.manifest import (
    ManifestReading,
    filled_in,
    manifest_of,
    read_manifest,
    texts_of,
)
from scoring.tracks.trek.intake.manifest.forms import FormGroup, form_groups
from scoring.tracks.trek.intake.naming import label_in
from scoring.tracks.trek.intake.report import BundleReport


@dataclass(frozen=True, slots=True)
class TrekIntake:
    """See `scoring.engine.intake.Intake`."""

    slug: str = SLUG
    limits: Limits = LIMITS

    @property
    def bounds(self) -> Mapping[str, Json]:
        """Those of an upload and those inside one record."""
        return {"upload": asdict(self.limits), "record": asdict(RECORD_LIMITS)}

    @property
    def codes(self) -> Mapping[str, CodeText]:
        """Every code a report may hold."""
        return CATALOGUE

    def read_bundle(self, stream: BinaryIO, asked: Asked) -> BundleReport:
        """Check an upload from first to last byte."""
        return read_bundle(stream, asked)

    def manifest_of(
        self, members: Json, *, file_name: str, today: date, are_texts: bool = False
    ) -> ManifestReading:
        """Check members that come from a form or an endpoint."""
        return manifest_of(members, file_name=file_name, today=today, are_texts=are_texts)

    def read_manifest(self, raw: bytes, *, file_name: str, today: date) -> ManifestReading:
        """Read a manifest file."""
        return read_manifest(raw, file_name=file_name, today=today)

    def form_groups(self) -> Sequence[FormGroup]:
        """The sections of a manifest as a form asks for them."""
        return form_groups()

    def filled_in(self, raw: bytes, *, file_name: str) -> Mapping[str, str]:
        """What the fields of a form hold once a manifest file is typed in, by JSON Pointer."""
        return filled_in(raw, file_name=file_name)

    def label_in(self, file_name: str) -> str:
        """What a run is called whose records are in a file of that name."""
        return label_in(file_name)

    def texts_of(self, members: Mapping[str, Json]) -> Mapping[str, str]:
        """The same of members that were read before."""
        return texts_of(members)


INTAKE = TrekIntake()
