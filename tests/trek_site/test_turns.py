"""Turns: a busy party holds nobody up, and the place that people are told of is the one they have."""

from __future__ import annotations

import random
import threading
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections, models
from django.db.models import F
from django.db.models.functions import Now

from trek_site.shared.leases import MAX_ATTEMPTS, RING_AFTER_S, release, seconds_from_now
from trek_site.shared.turns import HELD_AT_MOST, Line, TurnTakingRow

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]

# An account, and two teams.
A, B, C = -1, 1, 2


class Errand(TurnTakingRow):
    """A row that parties wait for, for these tests only."""

    party = models.BigIntegerField()
    state = models.CharField(max_length=10, default="queued")
    queued_at = models.DateTimeField()

    class Meta:
        app_label = "trek_site"
        managed = False


@pytest.fixture(autouse=True)
def _table(transactional_db):
    with connection.schema_editor() as editor:
        editor.create_model(Errand)
    yield
    with connection.schema_editor() as editor:
        editor.delete_model(Errand)


def line():
    return Line(rows=Errand.objects.exclude(state="done"), since="queued_at")


def time_goes_on():
    """So that no two things happen at the same time, however coarse the database's clock is."""
    gone = timedelta(seconds=1)
    Errand.objects.update(queued_at=F("queued_at") - gone, claimed_at=F("claimed_at") - gone)


def add(*parties):
    """A waiting row for each, one after the other; their primary keys."""
    pks = []
    for party in parties:
        time_goes_on()
        pks.append(Errand.objects.create(party=party, queued_at=Now()).pk)
    return pks


def begin_or_none():
    """Take the next row, if there is one."""
    time_goes_on()
    return line().claim_next(state="running")


def begin():
    """Take the next row; the claim and the party."""
    mine = begin_or_none()
    return mine, Errand.objects.get(pk=mine.pk).party


def finish(mine):
    assert release(Errand.objects.all(), mine, state="done")


def served(count):
    """The parties of the next so many rows, each done before the next is begun."""
    parties = []
    for _ in range(count):
        mine, party = begin()
        finish(mine)
        parties.append(party)
    return parties


def claims_at_once(count):
    """What so many workers get that look at the same moment."""
    barrier = threading.Barrier(count)

    def look(_):
        try:
            barrier.wait(60)
            return line().claim_next(state="running")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(look, range(count)))


class NaiveRounds:
    """Parties in a ring, as anybody would draw it: new ones at its end, served ones back to its end."""

    def __init__(self):
        self.ring = deque()
        self.rows = {}

    def add(self, party, pk):
        if party not in self.ring:
            self.ring.append(party)
        self.rows.setdefault(party, deque()).append(pk)

    def serve(self):
        party = self.ring.popleft()
        pk = self.rows[party].popleft()
        if self.rows[party]:
            self.ring.append(party)
        return pk


def test_one_upload_does_not_wait_for_the_twenty_before_it():
    add(*[A] * 20, B)
    assert served(4) == [A, B, A, A]


def test_who_comes_while_a_busy_party_is_served_is_the_next_but_one():
    add(*[A] * 20)
    mine, _ = begin()
    add(B)
    finish(mine)
    assert served(3) == [A, B, A]


def test_parties_take_turns_each_with_its_oldest_row():
    pks = add(A, A, A, B, B, C)
    order = []
    for _ in pks:
        mine, _ = begin()
        finish(mine)
        order.append(pks.index(mine.pk))
    assert order == [0, 3, 5, 1, 4, 2]


def test_nobody_gains_by_sending_one_at_a_time():
    add(*[B] * 4)
    order = []
    for _ in range(4):
        add(A)
        order += served(2)
    assert order == [B, A] * 4


def test_with_nothing_to_take_there_is_no_claim():
    assert line().claim_next() is None
    (pk,) = add(A)
    finish(line().claim(pk))
    assert line().claim_next() is None


@pytest.mark.parametrize("seed", range(6))
def test_the_order_is_that_of_naive_rounds_and_no_row_waits_for_more_than_one_of_each_other_party(seed):
    chance = random.Random(seed)
    naive, arrived, overtaken, waiting = NaiveRounds(), [], {}, {A: 0, B: 0, C: 0}
    for _ in range(30):
        if not sum(waiting.values()) or chance.random() < 0.5:
            party = chance.choice([A, A, A, B, C])
            (pk,) = add(party)
            naive.add(party, pk)
            arrived.append(pk)
            waiting[party] += 1
            # The party has begun to wait for its turn.
            if waiting[party] == 1:
                overtaken[party] = Counter()
            continue
        mine, party = begin()
        finish(mine)
        assert mine.pk == naive.serve()
        assert max(overtaken[party].values(), default=0) <= 1
        waiting[party] -= 1
        overtaken[party] = Counter()
        for other, count in overtaken.items():
            count[party] += other != party and waiting[other] > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_place_that_is_told_is_the_place_in_which_a_row_is_served(seed):
    chance = random.Random(seed)
    parties = {}
    for _ in range(chance.randint(4, 9)):
        party = chance.choice([A, A, B, C])
        (pk,) = add(party)
        parties[pk] = party
        if chance.random() < 0.3:
            mine, _ = begin()
            finish(mine)
            del parties[mine.pk]
    told = {pk: line().ahead_of(pk, party=party) for pk, party in parties.items()}
    order = []
    while (mine := begin_or_none()) is not None:
        finish(mine)
        order.append(mine.pk)
    assert told == {pk: place for place, pk in enumerate(order)}


def test_those_that_workers_have_are_ahead_and_a_row_to_come_goes_behind_its_party():
    pks = add(A, A, A, B)
    begin()
    told = [line().ahead_of(pk, party=party) for pk, party in zip(pks[1:], (A, A, B), strict=True)]
    assert told == [2, 3, 1]
    assert line().ahead_of(None, party=A) == 4
    assert line().ahead_of(None, party=C) == 3


def test_workers_that_look_at_once_each_get_another_row():
    pks = add(*[A] * 6)
    assert sorted(mine.pk for mine in claims_at_once(6)) == pks
    assert set(Errand.objects.values_list("attempts", flat=True)) == {1}


def test_nobody_has_more_than_their_workers_while_others_wait():
    add(*[A] * 6, *[B] * 6, *[C] * 2)
    parties = dict(Errand.objects.values_list("pk", "party"))
    first = claims_at_once(6)
    assert Counter(parties[mine.pk] for mine in first) == {A: HELD_AT_MOST, B: HELD_AT_MOST, C: HELD_AT_MOST}
    # Whoever has enough is served all the same before a worker stands idle.
    second = claims_at_once(4)
    assert Counter(parties[mine.pk] for mine in second) == {A: 2, B: 2}
    assert len({mine.pk for mine in first + second}) == 10


def test_many_workers_do_everything_once():
    add(*[A] * 12, *[B] * 3, C)

    def work(_):
        try:
            while (mine := line().claim_next(state="running")) is not None:
                finish(mine)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    assert list(Errand.objects.values_list("state", "attempts").distinct()) == [("done", 1)]


def test_the_row_of_a_worker_that_died_is_next_of_its_party_and_one_that_was_given_back_rests():
    pks = add(A, A)
    dead, _ = begin()
    Errand.objects.filter(pk=dead.pk).update(lease_until=seconds_from_now(-1))
    again, _ = begin()
    assert (again.pk, again.attempt) == (pks[0], 2)
    assert release(Errand.objects.all(), again, state="queued")
    assert begin()[0].pk == pks[1]
    assert begin_or_none() is None
    Errand.objects.filter(pk=pks[0]).update(claimed_at=seconds_from_now(-RING_AFTER_S - 1))
    assert begin()[0].pk == pks[0]


def test_a_row_that_was_tried_too_often_holds_up_nothing():
    pks = add(A, A)
    Errand.objects.filter(pk=pks[0]).update(attempts=MAX_ATTEMPTS)
    assert begin()[0].pk == pks[1]
    assert begin_or_none() is None


def test_however_many_wait_a_turn_and_a_place_take_the_same_few_statements(django_assert_num_queries):
    pks = add(*[A] * 5, *[B] * 5, C)
    # One to look, then the claim: begin, take, read, commit.
    with django_assert_num_queries(5):
        line().claim_next(state="running")
    with django_assert_num_queries(4):
        line().ahead_of(pks[-2], party=B)
