"""What a manifest file would look like typed into a form, whether or not its rules hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.tracks.trek.intake.manifest.reading import document_of
from scoring.tracks.trek.intake.manifest.source import Plain, Raw


def filled_in(raw: bytes, *, file_name: str) -> Mapping[str, str]:
    """The values of a file as texts, by JSON Pointer; empty for one that cannot be read.

    Args:
        raw: The file.
        file_name: Its name; one that ends in .yaml or .yml is read as YAML, any other as JSON.
    """
    return dict(_texts(document_of(raw, file_name=file_name).value, ""))


def texts_of(members: Raw) -> Mapping[str, str]:
    """The same of members that are read already, such as those of an earlier manifest."""
    return dict(_texts(members, ""))


def _texts(value: Raw, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Plain):
        if not value.is_null:
            yield pointer, value.text
    elif isinstance(value, bool):
        yield pointer, "true" if value else "false"
    elif isinstance(value, str):
        yield pointer, value
    elif isinstance(value, (int, float)):
        yield pointer, str(value)
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from _texts(member, f"{pointer}/{name}")
    elif isinstance(value, Sequence):
        for index, member in enumerate(value):
            yield from _texts(member, f"{pointer}/{index}")
