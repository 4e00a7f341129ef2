"""Invariant 20: the cars of a city."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kb_browser.release_checks.release import Release, names
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.vocabulary import BASE_CAR, CAR_SEATS, CAR_SERVICES, CARS_PER_TYPE, facilities

_PERSONAS_PER_CAR, _FAMILY_SEATS = 3, 5


def _fleet(release: Release) -> Iterator[Flaw]:
    for _, table in release.cars:
        fleet = Counter(cells["car_type"] for _, cells in table.rows)
        for car_type, wanted in dict.fromkeys(CAR_SEATS, CARS_PER_TYPE).items():
            if fleet[car_type] != wanted:
                yield Flaw(table.file, None, f"{fleet[car_type]} cars of type {car_type}, expected {wanted}")
        for car_type in sorted(fleet.keys() - CAR_SEATS.keys()):
            yield Flaw(table.file, None, f'car type "{car_type}" is not one of the nine')


def _seats(release: Release) -> Iterator[Flaw]:
    for _, table in release.cars:
        most = 0
        for row, cells in table.rows:
            seats = cells["capacity"]
            most = max(most, int(seats) if seats.isdecimal() else 0)
            wanted = CAR_SEATS.get(cells["car_type"])
            if wanted is not None and seats != str(wanted):
                yield Flaw(table.file, row, f"capacity {seats}, a {cells['car_type']} has {wanted}")
        if most < _FAMILY_SEATS:
            yield Flaw(table.file, None, f"no car seats {_FAMILY_SEATS}")


def _services(release: Release) -> Iterator[Flaw]:
    for _, table in release.cars:
        for row, cells in table.rows:
            tags = names(cells["extra_services_group"]) or ()
            if len(set(tags)) != _PERSONAS_PER_CAR or any(not CAR_SERVICES.get(tag) for tag in tags):
                yield Flaw(table.file, row, "not exactly three personas that cars can serve")
            elif set(names(cells["extra_services"]) or ()) != set(facilities(BASE_CAR, CAR_SERVICES, tags)):
                yield Flaw(table.file, row, "extra_services are not those of its personas")


RULES = (
    Rule(20, "car_fleet", Scope.GENERATED, _fleet),
    Rule(20, "car_seats", Scope.GENERATED, _seats),
    Rule(20, "car_services", Scope.GENERATED, _services),
)
