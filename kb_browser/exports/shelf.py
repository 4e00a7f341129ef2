"""Where the downloads of a release lie, and the index that says what they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from scoring.engine.display import count, size

LAYOUT: Final = 1
"""Raised when the made files change their shape; older ones are then made anew."""

INDEX_FILE: Final = "index.json"
ARCHIVE_FILE: Final = "release.tar.gz"
CHECKSUMS_FILE: Final = "SHA256SUMS"
STATISTICS_FILE: Final = "statistics.json"
PARQUET_TYPE: Final = "application/vnd.apache.parquet"


class ExportColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a table: its name, its kind (a `Kind` of `tables`) and what it holds."""

    name: str
    kind: str
    description: str


class ExportFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file to download.

    Attributes:
        name: In the folder and in its address.
        title: What it is, in a few words.
        rows: How many a table has; None for what is no table.
        columns: Of a table, in order.
    """

    name: str
    title: str
    media_type: str
    size_bytes: int
    sha256: str
    rows: int | None = None
    columns: tuple[ExportColumn, ...] = ()

    @property
    def stem(self) -> str:
        """The name without its ending: the name of a table."""
        return self.name.partition(".")[0]

    @property
    def size_text(self) -> str:
        """The size as people read it."""
        return size(self.size_bytes)

    @property
    def rows_text(self) -> str:
        """The number of rows as people read it."""
        return count(self.rows)


class ExportIndex(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was made of one release, in the order in which it is offered."""

    layout: int
    digest: str
    files: tuple[ExportFile, ...]

    def file(self, name: str) -> ExportFile | None:
        """The file of that name; None for any other text."""
        return next((file for file in self.files if file.name == name), None)

    @property
    def tables(self) -> Sequence[ExportFile]:
        """The files that are tables."""
        return [file for file in self.files if file.columns]


def index_write(index: ExportIndex, folder: Path) -> None:
    """Write the index, the last of all files."""
    content = msgspec.json.format(msgspec.json.encode(index), indent=1)
    (folder / INDEX_FILE).write_bytes(content + b"\n")


def index_read(folder: Path, digest: str) -> ExportIndex | None:
    """What lies in the folder; None if nothing, something of another layout, or of another release."""
    try:
        index = msgspec.json.decode((folder / INDEX_FILE).read_bytes(), type=ExportIndex)
    except (OSError, msgspec.DecodeError):
        return None
    return index if (index.layout, index.digest) == (LAYOUT, digest) else None
