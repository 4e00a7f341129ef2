"""Distances and the minutes they take, by the benchmark's own formulas."""

from __future__ import annotations

import math

EARTH_RADIUS_KM = 6371.0


def distance_km(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Great-circle distance of two (latitude, longitude) pairs in degrees."""
    lat_a, lon_a, lat_b, lon_b = (math.radians(value) for value in (*here, *there))
    half = (
        math.sin((lat_b - lat_a) / 2) ** 2
        + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    )
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, half)))


def travel_min(distance: float) -> int:
    """Whole minutes that must lie between two events this many kilometres apart; halves go to even."""
    return round(min(max(45.0, 15.0 + distance), 180.0 + 60.0 * distance / 700.0))


def flight_need_min(distance: float) -> float:
    """Reference duration of a direct flight over this many kilometres, in minutes."""
    return max(30.0, 30.0 + 60.0 * distance / 800.0)


def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM; 1440 and more wrap to the clock of the day they fall on."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def minute_of(text: str) -> int:
    """HH:MM of our own files as minutes after midnight."""
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)
