"""The order of a run, and which tests its second pass keeps."""

from __future__ import annotations

import gc

import pytest

from tests.selection import _place, _touches_services


def test_quick_kinds_come_first(request):
    places = [_place(item) for item in request.session.items]
    assert places == sorted(places)


def test_what_asks_for_nothing_is_pure(request):
    assert (_place(request.node), _touches_services(request.node)) == (0, False)


def test_a_fixture_that_needs_the_database_is_enough(request, django_user_model, db):
    assert (_place(request.node), _touches_services(request.node)) == (1, True)


@pytest.mark.stack
@pytest.mark.own_services
def test_what_brings_its_own_services_comes_late(request):
    assert _place(request.node) == 2


def test_no_search_for_garbage_goes_through_what_collecting_made(request):
    assert gc.get_freeze_count() > len(request.session.items)
