"""The carried world: made again byte for byte, made of independent parts, with names that tell no order."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kb_browser import vocabulary
from kb_browser.progress import Step, untold
from kb_browser.vocabulary import order_word_in
from kb_browser.world.build import DEFAULT_SEED, ImperfectGoldError, build, proven_files, world_of
from kb_browser.world.bundles import SMALL_WORLD
from kb_browser.world.hotels import hotels_of
from kb_browser.world.small_profile import CITIES, SMALL
from kb_browser.world.trips import Request, TaskClass
from scoring.tracks.trek.personas import PERSONAS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def requests() -> tuple[Request, ...]:
    return build(SMALL, DEFAULT_SEED, untold).requests


def carried() -> dict[str, bytes]:
    places = [place for place in SMALL_WORLD.rglob("*") if place.is_file() and ".trek" not in place.parts]
    return {place.relative_to(SMALL_WORLD).as_posix(): place.read_bytes() for place in places}


def test_the_builder_makes_the_carried_files_byte_for_byte():
    assert dict(proven_files(SMALL, DEFAULT_SEED, untold)) == carried()


@pytest.mark.parametrize("hash_seed", ["0", "90125"])
def test_the_bytes_do_not_depend_on_the_hash_seed(tmp_path, hash_seed):
    subprocess.run(
        [
            sys.executable,
            "-m",
            "trek_site.cli",
            "dataset",
            "build",
            "--profile",
            "small",
            "--out",
            str(tmp_path),
        ],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
        check=True,
        capture_output=True,
    )
    written = {
        place.relative_to(tmp_path).as_posix(): place.read_bytes()
        for place in tmp_path.rglob("*")
        if place.is_file()
    }
    assert written == carried()


def test_another_seed_makes_another_world_that_is_sound_as_well():
    files = proven_files(SMALL, 7, untold)
    assert files["trek_queries.csv"] != carried()["trek_queries.csv"]


def test_a_release_whose_gold_is_not_perfect_is_not_handed_out(monkeypatch):
    def silenced(_atlas, _request):
        return {"is_feasible": False, "refusal_reason": "", "plan": {}}

    monkeypatch.setattr("kb_browser.world.build.gold_record", silenced)
    with pytest.raises(ImperfectGoldError, match="feasible 0/26, infeasible 0/14"):
        proven_files(SMALL, DEFAULT_SEED, untold)


def test_one_city_can_be_made_alone():
    whole = world_of(SMALL, DEFAULT_SEED)
    for city in CITIES:
        assert hotels_of(DEFAULT_SEED, city, SMALL.hotels[city.name], SMALL.mix) == whole.hotels[city.name]


def test_records_do_not_depend_on_which_other_cities_there_are():
    fewer = replace(SMALL, cities=CITIES[3:], network=replace(SMALL.network, pairs=60, flights=200))
    whole, part = world_of(SMALL, DEFAULT_SEED), world_of(fewer, DEFAULT_SEED)
    for city in fewer.cities:
        assert part.hotels[city.name] == whole.hotels[city.name]
        assert part.attractions[city.name] == whole.attractions[city.name]
        assert part.cars[city.name] == whole.cars[city.name]


def test_no_name_and_no_request_tells_an_order(requests):
    world = world_of(SMALL, DEFAULT_SEED)
    names = [city.name for city in world.cities]
    names += [hotel.name for city in world.hotels.values() for hotel in city]
    names += [attraction.name for city in world.attractions.values() for attraction in city]
    names += [request.query for request in requests]
    assert [name for name in names if order_word_in(name)] == []


def test_every_kind_of_task_is_there(requests):
    trips = [request.trip for request in requests]
    assert {request.task_class for request in requests} == set(TaskClass)
    assert {len(trip.stays) for trip in trips} == {1, 2, 3}
    assert {trip.is_round for trip in trips} == {True, False}
    assert {len(trip.personas) for trip in trips} == {0, 1, 2, 3}
    assert {trip.seats is None for trip in trips} == {True, False}
    assert {trip.hotel is None for trip in trips} == {True, False}


def test_the_world_has_the_traps_of_the_format():
    names = [city.name for city in CITIES]
    assert "San Mareno" in names
    assert "San Mareño" in names
    assert any("'" in name for name in names)
    assert any(city.country_code == "NA" for city in CITIES)
    assert any(city.airports[0].continent == "NA" for city in CITIES)
    assert any(len(city.airports) > 1 for city in CITIES)
    files = carried()
    orders = {content.split(b"\n", 1)[0] for path, content in files.items() if path.endswith("_hotel.csv")}
    assert len(orders) > 1


def test_the_words_of_the_data_are_those_that_scoring_looks_for():
    assert set(vocabulary.PERSONAS) == set(PERSONAS)
    for persona, needs in PERSONAS.items():
        assert vocabulary.HOTEL_FACILITIES[persona] == needs.hotel
        assert vocabulary.CAR_SERVICES[persona] == needs.car
        # Luggage storage serves hasty travellers and stands in the base list of every attraction.
        assert set(vocabulary.ATTRACTION_FACILITIES[persona]) == set(needs.attraction) - {"luggage storage"}


def test_a_build_tells_how_far_it_has_come():
    steps: list[Step] = []
    proven_files(SMALL, DEFAULT_SEED, steps.append)
    assert [str(step) for step in steps] == [
        "drawing cities (0 of 12)",
        "drawing flights",
        "writing records",
        "drawing tasks (0 of 40)",
        "scoring the gold",
    ]
