"""Fares of the generated worlds: what is usual at a distance, and how far a route's flights lie apart."""

from __future__ import annotations

import math

import pytest

from kb_browser.world.fares import STRAIGHT, Fares

BENT = Fares(levels=((100, 50), (1000, 100), (4000, 800)))


def usual(fares, distance_km):
    return math.exp(fares.log_level(distance_km))


def test_without_levels_the_fare_grows_as_the_distance_does():
    assert usual(STRAIGHT, 1000) / usual(STRAIGHT, 250) == pytest.approx(4)


@pytest.mark.parametrize(
    ("distance_km", "dollars"),
    [
        (100, 50),
        (1000, 100),
        (4000, 800),
        # Half-way between two levels by the logarithms.
        (math.sqrt(100 * 1000), math.sqrt(50 * 100)),
        # Beyond either end the line goes on.
        (10, 25),
        (16_000, 6400),
    ],
)
def test_the_usual_fare_lies_on_the_lines_between_the_levels(distance_km, dollars):
    assert usual(BENT, distance_km) == pytest.approx(dollars)


def test_only_a_bent_line_has_long_routes_without_bargains():
    assert [BENT.spread(distance) for distance in (500, 6499, 6500, 9000)] == [0.4, 0.4, 0.1, 0.1]
    assert [STRAIGHT.spread(distance) for distance in (500, 9000)] == [0.4, 0.4]
