"""Clock times, opening hours, distances and the two irrational formulas, each quantised in one place.

Source: official rules, sections 2, 9.5, 9.7, 9.9.
"""

from __future__ import annotations

import math
import re

EARTH_RADIUS_KM = 6371.0

# Mathematics libraries differ in the last digit of exp, sin and asin. Distances are kept to a
# micrometre and shares to 1e-12, far inside the tolerance of 1e-9 in which agreement is measured.
_DISTANCE_DIGITS = 9
_SHARE_DIGITS = 12
_LARGEST_SHARE_BELOW_ONE = 1.0 - 10.0**-_SHARE_DIGITS

# The spellings that nearly every plan uses, read by one look-up; anything else takes the long way.
_CLOCK = {f"{hour:02}:{minute:02}": hour * 60 + minute for hour in range(24) for minute in range(60)}

_DURATION = re.compile(r"\d+(?:\.\d+)?")


def minutes(value: object) -> int | None:
    """Minutes after midnight of a clock text; no range check, so ``25:10`` is 1510.

    Returns:
        hours * 60 + minutes of the first two parts between colons; None for anything else.
    """
    if not isinstance(value, str):
        return None
    known = _CLOCK.get(value)
    if known is not None:
        return known
    parts = value.split(":")
    try:
        return int(parts[0]) * 60 + int(parts[1])
    except (ValueError, IndexError):
        return None


def clock(minute: int) -> str:
    """``HH:MM`` of so many minutes after midnight."""
    return f"{minute // 60:02}:{minute % 60:02}"


def opening_hours(value: object) -> tuple[int, int] | None:
    """Opening and closing minute of ``HH:MM-HH:MM``; no wrap at midnight; None for anything else."""
    if not isinstance(value, str) or value in ("", "-"):
        return None
    first, hyphen, last = value.partition("-")
    if not hyphen or "-" in last:
        return None
    opens, closes = minutes(first.strip()), minutes(last.strip())
    return None if opens is None or closes is None else (opens, closes)


def visit_hours(value: str | None) -> float | None:
    """The first number of a duration text, taken as hours whatever unit is written behind it."""
    match = _DURATION.search(value) if value is not None else None
    return float(match.group()) if match else None


def distance_km(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """Great-circle distance by the haversine formula in its asin form, to 1e-9 km."""
    phi, other_phi = math.radians(latitude), math.radians(other_latitude)
    half_phi = math.sin((other_phi - phi) / 2)
    half_lambda = math.sin(math.radians(other_longitude - longitude) / 2)
    chord = half_phi * half_phi + math.cos(phi) * math.cos(other_phi) * half_lambda * half_lambda
    return round(2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, chord))), _DISTANCE_DIGITS)


def minimum_gap_min(distance: float) -> int:
    """Least minutes between two events that far apart, whole minutes, halves to even."""
    return round(min(max(45.0, 15.0 + distance), 180.0 + 60.0 * distance / 700.0))


def is_by_air(distance: float) -> bool:
    """Whether the least time over a distance is that of a flight: the second of the formula's two terms."""
    return 180.0 + 60.0 * distance / 700.0 < max(45.0, 15.0 + distance)


def decay(excess: float, *, rate: float) -> float:
    """exp(-rate * max(0, excess)), quantised; below 1 for every excess above 0.

    A not-a-number excess counts as none, which is what the official comparison makes of it.
    """
    value = math.exp(-rate * max(0.0, excess))
    return value if value == 1.0 else min(round(value, _SHARE_DIGITS), _LARGEST_SHARE_BELOW_ONE)
