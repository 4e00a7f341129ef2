"""Boards: ranks are stored, shared by equals, and change only with the board's revision."""

import pytest
from django.contrib.auth.models import AnonymousUser

from scoring import services
from scoring.board_filters import BOARD_SORTS, BoardFilters
from scoring.columns import COLUMN_KEY_OF, COLUMN_OF
from scoring.models import BoardRevision, LeaderboardEntry
from scoring.selectors import board_page
from scoring.states import Unranked
from scoring.tracks import DEFAULT, evaluator
from tests.factories import (
    board_make,
    curator_make,
    entry_make,
    submission_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    return version_make()


def entry(version, share=0.5, *, visibility="public", owner=None, **changes):
    submission = valid_make(version=version, visibility=visibility, owner=owner or user_make())
    return entry_make(submission, share=share, **changes)


def refresh(version):
    return services.board_refresh(version.pk, DEFAULT)


def standing(row):
    row.refresh_from_db()
    return row.rank, row.unranked_reason


def revision(version):
    return BoardRevision.objects.get(dataset_version=version.pk).revision


class TestRanking:
    """One function ranks; equals share; what cannot be ranked says why."""

    def test_the_track_says_which_figures_decide(self):
        keys = [COLUMN_KEY_OF[metric] for metric in evaluator(DEFAULT).ranking]
        assert keys == ["tp_feasible", "overall"]

    def test_equals_share_a_rank_and_the_next_one_is_left_out(self, version):
        rows = [entry(version, share) for share in (0.2, 0.9, 0.9, 0.1)]
        refresh(version)
        assert [standing(row) for row in rows] == [(3, ""), (1, ""), (1, ""), (4, "")]

    def test_an_entry_without_the_figure_that_decides_is_unranked_not_last(self, version):
        rows = [entry(version, 0.1), entry(version, 0.9, tp_feasible=None)]
        refresh(version)
        assert [standing(row) for row in rows] == [(1, ""), (None, Unranked.METRIC_MISSING)]

    def test_private_and_withdrawn_entries_hold_no_rank(self, version):
        rows = [entry(version, 0.9, visibility="private"), entry(version, 0.8), entry(version, 0.7)]
        submission = rows[1].evaluation.submission
        services.entry_withdraw(submission.public_id, submission.owner)
        assert [standing(row) for row in rows] == [
            (None, Unranked.PRIVATE),
            (None, Unranked.WITHDRAWN),
            (1, ""),
        ]

    def test_a_new_entry_shifts_the_others_in_few_statements(self, version, django_assert_max_num_queries):
        rows = board_make(60, version=version)
        best = entry(version, 0.995)
        with django_assert_max_num_queries(12):
            assert refresh(version) == 61
        assert standing(best) == (1, "")
        assert [standing(row)[0] for row in reversed(rows)] == list(range(2, 62))

    def test_boards_of_other_versions_and_evaluators_stay_as_they_are(self, version):
        other = entry(version_make(), 0.9)
        paper = entry(version, 0.9, evaluator_version="trek-1.0.0-paper")
        mine = entry(version, 0.1)
        refresh(version)
        assert standing(mine) == (1, "")
        assert standing(other) == standing(paper) == (None, Unranked.PRIVATE)


class TestRevision:
    """+1 for every change, and none without one."""

    def test_it_rises_with_a_change_only(self, version):
        entry(version, 0.5)
        refresh(version)
        assert revision(version) == 1
        refresh(version)
        assert revision(version) == 1
        entry(version, 0.9)
        refresh(version)
        assert revision(version) == 2

    def test_publishing_and_withdrawing_change_the_board_once_each(self, version):
        row = entry(version, visibility="private")
        submission = row.evaluation.submission
        for act, expected in (
            (services.entry_publish, (1, "")),
            (services.entry_publish, (1, "")),
            (services.entry_withdraw, (None, Unranked.WITHDRAWN)),
            (services.entry_withdraw, (None, Unranked.WITHDRAWN)),
            (services.entry_publish, (1, "")),
        ):
            act(submission.public_id, submission.owner)
            assert standing(row) == expected
        assert revision(version) == 3

    def test_nobody_else_publishes_or_withdraws(self, version):
        row = entry(version)
        public_id = row.evaluation.submission.public_id
        for stranger in (user_make(), None):
            with pytest.raises(NotFoundError):
                services.entry_publish(public_id, stranger)
            with pytest.raises(NotFoundError):
                services.entry_withdraw(public_id, stranger)
        with pytest.raises(PermissionRefusedError):
            services.entry_publish(public_id, curator_make())

    def test_what_was_never_published_cannot_be_withdrawn(self, version):
        row = entry(version, visibility="private")
        submission = row.evaluation.submission
        with pytest.raises(ConflictError):
            services.entry_withdraw(submission.public_id, submission.owner)


class TestPage:
    """The page shows the ranks as stored, in the order asked for."""

    def test_before_the_first_version_it_is_empty(self):
        page = board_page(BoardFilters(), None)
        assert (page.version, page.rows, page.links.total) == (None, [], 0)

    def test_best_first_with_text_bar_and_interval(self, version):
        low, high = entry(version, 0.25), entry(version, 0.75)
        LeaderboardEntry.objects.filter(pk=high.pk).update(intervals={"tp_feasible": [0.7, 0.8]})
        refresh(version)
        page = board_page(BoardFilters(), None)
        assert [(row.rank, row.public_id) for row in page.rows] == [
            (1, high.evaluation.submission.public_id),
            (2, low.evaluation.submission.public_id),
        ]
        cell = page.rows[0].cells[0]
        assert (cell.key, cell.text, cell.low_text, cell.high_text, cell.bar, cell.value) == (
            "tp_feasible",
            "75.0",
            "70.0",
            "80.0",
            75.0,
            0.75,
        )
        assert [head.key for head in page.columns] == [cell.key for cell in page.rows[0].cells]
        assert (page.revision, page.as_of is not None, page.version.is_current) == (2, True, True)

    def test_a_shared_rank_is_marked_even_if_a_filter_hides_the_other(self, version):
        rows = [entry(version, 0.5), entry(version, 0.5), entry(version, 0.1)]
        for row, organisation in zip(rows, "ABC", strict=True):
            type(row.evaluation.submission).objects.filter(pk=row.evaluation.submission_id).update(
                organisation=organisation
            )
        refresh(version)
        page = board_page(BoardFilters(organisation="A", source="evaluated"), None)
        assert [(row.rank, row.is_shared_rank) for row in page.rows] == [(1, True)]
        assert page.is_filtered
        assert [choice.value for choice in page.organisations] == ["", "A", "B", "C"]

    def test_a_figure_that_does_not_exist_is_a_dash(self, version):
        entry(version, 0.5, efficiency=None, tokens_per_task=None)
        refresh(version)
        cells = {cell.key: cell for cell in board_page(BoardFilters(), None).rows[0].cells}
        for key in ("efficiency", "tokens_per_task"):
            assert (cells[key].text, cells[key].value, cells[key].bar) == ("–", None, None)

    @pytest.mark.parametrize("mean", ["geometric", "arithmetic", "harmonic"])
    def test_one_of_the_three_means_is_shown(self, version, mean):
        keys = [head.key for head in board_page(BoardFilters(mean=mean), None).columns]
        shown = {"geometric": "overall", "arithmetic": "overall_arithmetic", "harmonic": "overall_harmonic"}
        assert [key for key in keys if key.startswith("overall")] == [shown[mean]]

    @pytest.mark.parametrize("sort", BOARD_SORTS)
    def test_every_column_sorts_both_ways_and_absent_figures_come_last(self, version, sort):
        column = "overall" if sort == "rank" else sort
        for share in (0.1, 0.9, 0.5):
            entry(version, share, tokens_per_task=share * 100)
        entry(version, 0.3, **({} if sort in {"rank", "tp_feasible"} else {column: None}))
        refresh(version)
        for direction in ("asc", "desc"):
            page = board_page(BoardFilters(sort=sort, direction=direction), None)
            if sort == "rank":
                values = [row.rank for row in page.rows]
            else:
                stored = {
                    one.evaluation.submission.public_id: getattr(one, column)
                    for one in LeaderboardEntry.objects.select_related("evaluation__submission")
                }
                values = [stored[row.public_id] for row in page.rows]
            present = [value for value in values if value is not None]
            assert present == sorted(present, reverse=direction == "desc")
            assert None not in values[: len(present)]

    def test_a_heading_turns_its_own_order_round_and_best_first_otherwise(self, version):
        heads = {head.key: head for head in board_page(BoardFilters(sort="overall"), None).columns}
        assert (heads["overall"].is_sorted, heads["overall"].direction) == (True, "desc")
        assert heads["overall"].sort_query == "?sort=overall&direction=asc"
        assert heads["tokens_per_task"].sort_query == "?sort=tokens_per_task"
        turned = board_page(BoardFilters(sort="overall", direction="asc"), None)
        assert {head.key: head.sort_query for head in turned.columns}["overall"] == "?sort=overall"

    def test_every_column_has_words(self):
        assert set(BOARD_SORTS) == {"rank", *COLUMN_OF}
        assert all(column.label and column.help and column.paper for column in COLUMN_OF.values())

    def test_private_rows_are_seen_by_their_owner_only(self, version):
        mine = entry(version, 0.9, visibility="private")
        refresh(version)
        owner = mine.evaluation.submission.owner
        for viewer, expected in (
            (None, []),
            (user_make(), []),
            (curator_make(), []),
            (owner, [mine]),
        ):
            page = board_page(BoardFilters(), viewer)
            assert page.rows == []
            assert [row.public_id for row in page.unranked] == [
                row.evaluation.submission.public_id for row in expected
            ]
        (row,) = board_page(BoardFilters(), owner).unranked
        assert (row.rank, row.is_mine, row.is_public) == (None, True, False)
        assert row.unranked_reason == "Not published; only its owner sees it."

    def test_an_unknown_version_or_evaluator_is_not_found(self, version):
        for filters in (BoardFilters(version="none"), BoardFilters(evaluator="none")):
            with pytest.raises(NotFoundError):
                board_page(filters, None)

    def test_old_boards_stay_readable(self, version):
        entry(version, 0.5)
        refresh(version)
        newer = version_make()
        assert board_page(BoardFilters(), None).version.name == newer.name
        old = board_page(BoardFilters(version=version.name), None)
        assert (old.version.is_current, len(old.rows)) == (False, 1)

    def test_the_page_beyond_the_last_is_the_last(self, version):
        entry(version, 0.5)
        refresh(version)
        page = board_page(BoardFilters(page=99), None)
        assert (page.links.number, len(page.rows)) == (1, 1)

    @pytest.mark.parametrize("count", [10, 200])
    def test_it_makes_as_many_queries_with_10_rows_as_with_200(
        self, version, count, django_assert_num_queries
    ):
        board_make(count, version=version)
        viewer = user_make()
        with django_assert_num_queries(10):
            page = board_page(BoardFilters(), viewer)
        assert len(page.rows) == min(count, 100)


class TestSharedViews:
    """What every visitor sees alike is made once for a revision; what a reader sees alone is never kept."""

    def test_a_view_is_made_once_for_all_visitors(self, version, django_assert_num_queries):
        board_make(3, version=version)
        first = board_page(BoardFilters(), None)
        with django_assert_num_queries(4):
            again = board_page(BoardFilters(), AnonymousUser())
        assert again == first

    def test_a_change_of_the_board_is_seen_at_once(self, version):
        rows = board_make(3, version=version)
        before = board_page(BoardFilters(), None)
        best = rows[-1].evaluation.submission
        services.entry_withdraw(best.public_id, best.owner)
        after = board_page(BoardFilters(), None)
        assert best.public_id in {row.public_id for row in before.rows}
        assert best.public_id not in {row.public_id for row in (*after.rows, *after.unranked)}
        assert (after.links.total, after.revision) == (2, before.revision + 1)

    def test_what_is_under_way_is_counted_afresh(self, version):
        board_make(1, version=version)
        assert board_page(BoardFilters(), None).pending_count == 0
        submission_make(version=version)
        assert board_page(BoardFilters(), None).pending_count == 1

    def test_each_filter_has_a_view_of_its_own(self, version):
        board_make(9, version=version)
        totals = [
            board_page(filters, None).links.total
            for filters in (BoardFilters(), BoardFilters(organisation="Lab 1"), BoardFilters())
        ]
        assert totals == [9, 2, 9]

    def test_a_readers_own_rows_reach_no_visitor(self, version):
        public, private = entry(version, 0.5), entry(version, 0.9, visibility="private", tp_feasible=0.123)
        refresh(version)
        owner = private.evaluation.submission.owner
        for viewer in (owner, curator_make(), public.evaluation.submission.owner):
            board_page(BoardFilters(), viewer)
        page = board_page(BoardFilters(), None)
        assert [(row.is_mine, row.is_public) for row in page.rows] == [(False, True)]
        assert page.unranked == []
        assert [row.is_mine for row in board_page(BoardFilters(), owner).unranked] == [True]

    def test_an_organisation_without_a_public_row_is_not_named(self, version):
        entry(version)
        hidden = valid_make(version=version, visibility="private", organisation="Secret Lab")
        entry_make(hidden)
        valid_make(version=version, visibility="public", organisation="Not scored yet")
        refresh(version)
        for viewer in (None, hidden.owner):
            page = board_page(BoardFilters(source="evaluated"), viewer)
            assert [choice.value for choice in page.organisations] == [""]

    def test_a_board_counted_anew_after_a_restored_backup_is_another_state(self, version):
        rows = board_make(2, version=version)
        assert len(board_page(BoardFilters(), None).rows) == 2
        LeaderboardEntry.objects.filter(pk=rows[0].pk).delete()
        BoardRevision.objects.filter(dataset_version=version.pk).update(changed_at="2026-01-01T00:00Z")
        assert len(board_page(BoardFilters(), None).rows) == 1

    def test_a_tag_names_all_that_its_reader_gets(self, version):
        board_make(2, version=version)
        readers = (None, user_make(), user_make())
        tags = [board_page(BoardFilters(), reader).etag for reader in readers]
        assert len(set(tags)) == 3
        assert tags == [board_page(BoardFilters(), reader).etag for reader in readers]
        submission_make(version=version)
        assert board_page(BoardFilters(), None).etag not in tags

    def test_its_tag_changes_with_the_readers_own_rows(self, version):
        """What is private has no event, and as many as before may be waiting."""
        owner = user_make()
        board_make(2, version=version)
        before = board_page(BoardFilters(), owner)
        entry_make(valid_make(version=version, owner=owner))
        after = board_page(BoardFilters(), owner)
        assert (before.unranked, len(after.unranked), after.pending_count) == ([], 1, before.pending_count)
        assert after.etag != before.etag


class TestFilters:
    """Anything from outside becomes a known value or the default."""

    def test_unknown_values_become_the_default(self):
        raw = {
            "sort": "rank; DROP",
            "division": "x",
            "mean": "",
            "page": "-1",
            "direction": "up",
            "weights": "?",
        }
        assert BoardFilters.from_query(raw) == BoardFilters()

    @pytest.mark.parametrize(
        ("raw", "page"),
        [("1", 1), ("0", 1), ("7", 7), ("99999", 10_000), ("1e3", 1), ("٣", 1), ("9" * 400, 1), ("", 1)],
    )
    def test_page_numbers_are_bounded(self, raw, page):
        assert BoardFilters.from_query({"page": raw}).page == page

    def test_texts_are_bounded_and_lose_what_no_database_stores(self):
        filters = BoardFilters.from_query({"organisation": "a\x00\ud800b" + "x" * 500})
        assert filters.organisation == "ab" + "x" * 96

    def test_a_view_leads_back_to_itself_and_has_one_address(self):
        filters = BoardFilters(division="custom", sort="overall", page=3)
        assert filters.query() == "?division=custom&sort=overall&page=3"
        assert BoardFilters().query() == "?"
