"""How figures of a release are spread: histograms and quantiles, ready to be drawn. Pure.

Each distribution is a list of rows in reading order. A bin has ``low``, ``high`` (None: no upper end) and
``count``; a spread has ``key``, ``count`` and the quantiles ``q10 q25 q50 q75 q90``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from kb_browser.geometry import distance_km, minute_of
from kb_browser.release_checks.catalogue import amount_of, catalogue_of, point_of
from kb_browser.release_checks.gold_answers import answers
from kb_browser.release_checks.gold_costs import bill_of_answer
from kb_browser.release_checks.release import Release, Row, names
from kb_browser.release_checks.task_rows import TaskRow, task_rows
from kb_browser.vocabulary import PERSONAS

Line: TypeAlias = Mapping[str, object]
Distributions: TypeAlias = Mapping[str, Sequence[Line]]

_DISTANCES_KM: Final = tuple(range(0, 13_000, 1_000))
_SLACK: Final = tuple(round(1 + 0.05 * step, 2) for step in range(17))
_TIGHT, _LOOSE = "1.0", "0.0"
_QUANTILES: Final = (10, 25, 50, 75, 90)
_HOURS: Final = range(24)


def distributions_of(release: Release) -> Distributions:
    """Everything that figures are drawn from; a list is empty where there is nothing to count."""
    hotels = [cells for _, table in release.hotels for _, cells in table.rows]
    attractions = [cells for _, table in release.attractions for _, cells in table.rows]
    cars = [cells for _, table in release.cars for _, cells in table.rows]
    flights = [cells for _, cells in release.flights]
    tasks = task_rows(release)
    return {
        "hotel_price_by_star": _spreads((amount_of(c, "star"), amount_of(c, "price")) for c in hotels),
        "ticket_by_type": _spreads((c["type"], amount_of(c, "ticket_price")) for c in attractions),
        "car_price_by_type": _spreads((c["car_type"], amount_of(c, "price_per_day")) for c in cars),
        **_flights(flights),
        "personas": _personas(hotels, attractions, tasks),
        "task_days": _counted(task.days for task in tasks),
        "task_persons": _counted(task.persons for task in tasks),
        "slack": _slack(release),
    }


def _flights(flights: Sequence[Row]) -> Distributions:
    distances = [distance_km(*_ends(cells)) for cells in flights]
    fares: dict[int, list[float]] = {}
    for distance, cells in zip(distances, flights, strict=True):
        fares.setdefault(bisect_right(_DISTANCES_KM, distance) - 1, []).append(amount_of(cells, "price"))
    hours = Counter(minute_of(cells["departure_time"]) // 60 for cells in flights)
    bins = _bins(distances, _DISTANCES_KM) if flights else []
    return {
        "flight_distance_km": bins,
        "fare_by_distance_km": [
            {**bins[place], **_quantiles(amounts)} for place, amounts in sorted(fares.items())
        ],
        "departure_hour": [{"key": hour, "count": hours[hour]} for hour in _HOURS] if flights else [],
    }


def _ends(cells: Row) -> tuple[tuple[float, float], tuple[float, float]]:
    return point_of(cells, "departure_airport_"), point_of(cells, "arrival_airport_")


def _personas(hotels: Sequence[Row], attractions: Sequence[Row], tasks: Sequence[TaskRow]) -> Sequence[Line]:
    """For each persona, the shares of hotels and attractions that serve it, and how many tasks ask for it."""
    served = {
        "hotels": (Counter(_tags(hotels, "amenities_group")), len(hotels)),
        "attractions": (Counter(_tags(attractions, "facilities_group")), len(attractions)),
    }
    asked = Counter(persona for task in tasks for persona in task.personas)
    shares = {
        kind: {tag: found[tag] / max(1, total) for tag in found} for kind, (found, total) in served.items()
    }
    known = sorted({*PERSONAS, *asked}, key=lambda persona: (-asked[persona], persona))
    return [
        {
            "key": persona,
            **{kind: round(share.get(persona, 0.0), 6) for kind, share in shares.items()},
            "tasks": asked[persona],
        }
        for persona in known
    ]


def _tags(rows: Iterable[Row], column: str) -> Iterator[str]:
    for cells in rows:
        yield from names(cells[column]) or ()


def _slack(release: Release) -> Sequence[Line]:
    """Budget over the bill of the gold, tight and loose tasks apart."""
    catalogue = catalogue_of(release)
    found: dict[str, list[float]] = {_TIGHT: [], _LOOSE: []}
    for answer in answers(release):
        bill, budget = bill_of_answer(catalogue, answer), answer.task.budget
        if budget is not None and bill > 0 and answer.task.balance in found:
            found[answer.task.balance].append(budget / bill)
    if not any(found.values()):
        return []
    tight, loose = (_bins(found[balance], _SLACK) for balance in (_TIGHT, _LOOSE))
    return [
        {"low": one["low"], "high": one["high"], "tight": one["count"], "loose": other["count"]}
        for one, other in zip(tight, loose, strict=True)
    ]


def _bins(values: Sequence[float], limits: Sequence[float]) -> Sequence[Line]:
    """Counts between neighbouring limits; the last bin is open, and what lies below the first is in it."""
    found = Counter(max(0, bisect_right(limits, value) - 1) for value in values)
    ends = [*pairwise(limits), (limits[-1], None)]
    return [{"low": low, "high": high, "count": found[place]} for place, (low, high) in enumerate(ends)]


def _counted(values: Iterable[int]) -> Sequence[Line]:
    return [{"key": key, "count": count} for key, count in sorted(Counter(values).items())]


def _spreads(pairs: Iterable[tuple[float | str, float]]) -> Sequence[Line]:
    """Quantiles of the second by the first."""
    groups: dict[float | str, list[float]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    ordered = sorted(groups.items(), key=lambda group: (str(type(group[0])), group[0]))
    return [{"key": key, **_quantiles(values)} for key, values in ordered]


def _quantiles(values: list[float]) -> Line:
    ordered = sorted(values)
    last = len(ordered) - 1
    return {
        "count": len(ordered),
        **{f"q{percent}": round(ordered[round(last * percent / 100)], 2) for percent in _QUANTILES},
    }
