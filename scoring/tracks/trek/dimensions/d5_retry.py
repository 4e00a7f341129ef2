"""D5, efficiency: calls and tokens against the least a perfect agent needs (0 to 1). Never part of perfect.

Source: official rules, section 9.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Json, Verdict
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.task import Task
from scoring.tracks.trek.text import UnscorableError, is_number
from scoring.tracks.trek.units import decay

CALL_CAP = 15
PENALTY_PER_CALL = 150 / CALL_CAP
"""γ of the paper: 10 points of 100 for each call over the least."""
TOKEN_DECAY = 1.0
"""β_τ of the paper."""
_TOKENS_PER_CALL = 2000
_TOKENS_PER_TURN = 3000
_ROUND_TRIPS = ("round", "round_trip", "round trip")

_CODE = "trek.d5_retry"
_CALLS = f"{_CODE}.least_calls"
_TOKENS = f"{_CODE}.token_budget"
_BOOKED = f"{_CODE}.something_booked"


def minimum_calls(task: Task) -> int | float:
    """Calls of a perfect agent: one per flight search, one per city and resource, one to submit."""
    cities = task.cities_count or 1
    flights = (cities + 1 if task.trip_type in _ROUND_TRIPS else cities) if task.flight else 0
    resources = sum(cities for required in (task.hotel, task.attraction, task.car) if required)
    return max(2, flights + resources + 1)


def token_budget(calls: float) -> int | float:
    """B = 2000·T + 3000·T·(T+1)/2 tokens for T calls."""
    return _TOKENS_PER_CALL * calls + _TOKENS_PER_TURN * calls * (calls + 1) / 2


def something_booked(attempt: Attempt) -> Iterator[CheckOutcome]:
    """An itinerary that books nothing is not efficient, however few its calls."""
    yield passed_if(attempt.plan.books_anything, _BOOKED, "", {})


def least_calls(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Neither more nor fewer calls than a perfect agent needs."""
    if not _is_measured(attempt):
        return
    least, calls = minimum_calls(attempt.task), _number(attempt.tool_calls, "tool_call_count")
    share = _call_share(calls, least)
    yield passed_if(share >= 1.0, _CALLS, "", {"calls": quoted(calls), "least": least, "share": share})


def within_tokens(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Tokens stay within the budget that the least calls allow; nothing is said when they are not stated."""
    if attempt.total_tokens and _is_measured(attempt):
        tokens = _number(attempt.total_tokens, "total_tokens")
        budget = token_budget(minimum_calls(attempt.task))
        share = decay(_ratio(tokens, budget) - 1, rate=TOKEN_DECAY)
        yield passed_if(
            share >= 1.0, _TOKENS, "", {"tokens": quoted(tokens), "budget": budget, "share": share}
        )


def _is_measured(attempt: Attempt) -> bool:
    """A plan that books nothing or that a gate stopped scores 0, and its counters are not read."""
    return attempt.plan.books_anything and attempt.is_valid


def _call_share(calls: float, least: float) -> float:
    over, under = max(0, calls - least), max(0, least - calls)
    try:
        return float(max(0, 100 - PENALTY_PER_CALL * over) / 100 * max(0, 1 - under / least))
    except OverflowError:
        raise UnscorableError("tool_call_count is beyond the range of a double") from None


def _number(value: object, what: str) -> int | float:
    if not is_number(value):
        raise UnscorableError(f"{what} is not a number")
    return value


def _ratio(tokens: float, budget: float) -> float:
    try:
        return tokens / budget
    except OverflowError:
        raise UnscorableError("total_tokens is beyond the range of a double") from None


def _applies(attempt: Attempt) -> bool:
    """Only with a positive call count; text and structures cannot be compared with one."""
    calls = attempt.tool_calls
    if not calls:
        return False
    return not _number(calls, "tool_call_count") <= 0


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float:
    if any(outcome.code == _BOOKED and outcome.verdict is Verdict.FAILED for outcome in outcomes):
        return 0.0
    score = 1.0
    for outcome in outcomes:
        if outcome.verdict is Verdict.FAILED:
            score *= _share(outcome.facts)
    return score


def _share(facts: Mapping[str, Json]) -> float:
    share = facts["share"]
    return share if isinstance(share, float) else 0.0


_SECTION = "Efficiency; official rules 9.7"

DIMENSION = Dimension(
    key=DimensionKey("d5_retry"),
    label="Efficiency",
    summary="Calls and tokens against the least a perfect agent needs; shown apart, never part of perfect.",
    paper=_SECTION,
    checks=(
        Check(
            code=_BOOKED, title="Something is booked",
            message="The plan books nothing.", paper=_SECTION, run=something_booked,
        ),
        Check(
            code=_CALLS, title="No more calls than needed",
            message="{calls} tool calls; a perfect agent needs {least}.", paper=_SECTION, run=least_calls,
        ),
        Check(
            code=_TOKENS, title="Tokens within the budget",
            message="{tokens} tokens; the least calls allow {budget}.", paper=_SECTION, run=within_tokens,
        ),
    ),
    applies=_applies,
    score=_score,
    is_judged=False,
)  # fmt: skip
