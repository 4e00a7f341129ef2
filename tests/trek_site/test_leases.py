"""One worker at a time on a row, and a dead worker's row is found again."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections, models
from django.db.models.functions import Now

from trek_site.shared.leases import (
    Claim,
    Heartbeat,
    LeasedRow,
    claim,
    due_for_ringing,
    extend,
    held,
    holds,
    release,
    seconds_from_now,
)

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]


class Work(LeasedRow):
    """A row as services keep them, for these tests only."""

    state = models.CharField(max_length=10, default="queued")

    class Meta:
        app_label = "trek_site"
        managed = False


@pytest.fixture(autouse=True)
def _table(transactional_db):
    with connection.schema_editor() as editor:
        editor.create_model(Work)
    yield
    with connection.schema_editor() as editor:
        editor.delete_model(Work)


def one(row: Work):
    return Work.objects.filter(pk=row.pk)


def expire(row: Work) -> None:
    one(row).update(lease_until=Now() - timedelta(seconds=1))


def test_a_claim_sets_token_lease_attempt_and_state_at_once():
    row = Work.objects.create()

    mine = claim(one(row), state="running")

    row.refresh_from_db()
    assert mine == Claim(pk=row.pk, token=row.lease_token, attempt=1)
    assert (row.state, row.attempts) == ("running", 1)


def test_the_lease_lasts_as_long_as_asked_by_the_databases_clock():
    row = Work.objects.create()

    claim(one(row), lease_s=45)

    assert not one(row).filter(lease_until__lt=seconds_from_now(43)).exists()
    assert one(row).filter(lease_until__lt=seconds_from_now(46)).exists()


def test_a_held_row_cannot_be_claimed():
    row = Work.objects.create()
    claim(one(row))

    assert claim(one(row)) is None


def test_a_row_in_another_state_cannot_be_claimed():
    row = Work.objects.create(state="finished")

    assert claim(one(row).filter(state="queued")) is None


def test_a_row_whose_lease_ran_out_is_claimed_again_as_the_next_attempt():
    row = Work.objects.create()
    first = claim(one(row))
    expire(row)

    second = claim(one(row))

    assert second.attempt == 2
    assert second.token != first.token


def test_a_row_tried_too_often_is_left_alone():
    row = Work.objects.create(attempts=5)

    assert claim(one(row), max_attempts=5) is None


def test_several_rows_at_once_are_refused_and_unchanged():
    Work.objects.create()
    Work.objects.create()

    with pytest.raises(Work.MultipleObjectsReturned):
        claim(Work.objects.all())

    assert not Work.objects.exclude(attempts=0).exists()


def test_a_late_worker_changes_nothing():
    row = Work.objects.create()
    late = claim(one(row))
    expire(row)
    claim(one(row))

    assert not extend(one(row), late)
    assert not holds(one(row), late)
    assert not release(one(row), late, state="finished")
    assert held(one(row), late).update(state="finished") == 0
    row.refresh_from_db()
    assert row.state == "queued"


def test_a_released_row_is_free_and_keeps_its_attempts():
    row = Work.objects.create()
    mine = claim(one(row))

    assert release(one(row), mine, state="finished")

    row.refresh_from_db()
    assert (row.state, row.lease_token, row.lease_until, row.attempts) == ("finished", None, None, 1)


def test_extending_moves_the_end_of_the_lease():
    row = Work.objects.create()
    mine = claim(one(row), lease_s=1)

    assert extend(one(row), mine, lease_s=60)

    assert one(row).filter(lease_until__gt=seconds_from_now(50)).exists()


def test_of_many_claiming_at_once_exactly_one_succeeds():
    rows = [Work.objects.create() for _ in range(10)]
    won: list[Claim] = []
    start = threading.Barrier(6)

    def compete() -> None:
        start.wait()
        try:
            for row in rows:
                mine = claim(one(row))
                if mine:
                    won.append(mine)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=compete) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(mine.pk for mine in won) == [row.pk for row in rows]


def test_rows_are_due_for_ringing_when_free_and_not_rung_lately():
    never = Work.objects.create()
    long_ago = Work.objects.create()
    lately = Work.objects.create()
    being_worked_on = Work.objects.create()
    abandoned = Work.objects.create()
    one(long_ago).update(rung_at=seconds_from_now(-20))
    one(lately).update(rung_at=seconds_from_now(-5))
    claim(one(being_worked_on))
    claim(one(abandoned))
    expire(abandoned)

    due = set(due_for_ringing(Work.objects.all()).values_list("pk", flat=True))

    assert due == {never.pk, long_ago.pk, abandoned.pk}


def test_a_heartbeat_keeps_a_short_lease_alive():
    row = Work.objects.create()
    mine = claim(one(row), lease_s=1)

    with Heartbeat(lambda: extend(one(row), mine, 1), every_s=0.2) as heartbeat:
        time.sleep(1.5)
        still_mine = claim(one(row)) is None

    assert still_mine
    assert not heartbeat.lost.is_set()


def test_a_heartbeat_notices_that_the_row_was_taken_over():
    row = Work.objects.create()
    stranger = Claim(pk=row.pk, token=uuid4(), attempt=1)

    with Heartbeat(lambda: extend(one(row), stranger), every_s=0.01) as heartbeat:
        assert heartbeat.lost.wait(5)


def test_a_database_that_is_away_does_not_lose_the_claim():
    beats = threading.Semaphore(0)

    def fail() -> bool:
        beats.release()
        raise OperationalError("away")

    with Heartbeat(fail, every_s=0.01) as heartbeat:
        for _ in range(3):
            assert beats.acquire(timeout=5)

    assert not heartbeat.lost.is_set()
