"""Changes to a record's JSON: what a JSON Patch (RFC 6902) says, with the value that stood there before.

Documents are never altered: every change copies the containers on its way and shares everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from scoring.engine.model import Json
from scoring.tracks.trek.plan import pointer


class Op(StrEnum):
    """What a change does; the words of RFC 6902."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


class _Absent:
    """Stands where a document has no value."""


ABSENT: Final = _Absent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change at one place.

    Attributes:
        op: What is done.
        path: JSON Pointer into the record, that is, into the bundle's line.
        before: The value that stood there; None for ``add``.
        after: The value that stands there now; None for ``remove``.
    """

    op: Op
    path: str
    before: Any = None
    after: Any = None

    def as_json(self) -> dict[str, Json]:
        """The operation as RFC 6902 writes it, with the member ``before`` beside it."""
        written: dict[str, Json] = {"op": self.op.value, "path": self.path}
        if self.op is not Op.ADD:
            written["before"] = self.before
        if self.op is not Op.REMOVE:
            written["value"] = self.after
        return written


def patched(document: Mapping[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """The document after all changes, one after another.

    Raises:
        LookupError: A change names a place that is not there.
    """
    result: Any = dict(document)
    for change in changes:
        result = _changed(result, _tokens(change.path), change)
    return dict(result)


def value_at(document: Any, path: str) -> Any:
    """The value at a JSON Pointer; ``ABSENT`` where there is none."""
    here = document
    for token in _tokens(path):
        if isinstance(here, Mapping) and token in here:
            here = here[token]
        elif isinstance(here, list) and token.isdecimal() and int(token) < len(here):
            here = here[int(token)]
        else:
            return ABSENT
    return here


def joined(path: str, *tokens: str | int) -> str:
    """A pointer some steps further down."""
    return "".join((path, *(f"/{pointer(str(token))}" for token in tokens)))


def _tokens(path: str) -> list[str]:
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]]


def _changed(here: Any, tokens: list[str], change: Change) -> Any:
    token, rest = tokens[0], tokens[1:]
    if isinstance(here, list):
        copy: Any = list(here)
        position = int(token)
        if rest:
            copy[position] = _changed(copy[position], rest, change)
        elif change.op is Op.ADD:
            copy.insert(position, change.after)
        elif change.op is Op.REMOVE:
            del copy[position]
        else:
            copy[position] = change.after
        return copy
    if not isinstance(here, Mapping):
        raise LookupError(f"nothing lies at {change.path}")  # noqa: TRY004 - the path is wrong, not a type
    copy = dict(here)
    if rest:
        copy[token] = _changed(copy[token], rest, change)
    elif change.op is Op.REMOVE:
        del copy[token]
    else:
        copy[token] = change.after
    return copy


class Draft:
    """A record while an edit of it is being written down: every step is kept as a change.

    Attributes:
        document: The record as it would be.
        changes: What was done so far.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document: Mapping[str, Any] = document
        self.changes: list[Change] = []

    def put(self, path: str, value: Any) -> None:
        """Set the value of a place, adding the last step of the path where it is missing."""
        before = value_at(self.document, path)
        if before is ABSENT:
            self._do(Change(op=Op.ADD, path=path, after=value))
        elif before != value or type(before) is not type(value):
            self._do(Change(op=Op.REPLACE, path=path, before=before, after=value))

    def insert(self, path: str, value: Any) -> None:
        """Put an element in front of the one at this place of a list, or behind its last one."""
        self._do(Change(op=Op.ADD, path=path, after=value))

    def remove(self, path: str) -> None:
        """Take a place away; nothing happens where there is none."""
        before = value_at(self.document, path)
        if before is not ABSENT:
            self._do(Change(op=Op.REMOVE, path=path, before=before))

    def _do(self, change: Change) -> None:
        self.document = patched(self.document, [change])
        self.changes.append(change)
