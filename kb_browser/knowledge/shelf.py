"""What a knowledge file holds, how it is laid out, and under which name it lies."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final

LAYOUT: Final = 2
"""Raised when the file changes its shape; older ones are then made anew."""


class Kind(StrEnum):
    """Kinds of record, in the order in which they are shown; the value stands in addresses."""

    CITY = "cities"
    HOTEL = "hotels"
    ATTRACTION = "attractions"
    CAR = "cars"
    FLIGHT = "flights"


OFFERS: Final = (Kind.HOTEL, Kind.ATTRACTION, Kind.CAR, Kind.FLIGHT)
"""The kinds that a plan books; a city is where they are."""


class Tag(StrEnum):
    """What a record can be marked with."""

    PERSONA = "persona"
    FACILITY = "facility"


def knowledge_file(folder: Path, digest: str) -> Path:
    """Where the file of a release lies; the layout is in the name so that two programs can share a folder."""
    return folder / f"{digest}.layout{LAYOUT}.sqlite3"


SCHEMA: Final = """
CREATE TABLE about (digest TEXT NOT NULL, layout INTEGER NOT NULL);
CREATE TABLE block (
    kind TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, columns TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE record (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL,
    comparable TEXT NOT NULL, city TEXT NOT NULL, summary TEXT NOT NULL, cells TEXT NOT NULL
);
CREATE TABLE city (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, continent TEXT NOT NULL,
    latitude REAL, longitude REAL, airports TEXT NOT NULL, hotels INTEGER NOT NULL,
    attractions INTEGER NOT NULL, cars INTEGER NOT NULL, leaving INTEGER NOT NULL, landing INTEGER NOT NULL,
    hotel_price REAL, ticket_price REAL, car_price REAL
);
CREATE TABLE hotel (
    id INTEGER PRIMARY KEY, city_id INTEGER, price REAL, star REAL, rating REAL, restaurant REAL
);
CREATE TABLE attraction (
    id INTEGER PRIMARY KEY, city_id INTEGER, price REAL, sort TEXT, opens INTEGER, closes INTEGER, hours REAL
);
CREATE TABLE car (id INTEGER PRIMARY KEY, city_id INTEGER, price REAL, sort TEXT, seats INTEGER);
CREATE TABLE flight (
    id INTEGER PRIMARY KEY, city_id INTEGER, to_id INTEGER, price REAL, leaves INTEGER, lands INTEGER
);
CREATE TABLE tag (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, mark TEXT NOT NULL, word TEXT NOT NULL, uses INTEGER NOT NULL
);
CREATE TABLE tagged (tag_id INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tag_id, id)) WITHOUT ROWID;
CREATE TABLE booked (
    id INTEGER NOT NULL, query_index INTEGER NOT NULL, how TEXT NOT NULL, PRIMARY KEY (id, query_index, how)
) WITHOUT ROWID;
CREATE TABLE spelling (variant TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (variant, word)) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY, uses INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE named USING fts5 (
    words, content='', detail=none, columnsize=0, prefix='2 3', tokenize='ascii'
);
CREATE VIRTUAL TABLE search USING fts5 (
    words, content='', detail=none, columnsize=0, prefix='2 3', tokenize='ascii'
);
"""

INDEXES: Final = """
CREATE UNIQUE INDEX record_address ON record (kind, slug);
CREATE INDEX record_name ON record (comparable, kind);
CREATE INDEX hotel_price ON hotel (price);
CREATE INDEX hotel_star ON hotel (star, rating);
CREATE INDEX hotel_rating ON hotel (rating);
CREATE INDEX hotel_city ON hotel (city_id, price);
CREATE INDEX attraction_price ON attraction (price);
CREATE INDEX attraction_city ON attraction (city_id, price);
CREATE INDEX car_price ON car (price);
CREATE INDEX car_city ON car (city_id, price);
CREATE INDEX flight_price ON flight (price);
CREATE INDEX flight_city ON flight (city_id, to_id, leaves);
CREATE INDEX flight_to ON flight (to_id, price);
CREATE INDEX flight_leaves ON flight (leaves);
CREATE INDEX tagged_record ON tagged (id);
CREATE INDEX booked_task ON booked (query_index);
"""
