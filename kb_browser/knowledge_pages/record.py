"""The page of a record: every field, its personas explained, the tasks that use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.exports.wording import COLUMN_WORDS
from kb_browser.knowledge.reading import Record, record
from kb_browser.knowledge.rows import members, number_or_none
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge.words import slug_of
from kb_browser.knowledge_pages.frame import (
    Frame,
    RecordLink,
    kind_named,
    list_url,
    record_link,
    record_url,
)  # fmt: skip
from kb_browser.selectors import tasks_of
from scoring.engine.display import decimal
from scoring.tracks.trek.personas import (
    FOODIE,
    FOODIE_RESTAURANT_RATING,
    LUXURY,
    LUXURY_STARS,
    PERSONAS,
    Resource,
)  # fmt: skip
from trek_site.shared.errors import NotFoundError

TASKS_SHOWN: Final = 50

_RESOURCES: Final[Mapping[Kind, Resource]] = {
    Kind.HOTEL: Resource.HOTEL,
    Kind.ATTRACTION: Resource.ATTRACTION,
    Kind.CAR: Resource.CAR,
}
_PERSONA_COLUMNS: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.HOTEL: ("amenities_group", "amenities"),
    Kind.ATTRACTION: ("facilities_group", "facilities"),
    Kind.CAR: ("extra_services_group", "extra_services"),
}
_LISTS: Final = frozenset(column for columns in _PERSONA_COLUMNS.values() for column in columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A cell of the record's row.

    Attributes:
        words: What the column holds.
        text: The cell as the release writes it; None for a column that the record's file does not have.
        members: Of a list cell; empty otherwise.
    """

    name: str
    words: str
    text: str | None
    members: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaLine:
    """How a record does by a persona, by the rule that plans are scored with.

    Attributes:
        is_tagged: Whether the release says that the record serves it.
        is_served: Whether a plan that books the record gets full points for it.
        has: The facilities that serve the persona and that the record has.
        needs: All facilities of which one is enough.
        also: What else the rule asks, in words; "" for nothing.
    """

    persona: str
    is_tagged: bool
    is_served: bool
    has: Sequence[str]
    needs: Sequence[str]
    also: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskUse:
    """A task that uses the record. `how` is "request" where it insists on the record by name."""

    query_index: int
    how: Sequence[str]
    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPage:
    """A record.

    Attributes:
        uses: The first tasks that use it.
        use_count: How many do.
        city_url: The page of its city; of a flight the city that it leaves.
    """

    frame: Frame
    kind: Kind
    link: RecordLink
    slug: str
    city: str
    city_url: str
    list_url: str
    fields: Sequence[Field]
    personas: Sequence[PersonaLine]
    uses: Sequence[TaskUse]
    use_count: int

    @property
    def served(self) -> Sequence[PersonaLine]:
        """The personas that a plan can book it for."""
        return [line for line in self.personas if line.is_served or line.is_tagged]

    @property
    def not_served(self) -> Sequence[PersonaLine]:
        """The others that its kind is judged by."""
        return [line for line in self.personas if not (line.is_served or line.is_tagged)]


def record_page(frame: Frame, kind_name: str, slug: str) -> RecordPage:
    """One record.

    Raises:
        NotFoundError: This version has none at that address.
    """
    kind = kind_named(kind_name)
    found = record(frame.file, kind, slug)
    if found is None:
        raise NotFoundError("This version of the knowledge base has no such record.")
    line, version = found.line, frame.version.name
    uses = list(_uses(frame, found))
    return RecordPage(
        frame=frame,
        kind=kind,
        link=record_link(version, line),
        slug=slug,
        city=line.city,
        city_url=record_url(version, Kind.CITY, _city_slug(frame, line.city)),
        list_url=list_url(version, kind),
        fields=[_field(name, cell) for name, cell in found.cells.items()],
        personas=list(_personas(kind, found.cells)),
        uses=uses[:TASKS_SHOWN],
        use_count=len(uses),
    )


def _city_slug(frame: Frame, city: str) -> str:
    found = frame.file.line("SELECT slug FROM record WHERE kind = ? AND name = ?", (Kind.CITY.value, city))
    return str(found[0]) if found else slug_of(city)


def _field(name: str, cell: str | None) -> Field:
    return Field(
        name=name,
        words=COLUMN_WORDS.get(name, ""),
        text=cell,
        members=members(cell) if cell and name in _LISTS else (),
    )


def _personas(kind: Kind, cells: Mapping[str, str | None]) -> Iterator[PersonaLine]:
    if kind not in _RESOURCES:
        return
    tags, facilities = (members(cells.get(column) or "") for column in _PERSONA_COLUMNS[kind])
    offered = {facility.strip().lower() for facility in facilities}
    for persona, needs in PERSONAS.items():
        needed = needs.of(_RESOURCES[kind])
        also, is_also_met = _also(kind, persona, cells)
        if not needed and not also and persona not in tags:
            # The rule does not judge this kind of record by this persona.
            continue
        has = [need for need in needed if need.lower() in offered]
        is_served = is_also_met if persona == FOODIE and kind is Kind.HOTEL else bool(has) and is_also_met
        yield PersonaLine(
            persona=persona, is_tagged=persona in tags, is_served=is_served, has=has, needs=needed, also=also
        )


def _also(kind: Kind, persona: str, cells: Mapping[str, str | None]) -> tuple[str, bool]:
    """What the rule asks of a hotel beside facilities, and whether that is met."""
    if kind is Kind.HOTEL and persona == LUXURY:
        stars = number_or_none(cells.get("star") or "") or 0.0
        return f"{decimal(LUXURY_STARS, 0)} stars; without them half the points", stars >= LUXURY_STARS
    if kind is Kind.HOTEL and persona == FOODIE:
        score = number_or_none(cells.get("rate_of_restaurant") or "") or 0.0
        return (
            f"a restaurant scored {decimal(FOODIE_RESTAURANT_RATING, 0)} or more",
            score >= FOODIE_RESTAURANT_RATING,
        )
    return "", True


def _uses(frame: Frame, found: Record) -> Iterator[TaskUse]:
    how: dict[int, list[str]] = {}
    for query_index, use in found.bookings:
        how.setdefault(query_index, []).append(use)
    if not how:
        return
    queries = {
        task.query_index: task.query for task in tasks_of(frame.version.pk, only=list(how)[:TASKS_SHOWN])
    }
    for query_index, uses in how.items():
        yield TaskUse(query_index=query_index, how=uses, query=queries.get(query_index, ""))
