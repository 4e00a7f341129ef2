"""How long work says where it is. No Django."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to be told while work goes on.

    Attributes:
        text: What is being done, in a few words.
        done: How much of it is behind us.
        total: Of how much; 0 where it cannot be counted.
    """

    text: str
    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"{self.text} ({self.done} of {self.total})" if self.total else self.text


Progress: TypeAlias = Callable[[Step], None]
"""Called often; whoever listens decides how often that is worth anything. It may raise to stop the work."""


def untold(_step: Step) -> None:
    """Nobody asked."""
