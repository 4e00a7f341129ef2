"""Template helpers that only lay out what a page dataclass already holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from django import template

from scoring.engine.display import count

First = TypeVar("First")
Second = TypeVar("Second")

register = template.Library()


@register.filter
def words(code: str) -> str:
    """A code such as ``missing_mandated_hotel`` as words."""
    return code.replace("_", " ")


@register.filter
def shown_count(number: float | None) -> str:
    """A whole number as every page shows it."""
    return count(number)


@register.filter
def beside(left: Sequence[First], right: Sequence[Second]) -> Iterator[tuple[First, Second]]:
    """Pairs of two lists of the same length, such as a board's columns and one row's cells.

    Raises:
        ValueError: The lists differ in length; a figure under the wrong heading would be worse.
    """
    return zip(left, right, strict=True)
