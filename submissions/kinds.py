"""What a file is, told by its first bytes; the name only has to agree."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.tracks import intake_of
from submissions import refusals
from submissions.states import Kind

GZIP: Final = b"\x1f\x8b"

# Formats that are sent by mistake, by their first bytes.
KNOWN_HEADS: Final[Mapping[bytes, str]] = MappingProxyType(
    {
        GZIP: "gzip",
        b"PK\x03\x04": "a zip archive",
        b"PK\x05\x06": "an empty zip archive",
        b"%PDF-": "a PDF document",
        b"BZh": "bzip2",
        b"\xfd7zXZ\x00": "xz",
        b"7z\xbc\xaf\x27\x1c": "a 7z archive",
        b"Rar!": "a RAR archive",
        b"\x28\xb5\x2f\xfd": "zstd",
        b"PAR1": "Parquet",
        b"SQLite format 3\x00": "an SQLite database",
        b"\x89PNG": "an image",
        b"\x7fELF": "a program",
    }
)
EXTENSIONS: Final[Mapping[str, Kind]] = MappingProxyType(
    {".jsonl": Kind.JSONL, ".jsonl.gz": Kind.JSONL_GZ, ".zip": Kind.ZIP}
)
_KIND_OF: Final[Mapping[str, Kind]] = MappingProxyType(
    {"text": Kind.JSONL, "gzip": Kind.JSONL_GZ, "a zip archive": Kind.ZIP}
)

NAME_CHARACTERS_MAX: Final = 255


def kind_of(head: bytes, file_name: str) -> Kind:
    """The kind of an upload.

    Args:
        head: Its first bytes.
        file_name: As sent; only its ending counts, in any case.

    Raises:
        UnprocessableError: There are no bytes.
        WrongKindError: Content or ending are of no accepted kind, or contradict each other.
    """
    if not head:
        raise refusals.empty()
    claimed = next((kind for ending, kind in EXTENSIONS.items() if file_name.lower().endswith(ending)), None)
    found = next((name for start, name in KNOWN_HEADS.items() if head.startswith(start)), "text")
    if claimed is None or found not in _KIND_OF:
        sort = f"named {shown(file_name)}" if found == "text" else f"that are {found}"
        raise refusals.not_accepted(sort)
    actual = _KIND_OF[found]
    if actual != claimed:
        raise refusals.misnamed(found, shown(file_name))
    return actual


def base_name(file_name: str) -> str:
    """The file's own name for display: without folders, bounded, unprintable characters made visible."""
    last = file_name[-4 * NAME_CHARACTERS_MAX :].replace("\\", "/").rpartition("/")[2]
    return "".join(c if c.isprintable() else "\ufffd" for c in last)[-NAME_CHARACTERS_MAX:]


def shown(file_name: str) -> str:
    """At most 80 characters of the name, for a message."""
    return base_name(file_name)[:80]


def label_in(file_name: str, *, track: str) -> str:
    """The label in a name such as ``trek_my-agent.jsonl``; "" where the name has another form."""
    return intake_of(track).label_in(base_name(file_name))
