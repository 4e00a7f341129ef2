"""Rules that only the full profile is held to, tried on the small world that calls itself full."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from kb_browser.release_checks.release import parse_release
from kb_browser.release_checks.rule import Scope
from kb_browser.release_checks.run import RULES, check_release
from tests.worlds.damage import FLIGHTS, QUERIES, Files, manifest, sound_files, written

FULL_RULES = {rule.name: rule for rule in RULES if rule.scope is Scope.FULL}


def rows(files: Files, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[path].decode(), newline="")))


def every(path: str, change: Callable[[dict[str, str]], None]) -> Callable[[Files], None]:
    """Change every row of one file, or of every file of a folder."""

    def damage(files: Files) -> None:
        for name in [name for name in files if name == path or name.startswith(f"{path}/")]:
            table = rows(files, name)
            for row in table:
                change(row)
            files[name] = written(table)

    return damage


def said(rule: str, *changes: Callable[[Files], None]) -> list[str]:
    """What one rule finds in the small world after these changes."""
    files = dict(sound_files())
    for change in (manifest(lambda stated: stated.update(profile="full")), *changes):
        change(files)
    stated = files.pop("manifest.json")
    return [flaw.detail for flaw in FULL_RULES[rule].find(parse_release(files, stated, {}))]


def test_counts_are_those_of_the_full_release():
    assert said("full_counts") == [
        f"{found} {kind}, the full profile has {wanted}"
        for kind, found, wanted in (
            ("cities", 12, 375),
            ("airports", 13, 392),
            ("flights", 420, 107195),
            ("hotels", 360, 39396),
            ("attractions", 360, 55814),
            ("cars", 324, 10125),
            ("tasks", 40, 800),
            ("feasible", 26, 533),
            ("infeasible", 14, 267),
        )
    ]


def test_quotas_are_told_one_by_one():
    found = said("task_quotas")
    assert len(found) == 13
    assert found[0] == "18 tasks with stay cities '1', expected 360"
    assert found[-1] == "5 tasks with infeasible type 'budget', expected 89"


def test_the_network_is_neither_dense_nor_thin():
    assert said("route_density") == ["81.8% of ordered city pairs have a flight, expected 7 to 9 %"]


def test_flights_leave_at_hours_that_people_keep():
    assert said("civil_hours") == []
    by_night = every(FLIGHTS, lambda row: row.update(departure_time="03:10"))
    assert said("civil_hours", by_night) == [
        "0.0% of routes have a flight at civil hours, expected 60 % or more"
    ]


def test_kitchens_rise_with_the_stars():
    folder = "api/data/v2/hotel_data"
    poor = every(folder, lambda row: row["star"] == "5.0" and row.update(rate_of_restaurant="1"))
    assert said("hotel_restaurants", poor) == [
        "five-star restaurants average 1.00, expected 4.2 to 4.4",
        "the mean restaurant score does not rise with the star",
    ]


def telling_trip_types(row: dict[str, str]) -> None:
    flight = row["req_flight"].replace("'one_way'", "'round'")
    is_impossible = row["impossible"] == "1.0"
    row["req_flight"] = flight if is_impossible else flight.replace("'round'", "'one_way'")


def test_no_trait_gives_the_label_away():
    found = said("label_leak", every(QUERIES, telling_trip_types))
    assert "0.0% of tasks with one_way are infeasible, overall 35.0%" in found
    assert "100.0% of tasks with round are infeasible, overall 35.0%" in found


def test_nothing_of_this_is_asked_of_another_profile():
    files = dict(sound_files())
    stated = files.pop("manifest.json")
    asked = {fault.rule for fault in check_release(parse_release(files, stated, {})).errors}
    assert not asked & set(FULL_RULES)


def test_every_rule_of_the_full_profile_is_tried_here():
    assert set(FULL_RULES) == {
        "full_counts",
        "task_quotas",
        "route_density",
        "civil_hours",
        "hotel_restaurants",
        "label_leak",
    }
