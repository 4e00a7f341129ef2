"""Costs of boards: means, fronts and their certainty, worked out after a change of a board or of prices."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, Q, QuerySet

from kb_browser.selectors import dataset_version_of
from scoring.costs import BoardFront, CostPoint, Run, Unknown, front_of, point_of
from scoring.models import BoardCosts, BoardRevision, Evaluation
from scoring.prices import Prices
from scoring.selectors.facets import TaskGroups, task_groups
from scoring.selectors.history import ranks_at
from scoring.selectors.prices import price_tables, usd_measure
from scoring.selectors.sheets import sheets_of, usage_of
from scoring.services.board_work import long_ago, work_ring, work_take
from submissions.states import Visibility
from trek_site.shared.jobs import Job, ring

logger = logging.getLogger(__name__)

MEASURES: Final = {"tokens": "total_tokens", "calls": "calls"}
READ_AT_ONCE: Final = 100

# Its row says who is at the board's costs, all of them.
FIRST: Final = next(iter(MEASURES))

Columns: TypeAlias = Mapping[str, Sequence[float | None]]
Names: TypeAlias = Unknown | Sequence[str]
"""What the one model of an entry is called, or why it has no price."""


def board_costs_make(board_id: int) -> None:
    """Work out what is behind of a board, measure by measure; may run twice and beside itself.

    A message is answered at once when nothing is behind or somebody is at it; who is at it looks afterwards
    whether the board went on. What a newer state of the board has meanwhile got is not overwritten.
    """
    board = BoardRevision.objects.filter(pk=board_id).first()
    if board is None or not _behind(board, _tables()):
        return
    _rows_add(board_id)
    if not work_take(_first_rows(board_id)):
        return
    is_made = _make(board)
    _first_rows(board_id).update(working_until=None)
    board.refresh_from_db()
    if is_made and _behind(board, _tables()):
        ring(Job.BOARD_COSTS, board_id=board_id)


def board_costs_sweep() -> int:
    """Ring for boards whose costs are behind for a while, after a change of the board or of prices.

    Returns:
        How many were rung for.
    """
    measures = [*MEASURES, *_tables()]
    current = Count("costs", filter=Q(costs__revision__gte=F("revision"), costs__measure__in=measures))
    boards = BoardRevision.objects.filter(revision__gte=1, changed_at__lt=long_ago())
    behind = boards.annotate(current=current).filter(current__lt=len(measures))
    pks = tuple(behind.values_list("pk", flat=True))
    _rows_add(*pks)
    return work_ring(_first_rows(*pks), Job.BOARD_COSTS)


def _make(board: BoardRevision) -> bool:
    """Work out and store what is behind of a board that was taken.

    Returns:
        False while the sweep is still making sheets of results from before there were any; it rings again.
    """
    tables = _tables()
    behind = _behind(board, tables)
    ranked = sorted(ranks_at(board, board.revision))
    groups = task_groups(dataset_version_of(board.dataset_version_id))
    if len(sheets_of(ranked)) < len(ranked):
        return False
    models = _models(ranked) if tables else {}
    for measure in behind:
        points, front = _worked_out(ranked, groups, measure, tables.get(measure), models)
        _store(board, measure, points, front)
    logger.info("costs made", extra={"board_id": board.pk, "count": len(behind)})
    return True


def _tables() -> Mapping[str, Prices]:
    return {usd_measure(table.as_of): table for table in price_tables()}


def _behind(board: BoardRevision, tables: Mapping[str, Prices]) -> Sequence[str]:
    current = BoardCosts.objects.filter(board=board, revision__gte=board.revision)
    made = set(current.values_list("measure", flat=True))
    return [measure for measure in (*MEASURES, *tables) if measure not in made]


def _rows_add(*boards: int, measure: str = FIRST) -> None:
    rows = [BoardCosts(board_id=pk, measure=measure) for pk in boards]
    BoardCosts.objects.bulk_create(rows, ignore_conflicts=True)


def _first_rows(*boards: int) -> QuerySet[BoardCosts]:
    return BoardCosts.objects.filter(board__in=boards, measure=FIRST)


def _store(board: BoardRevision, measure: str, points: Mapping[int, CostPoint], front: BoardFront) -> None:
    _rows_add(board.pk, measure=measure)
    BoardCosts.objects.filter(board=board, measure=measure, revision__lt=board.revision).update(
        revision=board.revision,
        points={str(pk): point.as_json() for pk, point in points.items()},
        front=front.as_json(),
    )


def _worked_out(
    ranked: Sequence[int],
    groups: TaskGroups,
    measure: str,
    prices: Prices | None,
    models: Mapping[int, Names],
) -> tuple[Mapping[int, CostPoint], BoardFront]:
    points: dict[int, CostPoint] = {}
    runs = []
    for pk, passes, columns in _used(ranked):
        if prices is None:
            costs, point = _plain(columns[MEASURES[measure]], is_positive=measure == "tokens")
        else:
            costs, point = _priced(columns, models[pk], prices)
        points[pk] = point
        whole = [cost for cost in costs if cost is not None]
        if len(whole) == len(groups.indexes):
            runs.append(Run(evaluation=pk, passes=passes & groups.feasible, costs=whole))
    return points, front_of(runs, groups.every)


def _used(ranked: Sequence[int]) -> Iterator[tuple[int, int, Columns]]:
    """Per entry the tasks it solved and what it used, a part of the board at a time."""
    for start in range(0, len(ranked), READ_AT_ONCE):
        part = ranked[start : start + READ_AT_ONCE]
        sheets, usages = sheets_of(part), usage_of(part)
        for pk in part:
            yield pk, sheets[pk].perfect, usages[pk]


def _plain(column: Sequence[float | None], *, is_positive: bool) -> tuple[Sequence[float | None], CostPoint]:
    # No answer takes no tokens: like the official mean, a stated 0 is taken for "not counted".
    costs = [None if value is None or (is_positive and value <= 0) else value for value in column]
    return costs, point_of(costs)


def _priced(columns: Columns, names: Names, prices: Prices) -> tuple[Sequence[float | None], CostPoint]:
    if isinstance(names, Unknown):
        return [], CostPoint(unknown=names)
    price = prices.of(*names)
    if price is None:
        return [], CostPoint(unknown=Unknown.NO_PRICE)
    parts = zip(columns["prompt_tokens"], columns["completion_tokens"], strict=True)
    costs = [price.cost(prompt, completion) for prompt, completion in parts]
    return costs, point_of(costs, model=price.model)


def _models(ranked: Sequence[int]) -> Mapping[int, Names]:
    rows = Evaluation.objects.filter(pk__in=ranked).values_list(
        "pk", "submission__manifest", "submission__visibility"
    )
    return {pk: _names(manifest, visibility) for pk, manifest, visibility in rows}


def _names(manifest: Mapping[str, Any], visibility: str) -> Names:
    if visibility == Visibility.ANONYMOUS:
        # Cost and tokens together would tell the price, and the price the model.
        return Unknown.ANONYMOUS
    models = manifest.get("models") or []
    if len(models) > 1:
        return Unknown.SEVERAL_MODELS
    names = [str(model[key]) for model in models for key in ("identifier", "name") if model.get(key)]
    return names or Unknown.NO_MODEL
