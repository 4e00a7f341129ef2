"""What the evaluator says of tasks while they are drawn, and what it does not let through."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb_browser.progress import untold
from kb_browser.world.atlas import TOGETHER, Atlas
from kb_browser.world.build import DEFAULT_SEED, build
from kb_browser.world.examiner import Examiner
from kb_browser.world.small_profile import SMALL
from kb_browser.world.trips import TaskClass


@pytest.fixture(scope="module")
def built():
    return build(SMALL, DEFAULT_SEED, untold)


@pytest.fixture(scope="module")
def atlas(built):
    return Atlas(built.world)


@pytest.fixture(scope="module")
def examiner(built, atlas):
    return Examiner(atlas, built.files)


def test_every_drawn_task_is_confirmed(built, examiner):
    assert all(examiner.confirms(request) for request in built.requests)


def test_a_budget_below_the_bill_is_not(built, examiner):
    feasible = [request for request in built.requests if request.task_class.is_feasible]
    assert not any(examiner.confirms(replace(request, budget=1)) for request in feasible)


def test_a_request_that_tells_an_order_is_not_unless_the_plan_keeps_it(built, examiner):
    request = next(request for request in built.requests if request.plan and len(request.trip.stays) > 1)
    told = replace(request, query=f"{request.query} Finally, thank you.")
    # The gold visits in the listed order, so the order may count.
    assert examiner.confirms(told)


@pytest.mark.parametrize("kind", [TaskClass.ENTITY, TaskClass.ROUTE, TaskClass.BUDGET])
def test_a_cause_that_is_not_the_derived_one_is_not(built, examiner, kind):
    others = [request for request in built.requests if not request.task_class.is_feasible]
    wrong = [request for request in others if request.task_class is not kind]
    assert not any(examiner.confirms(replace(request, task_class=kind)) for request in wrong)


def test_a_budget_lies_in_its_band_over_the_evaluators_bill(built, examiner):
    for request in built.requests:
        if request.plan is not None:
            low, high = (1.02, 1.10) if request.task_class is TaskClass.TIGHT else (1.35, 1.80)
            bill = examiner.bill(request.trip, request.plan)
            assert bill * low <= request.budget < bill * high + 1


def test_what_serves_together_is_what_two_searches_find(built, atlas):
    for city in built.world.cities:
        found = {
            wishes
            for wishes in TOGETHER
            if atlas.serving_hotels(city, wishes) and len(atlas.serving_attractions(city, wishes)) > 1
        }
        assert atlas.served_together(city) & TOGETHER == found


def test_who_cannot_travel_together_is_not_asked_to():
    assert frozenset({"fast-paced budget travel", "luxury travelers"}) not in TOGETHER
    assert frozenset({"solo women", "with children"}) not in TOGETHER
    assert frozenset({"couples trip", "with children", "foodie"}) in TOGETHER
