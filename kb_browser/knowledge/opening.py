"""Opening knowledge files: read-only, mapped into memory, each once per thread."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from kb_browser.knowledge.shelf import LAYOUT, knowledge_file

OPEN_FILES_MAX: Final = 4
"""Versions that one thread holds open; a file costs a few megabytes beside the mapping that all share."""
MAPPED_BYTES: Final = 1 << 30

Line: TypeAlias = tuple[Any, ...]

_of_thread = threading.local()


class KnowledgeMissingError(Exception):
    """There is no knowledge file of this release yet."""


class KnowledgeFile:
    """One open file; every question is one statement."""

    def __init__(self, path: Path) -> None:
        address = f"file:{quote(str(path))}?mode=ro&immutable=1"
        self.connection = sqlite3.connect(address, uri=True, cached_statements=256)
        self.connection.execute("PRAGMA query_only = 1")
        self.connection.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")

    def lines(self, statement: str, values: Sequence[object] = ()) -> list[Line]:
        """Every line that answers the statement."""
        return self.connection.execute(statement, values).fetchall()

    def line(self, statement: str, values: Sequence[object] = ()) -> Line | None:
        """The first line that answers the statement; None for none."""
        found: Line | None = self.connection.execute(statement, values).fetchone()
        return found


def knowledge_open(folder: Path, digest: str) -> KnowledgeFile:
    """The knowledge file of a release.

    Raises:
        KnowledgeMissingError: It is not made yet.
    """
    path = knowledge_file(folder, digest)
    held: OrderedDict[Path, KnowledgeFile] = _of_thread.__dict__.setdefault("held", OrderedDict())
    if path not in held:
        if not path.is_file():
            raise KnowledgeMissingError
        held[path] = _opened(path, digest)
        while len(held) > OPEN_FILES_MAX:
            _, oldest = held.popitem(last=False)
            oldest.connection.close()
    held.move_to_end(path)
    return held[path]


def _opened(path: Path, digest: str) -> KnowledgeFile:
    try:
        file = KnowledgeFile(path)
        if file.line("SELECT digest, layout FROM about") == (digest, LAYOUT):
            return file
    except sqlite3.DatabaseError as damage:
        raise KnowledgeMissingError from damage
    raise KnowledgeMissingError
