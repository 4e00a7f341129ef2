"""Sentences from outcomes: a check's template filled with facts, bounded since names come from uploads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FACT_CHARACTERS_MAX: Final = 80
LISTED_MAX: Final = 8


class _Facts(dict[str, str]):
    """Facts by name; one that was not stored is shown as a dash, since a sentence must not fail a page."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(template: str, facts: Mapping[str, object]) -> str:
    """A check's message about these facts; a missing one is a dash."""
    return template.format_map(_Facts({name: shown(value) for name, value in facts.items()}))


def shown(value: object) -> str:
    """A fact in a sentence."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        more = f" and {len(value) - LISTED_MAX} more" if len(value) > LISTED_MAX else ""
        return ", ".join(shown(member) for member in value[:LISTED_MAX]) + more
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= FACT_CHARACTERS_MAX else f"{text[: FACT_CHARACTERS_MAX - 1]}…"
