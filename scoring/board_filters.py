"""What a reader may ask of a leaderboard and of its log, as values; see `scoring.filters`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final

from scoring.filters import (
    DIVISIONS,
    MAX_TEXT,
    MEANS,
    OPEN_WEIGHTS,
    LinkedQuery,
    choice_in,
    page_in,
    text_in,
)

BOARD_SORTS: Final = (
    "rank",
    "tp_feasible",
    "tp_infeasible",
    "satisfaction",
    "truthfulness",
    "executability",
    "infeasibility",
    "overall",
    "overall_arithmetic",
    "overall_harmonic",
    "efficiency",
    "tokens_per_task",
)
SHOWABLE: Final = (
    "tp_feasible",
    "tp_infeasible",
    "satisfaction",
    "truthfulness",
    "executability",
    "infeasibility",
    "overall",
    "efficiency",
    "tokens_per_task",
)
"""Columns that can be chosen; ``overall`` stands for the mean that was asked for."""

SOURCES: Final = ("evaluated", "reported")
MAX_REVISION_DIGITS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFilters(LinkedQuery):
    """One view of a leaderboard.

    Attributes:
        version: Name of a dataset version, "" for the current one.
        evaluator: Evaluator version, "" for the default one.
        division: ``standard``, ``custom`` or "" for both.
        weights: ``yes``, ``no``, ``unknown`` (open weights) or "" for all.
        source: ``evaluated`` here, ``reported`` in a paper, or "" for both.
        organisation: Exact name shown on the board, "" for all.
        since: First day of publication, ``2026-11-30``, in UTC; "" for no such bound.
        until: Last day of publication.
        mean: Which overall is shown: ``geometric``, ``arithmetic``, ``harmonic``.
        columns: Keys of ``SHOWABLE`` with commas between, in their order; "" for all.
        sort: A column key of ``BOARD_SORTS``.
        direction: ``asc`` or ``desc``; "" is the column's natural one (best first).
        as_of: An instant, or a day for its end, in ISO 8601: the board as it was then. "" for now.
        revision: The board as it was after that many changes; 0 for the newest. It goes before ``as_of``.
        page: From 1.
    """

    version: str = ""
    evaluator: str = ""
    division: str = ""
    weights: str = ""
    source: str = ""
    organisation: str = ""
    since: str = ""
    until: str = ""
    mean: str = "geometric"
    columns: str = ""
    sort: str = "rank"
    direction: str = ""
    as_of: str = ""
    revision: int = 0
    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str]) -> BoardFilters:
        """Read a query string; never raises, unknown values become the default."""
        return cls(
            version=text_in(raw, "version"),
            evaluator=text_in(raw, "evaluator"),
            division=choice_in(raw, "division", DIVISIONS),
            weights=choice_in(raw, "weights", OPEN_WEIGHTS),
            source=choice_in(raw, "source", SOURCES),
            organisation=text_in(raw, "organisation"),
            since=_day_in(raw, "since"),
            until=_day_in(raw, "until"),
            mean=choice_in(raw, "mean", MEANS, "geometric"),
            columns=_columns_in(raw),
            sort=choice_in(raw, "sort", BOARD_SORTS, "rank"),
            direction=choice_in(raw, "direction", ("asc", "desc")),
            as_of=_instant_in(raw, "as_of"),
            revision=_revision_in(raw),
            page=page_in(raw),
        )

    @property
    def instant(self) -> datetime | None:
        """The last moment of what was asked for by ``as_of``; None for now."""
        return instant_of(self.as_of)

    @property
    def first_moment(self) -> datetime | None:
        """When the day ``since`` begins."""
        return datetime.combine(date.fromisoformat(self.since), time.min, UTC) if self.since else None

    @property
    def last_moment(self) -> datetime | None:
        """When the day ``until`` ends."""
        return datetime.combine(date.fromisoformat(self.until), time.max, UTC) if self.until else None

    @property
    def chosen(self) -> Sequence[str]:
        """Keys of the columns that were chosen; empty for all."""
        return tuple(self.columns.split(",")) if self.columns else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilters(LinkedQuery):
    """Which changes are listed.

    Attributes:
        version: Name of a dataset version, "" for all.
        evaluator: Evaluator version, "" for all.
        page: From 1.
    """

    version: str = ""
    evaluator: str = ""
    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str]) -> LogFilters:
        """Read a query string; never raises."""
        return cls(version=text_in(raw, "version"), evaluator=text_in(raw, "evaluator"), page=page_in(raw))


def instant_of(text: str) -> datetime | None:
    """The moment that an ISO 8601 text names: a day means its end, a time without a zone is UTC.

    None for anything else.
    """
    try:
        if len(text) <= len("2026-11-30"):
            return datetime.combine(date.fromisoformat(text), time.max, UTC)
        # A plus that nobody encoded arrives as a blank.
        moment = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _instant_in(raw: Mapping[str, str], name: str) -> str:
    text = text_in(raw, name)
    return text if instant_of(text) is not None else ""


def _day_in(raw: Mapping[str, str], name: str) -> str:
    try:
        return date.fromisoformat(text_in(raw, name)).isoformat()
    except ValueError:
        return ""


def _revision_in(raw: Mapping[str, str]) -> int:
    value = raw.get("revision", "")
    is_number = value.isascii() and value.isdecimal() and len(value) <= MAX_REVISION_DIGITS
    return int(value) if is_number else 0


def _columns_in(raw: Mapping[str, str]) -> str:
    """One member with commas, as links have it, or one member a column, as a form without scripts sends."""
    each = getattr(raw, "getlist", None)
    given = each("columns") if each is not None else [raw.get("columns", "")]
    asked = {key for text in given[: len(SHOWABLE) + 1] for key in text[: 2 * MAX_TEXT].split(",")}
    shown = [key for key in SHOWABLE if key in asked]
    return "" if len(shown) == len(SHOWABLE) else ",".join(shown)
