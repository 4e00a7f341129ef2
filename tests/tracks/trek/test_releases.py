"""Reading releases: what is missing, what a default stands in for, and what is the curator's fault."""

from __future__ import annotations

import csv
import io

import pytest

from scoring.engine.errors import DatasetError
from scoring.tracks.trek.dataset import (
    ATTRACTION_FOLDER,
    CAR_FOLDER,
    FLIGHTS,
    HOTEL_FOLDER,
    QUERIES,
    read_dataset,
)
from scoring.tracks.trek.snapshot import LAYOUT, SnapshotError, decode, encode
from scoring.tracks.trek.track import LATEST
from tests.tracks.trek.strategies import KB, RECORDS, TASKS, copied
from tests.tracks.trek.world import TASK_HEADER, release_files, score, table, tiny_dataset


def the_task(**changes: object):
    return tiny_dataset({}, {**TASKS["weekend"], **changes}).tasks[0]


class TestTasks:
    """Cells with structures are Python literals; missing, blank and unparseable cells take the default."""

    @pytest.mark.parametrize(
        "cell", [None, "", "  ", "nan", "NaN", "None", "{'days': ", "not a literal", "1 +"]
    )
    def test_defaults(self, cell):
        task = the_task(
            hard_constraints=cell, req_flight=cell, req_car=cell, req_hotel=cell, req_attraction=cell,
            implicit_keywords=cell, cities_count=cell, impossible=cell, query=cell and "q",
        )  # fmt: skip
        assert (task.persons, task.budget, task.days, task.rooms) == (1, 0.0, 3, 1)
        assert (task.flight, task.car, task.hotel, task.attraction, task.personas) == ({}, {}, {}, {}, ())
        assert (task.cities_count, task.is_impossible) == (1, False)
        assert (task.departure, task.expected_cities, task.trip_type) == (None, (), "")

    @pytest.mark.parametrize(
        ("value", "whole"),
        [
            (3, 3),
            ("3", 3),
            (" 3 ", 3),
            (3.7, 3),
            (True, 1),
            ("3.0", 9),
            ("", 9),
            (None, 9),
            ([3], 9),
            ("1e1", 9),
        ],
    )
    def test_whole_numbers_are_strict(self, value, whole):
        task = the_task(
            hard_constraints={"person_num": value, "days": value}, req_hotel={"rooms_count": value}
        )
        defaults = {9: (1, 3, 1)}
        assert (task.persons, task.days, task.rooms) == defaults.get(whole, (whole, whole, whole))

    @pytest.mark.parametrize(
        ("value", "budget"),
        [
            ("3024", 3024.0), (3024.5, 3024.5), (" 12 ", 12.0), (True, 1.0), ("plenty", 0.0), (None, 0.0),
            ([1], 0.0),
        ],
    )  # fmt: skip
    def test_budgets(self, value, budget):
        assert the_task(hard_constraints={"budget": value}).budget == budget

    @pytest.mark.parametrize(
        ("cell", "impossible"),
        [
            ("1.0", True), ("1", True), ("True", True), ("YES", True), ("true", True),
            ("0.0", False), ("0", False), ("False", False), ("no", False), ("2", False), (None, False),
        ],
    )  # fmt: skip
    def test_what_says_impossible(self, cell, impossible):
        assert the_task(impossible=cell).is_impossible is impossible

    @pytest.mark.parametrize(
        ("cell", "personas"),
        [
            (["Foodie", "road trip"], ("Foodie", "road trip")), ("'foodie'", ()),
            ("{'foodie': 1}", ()), ([], ()), ([7, None], (7, None)),
        ],
    )  # fmt: skip
    def test_personas_are_a_list_or_none(self, cell, personas):
        assert the_task(implicit_keywords=cell).personas == personas

    def test_only_personas_that_are_text_are_matched(self):
        assert tiny_dataset({}, {**TASKS["weekend"], "implicit_keywords": [7, "FOODIE"]}).facts[
            0
        ].personas == ("foodie",)

    @pytest.mark.parametrize(
        ("query", "cities", "ordered"),
        [
            ("first A", 2, True), ("see the Parthenon", 2, True), ("Day 2: B", 2, True), ("DAY3", 2, True),
            ("before noon", 3, True), ("最后", 2, True), ("然后", 2, True),
            ("first A", 1, False), ("first A", 0, False), ("first A", 1.5, True),
            ("Please visit the cities in the order listed.", 2, False), ("day 4", 2, False), ("", 2, False),
        ],
    )  # fmt: skip
    def test_when_the_order_counts(self, query, cities, ordered):
        dataset = tiny_dataset(
            {}, {**TASKS["weekend"], "query": query, "cities_count": {"cities_count": cities}}
        )
        assert dataset.facts[0].is_ordered is ordered

    def test_nights_and_days_are_split_with_the_rest_to_the_earlier_cities(self):
        task = copied(TASKS["three cities"])
        task["hard_constraints"]["days"] = 6
        facts = tiny_dataset({}, task).facts[0]
        assert (facts.nights, facts.car_days) == ((2, 2, 1), (2, 2, 2))

    def test_of_a_city_listed_twice_the_last_position_counts(self):
        task = copied(TASKS["three cities"])
        task["req_flight"]["arrival_city"] = ["Alta", "Brea", "ÁLTA "]
        facts = tiny_dataset({}, task).facts[0]
        assert dict(facts.city_index) == {"alta": 2, "brea": 1}
        assert facts.stay_cities == ("Alta", "Brea", "ÁLTA ")

    @pytest.mark.parametrize(
        ("changes", "rule"),
        [
            ({"cities_count": {"cities_count": "two"}}, "not_a_number"),
            ({"cities_count": {"cities_count": None}}, "not_a_number"),
            ({"req_hotel": "[1]"}, "not_an_object"),
            ({"hard_constraints": "5"}, "not_an_object"),
            ({"req_car": "{1: 2}"}, "not_plain"),
            ({"req_flight": "{'arrival_city': ('Alta',)}"}, "not_plain"),
            ({"req_attraction": "{'name': {'Old Kiln'}}"}, "not_plain"),
            ({"req_hotel": "{'rooms_count': 1j}"}, "not_plain"),
            ({"implicit_keywords": "('foodie',)"}, "not_plain"),
            ({"hard_constraints": "{'days': 1e999}"}, "not_plain"),
            ({"hard_constraints": {"budget": 10**400}}, "not_plain"),
            ({"hard_constraints": {"budget": "inf"}}, "number_out_of_range"),
            ({"hard_constraints": {"budget": "nan"}}, "number_out_of_range"),
            ({"hard_constraints": {"days": 10**9}}, "number_out_of_range"),
            ({"hard_constraints": {"person_num": str(10**40)}}, "number_out_of_range"),
            ({"cities_count": "{'cities_count': 1e999}"}, "not_plain"),
        ],
    )
    def test_a_cell_of_another_kind_is_the_curators_fault(self, changes, rule):
        with pytest.raises(DatasetError) as caught:
            tiny_dataset({}, TASKS["weekend"], {**TASKS["weekend"], **changes})
        assert [(fault.file, fault.row, fault.rule) for fault in caught.value.faults] == [(QUERIES, 2, rule)]


def with_columns_reversed(content: bytes, *, extra: bool) -> bytes:
    """The same table in another order of columns, with a column that nobody reads."""
    rows = [list(reversed(cells)) for cells in csv.reader(io.StringIO(content.decode(), newline=""))]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(
        [["about" if not n else "x", *cells] if extra else cells for n, cells in enumerate(rows)]
    )
    return text.getvalue().encode()


class TestKnowledgeBase:
    """Columns go by name, missing cells are missing, and city files are found exactly before folded."""

    def test_the_order_of_columns_says_nothing(self):
        files = release_files(KB, list(TASKS.values()))
        other = {path: with_columns_reversed(content, extra=True) for path, content in files.items()}
        dataset, again = read_dataset(files), read_dataset(other)
        assert (again.tasks, again.rows) == (dataset.tasks, dataset.rows)

    def test_a_byte_order_mark_is_no_part_of_the_first_column(self):
        files = release_files(KB, [TASKS["weekend"]])
        marked = {path: b"\xef\xbb\xbf" + content for path, content in files.items()}
        assert read_dataset(marked).rows == read_dataset(files).rows

    def test_neighbours_of_the_official_files_are_ignored(self):
        files = release_files(KB, [TASKS["weekend"]])
        more = {
            "README.md": b"\xff", f"{HOTEL_FOLDER}/Alta_hotel.csv.bak": b"\xff",
            f"{HOTEL_FOLDER}/deeper/Alta_hotel.csv": b"\xff", "trek_gold.jsonl": b"\xff",
        }  # fmt: skip
        assert read_dataset({**files, **more}).rows == read_dataset(files).rows

    @pytest.mark.parametrize("token", ["", "NA", "N/A", "null", "NULL", "None", "n/a", "#N/A", "<NA>"])
    def test_missing_tokens(self, token):
        kb = {
            "hotels": {"Alta": [{"name": token, "price": token, "star": token, "amenities": token}]},
            "flights": [{"flight_number": token, "departure_city": token, "price": token}],
        }
        rows = tiny_dataset(kb, TASKS["weekend"]).rows
        hotel, flight = rows.hotels[0].rows[0], rows.flights[0]
        assert (hotel.name, hotel.price, hotel.star, hotel.facilities) == (None, None, None, ())
        assert (flight.number, flight.departure_city, flight.price) == (None, None, None)

    @pytest.mark.parametrize("text", ["-", "none", "false", "0", " nan", "Na"])
    def test_other_texts_are_not_missing(self, text):
        kb = {"hotels": {"Alta": [{"name": text}]}}
        assert tiny_dataset(kb, TASKS["weekend"]).rows.hotels[0].rows[0].name == text

    @pytest.mark.parametrize(
        ("cell", "facilities"),
        [
            ("['Wi-Fi', 'Spa']", ["Wi-Fi", "Spa"]), ("('Spa',)", ["Spa"]), ("[1, 'Spa']", ["1", "Spa"]),
            ("[]", []),            ("'Spa'", []), ("['Spa'", []), ("Spa", []), ("  ", []), ("{'Spa': 1}", []),
            ("__import__('os')", []),
        ],
    )  # fmt: skip
    def test_lists_are_python_literals(self, cell, facilities):
        kb = {"hotels": {"Alta": [{"name": "Alta Inn", "amenities": cell}] * 2}}
        rows = tiny_dataset(kb, TASKS["weekend"]).rows
        for hotel in rows.hotels[0].rows:
            assert [rows.vocabulary[position] for position in hotel.facilities] == facilities

    def test_a_list_nested_beyond_any_reader_is_empty(self):
        kb = {"hotels": {"Alta": [{"name": "Alta Inn", "amenities": "[" * 20_000}]}}
        assert tiny_dataset(kb, TASKS["weekend"]).rows.hotels[0].rows[0].facilities == ()

    def test_twins_are_told_apart_by_their_exact_names(self):
        kb = {"hotels": {"San José": [{"name": "B"}], "San Jose": [{"name": "A"}], "Łódź": [{"name": "C"}]}}
        hotels = tiny_dataset(kb, TASKS["weekend"]).kb.hotels
        found = {
            city: (table := hotels.find(city)) and table.rows[0].name
            for city in (
                "San Jose", "San José", "San Jose\u0301", " san josé ", "SAN JOSE", "Łódź", "łódz", "Lodz",
                "Sanjose",
            )
        }  # fmt: skip
        assert found == {
            "San Jose": "A", "San José": "B", "San Jose\u0301": "B", " san josé ": "A", "SAN JOSE": "A",
            "Łódź": "C", "łódz": "C", "Lodz": None, "Sanjose": None,
        }  # fmt: skip

    def test_a_decomposed_file_name_is_the_composed_city(self):
        kb = {"hotels": {"Jose\u0301": [{"name": "A"}]}}
        hotels = tiny_dataset(kb, TASKS["weekend"]).kb.hotels
        assert hotels.find("José").city == "José"

    def test_a_typographic_apostrophe_is_another_city(self):
        kb = {"hotels": {"Sant'Elmo": [{"name": "A"}]}}
        hotels = tiny_dataset(kb, TASKS["weekend"]).kb.hotels
        assert hotels.find("sant'elmo") is not None
        assert hotels.find("Sant’Elmo") is None

    def test_keys_hold_the_ids_of_the_release_else_row_numbers(self):
        files = release_files({"cars": {"Alta": [{"car_id": " 7 "}]}}, [TASKS["weekend"]])
        header = "hotel_id,name,price,star,rate_of_restaurant,latitude,longitude,amenities"
        files[f"{HOTEL_FOLDER}/Alta_hotel.csv"] = f"{header}\n h9 ,Inn,1,,,,,\n".encode()
        files[f"{HOTEL_FOLDER}/Brea_hotel.csv"] = table(
            ("name", "price", "star", "rate_of_restaurant", "latitude", "longitude", "amenities"), [{}, {}]
        )
        rows = read_dataset(files).rows
        keys = [hotel.key for file in rows.hotels for hotel in file.rows]
        assert keys == ["hotel:Alta:h9", "hotel:Brea:1", "hotel:Brea:2"]
        assert rows.cars[0].rows[0].key == "car:Alta:7"


def faults_of(files) -> list[tuple[str, int | None, str]]:
    with pytest.raises(DatasetError) as caught:
        read_dataset(files)
    assert str(caught.value) == "\n".join(map(str, caught.value.faults))
    return [(fault.file, fault.row, fault.rule) for fault in caught.value.faults]


class TestFaults:
    """A release that contradicts itself is refused with every fault found; nothing is read by half."""

    @pytest.fixture
    def files(self):
        return release_files(KB, [TASKS["weekend"]])

    def test_missing_files(self):
        assert faults_of({}) == [(QUERIES, None, "file_missing"), (FLIGHTS, None, "file_missing")]

    def test_a_file_that_is_not_utf8(self, files):
        assert faults_of({**files, FLIGHTS: b"\xff\xfe"}) == [(FLIGHTS, None, "not_utf8")]

    def test_an_empty_file_and_missing_columns(self, files):
        path = f"{CAR_FOLDER}/Alta_rental_cars.csv"
        assert faults_of({**files, FLIGHTS: b"", path: b"car_id,car_type\n"}) == [
            (FLIGHTS, None, "column_missing"), (path, None, "column_missing"),
        ]  # fmt: skip

    def test_a_row_of_another_width(self, files):
        content = files[QUERIES] + b"too,short\r\n\r\n"
        assert faults_of({**files, QUERIES: content}) == [(QUERIES, 2, "row_width")]

    def test_numbers_that_cannot_be_read(self, files):
        kb = copied(KB)
        kb["hotels"]["Alta"][1]["price"] = "cheap"
        kb["cars"]["Brea"][0]["capacity"] = "five"
        assert faults_of(release_files(kb, [TASKS["weekend"]])) == [
            (f"{HOTEL_FOLDER}/Alta_hotel.csv", 2, "number_unreadable"),
            (f"{CAR_FOLDER}/Brea_rental_cars.csv", 1, "number_unreadable"),
        ]

    @pytest.mark.parametrize(
        ("cell", "rule"),
        [
            ("-0.01", "price"), ("-12", "price"),
            ("inf", "number_unreadable"), ("-Infinity", "number_unreadable"), (" nan", "number_unreadable"),
        ],
    )  # fmt: skip
    def test_prices_that_nothing_can_have(self, cell, rule):
        kb = copied(KB)
        kb["flights"][0]["price"] = cell
        kb["hotels"]["Alta"][1]["price"] = cell
        kb["attractions"]["Alta"][0]["ticket_price"] = cell
        kb["cars"]["Brea"][0]["price_per_day"] = cell
        assert faults_of(release_files(kb, [TASKS["weekend"]])) == [
            (FLIGHTS, 1, rule),
            (f"{HOTEL_FOLDER}/Alta_hotel.csv", 2, rule),
            (f"{ATTRACTION_FOLDER}/Alta_attraction.csv", 1, rule),
            (f"{CAR_FOLDER}/Brea_rental_cars.csv", 1, rule),
        ]

    @pytest.mark.parametrize(
        ("cell", "price"),
        [("", None), ("NA", None), ("nan", None), ("1.#QNAN", None), ("0.0", 0.0), ("-0.0", 0.0), ("7", 7.0)],
    )
    def test_a_price_that_is_missing_and_one_of_nothing_are_read(self, cell, price):
        kb = copied(KB)
        kb["hotels"]["Alta"][1]["price"] = cell
        dataset = read_dataset(release_files(kb, [TASKS["weekend"]]))
        (alta,) = (file for file in dataset.rows.hotels if file.city == "Alta")
        assert alta.rows[1].price == price

    def test_a_cell_beyond_what_the_reader_takes(self, files):
        long = table(TASK_HEADER, [{**TASKS["weekend"], "query": "x" * 200_000}])
        assert [(file, rule) for file, _, rule in faults_of({**files, QUERIES: long})] == [
            (QUERIES, "not_csv")
        ]

    def test_a_fault_is_a_sentence_with_its_place(self):
        with pytest.raises(DatasetError) as caught:
            read_dataset({QUERIES: b"query\n", FLIGHTS: b"\xff"})
        first, second = caught.value.faults
        assert str(first).startswith(f"{QUERIES}: column_missing: the header lacks implicit_keywords, ")
        assert str(second) == f"{FLIGHTS}: not_utf8: byte 0 is not UTF-8"

    def test_a_release_without_tasks_or_flights_is_empty_and_sound(self):
        dataset = tiny_dataset({})
        assert (dataset.tasks, dataset.rows.flights, LATEST.task_ids(dataset)) == ((), (), [])


class TestSnapshots:
    """A snapshot of another layout or with damaged bytes is refused rather than trusted."""

    @pytest.fixture(scope="class")
    @classmethod
    def content(cls):
        return encode(tiny_dataset(KB, *TASKS.values()))

    def test_what_was_written_scores_the_same(self, content):
        dataset = decode(content)
        assert score(dataset, RECORDS["weekend"]).is_perfect
        assert encode(dataset) == content

    @pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x93\x01", b"not a snapshot"])
    def test_damaged_bytes(self, damage):
        with pytest.raises(SnapshotError):
            decode(damage)

    def test_a_snapshot_that_was_cut_short(self, content):
        with pytest.raises(SnapshotError):
            decode(content[:-1])

    def test_another_layout(self, content):
        assert content[1] == LAYOUT
        with pytest.raises(SnapshotError, match=f"layout {LAYOUT + 1}, expected {LAYOUT}"):
            decode(content[:1] + bytes([LAYOUT + 1]) + content[2:])
