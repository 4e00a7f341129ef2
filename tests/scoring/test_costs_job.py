"""The job that works out what a board's entries cost: once a state, by one worker at a time."""

from __future__ import annotations

import pytest
from django.db.models.functions import Now

from scoring import services
from scoring.models import BoardCosts, BoardRevision
from scoring.services import costs as job
from scoring.tracks import DEFAULT
from tests.factories import bundle_of, small_world
from tests.scoring.test_concurrency import THREADS, at_once
from tests.scoring.test_events import scored
from trek_site.shared.jobs import Job
from trek_site.shared.leases import seconds_from_now

MEASURES = sorted(job.MEASURES)


@pytest.fixture
def rung(monkeypatch):
    """What was rung for; nothing runs."""
    found = []
    for place in (
        "scoring.services.costs.ring",
        "scoring.services.board_work.ring",
        "trek_site.shared.jobs.ring",
    ):
        monkeypatch.setattr(place, lambda name, **ids: bool(found.append((name, ids))) or True)
    return found


@pytest.fixture
def board(db, rung):
    world = small_world()
    scored(world, bundle_of())
    rung.clear()
    return BoardRevision.objects.get(dataset_version=world.pk)


@pytest.fixture
def works(monkeypatch):
    """The measures that were worked out."""
    done = []
    real = job._worked_out
    monkeypatch.setattr(job, "_worked_out", lambda *args: done.append(args[2]) or real(*args))
    return done


def changed(board):
    services.board_refresh(board.dataset_version_id, DEFAULT, is_changed=True)


def test_a_second_message_for_the_same_state_does_nothing(board, works):
    services.board_costs_make(board.pk)
    services.board_costs_make(board.pk)
    assert sorted(works) == MEASURES
    assert set(BoardCosts.objects.values_list("revision", "working_until")) == {(board.revision, None)}


def test_nothing_is_done_beside_somebody_who_is_at_it_until_their_time_is_over(board, works, rung):
    BoardCosts.objects.create(board=board, measure=job.FIRST, working_until=seconds_from_now(60))
    BoardRevision.objects.update(changed_at=seconds_from_now(-60))
    services.board_costs_make(board.pk)
    assert services.board_costs_sweep() == 0
    assert (works, rung) == ([], [])
    BoardCosts.objects.update(working_until=seconds_from_now(-1))
    assert services.board_costs_sweep() == 1
    assert rung == [(Job.BOARD_COSTS, {"board_id": board.pk})]
    services.board_costs_make(board.pk)
    assert sorted(works) == MEASURES


def test_what_changes_meanwhile_is_looked_after_at_the_end(board, monkeypatch, rung):
    real = job._models

    def slowly(*args):
        changed(board)
        services.board_costs_make(board.pk)
        return real(*args)

    services.made_up_prices_add()
    rung.clear()
    monkeypatch.setattr(job, "_models", slowly)
    # In a test nothing is committed, so that the change's own message is not sent.
    services.board_costs_make(board.pk)
    assert rung == [(Job.BOARD_COSTS, {"board_id": board.pk})]
    assert set(BoardCosts.objects.values_list("revision", "working_until")) == {(board.revision, None)}


def test_a_failure_does_not_bring_it_back_at_once(board, monkeypatch):
    def breaks(*args):
        raise MemoryError

    monkeypatch.setattr(job, "_worked_out", breaks)
    with pytest.raises(MemoryError):
        services.board_costs_make(board.pk)
    assert BoardCosts.objects.filter(revision=0, working_until__gt=Now()).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.stack
def test_of_many_at_once_one_does_the_work(board, works):
    at_once(services.board_costs_make, [board.pk] * THREADS)
    assert sorted(works) == MEASURES
