"""From a raw day map to what a plan books: the extraction that every dimension stands on.

Two readings live side by side, as in the official scorer. *Bookings* are extracted once over the whole
trip, in plain text order of the day keys, without repeats. *Days* are the raw entries in day order; the
bill's lodging, the nightly check and B3 read them directly.

Source: official rules, section 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.text import (
    UnscorableError,
    first_element,
    first_of,
    fold,
    is_object,
    lowered,
    objects_in,
    trimmed,
)  # fmt: skip

# " to " and "->" with whatever blanks. A run of blanks is looked at from its beginning only: tried from each
# of its places, a day of 4,000 blanks would take as long as a whole run of plans.
_CITY_SEPARATOR = re.compile(r"(?<!\s)\s++to\s++|->\s*+", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")

FLIGHT_CONTAINERS = ("flights", "flight")
ATTRACTION_CONTAINERS = ("attractions", "attraction")


class Booking:
    """One extracted item.

    Attributes:
        path: JSON Pointer into the submitted plan.
        fields: The item as submitted, with its name copied to the canonical key; exact keys count.
        name: Flight number, hotel or attraction name, or car type; never empty.
        city: The exact key ``city``, whatever its type.
        place: ``city``, else ``city_name``, else "".
        shown, shown_city: Name and city as facts.
        place_key: ``place`` folded.
    """

    __slots__ = (
        "city", "city_key", "fields", "name", "path", "place", "place_key", "shown", "shown_city",
    )  # fmt: skip

    def __init__(self, *, path: str, fields: Mapping[str, object], name: object) -> None:
        self.path = path
        self.fields = fields
        self.name = name
        self.city = fields.get("city")
        self.shown = quoted(name)
        self.shown_city = quoted(self.city)
        self.city_key = fold(self.city)
        self.place = self.city or fields.get("city_name") or ""
        self.place_key = self.city_key if self.city else fold(self.place)


@dataclass(frozen=True, slots=True)
class Day:
    """One object entry of the day map.

    Attributes:
        key: As submitted.
        path: JSON Pointer.
        raw: The entry.
        entry: The entry with lower-cased keys.
    """

    key: str
    path: str
    raw: Mapping[str, object]
    entry: Mapping[str, object]

    def container(self, names: tuple[str, str]) -> tuple[str, object]:
        """Path and value under the first of the names that exists; null under the first when none does."""
        for name in names:
            if name in self.entry:
                return f"{self.path}/{pointer(self._as_submitted(name))}", self.entry[name]
        return f"{self.path}/{names[0]}", None

    def _as_submitted(self, name: str) -> str:
        """The key as it is spelt; of two that differ only by case the later one is meant."""
        if self.entry is self.raw:
            return name
        return next(key for key in reversed(list(self.raw)) if key.lower() == name)

    def hotel(self) -> tuple[str, object]:
        """Path and value of the day's hotel: the first element when it is a list."""
        path, value = self.container(_HOTEL.containers)
        return f"{path}/0" if isinstance(value, list) else path, first_element(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a plan books.

    Attributes:
        flights, hotels, cars, attractions: Without repeats over the whole trip.
        declared_cities: Distinct parts of the current cities, exact text, in order.
        days: Raw object entries in the order of the submitted object.
    """

    flights: Sequence[Booking]
    hotels: Sequence[Booking]
    cars: Sequence[Booking]
    attractions: Sequence[Booking]
    declared_cities: Sequence[str]
    days: Sequence[Day]

    @property
    def books_anything(self) -> bool:
        """Whether at least one item was extracted."""
        return bool(self.flights or self.hotels or self.attractions or self.cars)

    def days_in_order(self) -> list[Day]:
        """Days by the first run of digits in their keys; keys without digits last, alphabetically."""
        return sorted(self.days, key=_day_order)


def _day_order(day: Day) -> tuple[int, int, str]:
    match = _DIGITS.search(day.key)
    if match is None:
        return (1, 0, day.key)
    try:
        return (0, int(match.group()), "")
    except ValueError:
        raise UnscorableError("a day's key has more digits than can be read") from None


def read_plan(day_map: Mapping[str, object]) -> Plan:
    """Extract the bookings of a day map; total, entries that are no objects are skipped."""
    days = [
        Day(key=key, path=f"/{pointer(key)}", raw=value, entry=lowered(value))
        for key, value in day_map.items()
        if is_object(value)
    ]
    flights: dict[object, Booking] = {}
    hotels: dict[object, Booking] = {}
    cars: dict[object, Booking] = {}
    attractions: dict[object, Booking] = {}
    declared: dict[str, None] = {}
    for day in sorted(days, key=lambda day: day.key):
        _keep_first(flights, _flights(day))
        _keep_first(hotels, _named_items(day, _HOTEL))
        _keep_first(cars, _named_items(day, _CAR))
        _keep_first(attractions, _named_items(day, _ATTRACTION))
        declared.update(dict.fromkeys(declared_in(day)))
    return Plan(
        flights=tuple(flights.values()), hotels=tuple(hotels.values()), cars=tuple(cars.values()),
        attractions=tuple(attractions.values()), declared_cities=tuple(declared), days=days,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """Where one kind of item stands in a day, under which keys its name may come, and where it is copied."""

    containers: tuple[str, str]
    names: tuple[str, str]
    copies: tuple[str, ...]
    is_single: bool


_HOTEL = _Kind(containers=("hotel", "hotels"), names=("name", "hotel_name"), copies=("name",), is_single=True)
_CAR = _Kind(
    containers=("car", "cars"), names=("type", "car_type"), copies=("type", "car_type"), is_single=True
)  # fmt: skip
_ATTRACTION = _Kind(
    containers=ATTRACTION_CONTAINERS, names=("name", "attraction_name"), copies=("name",),
    is_single=False,
)  # fmt: skip


def _keep_first(kept: dict[object, Booking], found: Iterator[tuple[object, Booking]]) -> None:
    for key, booking in found:
        kept.setdefault(key, booking)


def pointer(key: str) -> str:
    """One reference token of a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _is_name(name: object) -> bool:
    return bool(name) and name != "-"


def _flights(day: Day) -> Iterator[tuple[object, Booking]]:
    """Flights with their number as the key of repeats, even when they fly another leg."""
    base, value = day.container(FLIGHT_CONTAINERS)
    if is_object(value):
        elements: Iterable[tuple[str, object]] = [(base, value)]
    elif isinstance(value, list):
        elements = ((f"{base}/{position}", element) for position, element in enumerate(value))
    else:
        return
    for path, element in elements:
        if is_object(element):
            number = first_of(lowered(element), "flight_number", "flightnumber")
            if _is_name(number):
                yield trimmed(number), Booking(path=path, fields=element, name=number)
        elif isinstance(element, str) and _is_name(element.strip()):
            number = element.strip()
            yield number.lower(), Booking(path=path, fields={"flight_number": number}, name=number)


def _named_items(day: Day, kind: _Kind) -> Iterator[tuple[object, Booking]]:
    """Hotels, cars or attractions with (name, city) as the key of repeats.

    ``City`` separates two items here although later stages, which read the exact key, do not see it.
    """
    path, value = day.container(kind.containers)
    if kind.is_single:
        path = f"{path}/0" if isinstance(value, list) else path
        value = first_element(value)
    if kind.is_single and not is_object(value):
        return
    for position, element in objects_in(value):
        keys = lowered(element)
        name = first_of(keys, *kind.names)
        if not _is_name(name):
            continue
        city = keys.get("city")
        fields = {**element, **dict.fromkeys(kind.copies, name)}
        place = path if position is None else f"{path}/{position}"
        yield (
            (str(name).lower(), str(city).lower() if city else ""),
            Booking(path=place, fields=fields, name=name),
        )


def declared_in(day: Day) -> Iterator[str]:
    """The cities a day says it is in; "A to B" and "A -> B" name two."""
    current = first_of(day.entry, "current_city", "currentcity")
    if not isinstance(current, str):
        return
    for part in _CITY_SEPARATOR.split(current):
        city = part.strip()
        if city[:5].lower() == "from ":
            city = city[5:].strip()
        if city:
            yield city
