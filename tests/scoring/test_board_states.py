"""What a board says beyond its order: which ranks are certain, what it was before, who ran several times."""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser

from scoring import services
from scoring.board_filters import SHOWABLE, BoardFilters, instant_of
from scoring.models import BoardEvent, BoardRevision, BoardStandings
from scoring.selectors import board_page, board_standings
from scoring.selectors.history import reached
from scoring.states import Unranked
from scoring.tracks import DEFAULT
from scoring.wording import UNRANKED
from submissions.models import Submission
from tests.factories import board_make, entry_make, user_make, valid_make, version_make
from tests.scoring.runs import FEASIBLE, TASKS, refresh, run, with_tests
from trek_site.shared.errors import NotFoundError

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    return version_make(task_count=TASKS)


def noon(day):
    return dt.datetime(2026, 3, day, 12, tzinfo=dt.UTC)


def ranges(page):
    return [(row.rank, row.standing.range_text, row.standing.group) for row in page.rows]


class TestRankRanges:
    """From the stored tests when they are about the state shown; the page is complete without them."""

    def test_until_they_are_made_the_page_says_so_and_is_complete(self, version):
        for passed in (40, 39, 5):
            run(version, passed)
        refresh(version)
        page = board_page(BoardFilters(), None)
        assert page.apart.state == "pending"
        assert "being worked out" in page.apart.sentence
        assert [(row.rank, row.standing) for row in page.rows] == [(1, None), (2, None), (3, None)]
        assert page.apart.detectable is None

    def test_a_band_is_what_is_not_told_apart_from_its_first(self, version):
        for passed in (40, 39, 5):
            run(version, passed)
        with_tests(version)
        page = board_page(BoardFilters(), None)
        assert ranges(page) == [(1, "1–2", 1), (2, "1–2", 1), (3, "3", 2)]
        assert [row.standing.band for row in page.rows] == [
            "Group 1: 2 entries not told apart from the first of them",
            "",
            "",
        ]
        assert [row.standing.begins for row in page.rows] == [True, False, True]

    def test_standings_of_an_earlier_state_are_never_shown(self, version):
        run(version, 40)
        with_tests(version)
        run(version, 5)
        refresh(version)
        page = board_page(BoardFilters(), None)
        assert (page.apart.state, [row.standing for row in page.rows]) == ("pending", [None, None])

    def test_standings_that_come_later_are_seen_at_once(self, version):
        run(version, 40)
        run(version, 5)
        board = refresh(version)
        before = board_page(BoardFilters(), None)
        services.board_standings_make(board.pk)
        after = board_page(BoardFilters(), None)
        assert (before.apart.state, after.apart.state) == ("pending", "made")
        assert before.etag != after.etag
        assert before.shared_key != after.shared_key

    def test_the_smallest_difference_is_that_of_the_tests(self, version):
        for passed in (40, 30, 20, 10, 0):
            run(version, passed)
        with_tests(version)
        facts = BoardStandings.objects.get().facts
        apart = board_page(BoardFilters(), None).apart
        observed = facts["board"]["observed"]
        assert facts["tasks"] == apart.tasks == FEASIBLE
        assert apart.detectable == observed / FEASIBLE
        assert apart.sentence == (
            f"On this board of 40 feasible tasks, two agents are told apart from about "
            f"{100 * observed / FEASIBLE:.1f} points on."
        )
        assert (apart.pairs, apart.told_apart) == (10, facts["told_apart"])

    def test_out_of_the_order_of_ranks_there_are_no_bands(self, version):
        for passed in (40, 39, 5):
            run(version, passed)
        with_tests(version)
        for filters in (BoardFilters(sort="overall"), BoardFilters(direction="desc")):
            page = board_page(filters, None)
            assert {row.standing.band for row in page.rows} == {""}
            assert sorted(ranges(page)) == [(1, "1–2", 1), (2, "1–2", 1), (3, "3", 2)]

    def test_the_api_says_the_same(self, client, version):
        for passed in (40, 39, 5):
            run(version, passed)
        board = with_tests(version)
        answer = client.get("/api/v1/boards/trek/").json()
        assert [row["standing"] for row in answer["rows"]] == [
            {"best": 1, "worst": 2, "group": 1},
            {"best": 1, "worst": 2, "group": 1},
            {"best": 3, "worst": 3, "group": 2},
        ]
        apart = board_page(BoardFilters(), None).apart
        assert answer["standings"]["detectable"] == apart.detectable
        assert (answer["revision"], answer["newest"]) == (board.revision, board.revision)


class TestEarlierStates:
    """By number or by moment, from the log."""

    @pytest.fixture
    def told(self, version):
        """Three entries on three days; the best was withdrawn on the fourth."""
        submissions = [run(version, passed) for passed in (30, 20, 10)]
        refresh(version)
        services.entry_withdraw(submissions[0].public_id, submissions[0].owner)
        return submissions

    def shown(self, **asked):
        page = board_page(BoardFilters(**asked), None)
        return [(row.rank, row.public_id) for row in page.rows]

    def test_each_revision_is_what_it_was(self, told):
        first, second, third = (one.public_id for one in told)
        assert self.shown(revision=1) == [(1, first)]
        assert self.shown(revision=2) == [(1, first), (2, second)]
        assert self.shown(revision=3) == [(1, first), (2, second), (3, third)]
        assert self.shown(revision=4) == self.shown() == [(1, second), (2, third)]

    def test_it_says_that_a_newer_state_exists(self, told):
        page = board_page(BoardFilters(revision=2), None)
        assert "revision 2" in page.past.sentence
        assert "a newer state exists" in page.past.sentence
        assert (page.revision, page.newest, page.past.newest_query) == (2, 4, "?")
        newest = board_page(BoardFilters(revision=4), None)
        assert newest.past.is_newest
        assert "no newer state exists" in newest.past.sentence
        assert board_page(BoardFilters(), None).past is None

    def test_a_moment_is_the_state_before_the_first_event_after_it(self, told):
        board = BoardRevision.objects.get()
        at = dict(BoardEvent.objects.values_list("revision", "at"))
        assert reached(board, instant=at[1] - dt.timedelta(seconds=1)) == (0, None)
        for later in (0, 1):
            assert reached(board, instant=at[4] + dt.timedelta(days=later)) == (4, at[4])
        assert reached(board, revision=2) == (2, at[2])
        asked = {"as_of": at[4].isoformat(), "version": board.dataset_version.name}
        assert self.shown(**asked) == self.shown()

    def test_between_two_events_it_is_what_the_earlier_one_left(self, version):
        rows = [run(version, passed) for passed in (10, 20)]
        board = BoardRevision.objects.create(
            dataset_version_id=version.pk, evaluator_version=DEFAULT, revision=3, changed_at=noon(6)
        )
        for revision, (row, day) in enumerate(zip(rows, (2, 4), strict=True), start=1):
            BoardEvent.objects.create(
                board=board,
                revision=revision,
                at=noon(day),
                cause="entered",
                evaluation=row.evaluations.get(),
                before="private",
            )
        BoardEvent.objects.create(board=board, revision=3, at=noon(6), cause="shown")
        told = {day: self.shown(as_of=f"2026-03-0{day}", version=version.name) for day in range(1, 6)}
        first, second = (row.public_id for row in rows)
        then, now = [(1, first)], [(1, second), (2, first)]
        assert told == {1: [], 2: then, 3: then, 4: now, 5: now}
        for text, expected in (("2026-03-04T11:59:59Z", then), ("2026-03-04T12:00:00Z", now)):
            assert self.shown(as_of=text, version=version.name) == expected

    def test_before_the_first_event_it_is_empty_and_says_so(self, version, told):
        page = board_page(BoardFilters(version=version.name, as_of="2020-01-01"), None)
        assert (page.rows, page.unranked, page.revision) == ([], [], 0)
        assert "before the first entry" in page.past.sentence

    def test_a_day_means_its_end_and_a_plus_may_arrive_as_a_blank(self):
        end = instant_of("2026-11-30")
        assert (end.hour, end.minute, end.second) == (23, 59, 59)
        noon = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
        for text in ("2026-11-30T12:00:00Z", "2026-11-30T12:00", "2026-11-30T14:00:00 02:00"):
            assert instant_of(text) == noon
        for text in ("", "yesterday", "2026-13-01", "0001-01-01T00:00+23:59", "9999-12-31T23:59-23:59"):
            assert instant_of(text) is None

    def test_a_revision_that_is_not_reached_is_not_found(self, client, told):
        with pytest.raises(NotFoundError):
            board_page(BoardFilters(revision=5), None)
        assert client.get("/?revision=5").status_code == 404
        assert client.get("/?revision=99999999999999999999").status_code == 200

    def test_what_was_withdrawn_since_says_so(self, told):
        rows = board_page(BoardFilters(revision=3), None).rows
        assert [row.since for row in rows] == ["withdrawn since", "", ""]
        assert all(row.is_public for row in rows)

    def test_names_are_those_of_then(self, version):
        named = {"display_name": "Wayfarer-Zq", "organisation": "Lab-Zq"}
        nameless = run(version, 20, visibility="anonymous", **named)
        refresh(version)
        run(version, 10)
        refresh(version)
        (row,) = board_page(BoardFilters(revision=1), None).rows
        assert row.is_anonymous
        assert "Zq" not in row.display_name + row.organisation
        services.entry_publish(nameless.public_id, nameless.owner)
        (row,) = board_page(BoardFilters(revision=1), None).rows
        assert row.is_anonymous
        assert "Zq" not in row.display_name + row.organisation
        first = board_page(BoardFilters(), None).rows[0]
        assert (first.display_name, first.organisation) == ("Wayfarer-Zq", "Lab-Zq")

    def test_what_is_private_is_in_no_state(self, version, told):
        private = valid_make(version=version, owner=user_make())
        entry_make(private, share=0.99)
        refresh(version)
        for viewer in (None, private.owner):
            page = board_page(BoardFilters(revision=2), viewer)
            assert private.public_id not in {row.public_id for row in (*page.rows, *page.unranked)}

    def test_ranges_are_made_on_demand(self, told):
        page = board_page(BoardFilters(revision=3), None)
        assert page.apart.state == "made"
        assert [row.standing.best for row in page.rows] == [1, 2, 3]

    def test_above_a_number_of_entries_they_are_left_out_with_the_reason(self, told, monkeypatch):
        monkeypatch.setattr(board_standings, "ON_DEMAND_MOST", 2)
        board_standings._past.cache_clear()
        page = board_page(BoardFilters(revision=3, mean="harmonic"), None)
        assert page.apart.state == "left_out"
        assert "at most" in page.apart.sentence
        assert [row.rank for row in page.rows] == [1, 2, 3]

    @pytest.mark.parametrize("sort", ["rank", "overall", "tokens_per_task"])
    @pytest.mark.parametrize("direction", ["", "asc", "desc"])
    def test_an_earlier_state_is_sorted_and_filtered_like_the_newest(self, version, sort, direction):
        for place in range(6):
            run(version, 5 * place, organisation=f"Lab {place % 2}")
        board = refresh(version)
        last = run(version, 40, organisation="Lab 0")
        refresh(version)
        asked = {"sort": sort, "direction": direction, "organisation": "Lab 0"}
        earlier = board_page(BoardFilters(revision=board.revision, **asked), None)
        services.entry_withdraw(last.public_id, last.owner)
        newest = board_page(BoardFilters(**asked), None)
        assert [(row.rank, row.public_id, row.cells) for row in earlier.rows] == [
            (row.rank, row.public_id, row.cells) for row in newest.rows
        ]

    @pytest.mark.parametrize("count", [3, 30])
    def test_an_earlier_state_takes_as_many_queries_with_3_entries_as_with_30(
        self, version, count, django_assert_num_queries
    ):
        board_make(count, version=version)
        board_make(1, version=version)
        with django_assert_num_queries(11):
            page = board_page(BoardFilters(revision=count), AnonymousUser())
        assert len(page.rows) == count


class TestWithoutARank:
    """A figure that does not exist ranks nowhere, rather than last."""

    @pytest.mark.parametrize("past", [False, True])
    def test_the_reason_is_shown_now_and_then(self, version, past):
        entry_make(valid_make(version=version, visibility="public"), share=0.5, tp_feasible=None)
        run(version, 10)
        board = refresh(version)
        run(version, 20)
        refresh(version)
        page = board_page(BoardFilters(revision=board.revision if past else 0), None)
        assert [row.unranked_reason for row in page.unranked] == [UNRANKED[Unranked.METRIC_MISSING]]
        assert None not in [row.rank for row in page.rows]


class TestChoices:
    """Everything is in the address, and works without scripts."""

    def test_columns_are_chosen_by_name(self, client, version):
        board_make(2, version=version)
        page = client.get("/?columns=overall&columns=tp_feasible&mean=harmonic").context["page"]
        assert [head.key for head in page.columns] == ["tp_feasible", "overall_harmonic"]
        assert page.filters.columns == "tp_feasible,overall"
        assert (
            client.get("/?columns=overall,tp_feasible&mean=harmonic").context["page"].columns == page.columns
        )

    def test_unknown_columns_and_all_columns_are_the_whole_table(self):
        for text in ("", "none", ",".join(SHOWABLE), "a," * 500):
            assert BoardFilters.from_query({"columns": text}).columns == ""

    def test_days_bound_the_publication(self, version):
        first, second = run(version, 10), run(version, 20)
        for submission, day in ((first, 10), (second, 12)):
            Submission.objects.filter(pk=submission.pk).update(
                published_at=dt.datetime(2026, 5, day, 23, 59, 59, tzinfo=dt.UTC)
            )
        refresh(version)

        def shown(**asked):
            return [row.public_id for row in board_page(BoardFilters.from_query(asked), None).rows]

        assert shown(since="2026-05-11") == [second.public_id]
        assert shown(until="2026-05-10") == [first.public_id]
        assert shown(since="2026-05-10", until="2026-05-12") == [second.public_id, first.public_id]
        assert shown(since="no day") == [second.public_id, first.public_id]
