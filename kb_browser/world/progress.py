"""Telling how far a build has come, a step for every hundred things done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from kb_browser.progress import Progress, Step

_TOLD_EVERY = 100

Value = TypeVar("Value")


def told(values: Iterable[Value], progress: Progress, *, text: str, total: int) -> Iterator[Value]:
    """The values as they come; the work is told of as it starts and after every hundred of them."""
    progress(Step(text=text, total=total))
    for number, value in enumerate(values, start=1):
        yield value
        if number % _TOLD_EVERY == 0:
            progress(Step(text=text, done=number, total=total))
