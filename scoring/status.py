"""The one status that people read, computed from submission, evaluation and publication."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, Protocol

from scoring import states
from scoring.pages import Step
from submissions.selectors import SubmissionFacts
from submissions.states import Outcome, Purpose, State, Visibility


class EvaluationFacts(Protocol):
    """What the status needs of an evaluation."""

    state: str
    outcome: str
    started_at: datetime | None
    finished_at: datetime | None


_BEFORE_OUTCOME: Final[Mapping[State, str]] = MappingProxyType(
    {
        State.RECEIVED: "received",
        State.CHECKING: "checking",
        State.CANCELLED: "cancelled",
        State.FAILED: "failed",
    }
)


def status_key(facts: SubmissionFacts, evaluation: EvaluationFacts | None) -> str:
    """A key of `wording.STATES`."""
    if facts.state in _BEFORE_OUTCOME:
        return _BEFORE_OUTCOME[facts.state]
    if facts.outcome == Outcome.INVALID:
        return "invalid"
    if facts.purpose == Purpose.CHECK:
        return "checked"
    if facts.outcome == Outcome.NEEDS_CONFIRMATION and facts.confirmed_at is None:
        return "needs_confirmation"
    if evaluation is None or evaluation.state == states.State.QUEUED:
        return "queued"
    if evaluation.state == states.State.RUNNING:
        return "scoring"
    if evaluation.outcome == states.Outcome.FAILED:
        return "failed"
    return _after_scoring(facts)


def _after_scoring(facts: SubmissionFacts) -> str:
    if facts.withdrawn_at is not None:
        return "withdrawn"
    if not facts.is_public:
        return "scored"
    if facts.superseded_at is not None:
        return "superseded"
    return "anonymous" if facts.visibility == Visibility.ANONYMOUS else "published"


# Per status, how far the way has been gone: the state of the steps received, checked, scored, published.
_PROGRESS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "received": ("done", "now", "todo", "todo"),
        "checking": ("done", "now", "todo", "todo"),
        "invalid": ("done", "failed", "todo", "todo"),
        "checked": ("done", "done", "todo", "todo"),
        "cancelled": ("done", "failed", "todo", "todo"),
        "needs_confirmation": ("done", "now", "todo", "todo"),
        "queued": ("done", "done", "now", "todo"),
        "scoring": ("done", "done", "now", "todo"),
        "scored": ("done", "done", "done", "todo"),
        "published": ("done", "done", "done", "done"),
        "anonymous": ("done", "done", "done", "done"),
        "superseded": ("done", "done", "done", "done"),
        "withdrawn": ("done", "done", "done", "todo"),
    }
)
_TITLES: Final = (
    ("received", "Received"),
    ("check", "Checked"),
    ("score", "Scored"),
    ("publish", "Published"),
)


def steps(key: str, facts: SubmissionFacts, evaluation: EvaluationFacts | None) -> Sequence[Step]:
    """The stations of the way, in order, with when each was reached."""
    is_checked = facts.state == State.CHECKED
    if key == "failed":
        reached: Sequence[str] = (
            "done",
            "done" if is_checked else "failed",
            "failed" if is_checked else "todo",
            "todo",
        )
    else:
        reached = _PROGRESS[key]
    times = (
        facts.received_at,
        facts.state_at if is_checked else None,
        None if evaluation is None else evaluation.finished_at,
        facts.published_at if facts.is_public else None,
    )
    return [
        Step(key=step, title=title, state=state, at=at if state == "done" else None)
        for (step, title), state, at in zip(_TITLES[: _length(facts)], reached, times, strict=False)
    ]


def _length(facts: SubmissionFacts) -> int:
    """How many stations there are: what is only to be checked goes no further."""
    return 2 if facts.purpose == Purpose.CHECK else len(_TITLES)
