"""D4: feasible tasks are answered, infeasible ones refused for the right cause (0 or 1).

Source: official rules, sections 8.3 and 9.6.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.model import CheckOutcome, DimensionKey
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, all_passed, always
from scoring.tracks.trek.fabrication import (
    fabricated_attractions,
    fabricated_cars,
    fabricated_flights,
    fabricated_hotels,
)  # fmt: skip
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.refusal import stated_cause, true_cause

_CODE = "trek.d4_impossible"
FINISHED = f"{_CODE}.run_finished"
_FABRICATIONS = (fabricated_flights, fabricated_hotels, fabricated_attractions, fabricated_cars)


def itinerary_books(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A feasible task is answered with at least one booking."""
    if not attempt.task.is_impossible:
        yield passed_if(attempt.plan.books_anything, f"{_CODE}.itinerary_books", "", {})


def refusal_invents_nothing(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The plan beside a refusal holds nothing that does not exist."""
    if not attempt.task.is_impossible:
        return
    found = next((item for find in _FABRICATIONS for item in find(attempt)), None)
    yield passed_if(
        found is None, f"{_CODE}.refusal_invents_nothing", found.path if found else "",
        {"name": found.shown if found else None},
    )  # fmt: skip


def cause_named(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The reason names the class of the true cause."""
    if not attempt.task.is_impossible:
        return
    stated, words = stated_cause(attempt.reason)
    actual, proof = true_cause(attempt.kb, attempt.facts)
    yield passed_if(
        stated is actual, f"{_CODE}.cause_named", "",
        {
            "stated": stated.value if stated else None, "recognised": words, "actual": actual.value,
            "proof": proof,
            "reason": quoted(attempt.reason),
        },
    )  # fmt: skip


def run_finished(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The agent submitted the refusal itself and the run had no error."""
    if attempt.task.is_impossible:
        yield passed_if(attempt.is_finished, FINISHED, "", {})


_SECTION = "official rules 9.6"

DIMENSION = Dimension(
    key=DimensionKey("d4_impossible"),
    label="D4",
    summary="A feasible task gets an itinerary; an infeasible one a refusal that names the true cause.",
    paper="Infeasibility; official rules 9.6",
    checks=(
        Check(
            code=f"{_CODE}.itinerary_books", title="The itinerary books something",
            message="The task is feasible, but the plan books nothing.", paper=_SECTION, run=itinerary_books,
        ),
        Check(
            code=f"{_CODE}.refusal_invents_nothing", title="The refusal invents nothing",
            message="The plan beside the refusal holds {name}, which does not exist.",
            paper=f"{_SECTION}, item 1", run=refusal_invents_nothing,
        ),
        Check(
            code=f"{_CODE}.cause_named", title="The refusal names the true cause",
            message="The reason was read as {stated}; the task is infeasible because of {actual}.",
            paper=f"{_SECTION}, item 2", run=cause_named,
        ),
        Check(
            code=FINISHED, title="The refusal was submitted",
            message="The run ended without submitting the refusal, or with an error.",
            paper="official rules 8.3", run=run_finished,
        ),
    ),
    applies=always,
    score=all_passed,
)  # fmt: skip
