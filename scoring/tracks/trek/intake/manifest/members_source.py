"""Take a manifest from values that are read already: what the API parsed, or what a form was filled with."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.source import UNREAD, Document, Placed, Plain, Raw

_INTEGER_MAX = 10**MAX.manifest_digits - 1


class _StopError(Exception):
    """Ends the taking; never leaves this module."""

    def __init__(self, path: Path, limit: str) -> None:
        super().__init__(limit)
        self.complaint = Complaint("F205", path, {"limit": limit})


def read_members(members: Json, *, are_texts: bool) -> Document:
    """The same values, bounded in size, depth and digits; never raises.

    Args:
        members: The values.
        are_texts: Whether every text is to be converted by its field, as what a form sends.
    """
    taking = _Taking(are_texts=are_texts)
    try:
        value = taking.value(members, ())
    except _StopError as stop:
        return Document(value=UNREAD, complaints=(Placed(stop.complaint, None),))
    return Document(value=value, complaints=tuple(taking.complaints))


class _Taking:
    """How much has been taken so far."""

    def __init__(self, *, are_texts: bool) -> None:
        self._are_texts = are_texts
        self._room = MAX.manifest_bytes
        self.complaints: list[Placed] = []

    def value(self, value: Json, path: Path) -> Raw:
        """One value with everything in it.

        Raises:
            _StopError: There is too much of it, or it is too deep.
        """
        if isinstance(value, str):
            self._spend(len(value))
            return Plain(value, has_null_words=False) if self._are_texts else value
        self._spend(1)
        if isinstance(value, int) and abs(value) > _INTEGER_MAX:
            limit = f"has more than {MAX.manifest_digits} digits"
            self.complaints.append(Placed(Complaint("F205", path, {"limit": limit}), None))
            return UNREAD
        if value is None or isinstance(value, (bool, int, float)):
            return value
        if len(path) >= MAX.manifest_depth:
            raise _StopError(path, f"nested deeper than {MAX.manifest_depth}")
        if isinstance(value, Mapping):
            return self._members(value, path)
        return [self.value(each, (*path, index)) for index, each in enumerate(value)]

    def _members(self, members: Mapping[str, Json], path: Path) -> dict[str, Raw]:
        taken: dict[str, Raw] = {}
        for name, value in members.items():
            self._spend(len(name))
            taken[name] = self.value(value, (*path, name))
        return taken

    def _spend(self, characters: int) -> None:
        self._room -= characters
        if self._room < 0:
            raise _StopError((), f"holds more than {MAX.manifest_bytes:,} characters")
