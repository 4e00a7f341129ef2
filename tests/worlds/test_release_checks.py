"""Every invariant notices its own kind of damage, names the place, and is silent on a sound release."""

from __future__ import annotations

import hashlib
import json

import pytest

from kb_browser.release_checks.ceiling import score_gold
from kb_browser.release_checks.release import parse_release
from kb_browser.release_checks.rule import Scope
from kb_browser.release_checks.run import RULES, check_release
from scoring.tracks.trek.dataset import read_dataset
from tests.worlds.damage import (
    ATTRACTIONS,
    CARS,
    FLIGHTS,
    GOLD,
    HOTELS,
    QUERIES,
    Damage,
    Files,
    cell,
    gold,
    manifest,
    removed,
    replaced,
    sound_files,
)


def day(record: dict, number: int) -> dict:
    return record["plan"][f"day{number}"]


DAMAGES = [
    Damage("not_utf8", HOTELS, None, lambda files: files.update({HOTELS: files[HOTELS] + b"\xff\n"})),
    Damage("row_width", HOTELS, 31, lambda files: files.update({HOTELS: files[HOTELS] + b"1,2\n"})),
    Damage("not_csv", HOTELS, 32, lambda files: files.update({HOTELS: files[HOTELS] + b"x" * 200_000})),
    Damage("city_file_missing", CARS, None, removed(CARS)),
    Damage("city_name", HOTELS, 2, cell(HOTELS, 2, "city_name", "Port Ardens")),
    Damage("columns", CARS, None, replaced(CARS, "capacity", "seats")),
    Damage(
        "manifest_counts", "manifest.json", None, manifest(lambda stated: stated["counts"].update(cars=1))
    ),
    Damage(
        "city_fold_clash",
        "api/data/v2/hotel_data/San Mareño_hotel.csv",
        None,
        manifest(lambda stated: stated.update(fold_twins=[])),
    ),
    Damage("record_ids", HOTELS, 3, cell(HOTELS, 3, "hotel_id", "7")),
    Damage("flight_ids", FLIGHTS, 2, cell(FLIGHTS, 2, "flight_id", "1")),
    Damage("list_unreadable", HOTELS, 1, cell(HOTELS, 1, "amenities", "['Wi-Fi', ")),
    Damage("list_members", CARS, 1, cell(CARS, 1, "extra_services", lambda old: old[:-1] + ", 'Butler']")),
    Damage("list_members", HOTELS, 1, cell(HOTELS, 1, "amenities", lambda old: old[:-1] + ", 'Wi-Fi']")),
    Damage("gold_missing", GOLD, None, removed(GOLD)),
    Damage("checksums", HOTELS, None, cell(HOTELS, 1, "address", "1 Nowhere, Port Arden")),
    Damage("empty_cell", ATTRACTIONS, 4, cell(ATTRACTIONS, 4, "latitude", "")),
    Damage("price", CARS, 5, cell(CARS, 5, "price_per_day", "-3.5")),
    Damage("price", HOTELS, 5, cell(HOTELS, 5, "price", "cheap")),
    Damage("price", FLIGHTS, 5, cell(FLIGHTS, 5, "price", "0.0")),
    Damage("flight_number_form", FLIGHTS, 1, cell(FLIGHTS, 1, "flight_number", "ZU 0000")),
    Damage("flight_number_twice", FLIGHTS, 2, cell(FLIGHTS, 2, "flight_number", "ZU 4187")),
    Damage("flight_clock", FLIGHTS, 1, cell(FLIGHTS, 1, "arrival_time", "24:00")),
    Damage("airport_facts", FLIGHTS, 2, cell(FLIGHTS, 2, "departure_airport_latitude", "45.2")),
    Damage("flight_to_itself", FLIGHTS, 1, cell(FLIGHTS, 1, "arrival_city", "Port Arden")),
    Damage("flight_duration", FLIGHTS, 1, cell(FLIGHTS, 1, "arrival_time", "09:05")),
    Damage(
        "city_unreachable", FLIGHTS, None, lambda files: files.update({FLIGHTS: without_flights_to(files)})
    ),
    Damage("hotel_twice", HOTELS, 2, cell(HOTELS, 2, "name", "PORT ARDEN AMBER RESIDENCE 1")),
    Damage("hotel_figures", HOTELS, 1, cell(HOTELS, 1, "star", "4.7")),
    Damage("hotel_figures", HOTELS, 1, cell(HOTELS, 1, "rating", "8.7")),
    Damage("hotel_figures", HOTELS, 1, cell(HOTELS, 1, "rate_of_restaurant", "6")),
    Damage("hotel_personas", HOTELS, 1, cell(HOTELS, 1, "amenities_group", "['foodie']")),
    Damage(
        "hotel_personas",
        HOTELS,
        1,
        cell(HOTELS, 1, "amenities_group", "['with pets', 'road trip', 'foodie']"),
    ),
    Damage("hotel_prose", HOTELS, 1, cell(HOTELS, 1, "price", "99999.0")),
    Damage(
        "attraction_twice", ATTRACTIONS, 2, cell(ATTRACTIONS, 2, "attraction_name", "Dorrimer Night Safari")
    ),
    Damage("attraction_kind", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "duration_of_visit", "2 hours")),
    Damage("attraction_kind", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "type", "Beach")),
    Damage("attraction_kind", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "ticket_price", "80.01")),
    Damage("open_hours", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "open_hours", "19:00-02:00")),
    Damage("open_hours", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "open_hours", "24 hours")),
    Damage(
        "attraction_personas",
        ATTRACTIONS,
        1,
        cell(ATTRACTIONS, 1, "facilities_group", "['business travelers']"),
    ),
    Damage("attraction_prose", ATTRACTIONS, 1, cell(ATTRACTIONS, 1, "ticket_price", "1.5")),
    Damage("car_fleet", CARS, None, cell(CARS, 1, "car_type", "Sedan")),
    Damage("car_seats", CARS, 1, cell(CARS, 1, "capacity", "9")),
    Damage(
        "car_services", CARS, 1, cell(CARS, 1, "extra_services_group", "['foodie', 'with pets', 'road trip']")
    ),
    Damage("coordinates", HOTELS, 1, cell(HOTELS, 1, "latitude", "91.5")),
    Damage(
        "city_spread",
        ATTRACTIONS,
        None,
        lambda files: files.update({ATTRACTIONS: far_away(files, ATTRACTIONS)}),
    ),
    Damage("city_spread", HOTELS, None, lambda files: files.update({HOTELS: far_away(files, HOTELS)})),
    Damage("task_unreadable", QUERIES, 2, cell(QUERIES, 2, "req_hotel", "{'rooms_count': ")),
    Damage("task_counts", QUERIES, 2, cell(QUERIES, 2, "cities_count", "{'cities_count': 3}")),
    Damage(
        "party",
        QUERIES,
        2,
        replaced(QUERIES, "{'rooms_count': '3', 'name': 'Łęg", "{'rooms_count': '2', 'name': 'Łęg"),
    ),
    Damage("task_personas", QUERIES, 2, cell(QUERIES, 2, "implicit_keywords_count", "2")),
    Damage(
        "trip", QUERIES, 2, cell(QUERIES, 2, "req_flight", lambda old: old.replace("round", "there and back"))
    ),
    Damage(
        "stay_city_unknown", QUERIES, 2, cell(QUERIES, 2, "req_flight", lambda old: old.replace("Łęg", "Leg"))
    ),
    Damage(
        "stays_apart",
        QUERIES,
        2,
        cell(QUERIES, 2, "req_flight", lambda old: old.replace("Łęgowice", "Omarinde")),
    ),
    Damage("query_wording", QUERIES, 2, cell(QUERIES, 2, "query", lambda old: old.replace("6146", "6147"))),
    Damage(
        "query_wording",
        QUERIES,
        2,
        cell(QUERIES, 2, "query", lambda old: old.replace("direct flights", "any")),
    ),
    Damage(
        "car_wording", QUERIES, 2, cell(QUERIES, 2, "query", lambda old: f"{old} A rental car is needed.")
    ),
    Damage("order_cue", QUERIES, 2, cell(QUERIES, 2, "query", lambda old: f"{old} Finally, thank you.")),
    Damage("task_labels", QUERIES, 2, cell(QUERIES, 2, "balance", "")),
    Damage(
        "budget_text",
        QUERIES,
        2,
        cell(QUERIES, 2, "hard_constraints", lambda old: old.replace("6146", "lots")),
    ),
    Damage(
        "feasible_claim", QUERIES, 2, cell(QUERIES, 2, "req_hotel", lambda old: old.replace("Copper", "Tin"))
    ),
    Damage(
        "infeasible_claim",
        QUERIES,
        1,
        cell(QUERIES, 1, "hard_constraints", lambda old: old.replace("4386", "9999")),
    ),
    Damage(
        "infeasible_claim",
        QUERIES,
        1,
        cell(QUERIES, 1, "hard_constraints", lambda old: old.replace("4386", "6800")),
    ),
    # Task 15 lacks a leg; with this budget it would be too dear as well.
    Damage(
        "infeasible_claim",
        QUERIES,
        15,
        cell(QUERIES, 15, "hard_constraints", lambda old: old.replace("3218", "200")),
    ),
    Damage(
        "gold_line",
        GOLD,
        2,
        replaced(GOLD, '{"is_feasible": true, "refusal_reason": "", "plan": {"day1"', '{"day1"'),
    ),
    Damage("gold_pairing", GOLD, 2, gold(2, lambda record: record.update(is_feasible=False))),
    Damage("gold_days", GOLD, 2, gold(2, lambda record: day(record, 3).pop("hotel"))),
    Damage(
        "gold_bookings", GOLD, 2, gold(2, lambda record: day(record, 3)["hotel"].update(price_per_night=1.0))
    ),
    Damage("gold_flights", GOLD, 2, gold(2, lambda record: day(record, 1)["flights"].clear())),
    Damage("gold_flights", GOLD, 2, gold(2, lambda record: day(record, 1)["flights"][0].update(price=1.0))),
    Damage(
        "gold_visits",
        GOLD,
        2,
        gold(2, lambda record: day(record, 2)["attractions"][0].update(visit_start="04:00")),
    ),
    Damage("gold_visits", GOLD, 2, gold(2, lambda record: day(record, 5)["attractions"].clear())),
    Damage(
        "gold_transfers",
        GOLD,
        2,
        gold(
            2, lambda record: day(record, 5)["attractions"][1].update(visit_start="12:50", visit_end="15:50")
        ),
    ),
    Damage(
        "gold_bill", GOLD, 2, cell(QUERIES, 2, "hard_constraints", lambda old: old.replace("6146", "600"))
    ),
    Damage(
        "budget_band", GOLD, 2, cell(QUERIES, 2, "hard_constraints", lambda old: old.replace("6146", "99999"))
    ),
]


def without_flights_to(files: Files) -> bytes:
    """The flights, none of which lands in Omarinde."""
    lines = files[FLIGHTS].decode().splitlines(keepends=True)
    return "".join(line for line in lines if ",Omarinde International Airport,Omarinde," not in line).encode()


def far_away(files: Files, path: str) -> bytes:
    """Hotels or attractions of Port Arden, moved to another part of the country."""
    return files[path].replace(b",45.", b",49.")


def checked(files: Files):
    checksums = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    stated = files.get("manifest.json")
    release = parse_release(
        {path: content for path, content in files.items() if path != "manifest.json"},
        stated,
        {path: checksum for path, checksum in checksums.items() if path != "manifest.json"},
    )
    return release, check_release(release)


def test_a_sound_release_has_no_finding():
    _, findings = checked(dict(sound_files()))
    assert findings.errors == []
    assert findings.notes == []


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_damage_is_named_with_file_row_and_rule(damage):
    files = dict(sound_files())
    damage.change(files)
    _, findings = checked(files)
    found = {(fault.rule, fault.file, fault.row) for fault in findings.errors}
    assert (damage.rule, damage.file, damage.row) in found


def test_every_rule_has_its_damage():
    full = {rule.name for rule in RULES if rule.scope is Scope.FULL}
    assert {rule.name for rule in RULES} - full == {damage.rule for damage in DAMAGES} - {
        "not_utf8",
        "row_width",
        "not_csv",
        "gold_line",
    }


def test_many_kinds_of_damage_are_tried():
    assert len({damage.rule for damage in DAMAGES}) >= 40


def test_a_city_that_begins_like_a_car_is_no_car():
    files = dict(sound_files())
    cell(QUERIES, 2, "query", lambda old: f"{old} Greetings from Caracas.")(files)
    _, findings = checked(files)
    assert {fault.rule for fault in findings.errors} == {"checksums"}


def test_rules_have_names_of_their_own():
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)


def test_a_release_that_calls_itself_full_must_have_the_full_quotas():
    files = dict(sound_files())
    manifest(lambda stated: stated.update(profile="full"))(files)
    _, findings = checked(files)
    rules = {fault.rule for fault in findings.errors}
    assert {"full_counts", "task_quotas", "route_density"} <= rules
    assert ("task_quotas", "12 tasks with stay cities '2', expected 240") in {
        (fault.rule, fault.detail) for fault in findings.errors
    }


def test_a_release_made_elsewhere_is_held_to_what_scoring_needs():
    files = dict(sound_files())
    del files["manifest.json"]
    cell(HOTELS, 1, "rating", "8.7")(files)
    cell(HOTELS, 2, "city_name", "Elsewhere")(files)
    _, findings = checked(files)
    assert {fault.rule for fault in findings.errors} == {"city_name"}
    assert {fault.rule for fault in findings.notes} >= {"hotel_figures", "city_fold_clash"}


def test_a_manifest_of_another_make_is_no_manifest():
    files = {**sound_files(), "manifest.json": b'{"profile": "full"}'}
    release, _ = checked(files)
    assert release.manifest.profile == ""


def test_a_manifest_that_is_not_json_is_an_error():
    _, findings = checked({**sound_files(), "manifest.json": b"{"})
    assert {fault.rule for fault in findings.errors} >= {"manifest_unreadable"}


def test_the_gold_is_scored_and_what_it_lacks_is_named():
    files = dict(sound_files())
    gold(2, lambda record: day(record, 3).pop("hotel"))(files)
    gold(1, lambda record: record.update(refusal_reason="No idea."))(files)
    release, _ = checked(files)
    ceiling = score_gold(read_dataset(files), release.gold)
    assert str(ceiling) == "gold task-perfect: feasible 25/26, infeasible 13/14"
    assert not ceiling.is_reached
    assert [(fault.row, fault.rule) for fault in ceiling.faults] == [
        (1, "gold_not_perfect"),
        (2, "gold_not_perfect"),
    ]
    assert "d0_keyword is 0" in ceiling.faults[1].detail


ODD_CELLS = ["", "-1", "nan", "1e999", "[", "{}", "['a', 1]", "٣"]


@pytest.mark.parametrize("odd", ODD_CELLS)
@pytest.mark.parametrize("file", [HOTELS, ATTRACTIONS, CARS, FLIGHTS, QUERIES])
def test_no_cell_makes_a_rule_fall_over(file, odd):
    header = sound_files()[file].decode().split("\n", 1)[0].split(",")
    whole = dict(sound_files())
    for place, column in enumerate(header, start=1):
        # Each row has one odd cell, so that one fault does not hide another.
        cell(file, place, column, odd)(whole)
    _, findings = checked(whole)
    assert findings.errors


ODD_GOLD = [None, [], {}, "text", 7, [None], [[]], {"name": []}, [{"name": {}, "city": []}]]


@pytest.mark.parametrize("odd", ODD_GOLD, ids=repr)
def test_no_gold_makes_a_rule_fall_over(odd):
    files = dict(sound_files())
    # Each day has one odd member, so that one fault does not hide another.
    for place, member in enumerate(["current_city", "flights", "attractions", "hotel", "car"], start=1):
        gold(2, lambda record, place=place, member=member: day(record, place).update({member: odd}))(files)
    gold(6, lambda record: record.update(plan=odd))(files)
    _, findings = checked(files)
    assert findings.errors


@pytest.mark.parametrize("member", ["profile", "counts", "fold_twins", "utc_offsets_min", "files"])
def test_an_odd_manifest_is_an_error(member):
    files = dict(sound_files())
    manifest(lambda stated: stated.update({member: 5}))(files)
    _, findings = checked(files)
    assert {fault.rule for fault in findings.errors} >= {"manifest_unreadable"}


def test_damage_leaves_the_carried_files_alone():
    lines = json.loads(sound_files()["manifest.json"])
    assert lines["profile"] == "small"
