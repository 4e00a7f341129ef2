"""The page that compares two entries on the same tasks, or one entry with the reference plans."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kb_browser.selectors import dataset_version_of, tasks_of
from scoring.comparison_filters import GOLD, SPLITS, WHOLE, ComparisonFilters
from scoring.engine.sheets import Sheet, positions
from scoring.engine.track import DimensionText
from scoring.links import entry_task_url, page_links
from scoring.pages import Choice
from scoring.pages.comparison import ComparedTask, ComparisonPage, MatrixCell, Side
from scoring.selectors.compared import Pair, lines_of, said_of, spent_of
from scoring.selectors.compared_reported import comparison_with_reported, reported_offered
from scoring.selectors.compared_sides import GOLD_SIDE, offered, row_of, side_of
from scoring.selectors.entries import carried_to
from scoring.selectors.facets import task_groups
from scoring.selectors.sheets import DIMENSIONS, sheets_of, usage_of
from scoring.tracks import evaluator
from scoring.wording import SPLIT_WORDS
from submissions.selectors import Viewer
from trek_site.shared.errors import NotFoundError

TASKS_PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What is compared.

    Attributes:
        row: Of the first entry, with what `entry_row` adds; the second one is on the same board.
    """

    row: Any
    a: Side
    b: Side
    pair: Pair
    other_evaluator: str


def comparison_page(filters: ComparisonFilters, viewer: Viewer) -> ComparisonPage:
    """Two entries of one board, task by task; without two, the entries to choose from.

    Raises:
        NotFoundError: One of them does not exist, the viewer may not know of it, or it was not scored on the
            same version by the same evaluator, or not in a way that can be counted with.
    """
    if not (filters.a and filters.b):
        return _form(filters, viewer)
    if filters.reported:
        return comparison_with_reported(filters, viewer)
    found = _found(filters, viewer)
    texts = evaluator(found.row.evaluator_version).dimensions
    wanted = _split(found.pair, filters.on)
    listed = wanted[filters.split]
    links = page_links(
        number=filters.page,
        size=TASKS_PER_PAGE,
        total=listed.bit_count(),
        query=lambda page: filters.query(page=page),
    )
    start = (links.number - 1) * TASKS_PER_PAGE
    return ComparisonPage(
        filters=filters,
        a=found.a,
        b=found.b,
        version_name=found.row.version_name,
        evaluator_version=found.row.evaluator_version,
        said=said_of(found.pair, found.a.name, found.b.name),
        lines=lines_of(found.pair, texts, filters),
        spent=spent_of(found.pair),
        on_label=_label(filters.on, texts),
        matrix=_matrix(found.pair, wanted),
        matrix_text=_matrix_text(wanted),
        splits=_split_choices(filters, wanted),
        on_choices=_on_choices(filters, texts),
        tasks=_tasks(found, positions(listed)[start : start + TASKS_PER_PAGE], wanted, texts),
        links=links,
        choices=offered(filters),
        reported_choices=reported_offered(),
        etag=_etag(found, filters),
    )


def _form(filters: ComparisonFilters, viewer: Viewer) -> ComparisonPage:
    """The question which two; one of them may be known."""
    known = {
        name: side_of(row_of(key, filters, viewer), viewer)
        for name, key in (("a", filters.a), ("b", filters.b))
        if key in filters.entries
    }
    return ComparisonPage(
        filters=filters,
        a=known.get("a"),
        b=known.get("b"),
        choices=offered(filters),
        reported_choices=reported_offered(),
    )


def _found(filters: ComparisonFilters, viewer: Viewer) -> _Found:
    if filters.a not in filters.entries:
        # One address for one comparison: the plans that everything is measured by stand on the right.
        raise NotFoundError("Name the entry first, then what it is compared with.")
    row: Any = row_of(filters.a, filters, viewer)
    other: Any = None
    if filters.b != GOLD:
        other = row_of(filters.b, filters, viewer, version=row.version_name)
        if other.evaluator_version != row.evaluator_version:
            raise NotFoundError("The two were not scored by the same evaluator.")
    pks = [row.evaluation_id, *([other.evaluation_id] if other else [])]
    sheets, usage = sheets_of(pks), usage_of(pks)
    if len(sheets) < len(set(pks)):
        raise NotFoundError("The verdicts of one of the two are still being prepared; try again in a minute.")
    groups = task_groups(dataset_version_of(row.dataset_version_id))
    first = sheets[row.evaluation_id]
    second = sheets[other.evaluation_id] if other else _gold(first)
    return _Found(
        row=row,
        a=side_of(row, viewer),
        b=side_of(other, viewer) if other else GOLD_SIDE,
        pair=Pair(
            indexes=groups.indexes,
            feasible=groups.feasible,
            a=first,
            b=second,
            a_used=usage[row.evaluation_id],
            b_used=usage[other.evaluation_id] if other else None,
        ),
        other_evaluator=filters.evaluator,
    )


def _gold(sheet: Sheet) -> Sheet:
    """The reference plans pass whatever applies."""
    return Sheet(size=sheet.size, perfect=sheet.every, applies=sheet.applies, passes=sheet.applies)


def _split(pair: Pair, key: str) -> Mapping[str, int]:
    """By split, the tasks in it."""
    applies, a, b = pair.judged(key)
    found = {"only_a": a & ~b, "only_b": b & ~a, "both": a & b, "neither": applies & ~(a | b)}
    return {"flipped": found["only_a"] | found["only_b"], **found}


def _matrix(pair: Pair, wanted: Mapping[str, int]) -> Sequence[MatrixCell]:
    states = ["na"] * len(pair.indexes)
    for split in SPLITS[1:]:
        for place in positions(wanted[split]):
            states[place] = split
    return [
        MatrixCell(query_index=index, state=state, title=f"task {index}: {SPLIT_WORDS[state]}")
        for index, state in zip(pair.indexes, states, strict=True)
    ]


def _matrix_text(wanted: Mapping[str, int]) -> str:
    return ", ".join(f"{wanted[split].bit_count()} {SPLIT_WORDS[split]}" for split in SPLITS[1:])


def _split_choices(filters: ComparisonFilters, wanted: Mapping[str, int]) -> Sequence[Choice]:
    return [
        Choice(
            value=split,
            label=f"{SPLIT_WORDS[split]} ({wanted[split].bit_count()})",
            query=filters.query(split=split, page=1),
            is_selected=split == filters.split,
        )
        for split in SPLITS
    ]


def _on_choices(filters: ComparisonFilters, texts: Sequence[DimensionText]) -> Sequence[Choice]:
    keys = [*WHOLE, *(str(text.key) for text in texts)]
    return [
        Choice(
            value=key,
            label=_label(key, texts),
            query=filters.query(on=key, page=1),
            is_selected=key == filters.on,
        )
        for key in keys
    ]


def _label(key: str, texts: Sequence[DimensionText]) -> str:
    return next((text.label for text in texts if text.key == key), WHOLE.get(key, ""))


def _tasks(
    found: _Found, places: Sequence[int], wanted: Mapping[str, int], texts: Sequence[DimensionText]
) -> Sequence[ComparedTask]:
    pair, row = found.pair, found.row
    by_index = {
        task.query_index: task
        for task in tasks_of(row.dataset_version_id, only=[pair.indexes[place] for place in places])
    }
    state_of = {place: split for split in SPLITS[1:] for place in positions(wanted[split])}
    version = carried_to(row)
    return [
        ComparedTask(
            query_index=pair.indexes[place],
            query=by_index[pair.indexes[place]].query,
            kind="feasible" if pair.feasible >> place & 1 else "infeasible",
            state=state_of[place],
            a_fails=_fails(pair.a, place, texts),
            b_fails=_fails(pair.b, place, texts),
            a_url=entry_task_url(found.a.key, pair.indexes[place], version, found.other_evaluator),
            b_url=(
                ""
                if found.b.is_gold
                else entry_task_url(found.b.key, pair.indexes[place], version, found.other_evaluator)
            ),
        )
        for place in places
    ]


def _fails(sheet: Sheet, place: int, texts: Sequence[DimensionText]) -> Sequence[str]:
    return [
        text.label
        for text in texts
        if text.is_judged and text.key in DIMENSIONS and sheet.fails(text.key) >> place & 1
    ]


def _etag(found: _Found, filters: ComparisonFilters) -> str:
    parts = (filters.query(), found.row.evaluation.results_digest, found.a, found.b, found.pair.b.perfect)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
