"""Rule 33: a set of tasks whose looks give the label away is drawn again, and no other set is."""

from dataclasses import replace

from kb_browser.leaks import leaks_of
from kb_browser.progress import untold
from kb_browser.world.build import build
from kb_browser.world.drawing import look_of
from kb_browser.world.full_profile import FULL
from kb_browser.world.small_profile import SMALL

EVEN = replace(SMALL, quotas=replace(SMALL.quotas, is_even=True))
LEAKING_SEED, EVEN_SEED = 1, 2


def requests_of(profile, seed):
    return build(profile, seed, untold).requests


def leaks(requests):
    return [leak.trait for leak in leaks_of([look_of(request) for request in requests])]


def test_a_leaking_set_is_drawn_again():
    assert leaks(requests_of(SMALL, LEAKING_SEED)) != []
    assert leaks(requests_of(EVEN, LEAKING_SEED)) == []


def test_a_set_that_does_not_leak_stays_as_it_is():
    assert requests_of(EVEN, EVEN_SEED) == requests_of(SMALL, EVEN_SEED)


def test_the_full_release_is_held_to_it():
    assert FULL.quotas.is_even
    assert not SMALL.quotas.is_even
