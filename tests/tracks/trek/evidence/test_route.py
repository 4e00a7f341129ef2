"""Where a plan goes: flights in their order, known places, a map that keeps inside its frame."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.route_drawing import HEIGHT, WIDTH, projection_of
from scoring.route_part import route_part
from scoring.tracks import TREK
from scoring.tracks.trek.evidence import Point
from scoring.tracks.trek.record import TrekRecord
from tests.bundles import gold_answers
from tests.tracks.trek.evidence.test_agreement_of_evidence import small_dataset
from tests.tracks.trek.test_properties import PROPERTY

TASK = 1

points = st.builds(Point, st.floats(-89, 89), st.floats(-180, 180))


def route_for(change=None, **members):
    answer = copy.deepcopy(gold_answers()[TASK])
    if change is not None:
        change(answer["plan"])
    record = TrekRecord.from_object({**answer, "submitted": True, **members})
    return TREK.evidence(small_dataset(), TASK, record).route


class TestTheRoute:
    """Legs in day order, every place that the knowledge base knows, and a count of the others."""

    def test_legs_are_those_required(self):
        route = route_for()
        facts = small_dataset().facts[TASK]
        assert tuple((leg.start_city, leg.end_city) for leg in route.legs.rows) == facts.legs
        assert route.unknown == 0

    def test_places_are_those_booked(self):
        plan = gold_answers()[TASK]["plan"]
        hotels = {day["hotel"]["name"] for day in plan.values() if day.get("hotel")}
        stops = route_for().stops.rows
        assert {stop.name for stop in stops if stop.kind == "hotel"} == hotels
        assert all(stop.record for stop in stops)

    def test_the_tenth_day_comes_last(self):
        def late(plan):
            plan["day10"] = {"flights": plan["day1"].pop("flights")}

        legs = route_for(late).legs.rows
        assert legs[-1].number == gold_answers()[TASK]["plan"]["day1"]["flights"][0]["flight_number"]

    def test_what_is_unknown_is_counted(self):
        def invented(plan):
            plan["day1"]["flights"][0]["flight_number"] = "ZZ 0000"
            plan["day1"]["hotel"]["name"] = "Nowhere Inn"

        assert route_for(invented).unknown == 2

    def test_a_refusal_has_none(self):
        assert route_for(is_feasible=False) is None


class TestTheMap:
    """Every point lies inside the frame, whatever the points."""

    @PROPERTY
    @given(st.lists(points, min_size=1, max_size=12))
    def test_points_lie_inside(self, given_points):
        projection = projection_of(given_points)
        for point in given_points:
            x, y = projection.place(point)
            assert -0.1 <= x <= WIDTH + 0.1
            assert -0.1 <= y <= HEIGHT + 0.1

    def test_the_date_line_is_crossed_the_short_way(self):
        projection = projection_of([Point(0, 179), Point(0, -179)])
        (x, _), (other, _) = projection.place(Point(0, 179)), projection.place(Point(0, -179))
        assert other > x

    def test_north_is_up_and_east_to_the_right(self):
        projection = projection_of([Point(10, 10), Point(20, 20)])
        (x, y), (east, north) = projection.place(Point(10, 10)), projection.place(Point(20, 20))
        assert east > x
        assert north < y

    def test_there_and_back_lie_apart(self):
        part = route_part(route_for(), None, linked=lambda key: "")
        assert len({(leg.x, leg.y) for leg in part.legs}) == len(part.legs)
        names = [label.text for label in part.labels]
        assert sorted(names) == sorted(set(names))

    def test_the_table_has_all_of_it(self):
        route = route_for()
        part = route_part(route, route, linked=lambda key: "")
        assert len(part.table.rows) == 2 * (len(route.legs.rows) + len(route.stops.rows))
        assert {row[1].text for row in part.table.rows} == {"this plan", "gold"}

    @pytest.mark.parametrize("count", [0, 40])
    def test_nothing_and_very_much(self, count):
        def flights(plan):
            known = [flight for day in plan.values() for flight in day.get("flights", [])]
            for day in plan.values():
                for key in ("flights", "hotel", "attractions", "car"):
                    day.pop(key, None)
            plan |= {f"day{number}": {"flights": known} for number in range(1, count)}

        part = route_part(route_for(flights), None, linked=lambda key: "")
        assert (part is None) is (count == 0)
