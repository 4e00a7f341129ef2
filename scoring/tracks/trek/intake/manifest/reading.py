"""Read a manifest from a file, a form or the API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from scoring.engine.model import Json
from scoring.tracks.trek.intake.manifest.model import (
    ATTRIBUTES,
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
    Section,
    Submitter,
)

_OBJECTS: Mapping[str, type[Section]] = {
    "benchmark": Benchmark, "entry": Entry, "scaffold": Scaffold, "run": Run, "disclosure": Disclosure,
    "submitter": Submitter, "links": Links, "consent": Consent,
}  # fmt: skip
_LISTS: Mapping[str, type[Section]] = {"models": Model, "files": FileClaim, "authors": Author}
_DATES = frozenset({"started", "finished", "release_date"})


def read_manifest(raw: bytes, *, file_name: str, today: date) -> ManifestReading:
    """Read the manifest of an archive; never raises.

    Args:
        raw: The file.
        file_name: Its name, whose ending tells YAML from JSON.
        today: The day on which it was received, UTC.
    """
    try:
        members = json.loads(raw)
    except (ValueError, RecursionError):
        return ManifestReading(manifest=None)
    return manifest_of(members, file_name=file_name, today=today)


def manifest_of(
    members: Json, *, file_name: str = "", today: date, are_texts: bool = False
) -> ManifestReading:
    """Read a manifest from its members; never raises.

    Args:
        members: The members, as the API takes them or a form was filled in.
        file_name: The file they were in, "" when they were in none.
        today: The day on which they were received, UTC.
        are_texts: Every value is a text that its field converts, as forms send them.
    """
    del file_name, today, are_texts
    try:
        return ManifestReading(manifest=_made(Manifest, members))
    except (AttributeError, TypeError, ValueError):
        return ManifestReading(manifest=None)


def _made(kind: type[Section], members: Any) -> Any:
    known = {each.name for each in fields(kind)} - {"extra"}
    values: dict[str, Any] = {}
    for name, value in members.items():
        attribute = ATTRIBUTES.get(name, name)
        if attribute not in known or value is None:
            continue
        if name in _OBJECTS:
            values[attribute] = _made(_OBJECTS[name], value)
        elif name in _LISTS:
            values[attribute] = tuple(_made(_LISTS[name], each) for each in value)
        else:
            values[attribute] = date.fromisoformat(value) if name in _DATES else value
    return kind(**values, extra={name: members[name] for name in members if name.startswith("x_")})
