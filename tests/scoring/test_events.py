"""The log of a board: one event for each change, nothing of what is private, every state from it alone."""

import pytest
from django.db import IntegrityError, transaction

from scoring import services
from scoring.models import (
    BoardEvent,
    BoardRevision,
    BoardStandings,
    LeaderboardEntry,
    ScoreSheet,
    TaskOutcome,
)
from scoring.selectors.history import ranks_at, told_until
from scoring.services import Judgement, review_record
from scoring.states import Cause, ReviewVerdict, Unranked, cause_of
from scoring.tracks import DEFAULT
from submissions.services import submission_check
from tests.factories import (
    bundle_of,
    curator_make,
    entry_make,
    small_world,
    upload_make,
    user_make,
    valid_make,
    version_make,
)

pytestmark = pytest.mark.django_db


def scored(world, content):
    """A public submission of these bytes, checked and scored."""
    receipt = upload_make(content, owner=user_make(is_staff=True), version=world, visibility="public")
    submission_check(receipt.pk)
    services.submission_evaluate(receipt.pk)


@pytest.fixture
def version():
    return version_make()


@pytest.fixture
def owner():
    return user_make()


def entry(version, share, owner, **changes):
    return entry_make(valid_make(version=version, owner=owner, **changes), share=share)


def public_id(row):
    return row.evaluation.submission.public_id


def causes(version):
    return list(BoardEvent.objects.filter(board__dataset_version=version.pk).values_list("cause", flat=True))


def ranks_now():
    entries = LeaderboardEntry.objects.filter(rank__isnull=False)
    return dict(entries.values_list("evaluation", "rank"))


class TestCauses:
    """Every way from one standing to another has a cause."""

    @pytest.mark.parametrize("before", list(Unranked))
    @pytest.mark.parametrize("after", [one for one in Unranked if one != Unranked.METRIC_MISSING])
    def test_there_is_one_for_every_pair(self, before, after):
        assert isinstance(cause_of(before, after, is_carried=False), Cause)

    def test_who_comes_in_was_published_or_carried_over(self):
        assert cause_of(Unranked.PRIVATE, Unranked.NONE, is_carried=False) == Cause.ENTERED
        assert cause_of(Unranked.PRIVATE, Unranked.NONE, is_carried=True) == Cause.CARRIED
        assert cause_of(Unranked.HELD, Unranked.NONE, is_carried=True) == Cause.CLEARED


class TestLog:
    """What is written down."""

    def test_each_change_is_one_event_with_one_revision(self, version, owner):
        low, high = entry(version, 0.2, owner), entry(version, 0.8, owner)
        services.entry_publish(public_id(low), owner)
        services.entry_publish(public_id(high), owner)
        services.entry_withdraw(public_id(high), owner)
        assert causes(version) == ["entered", "entered", "withdrawn"]
        assert list(BoardEvent.objects.values_list("revision", flat=True)) == [1, 2, 3]
        assert BoardRevision.objects.get().revision == 3

    def test_of_what_was_never_public_it_tells_nothing(self, version, owner):
        entry(version, 0.2, owner)
        services.board_refresh(version.pk, DEFAULT)
        assert causes(version) == []

    def test_many_changes_at_once_are_many_events(self, version, owner):
        for share in (0.1, 0.2, 0.3):
            entry(version, share, owner, visibility="public")
        services.board_refresh(version.pk, DEFAULT)
        assert causes(version) == ["entered"] * 3
        services.board_refresh(version.pk, DEFAULT)
        assert causes(version) == ["entered"] * 3

    def test_who_decides_is_told_by_the_cause(self, version, owner):
        one = entry(version, 0.2, owner, visibility="public")
        services.board_refresh(version.pk, DEFAULT)
        curator = curator_make()
        for verdict in (ReviewVerdict.HELD, ReviewVerdict.CLEARED, ReviewVerdict.UNRANKED):
            review_record(
                public_id(one), Judgement(verdict=verdict, public_reason="Looked at."), actor=curator
            )
        assert causes(version) == ["entered", "held", "cleared", "reviewed"]

    @pytest.mark.parametrize("change", ["update", "delete"])
    def test_it_only_grows(self, version, owner, change):
        entry(version, 0.2, owner, visibility="public")
        services.board_refresh(version.pk, DEFAULT)
        rows = BoardEvent.objects.all()
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            rows.update(cause="held") if change == "update" else rows.delete()


class TestReplay:
    """The events alone lead to every state."""

    def test_each_state_is_rebuilt_from_nothing(self, version):
        owners = [user_make() for _ in range(5)]
        rows = [
            entry(version, share, one) for share, one in zip((0.2, 0.8, 0.8, 0.5, 0.1), owners, strict=True)
        ]
        seen = {0: {}}
        board = None

        def look():
            nonlocal board
            board = BoardRevision.objects.get()
            seen[board.revision] = ranks_now()

        for row, one in zip(rows, owners, strict=True):
            services.entry_publish(public_id(row), one)
            look()
        review_record(
            public_id(rows[1]),
            Judgement(verdict=ReviewVerdict.HELD, public_reason="Looked at."),
            actor=curator_make(),
        )
        look()
        services.entry_withdraw(public_id(rows[3]), owners[3])
        look()
        assert sorted(seen) == list(range(8))
        assert {number: ranks_at(board, number) for number in seen} == seen
        reasons, _ = told_until(board.pk)
        assert reasons[rows[1].evaluation_id] == Unranked.HELD

    def test_an_entry_without_the_deciding_figure_holds_no_rank(self, version, owner):
        entry(version, None, owner, visibility="public")
        services.board_refresh(version.pk, DEFAULT)
        assert ranks_at(BoardRevision.objects.get()) == {}


class TestStandings:
    """Which entries are told apart is worked out for each state of a board."""

    @pytest.fixture
    def board(self):
        world = small_world()
        for failing in ((), range(30), ()):
            scored(world, bundle_of(failing=failing))
        return BoardRevision.objects.get(dataset_version=world.pk)

    def test_far_apart_is_told_and_equal_is_not(self, board):
        services.board_standings_make(board.pk)
        made = BoardStandings.objects.get(board=board)
        assert made.revision == board.revision
        by_rank = [made.standings[str(pk)] for pk, _ in sorted(ranks_now().items(), key=lambda pair: pair[1])]
        assert by_rank == [[1, 2, 1], [1, 2, 1], [3, 3, 2]]

    def test_a_newer_state_is_not_overwritten(self, board):
        BoardStandings.objects.create(board=board, revision=board.revision + 1, standings={"0": [1, 1, 1]})
        services.board_standings_make(board.pk)
        assert BoardStandings.objects.get(board=board).standings == {"0": [1, 1, 1]}

    def test_a_sheet_that_is_missing_is_made_from_the_results(self, board):
        before = dict(ScoreSheet.objects.values_list("pk", "marks"))
        assert len(before) == 3
        assert TaskOutcome.objects.exists()
        ScoreSheet.objects.all().delete()
        services.board_standings_make(board.pk)
        assert BoardStandings.objects.get().revision == 0
        assert services.sheets_sweep() == 3
        assert services.sheets_sweep() == 0
        services.board_standings_make(board.pk)
        assert BoardStandings.objects.get().revision == board.revision
        assert {pk: bytes(marks) for pk, marks in ScoreSheet.objects.values_list("pk", "marks")} == {
            pk: bytes(marks) for pk, marks in before.items()
        }
