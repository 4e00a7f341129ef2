"""For each failed check the smallest change that would pass, found in the knowledge base and verified.

The door: make one ``Stock`` per release and keep it, then ask ``suggest`` about a record or ``suggest_for``
about one of its failed checks.
"""

from __future__ import annotations

from scoring.tracks.trek.suggestions.advice import LACK_WORDS, Advice, Lack, NoSuggestion, Suggestion
from scoring.tracks.trek.suggestions.edits import KIND_WORDS, Edit, EditKind
from scoring.tracks.trek.suggestions.judging import Effect
from scoring.tracks.trek.suggestions.patches import Change, Op, patched
from scoring.tracks.trek.suggestions.stock import Stock
from scoring.tracks.trek.suggestions.suggesting import suggest, suggest_for

__all__ = [
    "KIND_WORDS",
    "LACK_WORDS",
    "Advice",
    "Change",
    "Edit",
    "EditKind",
    "Effect",
    "Lack",
    "NoSuggestion",
    "Op",
    "Stock",
    "Suggestion",
    "patched",
    "suggest",
    "suggest_for",
]
