"""The page that compares two entries on the same tasks, or one entry with the reference plans."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kb_browser.selectors import dataset_version_of, dataset_versions, tasks_of
from scoring.comparison_filters import GOLD, PERFECT, SPLITS, ComparisonFilters
from scoring.engine.sheets import Sheet, positions
from scoring.engine.track import DimensionText
from scoring.links import entry_task_url, entry_url, page_links
from scoring.models import LeaderboardEntry
from scoring.pages import Choice
from scoring.pages.comparison import ComparedTask, ComparisonPage, MatrixCell, Side
from scoring.selectors.compared import Pair, lines_of, said_of, spent_of
from scoring.selectors.entries import carried_to, entry_row
from scoring.selectors.facets import task_groups
from scoring.selectors.sheets import DIMENSIONS, sheets_of, usage_of
from scoring.tracks import DEFAULT, evaluator
from scoring.wording import SPLIT_WORDS
from submissions.selectors import Viewer, moderates
from submissions.showing import identity_of
from trek_site.shared.errors import NotFoundError

TASKS_PER_PAGE: Final = 50
OFFERED: Final = 100
GOLD_SIDE: Final = Side(
    key=GOLD, name="Gold plans", model_name="", organisation="", url="", rank=None, is_gold=True
)


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
        choices=_offered(filters),
        etag=_etag(found, filters),
    )


def _form(filters: ComparisonFilters, viewer: Viewer) -> ComparisonPage:
    """The question which two; one of them may be known."""
    known = {
        name: _side(_row(key, filters, viewer), viewer)
        for name, key in (("a", filters.a), ("b", filters.b))
        if key and key != GOLD
    }
    return ComparisonPage(filters=filters, a=known.get("a"), b=known.get("b"), choices=_offered(filters))


def _row(key: str, filters: ComparisonFilters, viewer: Viewer, *, version: str = "") -> LeaderboardEntry:
    return entry_row(key, viewer, version=version or filters.version, evaluator_version=filters.evaluator)


def _found(filters: ComparisonFilters, viewer: Viewer) -> _Found:
    if filters.a == GOLD:
        # One address for one comparison: the plans that everything is measured by stand on the right.
        raise NotFoundError("Name the entry first, then the gold plans.")
    row: Any = _row(filters.a, filters, viewer)
    other: Any = None
    if filters.b != GOLD:
        other = _row(filters.b, filters, viewer, version=row.version_name)
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
        a=_side(row, viewer),
        b=_side(other, viewer) if other else GOLD_SIDE,
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


def _side(row: Any, viewer: Viewer) -> Side:
    submission = row.evaluation.submission
    identity = identity_of(submission, is_own=row.is_own, is_staff=moderates(viewer))
    shown = "" if row.evaluator_version == DEFAULT else row.evaluator_version
    return Side(
        key=submission.public_id,
        name=identity.display_name,
        model_name=identity.model_name,
        organisation=identity.organisation,
        url=entry_url(submission.public_id, carried_to(row), shown),
        rank=row.rank,
        is_gold=False,
    )


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
    keys = [PERFECT, *(str(text.key) for text in texts)]
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
    return next((text.label for text in texts if text.key == key), "Perfect")


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


def _offered(filters: ComparisonFilters) -> Sequence[tuple[str, str]]:
    """Ranked entries of the board in question; what holds a rank is public."""
    versions = [line for line in dataset_versions() if not filters.version or line.name == filters.version]
    if not versions:
        return ()
    rows = (
        LeaderboardEntry.objects.filter(
            dataset_version=versions[0].pk,
            evaluator_version=filters.evaluator or DEFAULT,
            rank__isnull=False,
        )
        .select_related("evaluation__submission")
        .order_by("rank", "pk")[:OFFERED]
    )
    return [
        (row.evaluation.submission.public_id, f"{row.rank}. {identity.display_name}")
        for row in rows
        for identity in [identity_of(row.evaluation.submission)]
    ]


def _etag(found: _Found, filters: ComparisonFilters) -> str:
    parts = (filters.query(), found.row.evaluation.results_digest, found.a, found.b, found.pair.b.perfect)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
