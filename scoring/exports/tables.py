"""The rows of a board file as one flat table: for spreadsheets as shown, for Parquet as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.exports.content import BoardFile

RANKED: Final = "ranked"
UNRANKED: Final = "unranked"
REPORTED: Final = "reported"

TEXT: Final = "text"
WHOLE: Final = "whole number"
NUMBER: Final = "number"
TRUTH: Final = "truth"

_FACTS: Final[Sequence[tuple[str, str]]] = (
    ("place", TEXT),
    ("rank", WHOLE),
    ("shared", TRUTH),
    ("range_best", WHOLE),
    ("range_worst", WHOLE),
    ("group", WHOLE),
    ("entry", TEXT),
    ("display_name", TEXT),
    ("organisation", TEXT),
    ("model", TEXT),
    ("division", TEXT),
    ("open_weights", TEXT),
    ("missing_tasks", WHOLE),
)
FACTS: Final = tuple(name for name, _ in _FACTS)
_SHARE: Final = 100


def lines(file: BoardFile) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Facts and figures of every row, ranked ones first, in the order shown."""
    for place, name in ((RANKED, "rows"), (UNRANKED, "unranked")):
        for row in file.content[name]:
            yield _facts(place, row), row["figures"]
    for row in file.content["reported"]:
        yield _facts(REPORTED, {**row, "entry": "", "display_name": row["model"]}), row["figures"]


def with_interval(file: BoardFile) -> frozenset[str]:
    """Keys of the columns in which some row has an interval."""
    return frozenset(key for _, figures in lines(file) for key, figure in figures.items() if figure["low"])


def headings(file: BoardFile) -> Iterator[str]:
    """Names of the columns with figures: each with its interval's ends, if some row has one."""
    known = with_interval(file)
    for column in file.content["columns"]:
        key = column["key"]
        yield key
        if key in known:
            yield from (f"{key}_low", f"{key}_high")


def parquet_columns(file: BoardFile) -> Sequence[tuple[str, str]]:
    """Name and type of every column; shares are from 0 to 1."""
    return [*_FACTS, *((name, NUMBER) for name in headings(file)), ("unranked_reason", TEXT)]


def parquet_rows(file: BoardFile) -> Iterator[Mapping[str, Any]]:
    """The rows; figures unrounded, ends of intervals as shown."""
    known = with_interval(file)
    for facts, figures in lines(file):
        numbers: dict[str, float | None] = {}
        for key, figure in figures.items():
            numbers[key] = figure["value"]
            if key in known:
                numbers |= {f"{key}_low": _share(figure["low"]), f"{key}_high": _share(figure["high"])}
        yield {**facts, **numbers}


def parquet_facts(file: BoardFile, link: str) -> Mapping[str, str]:
    """What stands in the file beside its rows."""
    board = file.content["board"]
    return {
        "content_sha256": file.sha256,
        "permanent_link": link,
        "dataset_version": board["dataset_version"],
        "release_digest": board["release_digest"],
        "evaluator_version": board["evaluator_version"],
        "revision": str(board["revision"]),
    }


def _facts(place: str, row: Mapping[str, Any]) -> Mapping[str, Any]:
    standing = row.get("range") or {}
    return {
        "place": place,
        "rank": row.get("rank"),
        "shared": row.get("is_shared", False),
        "range_best": standing.get("best"),
        "range_worst": standing.get("worst"),
        "group": standing.get("group"),
        "entry": row["entry"],
        "display_name": row["display_name"],
        "organisation": row["organisation"],
        "model": row["model"],
        "division": row.get("division", ""),
        "open_weights": row.get("open_weights", ""),
        "missing_tasks": row.get("missing_tasks"),
        "unranked_reason": row.get("unranked_reason", ""),
    }


def _share(text: str) -> float | None:
    """A percentage as shown, as a share."""
    return round(float(text) / _SHARE, 6) if text else None
