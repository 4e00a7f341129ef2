"""The words of the leaderboard, its log and its runs, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from scoring.engine import display
from scoring.states import Cause, Unranked

CAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        Cause.ENTERED: "was published",
        Cause.CARRIED: "was carried over to this board",
        Cause.RETURNED: "returned to the ranks",
        Cause.CLEARED: "was let back to the ranks by a review",
        Cause.WITHDRAWN: "was withdrawn",
        Cause.SUPERSEDED: "was superseded by a later version of it",
        Cause.DISCLOSURE: "left the ranks because of what it discloses",
        Cause.HELD: "is held back until it is reviewed",
        Cause.REVIEWED: "was taken off the ranks by a review",
        Cause.SHOWN: "is shown otherwise than before",
    }
)
"""What happened to the entry, after its name."""

SOMETHING: Final = "An entry"
HIDDEN: Final = "An entry that is not public"

SINCE: Final[Mapping[str, str]] = MappingProxyType(
    {
        Unranked.WITHDRAWN: "withdrawn since",
        Unranked.SUPERSEDED: "superseded since",
    }
)

PENDING: Final = (
    "Rank ranges are being worked out for this state of the board; figures and ranks are final already."
)
NOTHING: Final = "Nothing is ranked, so that nothing is told apart."


def left_out(most: int) -> str:
    """Why an earlier state has no rank ranges."""
    return (
        f"Rank ranges of earlier states are worked out on demand for at most {display.count(most)} ranked "
        "entries; this one had more, so that they are left out."
    )


def detectable_text(facts: Mapping[str, Any]) -> str:
    """The smallest difference that a board sees, in words."""
    tasks = facts["tasks"]
    on = f"On this board of {display.counted(tasks, 'feasible task')}"
    if facts["pairs"] == 0:
        return f"{on} there is one ranked entry, and nothing to tell it apart from."
    observed = facts["board"]["observed"]
    if observed is None:
        return f"{on}, no difference between two agents is large enough to tell them apart."
    return f"{on}, two agents are told apart from about {points(observed, tasks)} points on."


def detectable_details(facts: Mapping[str, Any]) -> Sequence[str]:
    """What else is to be known about it."""
    tasks, found = facts["tasks"], []
    if facts["pairs"]:
        found.append(
            f"Of {display.counted(facts['pairs'], 'pair')} of entries {display.count(facts['told_apart'])} "
            f"{'is' if facts['told_apart'] == 1 else 'are'} told apart, by McNemar's exact test on the "
            "feasible tasks, at 5 % for the whole board (Holm)."
        )
        how = "may differ on as many as" if facts["is_bound"] else "usually differ on"
        found.append(f"Two entries {how} {display.counted(facts['discordant'], 'task')}.")
    planned, alone = facts["board"]["planned"], facts["alone"]["observed"]
    if planned is not None and facts["pairs"]:
        found.append(f"A true difference of {points(planned, tasks)} points is found four times out of five.")
    if alone is not None and facts["pairs"]:
        found.append(f"For two agents chosen beforehand, {points(alone, tasks)} points are enough.")
    return found


def points(count: int, tasks: int) -> str:
    """A difference in tasks as percentage points, such as ``8.1``."""
    return display.percent(count / tasks) if tasks else display.ABSENT


def range_text(best: int, worst: int) -> str:
    """A rank range, such as ``1–3``."""
    return f"{display.count(best)}–{display.count(worst)}" if best != worst else display.count(best)


def band_text(group: int, size: int) -> str:
    """What a group of several entries is, in words."""
    return f"Group {group}: {display.counted(size, 'entry', 'entries')} not told apart from the first of them"


def past_text(revision: int, reached_at: datetime | None, *, is_newest: bool, asked: str) -> str:
    """Which earlier state is shown."""
    since = "no newer state exists" if is_newest else "a newer state exists"
    of = f"As of {asked}" if asked else "As it was"
    if reached_at is None:
        return f"{of}: before the first entry; {since}."
    return f"{of}: revision {display.count(revision)}, reached {moment(reached_at)}; {since}."


def moment(at: datetime) -> str:
    """A time as every page shows it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


def effect_text(before: int | None, after: int | None, others: int) -> str:
    """What an event did to the ranks."""
    moved = f"{display.counted(others, 'other entry', 'other entries')} moved"
    if before is None and after is not None:
        return f"Now rank {display.count(after)}." + (f" {moved} down by one." if others else "")
    if before is not None and after is None:
        return f"It held rank {display.count(before)}." + (f" {moved} up by one." if others else "")
    return "No rank changed."


def run_text(number: int, runs: int, low: str, high: str) -> str:
    """Which of an agent's runs this is, with their spread."""
    spread = low if low == high else f"{low}–{high}"
    return f"run {number} of {runs} · {spread}"
