"""What a leaderboard shows, as one JSON value: the same for every form, with its digest and its address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from scoring.board_filters import BoardFilters
from scoring.engine.canonical import digest
from scoring.engine.model import Json
from scoring.links import board_file_url
from scoring.pages import BoardPage, BoardRow, Cell
from scoring.pages.board import ReportedRow

SCHEMA: Final = "trek-board/1"
RANGES_MOST: Final = 300
"""With more ranked entries files leave the rank ranges out, as earlier states do: a file stays as it is."""

MADE: Final = "made"
PENDING: Final = "pending"
LEFT_OUT: Final = "left_out"

# Which rows, in which order. What else is asked for shows in the board, its columns and the list.
_VIEW: Final = ("division", "weights", "source", "organisation", "since", "until", "sort")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFile:
    """One view of one state of a board, ready to be written.

    Attributes:
        content: What is shown, as a JSON value.
        sha256: Of its canonical JSON.
        filters: The view within its state: without version, evaluator, moment and revision.
        is_final: The state will never look otherwise; False while its rank ranges are worked out, and before
            the first event of a board, which has no number.
    """

    content: Mapping[str, Any]
    sha256: str
    filters: BoardFilters
    is_final: bool

    def address(self, form: str) -> str:
        """The permanent address of a form, as a path."""
        board = self.content["board"]
        return board_file_url(
            board["dataset_version"],
            board["evaluator_version"],
            board["revision"],
            form,
            self.filters.query(),
        )


def board_file(page: BoardPage) -> BoardFile:
    """What a page shows to everybody: its reader's own rows are left out, and their names of hidden entries.

    Args:
        page: Of a version; a site without one has no board.
    """
    version = page.version
    if version is None:
        raise ValueError("there is no version yet")
    ranges = _ranges(page)
    content = {
        "schema": SCHEMA,
        "board": {
            "track": version.track,
            "dataset_version": version.name,
            "release_digest": version.digest,
            "evaluator_version": page.evaluator_version,
            "revision": page.revision,
            "reached_at": None if page.as_of is None else page.as_of.isoformat(),
            "tasks": version.task_count,
            "feasible_tasks": version.feasible_count,
            "infeasible_tasks": version.infeasible_count,
        },
        "view": _view(page),
        "list": {"total": page.links.total, "page": page.links.number, "pages": page.links.page_count},
        "ranges": {"state": ranges, "groups": page.apart.groups if ranges == MADE else None},
        "columns": [{"key": column.key, "label": column.label} for column in page.columns],
        "rows": [_row(row, has_range=ranges == MADE) for row in page.rows],
        "unranked": [_row(row, has_range=False) for row in page.unranked if row.is_public],
        "reported": [_reported(row) for row in page.reported],
    }
    filters = page.filters.with_(version="", evaluator="", as_of="", revision=0, page=page.links.number)
    return BoardFile(
        content=content,
        sha256=digest(cast("Json", content)),
        filters=filters,
        is_final=ranges != PENDING and page.revision > 0,
    )


def _ranges(page: BoardPage) -> str:
    pairs = page.apart.pairs or 0
    if page.apart.state == MADE and pairs > RANGES_MOST * (RANGES_MOST - 1) // 2:
        return LEFT_OUT
    return page.apart.state


def _view(page: BoardPage) -> Mapping[str, str]:
    view = {name: getattr(page.filters, name) for name in _VIEW}
    heads = {column.key: column.direction for column in page.columns if column.is_sorted}
    return {**view, "direction": heads.get(page.filters.sort) or page.filters.direction or _natural(page)}


def _natural(page: BoardPage) -> str:
    return "asc" if page.filters.sort in {"rank", "tokens_per_task"} else "desc"


def _row(row: BoardRow, *, has_range: bool) -> Mapping[str, Any]:
    standing = row.standing if has_range else None
    name = f"Anonymous entry {row.public_id}" if row.is_anonymous else row.display_name
    return {
        "rank": row.rank,
        "is_shared": row.is_shared_rank,
        "range": None
        if standing is None
        else {"best": standing.best, "worst": standing.worst, "group": standing.group},
        "entry": row.public_id,
        "display_name": name,
        "organisation": "" if row.is_anonymous else row.organisation,
        "model": "" if row.is_anonymous else row.model_name,
        "division": row.division,
        "open_weights": row.open_weights,
        "missing_tasks": row.missing_tasks,
        "unranked_reason": row.unranked_reason,
        "figures": _figures(row.cells),
    }


def _reported(row: ReportedRow) -> Mapping[str, Any]:
    return {
        "key": row.key,
        "model": row.model_name,
        "organisation": row.organisation,
        "figures": _figures(row.cells),
    }


def _figures(cells: Sequence[Cell]) -> Mapping[str, Any]:
    return {
        cell.key: {"value": cell.value, "text": cell.text, "low": cell.low_text, "high": cell.high_text}
        for cell in cells
    }
