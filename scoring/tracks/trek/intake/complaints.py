"""A complaint about one place of a record, as the checks and repairs state it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.engine.model import Json

Path = tuple[str | int, ...]


class Complaint(NamedTuple):
    """One thing wrong with, or mended in, a record.

    Attributes:
        code: From the catalogue.
        path: Members and positions that lead to the value; of a missing member, to where it belongs.
        facts: What the code's template needs beyond place and pointer.
    """

    code: str
    path: Path
    facts: Mapping[str, Json]


def required(*path: str | int) -> Complaint:
    """A member that must be there is not."""
    return Complaint("R501", path, {})


def wrong_type(path: Path, expected: str, found: str) -> Complaint:
    """A value of another type than the scorer can read; both in words."""
    return Complaint("R502", path, {"expected": expected, "found": found})


def beyond(path: Path, limit: str) -> Complaint:
    """A value outside its bounds, with the sentence that says which."""
    return Complaint("R504", path, {"limit": limit})


def too_many(path: Path, count: int, limit: int, what: str) -> Complaint:
    """More of something than its limit."""
    return beyond(path, f"{count} {what}; at most {limit} are allowed")


def mended(code: str, path: Path, found: str, repaired: str) -> Complaint:
    """A repair: what stood there and what it was read as."""
    return Complaint(code, path, {"found": found, "repaired": repaired})
