"""From the notes of a bundle to its signals: one function each, silent where it has nothing to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.integrity import NO_PRINT, TASKS_NAMED, Signal
from scoring.engine.model import Json
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.integrity import catalogue as codes
from scoring.tracks.trek.integrity.declared import Declared
from scoring.tracks.trek.integrity.notes import TaskNote, most_common
from scoring.tracks.trek.integrity.thresholds import (
    GOLD_PERCENT,
    GOLD_TASKS,
    LOOPHOLE,
    LOOPHOLE_HOLDS,
    MEASURES,
    OTHER_MODEL,
    OVER_BUDGET,
    OVERSHOOT,
    RECOUNT,
    REFUSALS,
    SAME_PLAN,
    SAME_REFUSAL,
    SEARCHES_PER_REFUSAL,
    UNSEEN,
    UNTRACED,
    WORDS,
    Threshold,
)

MODELS_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A bundle as its signals see it.

    Attributes:
        notes: The record that counts, by task ascending.
        lines: How many records name each task.
        dataset: What the tasks are about.
        gold: Print of each reference plan in task order; empty where there is none to compare.
        declared: What the manifest says.
    """

    notes: Mapping[int, TaskNote]
    lines: Mapping[int, int]
    dataset: TrekDataset
    gold: Sequence[bytes]
    declared: Declared

    def is_gold(self, task: int) -> bool:
        """Whether a task is answered with its reference plan."""
        found = self.notes[task].print
        return found != NO_PRINT and task < len(self.gold) and found == self.gold[task]


def signal(
    code: str, tasks: Sequence[int], figures: Mapping[str, Json] | None = None, *, holds: bool = False
) -> Signal:
    """A signal about some tasks, of which only the first are named."""
    return Signal(
        code=code, task_count=len(tasks), tasks=tuple(tasks[:TASKS_NAMED]), figures=figures or {}, holds=holds
    )


def gold(bundle: Bundle) -> Iterator[Signal]:
    """Plans equal to the reference plans."""
    tasks = [task for task in bundle.notes if bundle.is_gold(task)]
    feasible = sum(not task.is_impossible for task in bundle.dataset.tasks)
    if len(tasks) > GOLD_TASKS or len(tasks) * 100 > GOLD_PERCENT * feasible:
        yield signal(codes.GOLD, tasks, {"feasible": feasible}, holds=True)


def unseen_entities(bundle: Bundle) -> Iterator[Signal]:
    """Bookings that no search found."""
    yield from _counted(
        codes.UNSEEN_ENTITIES,
        UNSEEN,
        {
            task: bool(note.unseen)
            for task, note in bundle.notes.items()
            if note.unseen is not None and note.bookings
        },
        bookings=sum(note.unseen or 0 for note in bundle.notes.values()),
    )


def calls_recounted(bundle: Bundle) -> Iterator[Signal]:
    """Call counts that differ from the trajectory."""
    yield from _counted(
        codes.CALLS_RECOUNTED,
        RECOUNT,
        {
            task: note.calls != note.traced.units
            for task, note in bundle.notes.items()
            if note.calls is not None and note.traced is not None
        },
    )


def over_the_budget(bundle: Bundle) -> Iterator[Signal]:
    """More calls than the declared budget."""
    budget = bundle.declared.tool_budget
    if budget is None:
        return
    calls = {task: note.calls for task, note in bundle.notes.items() if note.calls is not None}
    yield from _counted(
        codes.OVER_THE_BUDGET,
        OVER_BUDGET,
        {task: count > budget + OVERSHOOT for task, count in calls.items()},
        declared=budget,
        highest=max(calls.values(), default=0),
    )


def odd_measures(bundle: Bundle) -> Iterator[Signal]:
    """Measures that cannot be as stated."""
    counts = Counter(name for note in bundle.notes.values() for name in note.odd_measures)
    yield from _counted(
        codes.ODD_MEASURES,
        MEASURES,
        {task: bool(note.odd_measures) for task, note in bundle.notes.items()},
        sums=counts["sum"],
        without_tokens=counts["tokens"],
        too_fast=counts["seconds"],
    )


def no_searches(bundle: Bundle) -> Iterator[Signal]:
    """Plans without a search on record."""
    yield from _counted(
        codes.NO_SEARCHES,
        UNTRACED,
        {
            task: note.traced is None or not note.traced.searches
            for task, note in bundle.notes.items()
            if note.bookings
        },
    )


def telling_words(bundle: Bundle) -> Iterator[Signal]:
    """Words about the answers."""
    found = {task: note.word for task, note in bundle.notes.items() if note.word}
    if WORDS.is_reached(len(found), len(bundle.notes)):
        words = ", ".join(sorted(set(found.values()))[:MODELS_NAMED])
        yield signal(codes.TELLING_WORDS, list(found), {"words": words})


def easy_refusals(bundle: Bundle) -> Iterator[Signal]:
    """Infeasible tasks known without searching."""
    notes = {
        task: note
        for task, note in bundle.notes.items()
        if note.is_right_cause is not None and note.searches is not None
    }
    right = [task for task, note in notes.items() if note.is_right_cause]
    searches = sum(note.searches or 0 for note in notes.values())
    if REFUSALS.is_reached(len(right), len(notes)) and searches <= SEARCHES_PER_REFUSAL * len(notes):
        yield signal(codes.EASY_REFUSALS, right, {"infeasible": len(notes), "searches": searches})


def other_models(bundle: Bundle) -> Iterator[Signal]:
    """Another model than the manifest names."""
    known = bundle.declared.identifiers
    found = {
        task: note.model
        for task, note in bundle.notes.items()
        if known and note.model and note.model.casefold() not in known
    }
    if OTHER_MODEL.is_reached(len(found), len(bundle.notes)):
        named = [model for model, _ in Counter(found.values()).most_common(MODELS_NAMED)]
        yield signal(codes.OTHER_MODELS, list(found), {"models": ", ".join(sorted(named))})


def price_loophole(bundle: Bundle) -> Iterator[Signal]:
    """Flights whose fare is not found."""
    tasks = [task for task, note in bundle.notes.items() if note.loopholes]
    cheaper = sum(bool(note.underpriced) for note in bundle.notes.values())
    if LOOPHOLE.is_reached(len(tasks), len(bundle.notes)):
        yield signal(
            codes.PRICE_LOOPHOLE,
            tasks,
            {
                "flights": sum(note.loopholes for note in bundle.notes.values()),
                "tasks_below_the_data": cheaper,
            },
            holds=LOOPHOLE_HOLDS.is_reached(cheaper, len(bundle.notes)),
        )


def same_answers(bundle: Bundle) -> Iterator[Signal]:
    """One answer for many tasks."""
    _, planned = most_common({task: note.print for task, note in bundle.notes.items()})
    _, refused = most_common({task: note.refusal for task, note in bundle.notes.items()})
    is_plan = SAME_PLAN.is_reached(len(planned), len(bundle.notes))
    is_refusal = SAME_REFUSAL.is_reached(len(refused), len(bundle.dataset.tasks))
    if is_plan or is_refusal:
        tasks = sorted({*(planned if is_plan else ()), *(refused if is_refusal else ())})
        yield signal(
            codes.SAME_ANSWERS,
            tasks,
            {
                "same_plan": len(planned) if is_plan else 0,
                "same_refusal": len(refused) if is_refusal else 0,
            },
        )


SIGNALS: Sequence[Callable[[Bundle], Iterator[Signal]]] = (
    gold,
    unseen_entities,
    calls_recounted,
    over_the_budget,
    odd_measures,
    no_searches,
    telling_words,
    easy_refusals,
    other_models,
    price_loophole,
    same_answers,
)
"""All that can be told from one bundle alone, in the order of their codes."""


def _counted(
    code: str, threshold: Threshold, looked_at: Mapping[int, bool], **figures: Json
) -> Iterator[Signal]:
    tasks = [task for task, is_met in looked_at.items() if is_met]
    if threshold.is_reached(len(tasks), len(looked_at)):
        yield signal(code, tasks, {"looked_at": len(looked_at), **figures})
