"""The job that tests a board's entries against each other: once a state, by one worker at a time."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.db.models.functions import Now

from scoring import services
from scoring.models import BoardRevision, BoardStandings
from scoring.services import board_work
from scoring.services import standings as job
from scoring.tracks import DEFAULT
from tests.factories import bundle_of, small_world
from tests.scoring.test_concurrency import THREADS, at_once
from tests.scoring.test_events import scored
from trek_site.shared.jobs import HARD_LIMIT_S, LIMITS, QUEUES, Job
from trek_site.shared.leases import seconds_from_now


@pytest.fixture
def rung(monkeypatch):
    """What was rung for; nothing runs."""
    found = []
    for place in (
        "scoring.services.standings.ring",
        "scoring.services.board_work.ring",
        "trek_site.shared.jobs.ring",
    ):
        monkeypatch.setattr(place, lambda name, **ids: bool(found.append((name, ids))) or True)
    return found


@pytest.fixture
def board(db, rung):
    world = small_world()
    for failing in ((), range(30)):
        scored(world, bundle_of(failing=failing))
    rung.clear()
    return BoardRevision.objects.get(dataset_version=world.pk)


@pytest.fixture
def works(monkeypatch):
    """The states that were worked out."""
    done = []
    real = job.tested
    monkeypatch.setattr(job, "tested", lambda *args: done.append(args) or real(*args))
    return done


def changed(board):
    services.board_refresh(board.dataset_version_id, DEFAULT, is_changed=True)


def test_a_second_message_for_the_same_state_does_nothing(board, works):
    services.board_standings_make(board.pk)
    services.board_standings_make(board.pk)
    assert len(works) == 1
    made = BoardStandings.objects.get()
    assert (made.revision, made.working_until) == (board.revision, None)


def test_a_newer_state_is_worked_out(board, works):
    services.board_standings_make(board.pk)
    changed(board)
    services.board_standings_make(board.pk)
    assert len(works) == 2
    assert BoardStandings.objects.get().revision == board.revision + 1


def test_nothing_is_done_beside_somebody_who_is_at_it_until_their_time_is_over(board, works, rung):
    BoardStandings.objects.create(board=board, working_until=seconds_from_now(60))
    BoardRevision.objects.update(changed_at=seconds_from_now(-60))
    services.board_standings_make(board.pk)
    assert services.standings_sweep() == 0
    assert (works, rung) == ([], [])
    BoardStandings.objects.update(working_until=seconds_from_now(-1))
    assert services.standings_sweep() == 1
    services.board_standings_make(board.pk)
    assert len(works) == 1


def test_what_changes_meanwhile_is_looked_after_at_the_end(board, monkeypatch, rung):
    real = job.tested

    def slowly(*args):
        changed(board)
        services.board_standings_make(board.pk)
        return real(*args)

    monkeypatch.setattr(job, "tested", slowly)
    # In a test nothing is committed, so that the change's own message is not sent.
    services.board_standings_make(board.pk)
    assert rung == [(Job.BOARD_STANDINGS, {"board_id": board.pk})]
    assert BoardStandings.objects.get().revision == board.revision


def test_a_board_that_does_not_exist_or_where_nothing_happened_is_left_alone(board, works):
    BoardRevision.objects.create(
        dataset_version_id=board.dataset_version_id, evaluator_version="other", changed_at=Now()
    )
    for pk in BoardRevision.objects.exclude(pk=board.pk).values_list("pk", flat=True):
        services.board_standings_make(pk)
    services.board_standings_make(0)
    assert works == []


def test_a_failure_does_not_bring_it_back_at_once(board, monkeypatch):
    def breaks(*args):
        raise MemoryError

    monkeypatch.setattr(job, "tested", breaks)
    with pytest.raises(MemoryError):
        services.board_standings_make(board.pk)
    assert BoardStandings.objects.filter(revision=0, working_until__gt=Now()).exists()


@pytest.mark.parametrize("name", [Job.BOARD_STANDINGS, Job.BOARD_COSTS])
def test_the_lease_outlasts_the_job_and_evaluations_do_not_stand_behind_it(name):
    assert board_work.LEASE_S > LIMITS[name][1] > HARD_LIMIT_S
    assert QUEUES[name] != QUEUES[Job.EVALUATE_SUBMISSION]


@pytest.mark.django_db(transaction=True)
@pytest.mark.stack
def test_of_many_at_once_one_does_the_work(board, works):
    at_once(services.board_standings_make, [board.pk] * THREADS)
    assert len(works) == 1
    assert BoardStandings.objects.filter(revision=F("board__revision")).count() == 1
