"""The figures of the benchmark's release: counted where files were at hand, estimated from samples elsewhere.

Shares are of the whole unless the title says otherwise; money is in US dollars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kb_browser.vocabulary import HISTORIC, MUSEUM, NATURE, THEME


class Form(StrEnum):
    """How a figure is written."""

    COUNT = "count"
    SHARE = "share"
    MONEY = "money"
    PRICE = "price"
    NUMBER = "number"


class Reference(NamedTuple):
    """One figure of the benchmark's release; ``value`` is None where it has none to compare with."""

    key: str
    title: str
    form: Form
    value: float | None


BANDS: Sequence[tuple[int, int]] = (
    (0, 500),
    (500, 1000),
    (1000, 1500),
    (1500, 2500),
    (2500, 4000),
    (4000, 6500),
    (6500, 9000),
)
"""Distances in km, by which fares are compared."""
_FARES = (40, 113, 230, 205, 263, 1310, 1840)
_LEAST_FARES = (25, 55, 128, 106, 130, 620, 1505)
PERCENTS = (1, 10, 25, 50, 75, 90, 99)
_DURATIONS = (0.64, 0.76, 0.94, 1.04, 1.13, 1.31, 1.59)
HOURS: Sequence[tuple[int, int]] = ((0, 6), (6, 12), (12, 18), (18, 24))
_DEPARTURES = (0.06, 0.40, 0.36, 0.18)
_STARS = {1: 0.01, 2: 0.04, 2.5: 0.13, 3: 0.34, 3.5: 0.10, 4: 0.15, 4.5: 0.09, 5: 0.14}
_STAR_PRICES = {2: 68, 2.5: 72, 3: 85, 3.5: 75, 4: 98, 4.5: 132, 5: 168}
_KINDS = {NATURE: (0.33, 12.5), THEME: (0.28, 22.6), HISTORIC: (0.21, 13.4), MUSEUM: (0.19, 9.5)}
OPENINGS = {"08:00": 0.10, "08:30": 0.21, "09:00": 0.38, "09:30": 0.06, "10:00": 0.19}
CLOSINGS = {
    "17:00": 0.20,
    "17:30": 0.26,
    "18:00": 0.15,
    "19:00": 0.07,
    "20:00": 0.08,
    "21:00": 0.07,
    "22:00": 0.13,
}
_CARS = {
    "Economy": 44,
    "Compact": 47,
    "Sedan": 72,
    "EV": 74,
    "Wagon": 78,
    "SUV": 87,
    "Minivan": 105,
    "Convertible": 120,
    "Luxury": 138,
}

_C, _S, _M, _P, _N = Form.COUNT, Form.SHARE, Form.MONEY, Form.PRICE, Form.NUMBER

GROUPS: Mapping[str, Sequence[Reference]] = {
    "Records": (
        Reference("flights", "flights", _C, 107_195),
        Reference("hotels", "hotels", _C, 39_396),
        Reference("attractions", "attractions", _C, 55_814),
        Reference("cars", "cars", _C, 10_125),
        Reference("records", "records in all", _C, 212_530),
        Reference("cities", "cities", _C, 375),
        Reference("airports", "airports", _C, 392),
        Reference("countries", "countries", _C, 134),
    ),
    "Flights": (
        Reference("routes", "directed city pairs with a flight", _C, 11_080),
        Reference("density", "of all ordered city pairs", _S, 0.079),
        Reference("flights_per_route", "flights of a route, mean", _N, 9.7),
        Reference("most_flights", "flights of the busiest route", _C, 30),
        Reference("fewest_destinations", "fewest destinations of a city", _C, 1),
        Reference("most_destinations", "most destinations of a city", _C, 150),
        Reference("civil", "leave from 06:00 and land by 22:00 the same day", _S, 0.77),
        Reference("clock_back", "land at an earlier clock than they leave", _S, 0.09),
        *(
            Reference(f"departures_{low}", f"leave from {low:02}:00 to {high:02}:00", _S, share)
            for (low, high), share in zip(HOURS, _DEPARTURES, strict=True)
        ),
        *(
            Reference(f"duration_{percent}", f"duration over reference, {percent} %", _N, quantile)
            for percent, quantile in zip(PERCENTS, _DURATIONS, strict=True)
        ),
    ),
    "Fares": (
        *(
            Reference(f"fare_{low}", f"median fare, {low:,} to {high:,} km", _M, fare)
            for (low, high), fare in zip(BANDS, _FARES, strict=True)
        ),
        *(
            Reference(f"least_fare_{low}", f"median of cheapest fares, {low:,} to {high:,} km", _M, fare)
            for (low, high), fare in zip(BANDS, _LEAST_FARES, strict=True)
        ),
    ),
    "Hotels": (
        *(Reference(f"star_{star:g}", f"{star:g}-star hotels", _S, share) for star, share in _STARS.items()),
        Reference("half_stars", "half stars", _S, 0.326),
        Reference("middling_stars", "2.5 to 4 stars", _S, 0.76),
        *(
            Reference(f"price_{star:g}", f"median price, {star:g}-star hotels", _M, price)
            for star, price in _STAR_PRICES.items()
        ),
        Reference("price_median", "median of the cities' median prices", _M, 88),
        Reference("price_least", "lowest price", _M, 11),
        Reference("price_most", "highest price", _M, 1202),
        Reference("price_spread", "dearest city over cheapest, mean price", _N, 2.6),
        Reference("rating_mean", "rating, mean", _N, 8.6),
        Reference("rating_sd", "rating, standard deviation", _N, 0.87),
        Reference("rating_low", "rated below 4", _S, 0.005),
        Reference("rating_by_star", "correlation of rating and star", _N, 0.2),
        Reference("kitchen_top", "restaurant score of five stars, mean", _N, 4.3),
        Reference("kitchen_by_star", "correlation of restaurant score and star", _N, 0.33),
        Reference("kitchen_good", "restaurant score of 4 or more", _S, 0.5),
        Reference("hotel_tags", "personas of a hotel in common cities, mean", _N, 3.0),
    ),
    "Attractions": (
        *(Reference(f"kind_{kind}", kind, _S, share) for kind, (share, _) in _KINDS.items()),
        *(
            Reference(f"ticket_{kind}", f"median ticket, {kind}", _P, ticket)
            for kind, (_, ticket) in _KINDS.items()
        ),
        Reference("free", "free of charge", _S, 0.02),
        *(Reference(f"opens_{clock}", f"open at {clock}", _S, share) for clock, share in OPENINGS.items()),
        *(Reference(f"closes_{clock}", f"close at {clock}", _S, share) for clock, share in CLOSINGS.items()),
        Reference("open_median", "hours open, median", _N, 9.0),
        Reference("clones", "clones of another by name", _S, 0.07),
        Reference("three_tags", "three personas, in common cities", _S, 0.80),
        Reference("spread", "km that hold nine in ten of a city, median", _N, 13.0),
    ),
    "Cars": tuple(
        Reference(f"car_{car_type}", f"median price a day, {car_type}", _M, price)
        for car_type, price in _CARS.items()
    ),
    "Tasks": (
        Reference("tasks", "tasks", _C, 800),
        Reference("feasible", "feasible", _C, 533),
        Reference("tight", "tight budget", _C, 267),
        Reference("loose", "loose budget", _C, 266),
        Reference("entity", "an entity that is nowhere", _C, 89),
        Reference("route", "a leg without flight", _C, 89),
        Reference("budget", "too little money", _C, 89),
        Reference("stays_1", "one city", _C, 360),
        Reference("stays_2", "two cities", _C, 240),
        Reference("stays_3", "three cities", _C, 200),
        *(
            Reference(f"personas_{count}", f"{count} personas", _C, tasks)
            for count, tasks in enumerate((120, 280, 240, 160))
        ),
        Reference("personas_mean", "personas, mean", _N, 1.55),
        Reference("round", "round trips", _S, 0.75),
        Reference("names_hotel", "insist on a hotel", _S, 0.70),
        Reference("car", "need a car", _S, 0.3),
        Reference("constraints_mean", "constraints, mean", _N, 9.9),
        Reference("constraints_least", "fewest constraints", _C, 8),
        Reference("constraints_most", "most constraints", _C, 12),
        Reference("slack_mean", "budget over the gold's bill, mean", _N, 1.31),
        Reference("slack_median", "the same, median", _N, 1.10),
        Reference("slack_least", "the same, least", _N, 1.02),
        Reference("slack_most", "the same, most", _N, 1.80),
    ),
    "What choosing takes": (
        Reference("tag_share", "hotels of a common city that serve one persona, median", _S, None),
        Reference("triple_hotels", "hotels of a common city for three personas, mean", _N, 0.5),
        Reference("triple_attractions", "attractions of a common city for three personas, mean", _N, 0.4),
        Reference("persona_tasks", "feasible tasks with personas", _C, None),
        Reference("blind_hotel", "of them, D1 fails with the cheapest hotels", _S, None),
        Reference("blind_all", "of them, D1 fails with the cheapest hotels and sights", _S, None),
    ),
}
"""Title of a group to its figures."""
