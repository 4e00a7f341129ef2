"""Repairs N02 and N08: numbers without a value, and characters that cannot be stored, wherever they stand."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Protocol

from scoring.engine.display import counted
from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Path

_ODD_CHARACTER = re.compile("[\x00\ud800-\udfff]")
_REPLACEMENT = "\ufffd"

# Null would be a different answer here, so what cannot be read stays for the checks to refuse.
_NEVER_NULLED = (("query_index",), ("submitted",), ("is_feasible",), ("plan", "is_feasible"))

_ALWAYS_SOUND: frozenset[type] = frozenset({int, bool, type(None)})


def storable(text: str) -> str:
    """The text with U+FFFD in place of what neither UTF-8 nor common databases can hold."""
    return _ODD_CHARACTER.sub(_REPLACEMENT, text)


class Note(Protocol):
    """Takes one repair: its code, its place, what was found and what it was read as."""

    def __call__(self, code: str, path: Path, found: Json, repaired: str, *, words: str = "") -> None: ...


class LeafMender:
    """Goes through a whole record, which is long: values of a type that needs no look are not worth a call.

    Args:
        note: Takes every repair.
        seeks_numbers: Whether there may be numbers without a value.
        seeks_texts: Whether there may be characters that cannot be stored.
    """

    def __init__(self, note: Note, *, seeks_numbers: bool, seeks_texts: bool) -> None:
        self._note = note
        self._seeks_texts = seeks_texts
        self._sound = (
            _ALWAYS_SOUND | (set() if seeks_numbers else {float}) | (set() if seeks_texts else {str})
        )

    def mended(self, members: Mapping[str, Json], path: Path = ()) -> dict[str, Json]:
        """The object with everything in it repaired, member names included."""
        sound = self._sound
        names = self._names(members, path) if self._seeks_texts else members
        return {
            name: value if type(value) in sound else self._leaf(value, (*path, written))
            for name, (written, value) in zip(names, members.items(), strict=True)
        }

    def _names(self, members: Mapping[str, Json], path: Path) -> list[str]:
        return [self._text(name, (*path, name)) for name in members]

    def _leaf(self, value: Json, path: Path) -> Json:
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, float):
            return self._number(value, path)
        if isinstance(value, dict):
            return self.mended(value, path)
        assert isinstance(value, list)
        sound = self._sound
        return [
            item if type(item) in sound else self._leaf(item, (*path, index))
            for index, item in enumerate(value)
        ]

    def _number(self, value: float, path: Path) -> float | None:
        if math.isfinite(value) or path in _NEVER_NULLED:
            return value
        self._note("N02", path, value, "null")
        return None

    def _text(self, text: str, path: Path) -> str:
        if text.isascii() and "\0" not in text:
            return text
        repaired, count = _ODD_CHARACTER.subn(_REPLACEMENT, text)
        if count:
            self._note(
                "N08", path, text, "U+FFFD", words=f"what cannot be stored ({counted(count, 'character')})"
            )
        return repaired
