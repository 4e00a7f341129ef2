"""Telling how far long work has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Progress = Callable[[str], None]
"""Takes one line, for whoever watches."""

_TOLD_EVERY = 100

Value = TypeVar("Value")


def silent(_stage: str) -> None:
    """Progress that nobody watches."""


def told(values: Iterable[Value], progress: Progress, *, what: str, total: int) -> Iterator[Value]:
    """The values as they come, with a line after every hundred of them."""
    for number, value in enumerate(values, start=1):
        yield value
        if number % _TOLD_EVERY == 0:
            progress(f"  {number} of {total} {what}")
