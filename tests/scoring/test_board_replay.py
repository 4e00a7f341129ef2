"""Whatever happens to a board in whatever order: its log alone gives every state again, bit for bit."""

import random
from random import Random

import pytest
from django.db import transaction

from scoring import services
from scoring.board_filters import BoardFilters, LogFilters
from scoring.engine.model import Usage
from scoring.engine.sheets import Sheet, marks_packed, usage_packed
from scoring.models import BoardRevision, BoardStandings, LeaderboardEntry, ScoreSheet
from scoring.selectors import board_log, board_page, board_standings
from scoring.selectors.history import ranks_at, state_at
from scoring.selectors.rank_effects import effects_of
from scoring.selectors.sheets import DIMENSIONS
from scoring.services import Judgement, review_record
from scoring.states import ReviewVerdict, Unranked
from tests.factories import curator_make, entry_make, user_make, valid_make, version_make

pytestmark = pytest.mark.django_db

TASKS = 24
STEPS = 24


class World:
    """A board on which things happen, and what was stored after each of them."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.version = version_make(task_count=TASKS)
        self.curator = curator_make()
        self.public, self.off, self.held = [], [], []
        self.seen = {}
        self.happened = set()

    def entry(self, **changes):
        passed = self.random.choice([0, 0b1, (1 << TASKS) - 1, self.random.getrandbits(TASKS)])
        share = sum(passed >> place & 1 for place in range(0, TASKS, 2)) * 2 / TASKS
        submission = valid_make(
            version=self.version, owner=changes.pop("owner", None) or user_make(is_staff=True), **changes
        )
        row = entry_make(
            submission, share=share, **({"tp_feasible": None} if self.random.random() < 0.1 else {})
        )
        sheet = Sheet(
            size=TASKS,
            perfect=passed,
            applies=dict.fromkeys(DIMENSIONS, (1 << TASKS) - 1),
            passes=dict.fromkeys(DIMENSIONS, passed),
        )
        marks = marks_packed(sheet, DIMENSIONS)
        ScoreSheet.objects.create(
            evaluation=row.evaluation, size=TASKS, marks=marks, usage=usage_packed([Usage()] * TASKS)
        )
        return submission

    def publish(self):
        submission = self.entry()
        services.entry_publish(submission.public_id, submission.owner)
        self.public.append(submission)

    def publish_again(self):
        submission = self.off.pop(self.random.randrange(len(self.off)))
        services.entry_publish(submission.public_id, submission.owner)
        self.public.append(submission)

    def withdraw(self):
        submission = self.public.pop(self.random.randrange(len(self.public)))
        services.entry_withdraw(submission.public_id, submission.owner)
        self.off.append(submission)

    def hold(self):
        submission = self.public.pop(self.random.randrange(len(self.public)))
        self.review(submission, ReviewVerdict.HELD)
        self.held.append(submission)

    def clear(self):
        submission = self.held.pop(self.random.randrange(len(self.held)))
        self.review(submission, ReviewVerdict.CLEARED)
        self.public.append(submission)

    def supersede(self):
        earlier = self.public.pop(self.random.randrange(len(self.public)))
        later = self.entry(owner=earlier.owner, supersedes=earlier)
        services.entry_publish(later.public_id, later.owner)
        self.public.append(later)

    def review(self, submission, verdict):
        review_record(
            submission.public_id, Judgement(verdict=verdict, public_reason="Looked at."), actor=self.curator
        )

    def step(self):
        ways = [self.publish, self.publish]
        ways += [self.withdraw, self.hold, self.supersede] if self.public else []
        ways += [self.publish_again] if self.off else []
        ways += [self.clear] if self.held else []
        way = self.random.choice(ways)
        way()
        self.happened.add(way.__name__)
        self.remember()

    def remember(self):
        board = BoardRevision.objects.get(dataset_version=self.version.pk)
        services.board_standings_make(board.pk)
        stored = BoardStandings.objects.get(board=board)
        assert stored.revision == board.revision
        ranks = LeaderboardEntry.objects.filter(rank__isnull=False).values_list("evaluation", "rank")
        ranges = {int(pk): tuple(place) for pk, place in stored.standings.items()}
        self.seen[board.revision] = (dict(ranks), ranges, stored.facts)
        return board


@pytest.mark.parametrize("seed", range(4))
def test_every_state_is_rebuilt_with_ranks_and_ranges(seed):
    world = World(seed)
    for _ in range(STEPS):
        world.step()
    board = BoardRevision.objects.get(dataset_version=world.version.pk)
    assert board.revision >= STEPS
    for revision, (ranks, ranges, facts) in world.seen.items():
        assert ranks_at(board, revision) == ranks
        made = board_standings.tested(world.version, sorted(ranks))
        assert (made.places, made.facts) == (ranges, facts)
        page = board_page(BoardFilters(revision=revision), None)
        by_id = dict(LeaderboardEntry.objects.values_list("evaluation__submission__public_id", "evaluation"))
        assert {by_id[row.public_id]: row.rank for row in page.rows} == ranks
        assert {
            by_id[row.public_id]: (row.standing.best, row.standing.worst, row.standing.group)
            for row in page.rows
        } == ranges


def test_all_that_can_happen_did_happen():
    world = World(0)
    for _ in range(STEPS):
        world.step()
    assert world.happened == {"publish", "publish_again", "withdraw", "hold", "clear", "supersede"}


@pytest.mark.parametrize("seed", range(3))
def test_what_the_log_says_of_ranks_is_the_difference_of_neighbouring_states(seed):
    world = World(100 + seed)
    asked = random.Random(seed)
    for _ in range(STEPS):
        world.step()
        # Now and then somebody looks, from where the replay then goes on.
        if asked.random() < 0.2:
            effects_of(BoardRevision.objects.all())
    board = BoardRevision.objects.get(dataset_version=world.version.pk)
    states = {revision: state_at(board, revision) for revision in range(board.revision + 1)}
    effects = effects_of([board])
    assert sorted(effects[board.pk]) == list(range(1, board.revision + 1))
    told = {line.revision: line for line in board_log_lines()}
    for revision, effect in effects[board.pk].items():
        before, after = states[revision - 1], states[revision]
        changed = {pk for pk in {*before.ranks, *after.ranks} if before.ranks.get(pk) != after.ranks.get(pk)}
        (event,) = board.events.filter(revision=revision)
        own = event.evaluation_id
        assert (effect.before, effect.after) == (before.ranks.get(own), after.ranks.get(own))
        assert effect.others == len(changed - {own})
        line = told[revision]
        assert (line.rank_before, line.rank_after, line.others_moved) == (
            effect.before,
            effect.after,
            effect.others,
        )
        moves = {after.ranks[pk] - before.ranks[pk] for pk in changed - {own}}
        assert moves <= ({1} if after.reasons.get(own) == Unranked.NONE else {-1})


def test_a_log_that_is_another_one_is_replayed_from_its_start():
    """As after a backup was restored, or for who asked beside a change that was taken back."""
    world = World(7)
    for _ in range(STEPS // 2):
        world.step()
    board = BoardRevision.objects.get(dataset_version=world.version.pk)
    before = effects_of([board])
    with transaction.atomic():
        world.step()
        assert len(effects_of([board])[board.pk]) > len(before[board.pk])
        transaction.set_rollback(True)
    assert effects_of([board]) == before


def test_what_was_replayed_is_not_read_again(django_assert_num_queries):
    world = World(8)
    for _ in range(STEPS // 2):
        world.step()
    board = BoardRevision.objects.get(dataset_version=world.version.pk)
    before = effects_of([board])
    with django_assert_num_queries(1):
        assert effects_of([board]) == before
    assert effects_of([]) == {}


def board_log_lines():
    page, lines = board_log(LogFilters(), None), []
    for number in range(1, page.links.page_count + 1):
        lines += [line for line in board_log(LogFilters(page=number), None).lines if line.kind == "change"]
    return lines
