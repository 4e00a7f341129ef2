"""Beside itself: many workers on one rehearsal, one report; two curators, one rehearsal."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from scoring import services
from scoring.models import Evaluation, Rehearsal, RehearsedEvaluation
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from tests.factories import small_world
from tests.scoring.candidates import flipped_world, key_of, publish, refusing, rehearsed, scored_make
from trek_site.shared.errors import ConflictError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 4


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    """Messages are dropped: these tests deliver jobs themselves."""
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: True)
    monkeypatch.setattr("trek_site.shared.leased_work.ring", lambda name, **ids: True)


@pytest.fixture
def board():
    """A version with a scored submission for each thread."""
    world = small_world()
    for index in range(THREADS):
        scored_make(world, refusing(index))
    return world


def at_once(work, arguments):
    """The work done for every argument by threads that start together."""
    barrier = threading.Barrier(len(arguments))

    def one(argument):
        try:
            barrier.wait(60)
            return work(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(one, arguments))


def start(world, candidate):
    return services.rehearsal_start(baseline=key_of(world), candidate=key_of(candidate))


def assert_reported_once(attempts=1):
    rehearsal = Rehearsal.objects.get()
    assert (rehearsal.outcome, rehearsal.attempts) == (RehearsalOutcome.REPORTED, 1)
    rows = RehearsedEvaluation.objects.values_list("outcome", "attempts")
    assert list(rows) == [(RehearsedOutcome.SCORED, attempts)] * THREADS
    assert len(rehearsal.report["standings"]) == THREADS


def test_workers_that_end_together_write_one_report(board):
    start(board, flipped_world())
    rows = list(RehearsedEvaluation.objects.values_list("pk", flat=True))
    at_once(services.rehearsed_run, rows)
    for row in rows:
        # A database that was locked too long is a passing fault; the sweep brings such a row back.
        services.rehearsed_run(row)
    assert_reported_once()


def test_the_same_job_delivered_to_many_is_done_once(board):
    start(board, flipped_world())
    first, *others = RehearsedEvaluation.objects.values_list("pk", flat=True)
    at_once(services.rehearsed_run, [first] * THREADS)
    assert RehearsedEvaluation.objects.get(pk=first).attempts == 1
    for row in others:
        services.rehearsed_run(row)
    at_once(services.rehearsal_conclude, [Rehearsal.objects.get().pk] * THREADS)
    assert_reported_once()


def test_workers_share_a_rehearsal_with_the_command(board):
    pk = start(board, flipped_world())
    at_once(lambda _: list(services.rehearsal_help(pk)), range(2))
    services.rehearsal_conclude(pk)
    assert_reported_once()


def test_two_curators_start_one_rehearsal(board):
    candidate = flipped_world()

    def ask(_):
        try:
            return start(board, candidate)
        except ConflictError:
            return None

    answers = at_once(ask, range(THREADS))
    assert [answer for answer in answers if answer] == [Rehearsal.objects.get().pk]
    assert RehearsedEvaluation.objects.count() == THREADS


def test_two_sweepers_carry_a_board_over_once(board):
    candidate = flipped_world()
    rehearsed(board, candidate)
    publish(candidate.name)
    at_once(lambda _: services.rehearsals_carry_over(), range(THREADS))
    carried = Evaluation.objects.filter(dataset_version=candidate.pk)
    assert carried.count() == THREADS
