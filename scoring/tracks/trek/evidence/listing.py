"""Lists of bounded length: of a plan of ten thousand items the first are shown, the rest is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, TypeVar

ROWS_MAX: Final = 60

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Generic[T]):
    """The first rows in their order, and how many there are beside them."""

    rows: tuple[T, ...]
    more: int = 0


def listed(items: Iterable[T], most: int = ROWS_MAX) -> Listing[T]:
    """At most so many of them."""
    left = iter(items)
    rows = tuple(islice(left, most))
    return Listing(rows=rows, more=sum(1 for _ in left))
