"""Every address, every method, every kind of person, every state of a submission: who is let in, who is told.

The table is `policy.py`. An address that is not in it fails the first test with its name.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from submissions.models import StaffLook
from tests.access.asking import ask, faults, fingerprint, is_let_in, marks_in
from tests.access.policy import SHOWN, SITE, policy_of
from tests.access.routes import address, routes
from tests.access.world import FACTS, NAMES, ROLES, STATES

pytestmark = pytest.mark.django_db

ROUTES = routes()
OF_SUBMISSIONS = [route for route in ROUTES if route.is_of_submission and not route.is_admin]
OTHERS = [route for route in ROUTES if not route.is_of_submission or route.is_admin]
SELDOM = ("PUT", "PATCH", "DELETE")
# Between them they have every right and none.
EXTREMES = ("nobody", "stranger", "superuser")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Thousands of refusals, each with its line, would take as long as the requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_every_address_has_a_row():
    assert [route.name for route in ROUTES if policy_of(route) is None] == []


def test_every_row_has_an_address():
    assert sorted(set(SITE) - {route.name for route in ROUTES}) == []


@pytest.mark.parametrize("route", OF_SUBMISSIONS, ids=lambda route: route.name)
def test_who_reads_what_of_a_submission(world, route):
    before = fingerprint()
    assert faults(world, [route], ["GET"], STATES) == []
    assert faults(world, [route], ["HEAD", "OPTIONS"], ["private", "anonymous"]) == []
    assert fingerprint() == before


@pytest.mark.parametrize("route", OF_SUBMISSIONS, ids=lambda route: route.name)
def test_who_changes_what_of_a_submission(world, route):
    before = fingerprint()
    assert faults(world, [route], ["POST"], STATES) == []
    assert faults(world, [route], [*SELDOM, "TRACE"], ["private"], EXTREMES) == []
    assert fingerprint() == before


@pytest.mark.parametrize("role", ROLES)
def test_who_reads_what_else(world, role):
    before = fingerprint()
    assert faults(world, OTHERS, ["GET"], ["private"], [role]) == []
    if role in EXTREMES:
        assert faults(world, OTHERS, ["HEAD", "OPTIONS"], ["private"], [role]) == []
    assert fingerprint() == before


@pytest.mark.parametrize("role", ROLES)
def test_who_changes_what_else(world, role):
    before = fingerprint()
    assert faults(world, OTHERS, ["POST"], ["private"], [role]) == []
    if role in EXTREMES:
        assert faults(world, OTHERS, SELDOM, ["private"], [role]) == []
    assert fingerprint() == before


def test_whoever_may_know_a_text_finds_it_somewhere(world):
    """So that a text that is kept from others is one that could have been given away."""
    found = set()
    for route in OF_SUBMISSIONS:
        found |= set(marks_in(ask(world.clients["owner"], "GET", address(route, world, "private"))))
    shown = {*NAMES, *FACTS, "filename", "finding", "hint"}
    assert {("private", what) for what in shown} <= found


LOOKED_AT = [
    route
    for route in ROUTES
    if route.is_of_submission
    # A badge names nobody and is the same for everybody.
    and route.name != "scoring:badge"
    and "GET" in (policy_of(route) or {})
    and (not route.is_admin or route.admin_page[1] in {"", "change"})
]


@pytest.mark.parametrize("route", LOOKED_AT, ids=lambda route: route.name)
def test_a_look_of_staff_at_what_is_not_shown_leaves_a_note(world, route):
    noted, expected = {}, {}
    for state in STATES:
        looks = StaffLook.objects.filter(submission=world.submissions[state], staff=world.people["superuser"])
        looks.delete()
        answer = ask(world.clients["superuser"], "GET", address(route, world, state), keep=True)
        if answer.status_code != 200:
            continue
        noted[state] = looks.count()
        is_everybodys = is_let_in(route, "GET", "stranger", state) or (
            route.model.startswith("scoring.") and state in SHOWN - {"anonymous"}
        )
        # Whose an anonymous entry is, is seen together with its scores.
        expected[state] = int(not is_everybodys or state == "anonymous")
    assert noted == expected
