"""Reading a release in spite of everything that the official one is known to do."""

from __future__ import annotations

import csv
import io
import shutil

import pytest

from kb_browser.store import load_dataset
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError
from scoring.tracks.trek import snapshot

DATA = "api/data/v2"
HOTELS = f"{DATA}/hotel_data/Port Arden_hotel.csv"
ATTRACTIONS = f"{DATA}/attraction_data/Port Arden_attraction.csv"
FLIGHTS = f"{DATA}/flight_data/flights.csv"


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    shutil.copytree(SMALL_WORLD, folder, ignore=shutil.ignore_patterns(".trek"))
    return folder


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return load_dataset(SMALL_WORLD, cache_dir=tmp_path_factory.mktemp("cache"))[0]


def rewrite(place, edit) -> None:
    """Pass the rows of a CSV file, header included, through a function."""
    rows = list(csv.reader(io.StringIO(place.read_text(encoding="utf-8"), newline="")))
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(edit(rows))
    place.write_text(text.getvalue(), encoding="utf-8")


def put(place, row: int, column: str, value: str) -> None:
    def edit(rows):
        rows[row][rows[0].index(column)] = value
        return rows

    rewrite(place, edit)


def same(one, other) -> bool:
    return snapshot.encode(one) == snapshot.encode(other)


def test_columns_are_read_by_name_in_any_order(release, sound):
    for place in [*sorted((release / DATA).rglob("*.csv")), release / "trek_queries.csv"]:
        rewrite(place, lambda rows: [list(reversed(row)) for row in rows])
    assert same(load_dataset(release)[0], sound)


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(release, sound):
    for place in (release / HOTELS, release / FLIGHTS, release / "trek_queries.csv"):
        place.write_bytes(b"\xef\xbb\xbf" + place.read_bytes().replace(b"\n", b"\r\n"))
    assert same(load_dataset(release)[0], sound)


def test_embeddings_and_other_neighbours_are_not_read(release, sound):
    (release / DATA / "hotel_data" / "Port Arden_hotel.npy").write_bytes(b"\x93NUMPY\x01\x00")
    (release / DATA / "car_data" / "Port Arden_rental_cars.npy").write_bytes(b"\xff" * 64)
    (release / DATA / "KB_AUDIT.md").write_bytes(b"\xff\xfe")
    (release / DATA / "hotel_data" / "notes.csv").write_bytes(b"\xff,broken")
    assert same(load_dataset(release)[0], sound)


def test_north_america_and_namibia_are_no_missing_values(release):
    flights = (release / FLIGHTS).read_text(encoding="utf-8")
    assert ",NA,CA,NA,CA," in flights
    assert ",AF,NA," in flights
    dataset, _ = load_dataset(release)
    assert dataset.kb.cheapest_flight("Port Arden", "Montclair-sur-Lac") is not None
    assert dataset.kb.cheapest_flight("Omarinde", "Villa Serreña") is not None


def test_lists_are_literals_and_members_may_hold_commas_quotes_and_apostrophes(release):
    put(release / HOTELS, 1, "amenities", "[\"Mother's room\", 'Tea, coffee', 'A \"quiet\" floor', 'Spa']")
    dataset, _ = load_dataset(release)
    first = dataset.kb.hotels.find("Port Arden").rows[0]
    words = [dataset.kb.vocabulary[position] for position in first.facilities]
    assert words == ["Mother's room", "Tea, coffee", 'A "quiet" floor', "Spa"]


@pytest.mark.parametrize("cell", ["", "nan", "['Spa'", "Spa", "{'Spa'", "__import__('os')", "5"])
def test_a_list_that_cannot_be_read_is_empty(release, cell):
    put(release / HOTELS, 1, "amenities", cell)
    dataset, _ = load_dataset(release)
    assert dataset.kb.hotels.find("Port Arden").rows[0].facilities == ()


@pytest.mark.parametrize("spelling", ["L'Arvenne", "  l'arvenne ", "L'ARVENNE"])
def test_a_city_with_an_apostrophe_is_found(sound, spelling):
    assert sound.kb.hotels.find(spelling).city == "L'Arvenne"


@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        ("San Mareno", "San Mareno"),
        ("San Mareño", "San Mareño"),
        ("San Maren\u0303o", "San Mareno"),
        ("San Mareño ", "San Mareno"),
        ("SAN MAREÑO", "San Mareno"),
    ],
)
def test_of_cities_that_fold_alike_the_exact_name_wins_and_then_the_lower_file_name(sound, asked, answers):
    # The decomposed spelling composes to San Mareño exactly; every other inexact one folds.
    expected = "San Mareño" if asked == "San Maren\u0303o" else answers
    assert sound.kb.hotels.find(asked).city == expected


@pytest.mark.parametrize(("asked", "is_known"), [("Łęgowice", True), ("ŁEGOWICE", True), ("Legowice", False)])
def test_letters_without_decomposition_stay(sound, asked, is_known):
    assert (sound.kb.hotels.find(asked) is not None) is is_known


def test_a_city_without_files_has_no_records_and_is_no_error(release):
    for kind in (
        "hotel_data/Omarinde_hotel",
        "attraction_data/Omarinde_attraction",
        "car_data/Omarinde_rental_cars",
    ):
        (release / DATA / f"{kind}.csv").unlink()
    dataset, _ = load_dataset(release)
    assert dataset.kb.hotels.find("Omarinde") is None
    assert dataset.kb.cheapest_flight("Omarinde", "Villa Serreña") is not None


@pytest.mark.parametrize("missing", ["", "NA", "nan", "NULL", "#N/A"])
def test_a_missing_price_is_no_price(release, missing):
    put(release / HOTELS, 1, "price", missing)
    dataset, _ = load_dataset(release)
    assert dataset.kb.hotels.find("Port Arden").rows[0].price is None


def test_every_contradiction_is_named_and_nothing_is_prepared(release):
    put(release / HOTELS, 2, "price", "cheap")
    put(release / FLIGHTS, 3, "departure_airport_latitude", "north")
    (release / ATTRACTIONS).write_bytes((release / ATTRACTIONS).read_bytes() + b"1,2,3\n")
    with pytest.raises(DatasetError) as refusal:
        load_dataset(release)
    assert {(fault.file, fault.row, fault.rule) for fault in refusal.value.faults} == {
        (FLIGHTS, 3, "number_unreadable"),
        (HOTELS, 2, "number_unreadable"),
        (ATTRACTIONS, 31, "row_width"),
    }
    assert not (release / ".trek").exists()


def test_a_file_that_is_not_utf8_is_named(release):
    (release / HOTELS).write_bytes(b"hotel_id,name\n1,Caf\xe9\n")
    with pytest.raises(DatasetError) as refusal:
        load_dataset(release)
    assert [(fault.file, fault.rule) for fault in refusal.value.faults] == [(HOTELS, "not_utf8")]
