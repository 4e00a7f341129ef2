"""What one row of a run says about one task: the members that are scored, and nothing else.

Source: official rules, section 5.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.engine.model import Usage
from scoring.tracks.trek.text import is_number, is_object

SCORED_MEMBERS = (
    "plan",
    "is_feasible",
    "refusal_reason",
    "tool_call_count",
    "token_usage",
    "elapsed_sec",
    "submitted",
    "error",
)
MEASURES = ("tool_call_count", "elapsed_sec")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrekRecord:
    """One answered task, as submitted.

    Attributes:
        members: The scored members of the row under their exact keys; absent keys stay absent.
        is_refused: The row cannot be processed (it broke the record's schema, or is no object at all)
            and is scored as the official scorer scores a row it fails on.
    """

    members: Mapping[str, object] = field(default_factory=dict)
    is_refused: bool = False

    @classmethod
    def from_object(cls, row: Mapping[str, object]) -> TrekRecord:
        """Keep the scored members of a parsed row."""
        return cls(members={key: row[key] for key in SCORED_MEMBERS if key in row})

    @classmethod
    def failed_from_object(cls, row: Mapping[str, object]) -> TrekRecord:
        """A row that answers its task without being scorable; only its calls, tokens and seconds are kept.

        Nothing else of it is read again, and of what broke the rules no part has a bounded size.
        """
        usage = row.get("token_usage")
        tokens = usage.get("total_tokens") if is_object(usage) else None
        measures: dict[str, object] = {key: row[key] for key in MEASURES if is_number(row.get(key))}
        if is_number(tokens):
            measures["token_usage"] = {"total_tokens": tokens}
        return cls(members=measures, is_refused=True)

    @property
    def tool_calls(self) -> object:
        """The raw call count; 0 when absent."""
        return self.members.get("tool_call_count", 0)

    @property
    def total_tokens(self) -> object:
        """The raw ``token_usage.total_tokens``; None when the usage is absent or no object."""
        usage = self.members.get("token_usage")
        return usage.get("total_tokens") if is_object(usage) else None

    @property
    def elapsed_sec(self) -> object:
        """The raw duration; None when absent."""
        return self.members.get("elapsed_sec")

    @property
    def is_finished(self) -> bool:
        """Whether the agent itself ended the task without an error."""
        return bool(self.members.get("submitted")) and not self.members.get("error")

    def unreadable_measure(self) -> str | None:
        """Name of a measure that would stop the official run; such a row is scored as unscorable.

        The official scorer adds these values up and fails on text and structures. Its rules leave the
        case open; this project refuses the row and leaves the value out of the averages.
        """
        usage = self.members.get("token_usage")
        if usage and not is_object(usage):
            return "token_usage"
        for name, value in (("total_tokens", self.total_tokens), ("elapsed_sec", self.elapsed_sec)):
            if value and not is_number(value):
                return name
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The payload of a record: what the agent claims and plans.

    Attributes:
        claims_feasible: Whether an itinerary is delivered; the text ``"false"`` is a yes.
        days: The raw day map, {} when the plan is no object.
        reason: The refusal's reason as submitted, "" when it is empty; other types are read as text.
    """

    claims_feasible: bool
    days: Mapping[str, object]
    reason: object


NO_ANSWER = Answer(claims_feasible=False, days={}, reason="")


def answer_of(record: TrekRecord) -> Answer:
    """Select the payload: a plan that itself has the key ``is_feasible`` or ``plan`` is all of it."""
    members = record.members
    plan = members.get("plan")
    if is_object(plan) and ("is_feasible" in plan or "plan" in plan):
        payload = {key.lower(): value for key, value in plan.items()}
    else:
        payload = {
            "is_feasible": members.get("is_feasible", False),
            "plan": plan,
            "refusal_reason": members.get("refusal_reason", ""),
        }
    days = payload.get("plan")
    reason = payload["refusal_reason"] if "refusal_reason" in payload else payload.get("reason")
    return Answer(
        claims_feasible=bool(payload.get("is_feasible")),
        days=days if is_object(days) else {},
        reason=reason or "",
    )


def usage_of(record: TrekRecord) -> Usage:
    """What a record says was used. Tokens or seconds of 0 were not measured, as in the averages."""
    given = record.members.get("token_usage")
    tokens = given if is_object(given) else {}
    return Usage(
        calls=_counted(record.members.get("tool_call_count")),
        prompt_tokens=_counted(tokens.get("prompt_tokens")) or None,
        completion_tokens=_counted(tokens.get("completion_tokens")) or None,
        total_tokens=_counted(record.total_tokens) or None,
        elapsed_s=_counted(record.elapsed_sec) or None,
    )


def _counted(value: object) -> float | None:
    """A finite number from 0 up as it is; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
