"""The full world: its size, its words, its independent parts; and, as a benchmark, all of its bytes."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter

import pytest

from kb_browser.progress import untold
from kb_browser.release_checks.release import parse_release
from kb_browser.release_checks.run import check_release
from kb_browser.release_files import ReleaseFolder
from kb_browser.vocabulary import order_word_in
from kb_browser.world.attractions import attractions_of
from kb_browser.world.build import DEFAULT_SEED, build, files_of, write_files
from kb_browser.world.bundles import FULL_KNOWN, full_files
from kb_browser.world.cars import cars_of
from kb_browser.world.countries import COUNTRIES
from kb_browser.world.full_profile import FULL, scaled
from kb_browser.world.hotels import hotels_of
from kb_browser.world.lexicons import LEXICONS
from kb_browser.world.statistics import statistics_of
from kb_browser.world.statistics.reference import BANDS
from kb_browser.world.wording import ALL_PATTERNS
from scoring.tracks.trek.dataset import read_dataset
from scoring.tracks.trek.text import fold
from tests.worlds.known_digests import FULL_DIGEST

CITIES = {city.name: city for city in FULL.cities}
# Chains that a stem might resemble by accident.
BRANDS = (
    "accor|airbnb|crowne|disney|doubletree|fairmont|four seasons|guggenheim|hampton|hilton|holiday|hyatt|"
    "ibis|"
    "intercontinental|kempinski|legoland|louvre|marriott|mercure|motel|novotel|oyo|peninsula|prado|radisson|"
    "raffles|ramada|ritz|shangri|sheraton|six flags|tate|universal|westin|wyndham"
)


def tells_a_brand(name: str) -> bool:
    return re.search(rf"\b(?:{BRANDS})\b", name.lower()) is not None


def test_the_profile_has_the_size_of_the_benchmark():
    assert len(FULL.cities) == 375
    assert sum(len(city.airports) for city in FULL.cities) == 392
    assert sum(FULL.hotels.values()) == 39_396
    assert Counter(FULL.hotels.values()) == {100: 355, 200: 19, 96: 1}
    assert sum(FULL.attractions.values()) == 55_814
    assert Counter(FULL.attractions.values()) == {149: 314, 148: 61}
    assert len(FULL.odd_columns) == 23
    assert FULL.odd_columns <= CITIES.keys()


def test_quotas_are_those_of_the_benchmark():
    assert [sum(count for _, count in table) for table in (FULL.quotas.stays, FULL.quotas.classes)] == [
        800,
        800,
    ]
    assert sum(count for kind, count in FULL.quotas.classes if kind.is_feasible) == 533
    assert sum(personas * count for personas, count in FULL.quotas.personas) / 800 == 1.55


def test_cities_are_told_apart_without_accents():
    assert len({fold(name) for name in CITIES}) == 375
    assert all(name == unicodedata.normalize("NFC", name) for name in CITIES)


def test_every_country_has_a_code_and_words():
    assert len({country.code for country in COUNTRIES.values()}) == len(COUNTRIES) == 134
    assert {country.region for country in COUNTRIES.values()} == LEXICONS.keys()
    assert {city.country for city in FULL.cities} == COUNTRIES.keys()


def test_one_city_has_airports_on_two_continents():
    assert {airport.continent for airport in CITIES["Istanbul"].airports} == {"AS", "EU"}


@pytest.mark.parametrize("region", sorted(LEXICONS))
def test_words_are_many_and_tell_no_order(region):
    lexicon = LEXICONS[region]
    phrases = [*lexicon.stems, *lexicon.hotel_qualities, *lexicon.hotel_kinds, *lexicon.hotel_landmarks]
    phrases += [*lexicon.hotel_nouns, *lexicon.adjectives, *lexicon.streets]
    phrases += [
        thing for things in (*lexicon.things.values(), *lexicon.night_things.values()) for thing in things
    ]
    assert [phrase for phrase in phrases if order_word_in(phrase) or tells_a_brand(phrase)] == []
    assert len(set(lexicon.stems)) == len(lexicon.stems) >= 14
    assert len(set(lexicon.streets)) >= 30
    assert all(len(set(things)) >= 20 for things in lexicon.things.values())


def test_stems_belong_to_one_region():
    stems = [stem for lexicon in LEXICONS.values() for stem in lexicon.stems]
    assert len(set(stems)) == len(stems)


def test_there_are_two_dozen_ways_to_word_a_request():
    assert len(set(ALL_PATTERNS)) == 24
    assert [pattern for pattern in ALL_PATTERNS if order_word_in(pattern)] == []
    assert all("{number}" not in pattern for pattern in FULL.voice.alone)


@pytest.mark.parametrize("name", ["Oslo", "Hong Kong", "N'Djamena", "Ürümqi"])
def test_a_city_made_alone_is_the_one_made_among_others(name):
    others = [city.name for city in FULL.cities[:3]]
    alone = records_of(name)
    for other in others:
        records_of(other)
    assert records_of(name) == alone


def records_of(name: str) -> tuple[object, ...]:
    city = CITIES[name]
    return (
        hotels_of(DEFAULT_SEED, city, FULL.hotels[name], FULL.mix),
        attractions_of(DEFAULT_SEED, city, FULL.attractions[name], FULL.mix),
        cars_of(DEFAULT_SEED, city),
    )


def test_rich_cities_serve_many_personas_and_others_three():
    rich, common = records_of("Hong Kong")[0], records_of("Oslo")[0]
    assert {len(hotel.personas) for hotel in rich} == {6, 7, 8}
    assert {len(hotel.personas) for hotel in common} == {3}


def test_a_scaled_profile_has_other_counts_and_the_same_tasks():
    double = scaled(2.0)
    assert sum(double.hotels.values()) == 2 * 39_396
    assert double.network.flights == 2 * 107_195
    assert double.quotas == FULL.quotas


@pytest.fixture(scope="module")
def built():
    return build(FULL, DEFAULT_SEED, untold)


@pytest.fixture(scope="module")
def folder(built, tmp_path_factory):
    place = tmp_path_factory.mktemp("full")
    write_files(place, files_of(built))
    return ReleaseFolder(place)


@pytest.mark.benchmark
def test_the_bytes_are_those_written_down(folder):
    assert folder.digest() == FULL_DIGEST
    assert json.loads(folder.manifest())["files"] == dict(folder.checksums())


@pytest.mark.benchmark
def test_nothing_is_wrong_with_it(folder):
    findings = check_release(parse_release(folder.files(), folder.manifest(), folder.checksums()))
    assert (findings.errors, findings.notes) == ([], [])


@pytest.mark.benchmark
def test_every_city_of_it_can_be_made_alone(built):
    for city in FULL.cities:
        name = city.name
        made = built.world.hotels[name], built.world.attractions[name], built.world.cars[name]
        assert records_of(name) == made


@pytest.mark.benchmark
def test_no_name_tells_an_order_or_a_brand(built):
    names = [hotel.name for hotels in built.world.hotels.values() for hotel in hotels]
    names += [sight.name for sights in built.world.attractions.values() for sight in sights]
    assert [name for name in names if order_word_in(name) or tells_a_brand(name)] == []


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("api/data/v2/hotel_data/Oslo_hotel.csv", "full_counts"),
        ("api/data/v2/flight_data/flights.csv", "full_counts"),
        ("trek_queries.csv", "task_quotas"),
    ],
)
def test_a_row_less_is_noticed(folder, path, rule):
    lines = list(csv.reader(io.StringIO(folder.files()[path].decode(), newline="")))
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(lines[:-1])
    release = parse_release({**folder.files(), path: text.getvalue().encode()}, folder.manifest(), {})
    assert rule in {fault.rule for fault in check_release(release).errors}


@pytest.mark.benchmark
def test_another_seed_makes_another_world_without_a_flaw():
    files = dict(files_of(build(FULL, 7, untold)))
    stated = files.pop("manifest.json")
    findings = check_release(parse_release(files, stated, json.loads(stated)["files"]))
    assert findings.errors == []


@pytest.mark.benchmark
def test_prices_rise_and_looking_matters(folder):
    files = folder.files()
    release = parse_release(files, folder.manifest(), folder.checksums())
    statistics = statistics_of(release, read_dataset(files))
    ours = {line.reference.key: line.ours for lines in statistics.groups.values() for line in lines}
    assert None not in ours.values()
    by_star = [ours[f"price_{star}"] for star in ("2", "2.5", "3", "3.5", "4", "4.5", "5")]
    by_distance = [ours[f"fare_{low}"] for low, _ in BANDS]
    assert by_star == sorted(by_star)
    assert by_distance == sorted(by_distance)
    # Whoever books by price alone fails nearly all tasks with personas.
    assert ours["blind_hotel"] > 0.95
    assert (ours["constraints_least"], ours["constraints_most"]) == (8, 12)
    assert ours["constraints_mean"] == pytest.approx(9.9, abs=0.1)
    assert ours["slack_least"] >= 1.02
    assert ours["slack_most"] <= 1.81


@pytest.mark.benchmark
def test_the_bundles_score_what_is_written_down():
    folder, files = full_files(untold)
    assert {name: (folder / name).read_bytes() for name in files} == dict(files)
    assert json.loads(files[FULL_KNOWN.name])["release_digest"] == FULL_DIGEST


def test_refusing_everything_by_hand_and_copying_the_gold():
    # Of the 267 infeasible tasks 89 lack money, which is what every refusal says.
    known = json.loads(FULL_KNOWN.read_bytes())
    refusing, copying = (
        known["scores"][f"trek_{label}.jsonl"] for label in ("refuse-everything", "gold-copy")
    )
    assert known["release_digest"] == FULL_DIGEST
    assert refusing["task_perfect_infeasible"] == pytest.approx(89 / 267)
    assert refusing["task_perfect_rate"] == pytest.approx(89 / 800)
    assert {copying[key] for key in copying if key.startswith(("task_perfect", "cat_"))} == {1.0}
