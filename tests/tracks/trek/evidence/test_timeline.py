"""The days on a clock: the evaluator's events, hours and gaps, and where they are drawn."""

from __future__ import annotations

import copy

import pytest

from scoring.timeline_drawing import LEFT, WIDTH, scale_of
from scoring.timeline_part import timeline_part
from scoring.tracks import TREK
from scoring.tracks.trek.record import TrekRecord
from tests.bundles import gold_answers
from tests.tracks.trek.evidence.test_agreement_of_evidence import small_dataset

TASK = 1
GOLD_URL = "?beside=gold"


def timeline_for(change=None, **members):
    answer = copy.deepcopy(gold_answers()[TASK])
    if change is not None:
        change(answer["plan"])
    record = TrekRecord.from_object({**answer, "submitted": True, **members})
    return TREK.evidence(small_dataset(), TASK, record).timeline


def part_of(plan, gold=None):
    return timeline_part(plan, gold, gold_url=GOLD_URL, linked=lambda key: "")


def events(timeline):
    return [event for day in timeline.days.rows for event in day.events.rows]


def day_with_visits(plan):
    return next(day for day in plan.values() if len(day.get("attractions", [])) > 1)


class TestTheGold:
    """Nothing is wrong with it, and all of it is there."""

    def test_every_day_and_event(self):
        timeline = timeline_for()
        plan = gold_answers()[TASK]["plan"]
        assert [day.key for day in timeline.days.rows] == list(plan)
        visits = [name["name"] for day in plan.values() for name in day.get("attractions", [])]
        assert [event.name for event in events(timeline) if event.kind == "visit"] == visits
        assert all(event.problem is None for event in events(timeline))
        assert all(event.transition is None or not event.transition.problem for event in events(timeline))

    def test_every_visit_has_its_opening_hours(self):
        visits = [event for event in events(timeline_for()) if event.kind == "visit"]
        assert visits
        assert all(event.opens_min <= event.start_min < event.end_min <= event.closes_min for event in visits)

    def test_nothing_is_painted_as_wrong(self):
        part = part_of(timeline_for())
        kinds = {mark.kind for lane in part.lanes for row in lane.rows for mark in row.marks}
        assert {"flight", "visit", "check-in", "stay", "closed"} == kinds


class TestWhatIsWrong:
    """A visit in closed hours, a gap that is too short, an event without a time."""

    def test_a_visit_in_closed_hours(self):
        def early(plan):
            day_with_visits(plan)["attractions"][0] |= {"visit_start": "03:00", "visit_end": "04:00"}

        timeline = timeline_for(early)
        (event,) = [event for event in events(timeline) if event.problem]
        assert event.problem == "the visit lies outside the opening hours"
        rows = [row for lane in part_of(timeline).lanes for row in lane.rows if row.note]
        assert [[mark.kind for mark in row.marks if mark.kind != "closed"] for row in rows] == [
            ["visit", "outside"]
        ]

    def test_a_gap_that_is_too_short(self):
        def hurried(plan):
            first, second = day_with_visits(plan)["attractions"][:2]
            first["visit_end"] = second["visit_start"]

        timeline = timeline_for(hurried)
        (late,) = [event for event in events(timeline) if event.transition and event.transition.problem]
        assert late.transition.gap_min == 0 < late.transition.required_min
        (row,) = [row for lane in part_of(timeline).lanes for row in lane.rows if row.note]
        assert row.note == f"gap: 0 of {late.transition.required_min} min"
        assert "gap" in {mark.kind for mark in row.marks}

    def test_an_event_without_a_time(self):
        def timeless(plan):
            day_with_visits(plan)["attractions"][0]["visit_start"] = "noon"

        timeline = timeline_for(timeless)
        (event,) = [event for event in events(timeline) if event.start_min is None]
        assert event.problem == "the event has no readable time"


class TestTheDrawing:
    """Everything lies inside it, and the table says the same."""

    @pytest.mark.parametrize(
        ("starts", "ends"),
        [("10:00", "09:00"), ("-90:00", "99999:00"), ("25:10", "26:00"), ("00:00", "00:00"), ("x", "y")],
    )
    def test_odd_times_stay_inside(self, starts, ends):
        def odd(plan):
            day_with_visits(plan)["attractions"][0] |= {"visit_start": starts, "visit_end": ends}
            plan["day1"]["flights"][0] |= {"departure_time": starts, "arrival_time": ends}

        part = part_of(timeline_for(odd), timeline_for())
        for lane in part.lanes:
            for row in lane.rows:
                assert 0 < row.y < part.height
                for mark in row.marks:
                    assert mark.x >= LEFT
                    assert mark.x + mark.width <= WIDTH
                    assert mark.width > 0

    def test_the_table_has_every_event_and_night(self):
        timeline = timeline_for()
        part = part_of(timeline)
        nights = sum(day.hotel is not None for day in timeline.days.rows)
        assert len(part.table.rows) == len(events(timeline)) + nights
        assert len(part.table.rows) == sum(len(lane.rows) for lane in part.lanes)

    def test_the_gold_stands_below_each_day(self):
        part = part_of(timeline_for(), timeline_for())
        assert [lane.of for lane in part.lanes] == ["plan", "gold"] * 6
        assert part.shows_gold
        assert {row[1].text for row in part.table.rows} == {"this plan", "gold"}

    def test_hours_reach_from_morning_to_midnight(self):
        scale = scale_of([timeline_for()])
        assert scale.first <= 8 * 60
        assert scale.last >= 24 * 60

    def test_a_long_plan_is_cut(self):
        def endless(plan):
            visit = day_with_visits(plan)["attractions"][0]
            plan["day2"]["attractions"] = [visit] * 500
            plan |= {f"day{number}": {"attractions": [visit]} for number in range(50, 150)}

        timeline = timeline_for(endless)
        assert (len(timeline.days.rows), timeline.days.more > 70) == (31, True)
        assert part_of(timeline).table.more_text

    def test_a_key_of_endless_digits_gives_none(self):
        def digits(plan):
            plan["9" * 5000] = {"attractions": []}

        assert timeline_for(digits) is None

    def test_a_refusal_has_none(self):
        assert timeline_for(is_feasible=False) is None
