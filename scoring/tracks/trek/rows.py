"""The rows of a release as the evaluator reads them.

``key`` names a record for good within its release: its kind, its city and its own id. Rows are msgspec
structs, because 212,530 of them must load in a fraction of a second and stay out of the garbage
collector's way.

Source: official rules, section 3.1.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec


class Flight(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One row of flights.csv; times as printed, price in USD per seat, coordinates in degrees."""

    key: str
    number: str | None
    departure_city: str | None
    arrival_city: str | None
    departure_time: str | None
    arrival_time: str | None
    price: float | None
    departure_latitude: float | None
    departure_longitude: float | None
    arrival_latitude: float | None
    arrival_longitude: float | None


class Hotel(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One row of a hotel file; price in USD per room and night; facilities index the vocabulary."""

    key: str
    name: str | None
    price: float | None
    star: float | None
    restaurant_rating: float | None
    latitude: float | None
    longitude: float | None
    facilities: tuple[int, ...]


class Attraction(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One row of an attraction file; ticket price in USD per person; hours and duration as printed."""

    key: str
    name: str | None
    price: float | None
    open_hours: str | None
    duration: str | None
    latitude: float | None
    longitude: float | None
    facilities: tuple[int, ...]


class Car(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One row of a car file; price in USD per day; several rows share a type, so a type is no key."""

    key: str
    id: str
    name: str | None
    price: float | None
    capacity: float | None
    facilities: tuple[int, ...]


Row = TypeVar("Row", Hotel, Attraction, Car)


class CityFile(msgspec.Struct, Generic[Row], frozen=True, gc=False, array_like=True):
    """The rows of one city's file, under the city's name as the file name spells it."""

    file_name: str
    city: str
    rows: tuple[Row, ...]


class KnowledgeBaseRows(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Everything the evaluator reads of a release, without any index; what a snapshot holds.

    City files are sorted by file name. ``vocabulary`` holds each distinct facility text once.
    """

    flights: tuple[Flight, ...]
    hotels: tuple[CityFile[Hotel], ...]
    attractions: tuple[CityFile[Attraction], ...]
    cars: tuple[CityFile[Car], ...]
    vocabulary: tuple[str, ...]
