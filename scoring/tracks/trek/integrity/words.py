"""Words in notes and arguments that an agent has no use for unless it was told of the answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scoring.tracks.trek.integrity.thresholds import LEAST_TELLING_INDEX, WORDS_CHARS

# "Gold" alone is part of too many names of hotels and coasts; with what belongs to a benchmark it is none.
_TELLING = re.compile(
    r"\bgold(?:en)?[ _-](?:plans?|answers?|standards?|labels?|references?|solutions?|files?|records?)\b"
    r"|\btrek_gold\b|\bgold\.jsonl\b|\banswer[ _-]keys?\b|\breference[ _-](?:plans?|answers?|solutions?)\b"
    r"|\bground[ _-]truth\b|\bquery_index\b"
)
_NUMBERED = re.compile(r"\b(?:task|query)[ _]?(?:index|number|no\.?|id)?[ _#:=]{0,3}(\d{1,6})\b")


def telling_word(texts: Iterable[str], index: int | None) -> str:
    """The first such words, lower-cased; "" when there are none.

    Args:
        texts: Looked through in order, up to a fixed number of characters together.
        index: The task's own; its number is such a word where it follows "task" or "query".
    """
    left = WORDS_CHARS
    for text in texts:
        if left <= 0:
            return ""
        looked_at = text[:left].lower()
        left -= len(looked_at)
        found = _TELLING.search(looked_at)
        if found is not None:
            return found.group()
        if index is not None and index >= LEAST_TELLING_INDEX:
            for numbered in _NUMBERED.finditer(looked_at):
                if int(numbered.group(1)) == index:
                    return numbered.group()
    return ""
