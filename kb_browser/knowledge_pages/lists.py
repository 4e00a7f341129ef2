"""The list of a kind: filters with what each leaves, rows with what they are compared by, its links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from kb_browser.geometry import clock
from kb_browser.knowledge.facets import FACETS, ORDERS, Facet, Form
from kb_browser.knowledge.listing import PAGE_SIZE, Asked, asked_of, choices_of, page_of
from kb_browser.knowledge.opening import Line
from kb_browser.knowledge.reading import records
from kb_browser.knowledge.searching import query_of
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.frame import KIND_WORDS, Frame, RecordLink, kind_named, list_url, record_link
from scoring.engine.display import count, decimal
from trek_site.shared.errors import NotFoundError

Given = Mapping[str, Sequence[str]]

_COLUMNS: Final[Mapping[Kind, Sequence[str]]] = {
    Kind.HOTEL: ("Stars", "Rating", "Restaurant", "USD a night"),
    Kind.ATTRACTION: ("Type", "Open", "Visit", "USD a person"),
    Kind.CAR: ("Type", "Seats", "USD a day"),
    Kind.FLIGHT: ("From", "To", "Leaves", "Lands", "USD a seat"),
}
_TEXT_COLUMNS: Final = frozenset({"Type", "From", "To"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A value of a filter. `text` says how many records fit with it where that is known."""

    value: str
    label: str
    fit: int | None
    is_selected: bool

    @property
    def text(self) -> str:
        """What is picked."""
        return self.label if self.fit is None else f"{self.label} ({count(self.fit)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterField:
    """A filter as it is shown.

    Attributes:
        shape: ``select``, ``text``, ``clock``, ``checks``, or ``adding`` (picked ones, and one more to pick).
        value: Of a free one.
        mistake: Why it does not hold; "" where it does or was not given.
    """

    facet: Facet
    shape: str
    value: str
    options: Sequence[Option]
    mistake: str

    @property
    def picked(self) -> Sequence[Option]:
        """The options that hold."""
        return [option for option in self.options if option.is_selected]

    @property
    def others(self) -> Sequence[Option]:
        """The options that could be added."""
        return [option for option in self.options if not option.is_selected]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A filter that holds, and the list without it."""

    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a row is compared by."""

    column: str
    text: str
    is_number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A record of the list."""

    link: RecordLink
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Where a reader is in the list. ``first``..``last`` are positions from 1; 0 when it is empty."""

    number: int
    page_count: int
    total: str
    first: str
    last: str
    previous_query: str
    next_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """The list of a kind."""

    frame: Frame
    kind: Kind
    one: str
    several: str
    query: str
    notice: str
    mistakes: Mapping[str, str]
    fields: Sequence[FilterField]
    held: Sequence[Held]
    orders: Sequence[Option]
    columns: Sequence[tuple[str, bool]]
    rows: Sequence[ListRow]
    total: int
    links: Links
    whole_url: str

    @property
    def total_text(self) -> str:
        """How many fit, as people read it."""
        return count(self.total)


def list_page(frame: Frame, kind_name: str, given: Given, number: int) -> ListPage:
    """A page of the list.

    Args:
        frame: Of the version.
        kind_name: Of a kind that has filters.
        given: Values by parameter.
        number: Of the page from 1; beyond the end it is the last.

    Raises:
        NotFoundError: There is no list of that kind.
    """
    kind = kind_named(kind_name)
    if kind not in FACETS:
        raise NotFoundError("There is no such list.")
    query = query_of((list(given.get("q", ())) or [""])[-1])
    asked = asked_of(frame.file, kind, query, given)
    total, lines = page_of(frame.file, asked, number)
    cities = [(str(slug), str(name), int(place)) for slug, name, place in frame.file.lines(_CITIES)]
    choices = choices_of(frame.file, asked)
    page_count = max(1, -(-total // PAGE_SIZE))
    state = _state(asked)
    return ListPage(
        frame=frame,
        kind=kind,
        one=KIND_WORDS[kind][0],
        several=KIND_WORDS[kind][1],
        query=query.text,
        notice=query.notice,
        mistakes=asked.mistakes,
        fields=[_field(facet, asked, given, choices, cities) for facet in FACETS[kind]],
        held=list(_held(frame, asked, state, cities)),
        orders=list(_orders(asked)),
        columns=[(column, column not in _TEXT_COLUMNS) for column in _COLUMNS[kind]],
        rows=list(_rows(frame, kind, lines, cities)),
        total=total,
        links=_links(min(number, page_count), total, state),
        whole_url=list_url(frame.version.name, kind),
    )


_CITIES: Final = "SELECT slug, name, id FROM record WHERE kind = 'cities' ORDER BY comparable, id"


def _state(asked: Asked) -> Sequence[tuple[str, str]]:
    """What the list was asked for as parameters: that is what its links go on with."""
    state = [(name, value) for name, values in asked.values.items() for value in values]
    head = [("q", asked.query.text)] if asked.query.text else []
    return [*head, *state, *([("order", asked.order)] if asked.order else [])]


def _links(number: int, total: int, state: Sequence[tuple[str, str]]) -> Links:
    page_count = max(1, -(-total // PAGE_SIZE))

    def query(page: int) -> str:
        return f"?{urlencode([*state, ('page', str(page))])}"

    return Links(
        number=number,
        page_count=page_count,
        total=count(total),
        first=count((number - 1) * PAGE_SIZE + 1 if total else 0),
        last=count(min(number * PAGE_SIZE, total)),
        previous_query=query(number - 1) if number > 1 else "",
        next_query=query(number + 1) if number < page_count else "",
    )


def _field(
    facet: Facet, asked: Asked, given: Given,
    choices: Mapping[str, Sequence[tuple[str, int]]], cities: Sequence[tuple[str, str, int]],
) -> FilterField:  # fmt: skip
    held = asked.values.get(facet.name, ())
    value = held[-1] if held else ""
    raw = (list(given.get(facet.name, ())) or [""])[-1]
    options: Sequence[tuple[str, str, int | None]] = ()
    shape = "clock" if facet.form is Form.CLOCK else "text"
    if facet.form is Form.CITY:
        shape, options = "select", [(slug, name, None) for slug, name, _ in cities]
    elif facet.name in choices:
        shape = "adding" if facet.name == "facility" else "checks" if facet.form is Form.TAGS else "select"
        options = [(word, word, fit) for word, fit in choices[facet.name]]
    elif facet.choices:
        shape, options = "select", [(choice, choice, None) for choice in facet.choices]
    return FilterField(
        facet=facet,
        shape=shape,
        value=value or raw[:60],
        options=[
            Option(value=one, label=label, fit=fit, is_selected=one in held) for one, label, fit in options
        ],
        mistake=asked.mistakes.get(facet.name, ""),
    )


def _held(
    frame: Frame, asked: Asked, state: Sequence[tuple[str, str]], cities: Sequence[tuple[str, str, int]]
) -> Iterator[Held]:
    labels = {facet.name: facet for facet in FACETS[asked.kind]}
    names = {slug: name for slug, name, _ in cities}
    for place, (name, value) in enumerate(state):
        if name == "order":
            continue
        rest = [pair for other, pair in enumerate(state) if other != place]
        address = list_url(frame.version.name, asked.kind)
        facet = labels.get(name)
        shown = names.get(value, value) if facet and facet.form is Form.CITY else value
        label = f"“{value}”" if facet is None else f"{facet.label} {shown} {facet.unit}".strip()
        yield Held(label=label, url=f"{address}?{urlencode(rest)}" if rest else address)


def _orders(asked: Asked) -> Iterator[Option]:
    first = "best match first" if asked.query.words else "order of the release"
    yield Option(value="", label=first, fit=None, is_selected=not asked.order)
    for name, (label, _) in ORDERS[asked.kind].items():
        yield Option(value=name, label=label, fit=None, is_selected=name == asked.order)


def _rows(
    frame: Frame, kind: Kind, lines: Sequence[Line], cities: Sequence[tuple[str, str, int]]
) -> Iterator[ListRow]:
    if not lines:
        return
    names = {place: name for _, name, place in cities}
    found = {line.number: line for line in records(frame.file, [line[0] for line in lines])}
    for number, *measures in lines:
        record = found[number]
        texts = _texts(kind, measures, record.city, names)
        yield ListRow(
            link=record_link(frame.version.name, record),
            cells=[
                Cell(column=column, text=text, is_number=column not in _TEXT_COLUMNS)
                for column, text in zip(_COLUMNS[kind], texts, strict=True)
            ],
        )


def _texts(
    kind: Kind, measures: Sequence[float | str | None], city: str, names: Mapping[int, str]
) -> Sequence[str]:
    """The measures as people read them, in the order of `_COLUMNS`."""
    price, *others = measures
    last = _plain(price)
    match kind:
        case Kind.HOTEL:
            return [*map(_plain, others), last]
        case Kind.ATTRACTION:
            sort, opens, closes, hours = others
            return [str(sort), f"{_clock(opens)}–{_clock(closes)}", f"{_plain(hours)} h", last]
        case Kind.CAR:
            sort, seats = others
            return [str(sort), _plain(seats), last]
        case _:
            there, leaves, lands = others
            return [city, names.get(int(there or 0), "–"), _clock(leaves), _clock(lands), last]


def _clock(minute: float | str | None) -> str:
    return "–" if minute is None else clock(int(minute))


def _plain(number: float | str | None) -> str:
    """A number with the decimals that it has, at most two."""
    if not isinstance(number, float | int):
        return "–"
    return decimal(number, 0 if number == int(number) else 1 if number * 10 == int(number * 10) else 2)
