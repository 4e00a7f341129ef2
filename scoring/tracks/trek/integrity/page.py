"""The published table of signals, made from their own texts."""

from __future__ import annotations

from textwrap import fill
from typing import Final

from scoring.tracks.trek.integrity.catalogue import CATALOGUE

COLUMNS: Final = 118


def signals_table() -> str:
    """Every signal as a section of Markdown, by code."""
    return "\n".join(
        f"### {text.code}: {text.title}\n\n{fill(text.meaning, COLUMNS)}\n\n"
        f"- Told from: {text.fires}.\n"
        f"- Holds the entry back: {text.holds or 'never by itself'}.\n"
        for text in CATALOGUE.values()
    )
