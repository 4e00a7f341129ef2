"""Read a manifest from a file, a form or the API: one set of rules, one set of words."""

from __future__ import annotations

import codecs
from datetime import date

from scoring.engine.model import Finding, Json
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.findings import finding, in_order
from scoring.tracks.trek.intake.manifest.checking import check_members, made
from scoring.tracks.trek.intake.manifest.cross_rules import cross_complaints
from scoring.tracks.trek.intake.manifest.json_source import read_json
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.members_source import read_members
from scoring.tracks.trek.intake.manifest.model import Manifest, ManifestReading
from scoring.tracks.trek.intake.manifest.source import UNREAD, Document, Place, Placed
from scoring.tracks.trek.intake.manifest.yaml_source import read_yaml

_YAML_ENDINGS = (".yaml", ".yml")

# Longest first: the mark of UTF-16-LE begins that of UTF-32-LE.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_HEAD_BYTES = 4


def read_manifest(raw: bytes, *, file_name: str, today: date) -> ManifestReading:
    """Read a manifest from a file; never raises for bad input.

    Args:
        raw: The file: UTF-8, with or without a byte-order mark.
        file_name: Its name; one that ends in .yaml or .yml is read as YAML, any other as JSON.
        today: The day on which it was received, UTC.
    """
    return _read(document_of(raw, file_name=file_name), file_name=file_name, today=today)


def document_of(raw: bytes, *, file_name: str) -> Document:
    """The file as it was written, before any rule is asked; never raises for bad input."""
    is_yaml = file_name.lower().endswith(_YAML_ENDINGS)
    text = _text_of(raw, "YAML" if is_yaml else "JSON")
    if isinstance(text, Placed):
        return Document(value=UNREAD, complaints=(text,))
    return read_yaml(text) if is_yaml else read_json(text)


def manifest_of(
    members: Json, *, file_name: str = "", today: date, are_texts: bool = False
) -> ManifestReading:
    """Read a manifest from its members; never raises for bad input.

    Args:
        members: JSON values, as the API parsed them or a form was filled in.
        file_name: The file they were in, "" when they were in none.
        today: The day on which they were received, UTC.
        are_texts: Every value is a text that its field converts, as forms send them.
    """
    return _read(read_members(members, are_texts=are_texts), file_name=file_name, today=today)


def _read(document: Document, *, file_name: str, today: date) -> ManifestReading:
    values, complaints = check_members(document.value, today=today)
    told = [
        *document.complaints,
        *(Placed(each, None) for each in complaints),
        *(Placed(each, None) for each in cross_complaints(values)),
    ]
    if told:
        findings = (_finding(each, document, file_name) for each in told[: MAX.manifest_findings])
        return ManifestReading(manifest=None, findings=in_order(findings))
    manifest = made(MANIFEST, values)
    assert isinstance(manifest, Manifest)
    return ManifestReading(manifest=manifest)


def _finding(placed: Placed, document: Document, file_name: str) -> Finding:
    complaint = placed.complaint
    place = placed.place or _nearest(complaint.path, document)
    return finding(
        complaint.code,
        complaint.facts,
        line=place.line if place else None,
        column=place.column if place else 1,
        path=complaint.path,
        file=file_name,
    )


def _nearest(path: Path, document: Document) -> Place | None:
    """The place of what the path leads to; of a member that is missing, that of the object it belongs to."""
    for length in range(len(path), -1, -1):
        if path[:length] in document.places:
            return document.places[path[:length]]
    return None


def _text_of(raw: bytes, format_name: str) -> str | Placed:
    """The file as text, or why it is none."""
    if len(raw) > MAX.manifest_bytes:
        limit = f"has {len(raw):,} bytes; at most {MAX.manifest_bytes:,} are allowed"
        return Placed(Complaint("F205", (), {"limit": limit}), None)
    encoding = next((name for mark, name in _WIDE_MARKS if raw.startswith(mark)), None)
    if encoding is None and 0 in raw[:_HEAD_BYTES]:
        encoding = "UTF-16 or UTF-32"
    if encoding is not None:
        return _unreadable(format_name, Place(1, 1), f"the file is {encoding}", "Save it as UTF-8.")
    content = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        reason = f"not UTF-8 (byte 0x{content[error.start]:02x})"
        return _unreadable(format_name, place, reason, "Save the file as UTF-8 without conversion.")
    return text if text.strip() else _unreadable(format_name, Place(1, 1), "the file is empty")


def _unreadable(format_name: str, place: Place, reason: str, hint: str = "") -> Placed:
    facts = {"format": format_name, "reason": reason, "hint": hint}
    return Placed(Complaint("F201", (), facts), place)
