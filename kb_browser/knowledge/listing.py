"""The records of one kind that fit filters and words, page by page, and how many a further filter leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kb_browser.knowledge.facets import FACETS, ORDERS, READERS, Facet, Form
from kb_browser.knowledge.opening import KnowledgeFile, Line
from kb_browser.knowledge.searching import ENOUGH, Query, steps
from kb_browser.knowledge.shelf import Kind

PAGE_SIZE: Final = 25
TAGS_MAX: Final = 8
"""Of one mark in one question."""

_TABLES: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.HOTEL: ("hotel", "price, star, rating, restaurant"),
    Kind.ATTRACTION: ("attraction", "price, sort, opens, closes, hours"),
    Kind.CAR: ("car", "price, sort, seats"),
    Kind.FLIGHT: ("flight", "price, to_id, leaves, lands"),
}


@dataclass(slots=True)
class Asked:
    """What a list is asked for, understood.

    Attributes:
        values: Of each filter that holds, as it was given; several only for tags.
        mistakes: By parameter what could not be understood; such a filter does not hold.
    """

    kind: Kind
    query: Query
    order: str = ""
    values: dict[str, Sequence[str]] = field(default_factory=dict)
    mistakes: dict[str, str] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)
    bound: list[object] = field(default_factory=list)


def asked_of(file: KnowledgeFile, kind: Kind, query: Query, given: Mapping[str, Sequence[str]]) -> Asked:
    """Understand parameters; what cannot be is named among the mistakes and otherwise ignored.

    Args:
        file: Of one release.
        kind: One of the kinds that have filters.
        query: Words that the records hold.
        given: Values by parameter; others than those of `FACETS` and ``order`` are not looked at.
    """
    asked = Asked(kind=kind, query=query)
    order = _last(given.get("order", ()))
    if order and order not in ORDERS[kind]:
        asked.mistakes["order"] = "There is no such order."
    else:
        asked.order = order
    for facet in FACETS[kind]:
        values = [value for value in given.get(facet.name, ()) if value]
        if values:
            _add(file, asked, facet, values)
    return asked


def page_of(file: KnowledgeFile, asked: Asked, number: int) -> tuple[int, Sequence[Line]]:
    """How many records fit, and those of a page from 1: id, then its measures as in `_TABLES`."""
    conditions, bound, terms, term_values = _with_words(file, asked)
    table, columns = _TABLES[asked.kind]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    counted = file.line(f"SELECT count(*) FROM {table} {where}", bound)
    total: int = counted[0] if counted else 0
    number = min(number, max(1, math.ceil(total / PAGE_SIZE)))
    order = ORDERS[asked.kind][asked.order][1] if asked.order else ", ".join([*terms, "id"])
    values = [*bound, *(() if asked.order else term_values), PAGE_SIZE, (number - 1) * PAGE_SIZE]
    lines = file.lines(
        f"SELECT id, {columns} FROM {table} {where} ORDER BY {order} LIMIT ? OFFSET ?",
        values,
    )
    return total, lines


def choices_of(file: KnowledgeFile, asked: Asked) -> Mapping[str, Sequence[tuple[str, int]]]:
    """For every filter with words of the release: the words, and how many records fit with that one, too."""
    conditions, bound, _, _ = _with_words(file, asked)
    table, _ = _TABLES[asked.kind]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    found: dict[str, Sequence[tuple[str, int]]] = {}
    for facet in FACETS[asked.kind]:
        if facet.column:
            found[facet.name] = file.lines(
                f"SELECT {facet.column}, count(*) FROM {table} {where} GROUP BY 1 ORDER BY 1",
                bound,
            )
    if not any(facet.mark for facet in FACETS[asked.kind]):
        return found
    if where:
        lines = file.lines(
            "SELECT mark, word, fit FROM tag JOIN (SELECT tag_id, count(*) AS fit FROM tagged "
            f"WHERE id IN (SELECT id FROM {table} {where}) GROUP BY tag_id) ON tag_id = tag.id "
            "ORDER BY mark, word COLLATE NOCASE",
            bound,
        )
    else:
        lines = file.lines(
            "SELECT mark, word, uses FROM tag WHERE kind = ? ORDER BY mark, word COLLATE NOCASE",
            (asked.kind.value,),
        )
    for facet in FACETS[asked.kind]:
        if facet.mark:
            found[facet.name] = [(word, fit) for mark, word, fit in lines if mark == facet.mark.value]
    return found


def _add(file: KnowledgeFile, asked: Asked, facet: Facet, values: Sequence[str]) -> None:
    if facet.form is Form.TAGS:
        _add_tags(file, asked, facet, list(dict.fromkeys(values)))
        return
    value = values[-1]
    bound = _bound(file, facet, value)
    if bound is None:
        asked.mistakes[facet.name] = f"“{value[:60]}” is no {facet.form.value}."
        return
    asked.conditions.append(facet.condition)
    asked.bound.append(bound)
    asked.values[facet.name] = [value]


def _bound(file: KnowledgeFile, facet: Facet, value: str) -> object | None:
    """The value as it is compared; None for one that cannot be."""
    if facet.form is Form.CITY:
        found = file.line("SELECT id FROM record WHERE kind = ? AND slug = ?", (Kind.CITY.value, value))
        return found[0] if found else None
    if facet.form is Form.WORD:
        return value
    return READERS[facet.form](value)


def _add_tags(file: KnowledgeFile, asked: Asked, facet: Facet, words: Sequence[str]) -> None:
    if len(words) > TAGS_MAX:
        asked.mistakes[facet.name] = f"At most {TAGS_MAX} can be asked for at once."
        words = words[:TAGS_MAX]
    marks = ", ".join("?" * len(words))
    lines = file.lines(
        f"SELECT word, id FROM tag WHERE kind = ? AND mark = ? AND word IN ({marks})",
        (asked.kind.value, str(facet.mark), *words),
    )
    known: dict[str, int] = dict(lines)
    for word in words:
        if word not in known:
            asked.mistakes[facet.name] = f"“{word[:60]}” is none of the release's words."
            continue
        asked.conditions.append("id IN (SELECT id FROM tagged WHERE tag_id = ?)")
        asked.bound.append(known[word])
        asked.values.setdefault(facet.name, [])
        asked.values[facet.name] = [*asked.values[facet.name], word]


def _with_words(
    file: KnowledgeFile, asked: Asked
) -> tuple[Sequence[str], Sequence[object], Sequence[str], Sequence[object]]:
    """Conditions with their values, and the terms that put the nearest records first with theirs."""
    if not asked.query.words:
        return asked.conditions, asked.bound, (), ()
    taken = _steps_taken(file, asked)
    within = "id IN (SELECT rowid FROM search WHERE search MATCH ?)"
    terms: list[str] = []
    values: list[object] = []
    for match in taken:
        terms += ["id IN (SELECT rowid FROM named WHERE named MATCH ?) DESC", f"{within} DESC"]
        values += [match, match]
    return [*asked.conditions, within], [*asked.bound, taken[-1]], terms, values


def _steps_taken(file: KnowledgeFile, asked: Asked) -> Sequence[str]:
    """The steps that a search among the records of this kind takes until it has found enough."""
    taken: list[str] = []
    for match, _ in steps(file, asked.query):
        taken.append(match)
        counted = file.line(
            "SELECT count(*) FROM (SELECT rowid FROM search, block WHERE search MATCH ? AND kind = ? "
            "AND rowid BETWEEN first AND last LIMIT ?)",
            (match, asked.kind.value, ENOUGH),
        )
        if counted and counted[0] >= ENOUGH:
            break
    return taken


def _last(values: Sequence[str]) -> str:
    return values[-1] if values else ""
