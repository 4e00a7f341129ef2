"""Full-text search over every record of a release, with typing errors forgiven.

A search widens step by step and stops as soon as it has found enough, so that a common word costs no more
than a rare one: first records whose whole name is what was asked for, then those that hold every word in
their name, then those that hold every word anywhere, then those with words that begin so, at last those with
words one edit away. Within a step records stand in the order of the file, which never changes. There is no
other ranking, and so no scoring of tens of thousands of hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.knowledge.opening import KnowledgeFile
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge.words import comparable, is_near, is_spelt, variants, words_of

QUERY_CHARACTERS_MAX: Final = 200
WORDS_MAX: Final = 8
ENOUGH: Final = 25
"""So many records of all kinds together, and a search widens no further."""
COUNTED_MAX: Final = 200
"""Of each kind; beyond that a count says "more than"."""
SPELLINGS_MAX: Final = 8
"""Words that one mistaken word may have meant."""
BEGINNINGS_MAX: Final = 64
"""Words with one beginning that are named one by one."""

# Between other words they say nothing about a record.
_SMALL_WORDS: Final = frozenset({"at", "from", "in", "near", "to"})
_PREFIXES_KEPT: Final = (2, 3)
_LAST: Final = "\U0010ffff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What was asked for.

    Attributes:
        text: As it is shown again.
        words: What is searched; none for an empty question.
        notice: What of the question was left out, in a sentence; "" for nothing.
    """

    text: str
    words: Sequence[str]
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """What was found.

    Attributes:
        ids: Of each kind the first records, the best first.
        counts: Of each kind, up to COUNTED_MAX + 1.
        spelt: For each word that was taken for others: those others.
    """

    ids: Mapping[Kind, Sequence[int]]
    counts: Mapping[Kind, int]
    spelt: Mapping[str, Sequence[str]]


def query_of(text: str) -> Query:
    """The question that a text asks; any text is one, whatever it holds."""
    shown, notice = "".join(character for character in text if character.isprintable()).strip(), ""
    if len(shown) > QUERY_CHARACTERS_MAX:
        shown = shown[:QUERY_CHARACTERS_MAX]
        notice = f"Only the first {QUERY_CHARACTERS_MAX} characters were searched for."
    words = list(dict.fromkeys(words_of(shown)))
    words = [word for word in words if word not in _SMALL_WORDS] or words
    if len(words) > WORDS_MAX:
        words = words[:WORDS_MAX]
        notice = notice or f"Only the first {WORDS_MAX} words were searched for."
    return Query(text=shown, words=words, notice=notice)


def search(file: KnowledgeFile, query: Query, *, each: int) -> Hits:
    """The first records of every kind.

    Args:
        file: Of one release.
        query: What is asked for.
        each: How many of a kind are wanted.
    """
    if not query.words:
        return Hits(ids={}, counts={}, spelt={})
    blocks = blocks_of(file)
    found: dict[Kind, dict[int, None]] = {kind: {} for kind in blocks}
    counts: Mapping[Kind, int] = {}
    spelt: Mapping[str, Sequence[str]] = {}
    for match, taken_for in steps(file, query):
        spelt = taken_for
        counts = _collect(found, file.lines(*_of_each(match, query, blocks, each)), each)
        if sum(counts.values()) >= ENOUGH:
            break
    return Hits(ids={kind: list(ids) for kind, ids in found.items()}, counts=counts, spelt=spelt)


def blocks_of(file: KnowledgeFile) -> Mapping[Kind, tuple[int, int]]:
    """First and last id of every kind."""
    lines = {
        Kind(kind): (first, last) for kind, first, last in file.lines("SELECT kind, first, last FROM block")
    }
    return {kind: lines[kind] for kind in Kind}


def steps(file: KnowledgeFile, query: Query) -> Iterator[tuple[str, Mapping[str, Sequence[str]]]]:
    """Match expressions from narrow to wide, each with the words that were taken for others."""
    yield _all_of(map(_exactly, query.words)), {}
    begun = _beginnings(file, query.words)
    if begun:
        yield _all_of(begun.get(word, _exactly(word)) for word in query.words), {}
    spelt = spellings(file, query.words)
    if spelt:
        yield (
            _all_of(
                _either([begun.get(word, _exactly(word)), *map(_exactly, spelt.get(word, ()))])
                for word in query.words
            ),
            spelt,
        )


def spellings(file: KnowledgeFile, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """For each word that may be mistaken the words of names one edit away, the most frequent first."""
    asked = [word for word in words if is_spelt(word)]
    wanted = sorted({variant for word in asked for variant in variants(word)})
    if not wanted:
        return {}
    marks = ", ".join("?" * len(wanted))
    lines = file.lines(
        "SELECT DISTINCT word, uses FROM spelling JOIN word USING (word) "
        f"WHERE variant IN ({marks}) ORDER BY uses DESC, word",
        wanted,
    )
    near = {
        word: [other for other, _ in lines if other != word and is_near(word, other)][:SPELLINGS_MAX]
        for word in asked
    }
    return {word: others for word, others in near.items() if others}


def _beginnings(file: KnowledgeFile, words: Sequence[str]) -> Mapping[str, str]:
    """For each word that is the beginning of others an expression for all of them.

    The index keeps beginnings of two and three letters; to merge what begins with a longer one costs as much
    as all its hits, unless the words are named.
    """
    begun = {word: f'"{word}"*' for word in words if len(word) in _PREFIXES_KEPT}
    longer = [word for word in words if len(word) > max(_PREFIXES_KEPT)]
    if not longer:
        return begun
    part = "SELECT * FROM (SELECT ?, word FROM word WHERE word >= ? AND word < ? LIMIT ?)"
    values = [value for word in longer for value in (word, word, word + _LAST, BEGINNINGS_MAX + 1)]
    named: dict[str, list[str]] = {}
    for word, other in file.lines(" UNION ALL ".join([part] * len(longer)), values):
        named.setdefault(word, []).append(other)
    for word, others in named.items():
        if others != [word]:
            begun[word] = _either(map(_exactly, others)) if len(others) <= BEGINNINGS_MAX else f'"{word}"*'
    return begun


def _of_each(
    match: str, query: Query, blocks: Mapping[Kind, tuple[int, int]], each: int
) -> tuple[str, Sequence[object]]:
    """One statement for the hits of every kind: whole names, then names, then anything as far as counted."""
    parts: list[str] = []
    values: list[object] = []
    name = comparable(query.text)
    for place, (kind, block) in enumerate(blocks.items()):
        parts.append(
            f"SELECT * FROM (SELECT {place}, 0, id FROM record WHERE comparable = ? AND kind = ? "
            "ORDER BY id LIMIT ?)"
        )
        values += [name, kind.value, each]
        for index, most in (("named", each), ("search", COUNTED_MAX + 1)):
            is_counted = int(index == "search")
            parts.append(
                f"SELECT * FROM (SELECT {place}, {is_counted}, rowid FROM {index} WHERE {index} MATCH ? "
                "AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?)"
            )
            values += [match, *block, most]
    return " UNION ALL ".join(parts), values


def _collect(
    found: Mapping[Kind, dict[int, None]], lines: Sequence[tuple[int, int, int]], each: int
) -> Mapping[Kind, int]:
    """Add what was found to what is wanted of each kind; returns how many of each hold every word."""
    kinds = list(found)
    counts = dict.fromkeys(kinds, 0)
    for place, is_counted, number in lines:
        kind = kinds[place]
        counts[kind] += is_counted
        if len(found[kind]) < each:
            found[kind].setdefault(number)
    return counts


def _all_of(parts: Iterable[str]) -> str:
    return " AND ".join(parts)


def _either(parts: Iterable[str]) -> str:
    return f"({' OR '.join(parts)})"


def _exactly(word: str) -> str:
    # Words hold letters and digits only, so that no syntax of the index is ever passed on.
    return f'"{word}"'
