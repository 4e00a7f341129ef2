"""What the benchmark's paper and its release report of fifteen models: the file as values, read once."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from scoring.tracks import DEFAULT_TRACK

_PLACE: Final = ("published", "results.csv")
_TEXTS: Final = frozenset({"key", "model", "organisation", "api"})
_PERCENT: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRun:
    """One model as it was reported.

    Attributes:
        key: Its name in addresses and files.
        printed: Every figure as it is printed in the file, by column.
    """

    key: str
    model: str
    organisation: str
    api: str
    printed: Mapping[str, str]

    def figure(self, column: str) -> float:
        """The figure of a column of the file, in the file's unit."""
        return float(self.printed[column])

    def share(self, column: str) -> float:
        """A figure that the paper prints in percent, as a share of 0..1."""
        return self.figure(column) / _PERCENT


@lru_cache(maxsize=1)
def published_runs(track: str = DEFAULT_TRACK) -> Sequence[PublishedRun]:
    """The models of a track, in the order of the paper; see docs/published-results.md for each column."""
    text = files("scoring.tracks").joinpath(track, *_PLACE).read_text(encoding="utf-8")
    return tuple(_run(row) for row in csv.DictReader(text.splitlines()))


def _run(row: Mapping[str, str]) -> PublishedRun:
    return PublishedRun(
        key=row["key"],
        model=row["model"],
        organisation=row["organisation"],
        api=row["api"],
        printed=MappingProxyType({name: text for name, text in row.items() if name not in _TEXTS}),
    )
