"""The page of an entry: figures, dimensions, and its tasks under a filter."""

import string

import pytest
from django.contrib.auth.models import AnonymousUser

from scoring import explanations
from scoring.filters import TaskFilters
from scoring.models import SCORE_COLUMNS, LeaderboardEntry
from scoring.selectors import entry_page
from scoring.selectors.task_pages import task_page
from scoring.services import board_refresh
from scoring.tracks import DEFAULT, EVALUATORS, TREK_PAPER
from tests.factories import (
    curator_make,
    entry_make,
    evaluation_make,
    outcomes_make,
    summary_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.shared.errors import NotFoundError

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    return version_make(task_count=120)


@pytest.fixture
def entry(version):
    entry = entry_make(valid_make(version=version, visibility="public", organisation="Lab"), share=0.5)
    outcomes_make(entry.evaluation, range(version.task_count))
    board_refresh(version.pk, DEFAULT)
    return entry


def page_of(entry, viewer=None, **filters):
    return entry_page(entry.evaluation.submission.public_id, TaskFilters(**filters), viewer)


class TestHeader:
    """Who and what it is, and what the reader may do."""

    def test_it_says_rank_version_and_receipt(self, entry, version):
        header = page_of(entry).header
        assert (header.rank, header.is_shared_rank, header.ranked_count) == (1, False, 1)
        assert (header.version_name, header.track, header.organisation) == (version.name, "trek", "Lab")
        assert header.results_digest == entry.evaluation.results_digest
        assert (header.is_mine, header.can_publish, header.can_withdraw, header.status_url) == (
            False,
            False,
            False,
            "",
        )

    def test_its_owner_may_withdraw_it(self, entry):
        header = page_of(entry, entry.evaluation.submission.owner).header
        assert (header.is_mine, header.can_publish, header.can_withdraw) == (True, False, True)
        assert header.status_url

    @pytest.mark.parametrize("visibility", ["private", "public"])
    def test_exactly_these_may_see_it(self, version, visibility):
        entry = entry_make(valid_make(version=version, visibility=visibility))
        viewers = {
            "owner": entry.evaluation.submission.owner,
            "stranger": user_make(),
            "staff": curator_make(),
            "anonymous": AnonymousUser(),
            "nobody": None,
        }
        seen = set()
        for name, viewer in viewers.items():
            try:
                page_of(entry, viewer)
            except NotFoundError:
                continue
            seen.add(name)
        assert seen == (set(viewers) if visibility == "public" else {"owner", "staff"})

    def test_an_unknown_id_and_an_unscored_submission_are_not_found(self):
        submission = valid_make(visibility="public")
        for public_id in ("none", submission.public_id):
            with pytest.raises(NotFoundError):
                entry_page(public_id, TaskFilters(), submission.owner)

    def test_the_default_evaluators_entry_is_shown(self, entry):
        submission = entry.evaluation.submission
        entry_make(submission, evaluator_version="trek-1.0.0-paper", share=0.9)
        assert page_of(entry).header.evaluator_version == DEFAULT

    def test_its_tag_changes_when_somebody_joins_the_board_or_shares_the_rank(self, entry, version):
        board_refresh(version.pk, DEFAULT)
        tags = [page_of(entry).etag, page_of(entry).etag]
        for share in (0.1, 0.5):
            entry_make(valid_make(version=version, visibility="public"), share=share)
            board_refresh(version.pk, DEFAULT)
            tags.append(page_of(entry).etag)
        assert tags[0] == tags[1]
        assert len(set(tags)) == 3


class TestFigures:
    """Tiles, categories and dimensions in the paper's order."""

    def test_tiles_say_the_figure_and_how_many_tasks_it_is_over(self, entry):
        tiles = {tile.key: tile for tile in page_of(entry).scores}
        assert list(tiles) == ["overall", "tp_feasible", "tp_infeasible", "efficiency", "tokens_per_task"]
        assert (tiles["tp_feasible"].text, tiles["tp_feasible"].count, tiles["tp_feasible"].bar) == (
            "50.0",
            1,
            50.0,
        )
        assert (tiles["tokens_per_task"].text, tiles["tokens_per_task"].bar) == ("1\u202f000", None)

    def test_categories_are_the_four(self, entry):
        keys = [tile.key for tile in page_of(entry).categories]
        assert keys == ["satisfaction", "truthfulness", "executability", "infeasibility"]

    def test_dimensions_say_mean_failures_and_lead_to_the_failing_tasks(self, entry):
        lines = page_of(entry).dimensions
        assert tuple(line.key for line in lines) == SCORE_COLUMNS
        first = lines[0]
        assert (first.mean_text, first.failure_rate_text, first.failed_count, first.n) == (
            "50.0",
            "50.0",
            1,
            2,
        )
        assert first.failing_query == "?failed=d0_keyword"


class TestTasks:
    """The list of tasks: filtered, paged, each with its verdicts."""

    def test_a_task_shows_its_verdicts_gates_and_failures(self, entry):
        good, bad = page_of(entry).tasks[:2]
        assert (good.query_index, good.kind, good.is_perfect) == (0, "feasible", True)
        assert (bad.kind, bad.is_perfect, bad.gates) == ("infeasible", False, ["empty_plan"])
        states = {cell.key: (cell.state, cell.text) for cell in bad.verdicts}
        assert states["d3_budget"] == ("partial", "25")
        assert states["d2_unord_multi"] == ("na", "–")
        assert states["d0_keyword"] == ("pass", "100")
        assert bad.summary == "Sorrel Bay · 3 days · 2 persons · route"
        assert [line.code for line in bad.failures] == ["trek.none.such"]

    @pytest.mark.parametrize(
        ("filters", "indexes"),
        [
            ({"kind": "feasible"}, range(0, 120, 2)),
            ({"kind": "infeasible"}, range(1, 120, 2)),
            ({"failed": "d3_budget"}, range(1, 120, 2)),
            ({"failed": "d0_keyword"}, []),
            ({"perfect": "yes"}, range(0, 120, 2)),
            ({"perfect": "no", "kind": "feasible"}, []),
            ({"group": "kind:infeasible"}, range(1, 120, 2)),
            ({"group": "cause:route", "failed": "d3_budget"}, range(1, 120, 2)),
            ({"group": "days:3", "perfect": "yes"}, range(0, 120, 2)),
            ({"group": "kind:feasible", "failed": "d3_budget"}, []),
            ({"text": "NUMBER 117"}, [117]),
            ({"text": "%"}, []),
            ({"text": "number 11", "kind": "feasible"}, [110, 112, 114, 116, 118]),
        ],
    )
    def test_filters_choose_and_combine(self, entry, filters, indexes):
        page = page_of(entry, **filters)
        assert page.links.total == len(indexes)
        expected = (
            list(indexes)[:50] if filters != {"text": "number 11", "kind": "feasible"} else list(indexes)
        )
        assert [line.query_index for line in page.tasks] == expected
        assert page.is_filtered

    def test_pages_follow_each_other(self, entry):
        pages = [page_of(entry, page=number) for number in (1, 2, 3, 4)]
        assert [page.links.number for page in pages] == [1, 2, 3, 3]
        assert [(page.links.first, page.links.last) for page in pages[:3]] == [(1, 50), (51, 100), (101, 120)]
        assert (pages[0].links.previous_query, pages[0].links.next_query) == ("", "?page=2")
        assert (pages[2].links.previous_query, pages[2].links.next_query) == ("?page=2", "")
        assert not pages[1].is_filtered

    def test_unknown_filters_become_the_default(self):
        raw = {"kind": "x", "failed": "owner__password", "perfect": "1", "page": "x", "text": "\x00"}
        assert TaskFilters.from_query(raw, dimensions=SCORE_COLUMNS) == TaskFilters()

    @pytest.mark.parametrize("name", ["days:4", "days", ":", "nothing:3", "password:x"])
    def test_a_group_that_the_version_has_not_is_dropped(self, entry, name):
        page = page_of(entry, group=name)
        assert (page.links.total, page.filters.group, page.is_filtered) == (120, "", False)

    def test_groups_are_offered_with_what_they_group_by(self, entry):
        labels = {choice.value: choice.label for choice in page_of(entry, group="days:3").group_choices}
        assert labels["days:3"] == "Trip days: 3"
        assert [c.value for c in page_of(entry, group="days:3").group_choices if c.is_selected] == ["days:3"]

    def test_another_evaluators_verdicts_are_shown_where_it_is_named(self, entry, client):
        other = evaluation_make(
            entry.evaluation.submission,
            state="finished",
            evaluator_version=TREK_PAPER.evaluator_version,
            summary=summary_make(0.25),
        )
        LeaderboardEntry.objects.create(
            evaluation=other,
            dataset_version_id=entry.dataset_version_id,
            evaluator_version=other.evaluator_version,
        )
        outcomes_make(other, range(2))
        other.task_outcomes.update(is_perfect=False)
        public_id = entry.evaluation.submission.public_id
        page = page_of(entry, evaluator=other.evaluator_version, perfect="no")
        assert (page.header.evaluator_version, page.links.total) == (other.evaluator_version, 2)
        task = task_page(public_id, 0, None, evaluator_version=other.evaluator_version)
        assert (task.header.evaluator_version, task.is_perfect) == (other.evaluator_version, False)
        for address in (page.tasks[0].url, task.entry_url, task.next_url):
            assert f"evaluator={other.evaluator_version}" in address
            assert client.get(address).status_code == 200
        assert page_of(entry).header.evaluator_version == DEFAULT
        assert client.get(f"/entries/{public_id}/?evaluator=none").status_code == 404

    @pytest.mark.parametrize("task_count", [10, 200])
    def test_it_makes_as_many_queries_with_10_tasks_as_with_200(self, task_count, django_assert_num_queries):
        version = version_make(task_count=task_count)
        entry = entry_make(valid_make(version=version, visibility="public"))
        outcomes_make(entry.evaluation, range(task_count))
        public_id = entry.evaluation.submission.public_id
        # One of them reads the version's groups of tasks, which a process does once.
        with django_assert_num_queries(10):
            page = entry_page(public_id, TaskFilters(kind="feasible"), None)
        assert len(page.tasks) == min(task_count // 2, 50)


class TestExplanations:
    """A verdict is explained from what was stored with it, and never fails the page."""

    @pytest.mark.parametrize("track", EVALUATORS, ids=lambda track: track.evaluator_version)
    def test_every_checks_template_takes_the_texts_it_is_given(self, track):
        for check in (check for text in track.dimensions for check in text.checks):
            names = {name for _, name, _, _ in string.Formatter().parse(check.message) if name}
            for facts in ({}, dict.fromkeys(names, 1.5), {name: ["a", None, True] for name in names}):
                outcome = {"code": check.code, "verdict": "failed", "path": "", "facts": facts}
                (line,) = explanations.failures(track.evaluator_version, [outcome])
                assert line.title == check.title
                assert line.message

    def test_only_failures_are_sentences_and_long_facts_are_cut(self):
        outcomes = [
            {"code": "a", "verdict": "passed", "path": "", "facts": {}},
            {"code": "b", "verdict": "failed", "path": "/x", "facts": {"n": "x" * 500}},
        ]
        assert [line.code for line in explanations.failures(DEFAULT, outcomes)] == ["b"]
        assert len(explanations.shown("x" * 500)) == 80
        assert explanations.shown(list(range(20))) == "0, 1, 2, 3, 4, 5, 6, 7 and 12 more"
