"""Lint: what is hardly meant so, said with its place, and what needs data or task, counted in looks only."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from kb_browser import world
from kb_browser.release_files import ReleaseFolder
from scoring.engine.intake import Mode
from scoring.tracks import TREK
from scoring.tracks.trek.intake import Outcome
from tests.tracks.trek.intake.bundles import DAY, bundle, check, codes, record, refusal, whole

SMALL = Path(world.__path__[0]) / "small"
GOLD = [json.loads(row)["plan"] for row in (SMALL / "trek_gold.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="module")
def dataset():
    return TREK.read_dataset(ReleaseFolder(SMALL).files())


def linted(plan, **options):
    """What lint says of the plan of task 1: code, pointer and words."""
    report = check(whole((1, record(1, plan=plan))), **options)
    assert report.outcome is Outcome.VALID
    return [
        (one.code, one.pointer, one.message.partition(f"{one.pointer}: ")[2])
        for one in report.findings
        if one.stage == "lint"
    ]


def day(**members):
    return {"day1": {**deepcopy(DAY), **members}}


SAID = {
    "a time in words": (
        day(attractions=[{"name": "Lanternworks Museum", "city": "Eastmere", "visit_start": "morning"}]),
        ("L01", "/plan/day1/attractions/0/visit_start", 'the text "morning" is no time of the form HH:MM.'),
    ),
    "a time after midnight": (
        day(hotel={"name": "Heron Quay", "city": "Eastmere", "check_in": "24:00"}),
        ("L01", "/plan/day1/hotel/check_in", 'the text "24:00" is no time of the form HH:MM.'),
    ),
    "a number for a time": (
        day(flights=[{"flight_number": "ZQ 1", "departure_time": 820}]),
        ("L01", "/plan/day1/flights/0/departure_time", "the number 820 is no time of the form HH:MM."),
    ),
    "a name that matches nothing": (
        day(hotel={"name": "Heron\tQuay", "city": "Eastmere"}),
        (
            "L03",
            "/plan/day1/hotel/name",
            '"Heron\\u0009Quay" holds a control character, so that it names nothing.',
        ),
    ),
    "two hotels": (
        day(hotels=[{"name": "A", "city": "B"}, {"name": "C", "city": "B"}], hotel=None),
        ("L10", "/plan/day1/hotels", "only the first hotel of a day counts, of 2 here."),
    ),
    "two cars": (
        day(car=[{"type": "Wagon", "city": "B"}, {"type": "Van", "city": "B"}]),
        ("L10", "/plan/day1/car", "only the first car of a day counts, of 2 here."),
    ),
    "a day in words": (
        {**day(), "day2": "rest"},
        ("L11", "/plan/day2", 'the text "rest" is no day and is ignored.'),
    ),
    "a member misspelt": (
        day(atractions=[]),
        ("L12", "/plan/day1/atractions", '"atractions" is not read; "attractions" is.'),
    ),
    "a member in capitals": (
        day(hotel={"Name": "Heron Quay", "City": "Eastmere"}),
        ("L12", "/plan/day1/hotel/City", '"City" is not read; "city" is.'),
    ),
    "a member of a flight": (
        day(flights=[{"flight_number": "ZQ 1", "departure_tme": "08:00"}]),
        ("L12", "/plan/day1/flights/0/departure_tme", '"departure_tme" is not read; "departure_time" is.'),
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_each_is_said_where_it_is(case):
    plan, expected = SAID[case]
    assert linted(plan) == [expected]


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"notes": "a day at leisure", "date": "2026-07-01", "meals": []},
        {"hotel": {"NAME": "A", "city": "B", "rating": 4.5, "check_in": None}},
        {"flights": [{"flight_number": "A 1", "arrival_date": "x", "departure_date": "y", "duration": 2}]},
        {"hotel": [{"name": "A", "city": "B"}], "car": None},
    ],
)
def test_what_is_merely_more_than_needed_is_not_spoken_of(members):
    assert linted(day(**members)) == []


def test_a_nested_plan_is_looked_at_where_it_stands():
    plan = {"is_feasible": True, "plan": {"day1": {"atractions": 1, "car": {}}}}
    assert [pointer for _, pointer, _ in linted(plan)] == ["/plan/plan/day1/atractions"]


def test_a_record_that_cannot_be_scored_is_not_looked_at():
    report = check(whole((1, record(1, plan={"day1": {"hotel": {"name": 5}, "atractions": []}}))))
    assert codes(report) == {"R502": 1}
    assert report.counts["lint"] == 0


def test_the_first_twenty_of_a_kind_are_shown_and_the_others_counted():
    plan = {f"day{number}": number for number in range(1, 31)}
    report = check(whole((1, record(1, plan=plan)), (2, record(2, plan=day(hotel={"City": "x"})))))
    assert codes(report) == {"L11": 30, "L12": 1}
    assert report.not_shown == {"L11": 10}
    assert (report.counts["lint"], report.outcome) == (2, Outcome.VALID)


def test_lint_is_left_out_where_the_set_of_records_is_refused():
    report = check(bundle(record(0, plan=day(atractions=[])), record(1), record(3)))
    assert codes(report) == {"F601": 1, "W606": 1}


class TestAgainstData:
    """With the data of a dataset version at hand."""

    def gold(self, index, **changes):
        return record(index, plan=deepcopy(GOLD[index]), **changes)

    def feasible(self):
        return next(index for index, plan in enumerate(GOLD) if plan and "day3" in plan)

    def looked_at(self, dataset, *records, mode=Mode.CHECK):
        return check(bundle(*records), tasks=len(GOLD), mode=mode, dataset=dataset)

    def test_reference_plans_have_nothing_to_mend(self, dataset):
        answers = [self.gold(index) if plan else refusal(index) for index, plan in enumerate(GOLD)]
        assert codes(self.looked_at(dataset, *answers)) == {}

    def test_a_flight_number_in_other_capitals_is_said_at_every_door(self, dataset):
        changed = self.gold(self.feasible())
        flight = next(day["flights"][0] for day in changed["plan"].values() if day.get("flights"))
        number = flight["flight_number"]
        flight["flight_number"] = f" {number.lower()}"
        for mode in (Mode.RECORDS, Mode.CHECK):
            report = self.looked_at(dataset, changed, mode=mode)
            (found,) = [one for one in report.findings if one.code == "L09"]
            assert f'" {number.lower()}" differs from the data' in found.message
        assert "L09" not in self.looked_at(None, changed).found

    @pytest.mark.parametrize(
        ("code", "change"),
        [
            ("L02", lambda day: day["flights"][0].update(arrival_time="03:33")),
            ("L03", lambda day: day["hotel"].update(name="Nowhere Inn")),
            ("L04", lambda day: day["hotel"].update(city=None)),
            ("L06", lambda day: day.update(hotel=None)),
        ],
    )
    def test_a_change_to_the_first_day_is_counted_and_shown_to_nobody(self, dataset, code, change):
        changed = self.gold(self.feasible())
        change(changed["plan"]["day1"])
        report = self.looked_at(dataset, changed)
        assert report.found[code] == report.not_shown[code] == 1
        assert (report.findings, report.counts["lint"]) == ((), 1)
        assert codes(self.looked_at(dataset, changed, mode=Mode.RECORDS)) == {"W606": 1}

    def test_a_trip_cut_short_misses_days_and_visits(self, dataset):
        changed = self.gold(self.feasible())
        changed["plan"] = {"day1": {**changed["plan"]["day1"], "attractions": []}}
        found = codes(self.looked_at(dataset, changed))
        assert found["L05"] == 1
        assert found["L07"] >= 1

    def test_a_reason_without_a_cause_is_counted(self, dataset):
        assert codes(self.looked_at(dataset, refusal(0, refusal_reason="It cannot be done."))) == {"L08": 1}
        assert codes(self.looked_at(dataset, refusal(0, refusal_reason="No direct flight."))) == {}
