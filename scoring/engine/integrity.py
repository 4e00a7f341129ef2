"""What the site asks of a benchmark's integrity signals: what was noticed in a bundle beside its scores.

A signal is a reason for a person to look, never a verdict. A score stays what it is, whatever is found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from scoring.engine.intake import SeenRecord
from scoring.engine.model import Json

PRINT_BYTES: Final = 8
"""Bytes of the print of one plan. Two plans of one task have the same one by chance once in 10^19 pairs."""

NO_PRINT: Final = bytes(PRINT_BYTES)
"""In place of a print where there is no plan that is worth comparing."""


TASKS_NAMED: Final = 50
"""Tasks that a signal names; more are only counted, so that a row has a bound."""

MARKS: Final = 16
"""Marks of one bundle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalText:
    """What is published about one signal.

    Attributes:
        code: Permanent; never changes its meaning.
        title: In a few words.
        meaning: What was seen and what may explain it, in sentences that accuse nobody.
        fires: From when on it is told.
        holds: When it keeps an entry off the ranks until somebody has looked; "" for never.
    """

    code: str
    title: str
    meaning: str
    fires: str
    holds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One signal that was found in a bundle.

    Attributes:
        code: Of its text.
        task_count: How many tasks it concerns.
        tasks: The first of them, ascending; empty where it concerns the bundle as a whole.
        figures: What was counted, in words to number or text, in a fixed order.
        holds: Whether it keeps the entry off the ranks until somebody has looked.
    """

    code: str
    task_count: int = 0
    tasks: Sequence[int] = ()
    figures: Mapping[str, Json] = field(default_factory=dict)
    holds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityReport:
    """All that was noticed in one bundle.

    Attributes:
        signals: By code, ascending.
        prints: For each task in order the print of its plan, `PRINT_BYTES` each; `NO_PRINT` for no plan, for
            a refusal and for the reference plan.
    """

    signals: Sequence[Signal]
    prints: bytes


class Watch(Protocol):
    """Looks at the records of one bundle while they are read."""

    def see(self, seen: SeenRecord) -> None:
        """Take note of one record; nothing of it is held but counts and digests."""
        ...

    def report(self) -> IntegrityReport:
        """What was noticed, once every record has been seen."""
        ...


class Integrity(Protocol):
    """What one benchmark notices."""

    @property
    def signals(self) -> Mapping[str, SignalText]:
        """Every signal by code, ascending."""
        ...

    @property
    def public_codes(self) -> Collection[str]:
        """Signals about how the rules met a bundle, which everybody sees beside a public score."""
        ...

    @property
    def resemblance_code(self) -> str:
        """The signal that an entry of another account has the same plans."""
        ...

    def resembles(self, shared: int, comparable: int) -> bool:
        """Whether so many equal plans, of so many that both sides could have in common, are to be told."""
        ...

    def gold_prints(self, content: bytes, task_count: int) -> Sequence[bytes]:
        """The print of every reference plan in task order; `NO_PRINT` where there is none.

        Args:
            content: The file of the reference plans.
            task_count: Tasks of the release.
        """
        ...

    def watch(self, dataset: Any, *, gold: Sequence[bytes], declared: Mapping[str, Json]) -> Watch:
        """Begin to look at a bundle.

        Args:
            dataset: The data the tasks are about.
            gold: The prints of the reference plans; nothing leaves them uncompared.
            declared: The members of the manifest; {} leaves out what is compared with them.
        """
        ...


def print_at(prints: bytes, task: int) -> bytes:
    """The print of one task; `NO_PRINT` beyond the last."""
    found = prints[task * PRINT_BYTES : (task + 1) * PRINT_BYTES]
    return found if len(found) == PRINT_BYTES else NO_PRINT


def prints_shared(one: bytes, other: bytes) -> Sequence[int]:
    """The tasks that two bundles answer with the same plan, ascending."""
    count = min(len(one), len(other)) // PRINT_BYTES
    return [task for task in range(count) if print_at(one, task) == print_at(other, task) != NO_PRINT]


def prints_marks(prints: bytes) -> Sequence[int]:
    """A few numbers by which bundles with many plans in common find each other, ascending, in 0..2^63-1.

    They are the smallest of a digest over every task with its plan. If a fifth of all that two bundles plan
    is the same, all but one in thirty such pairs share at least one mark; if half is, all but one in sixty
    thousand.
    """
    count = len(prints) // PRINT_BYTES
    plans = ((task, print_at(prints, task)) for task in range(count))
    return sorted({_mark(task, plan) for task, plan in plans if plan != NO_PRINT})[:MARKS]


def _mark(task: int, plan: bytes) -> int:
    digest = hashlib.blake2b(task.to_bytes(4, "big") + plan, digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def prints_counted(prints: bytes) -> int:
    """How many plans of a bundle can be compared."""
    return sum(print_at(prints, task) != NO_PRINT for task in range(len(prints) // PRINT_BYTES))
