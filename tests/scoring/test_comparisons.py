"""Two entries side by side: counts that add up, the exact test in words, and nothing of what is private."""

import pytest
from django.urls import reverse
from scipy.stats import binomtest

from scoring import services
from scoring.comparison_filters import SPLITS, ComparisonFilters
from scoring.engine.statistics import paired_difference
from scoring.models import LeaderboardEntry, ScoreSheet
from scoring.selectors import compared as compared_module
from scoring.selectors.comparisons import comparison_page
from submissions.models import StaffLook
from submissions.services import submission_check
from tests.factories import board_make, bundle_of, small_world, upload_make, user_make
from trek_site.shared.errors import NotFoundError

pytestmark = pytest.mark.django_db

FAILING = (frozenset(range(12)), frozenset({1, 2, 20, 21, 22, 23}))


@pytest.fixture
def owner():
    return user_make(is_staff=True)


def scored(world, owner, failing, visibility="public"):
    content = bundle_of(failing=failing)
    receipt = upload_make(content, owner=owner, version=world, visibility=visibility)
    submission_check(receipt.pk)
    services.submission_evaluate(receipt.pk)
    return LeaderboardEntry.objects.select_related("evaluation__submission").get(
        evaluation__submission=receipt.pk
    )


@pytest.fixture
def two(owner):
    world = small_world()
    return [scored(world, owner, failing).evaluation for failing in FAILING]


def ids(two):
    return [one.submission.public_id for one in two]


def compared(two, viewer=None, **asked):
    a, b = ids(two)
    return comparison_page(ComparisonFilters(**{"a": a, "b": b, **asked}), viewer)


def perfect(evaluation):
    outcomes = evaluation.task_outcomes.filter(is_perfect=True)
    return set(outcomes.values_list("query_index", flat=True))


class TestFigures:
    """Counted by bits, and again by hand from the results."""

    def test_the_first_lines_are_those_of_the_results(self, two):
        page = compared(two)
        first, second = (perfect(one) for one in two)
        total = {"only_a": 0, "only_b": 0, "a_passes": 0, "b_passes": 0}
        for line in page.lines[:2]:
            for name in total:
                total[name] += getattr(line, name)
        assert [line.label for line in page.lines[:2]] == ["TP-feas", "TP-inf"]
        assert total == {
            "only_a": len(first - second),
            "only_b": len(second - first),
            "a_passes": len(first),
            "b_passes": len(second),
        }
        assert sum(line.tasks for line in page.lines[:2]) == 40

    def test_each_dimension_is_counted_where_it_applies_to_both(self, two):
        for line in compared(two).lines[2:]:
            rows = [
                dict(one.task_outcomes.values_list("query_index", line.key).exclude(**{line.key: None}))
                for one in two
            ]
            shared = rows[0].keys() & rows[1].keys()
            passed = [{index for index in shared if row[index] >= 1} for row in rows]
            assert line.tasks == len(shared)
            assert (line.only_a, line.only_b) == (len(passed[0] - passed[1]), len(passed[1] - passed[0]))
            if line.only_a + line.only_b:
                assert line.p_value == pytest.approx(
                    binomtest(line.only_a, line.only_a + line.only_b).pvalue, abs=1e-9
                )

    def test_splits_part_the_tasks(self, two):
        page = compared(two)
        states = [cell.state for cell in page.matrix]
        assert len(states) == 40
        assert set(states) <= {*SPLITS[1:], "na"}
        listed = {split: compared(two, split=split).links.total for split in SPLITS}
        assert listed == {
            "flipped": states.count("only_a") + states.count("only_b"),
            **{split: states.count(split) for split in SPLITS[1:]},
        }

    def test_listed_tasks_fail_what_the_results_say(self, two):
        page = compared(two, split="only_b")
        first, second = (perfect(one) for one in two)
        assert {task.query_index for task in page.tasks} == second - first
        for task in page.tasks:
            assert task.a_fails
            assert not task.b_fails
            assert f"/tasks/{task.query_index}/" in task.a_url

    def test_every_number_of_a_line_lists_as_many_tasks(self, two):
        for line in compared(two).lines:
            listed = [compared(two, on=line.key, split=split).links.total for split in ("only_a", "only_b")]
            assert listed == [line.only_a, line.only_b], line.key

    def test_turning_the_two_round_turns_the_counts_round(self, two):
        straight, turned = compared(two), compared(two[::-1])
        assert [(line.only_a, line.only_b, line.p_value) for line in straight.lines] == [
            (line.only_b, line.only_a, line.p_value) for line in turned.lines
        ]

    def test_against_gold_nothing_is_lost_by_gold(self, two):
        page = comparison_page(ComparisonFilters(a=ids(two)[0], b="gold"), None)
        assert {line.only_a for line in page.lines if line.key != "d5_retry"} == {0}
        assert page.lines[0].only_b == page.lines[0].tasks - page.lines[0].a_passes
        assert page.spent == ()

    def test_words_follow_the_test(self, two):
        page = compared(two)
        line = page.lines[0]
        assert f"solves {line.only_a} that" in page.said[0]
        assert page.said[-1].startswith("There is no evidence") == (line.p_value > 0.05)
        same = compared([two[0], two[0]])
        assert same.said[-1] == "No task tells them apart."


class TestWhoSees:
    """What may not be seen cannot be compared."""

    def test_a_private_one_is_there_for_its_owner_only(self, owner):
        world = small_world()
        public, private = (
            scored(world, owner, failing, visibility).evaluation
            for failing, visibility in zip(FAILING, ("public", "private"), strict=True)
        )
        assert compared([public, private], owner).lines
        for viewer in (None, user_make()):
            with pytest.raises(NotFoundError):
                compared([public, private], viewer)
            with pytest.raises(NotFoundError):
                compared([private, public], viewer)
            with pytest.raises(NotFoundError):
                comparison_page(ComparisonFilters(a=ids([private])[0]), viewer)

    def test_the_look_of_staff_is_noted(self, owner, client, django_user_model):
        world = small_world()
        private = scored(world, owner, FAILING[0], "private").evaluation
        looker = user_make(is_staff=True, is_superuser=True)
        client.force_login(looker)
        answer = client.get(reverse("scoring:comparison"), {"a": ids([private])[0], "b": "gold"})
        assert answer.status_code == 200
        assert StaffLook.objects.filter(submission=private.submission).exists()

    def test_without_sheets_it_is_not_there_yet(self, two):
        ScoreSheet.objects.all().delete()
        with pytest.raises(NotFoundError, match="prepared"):
            compared(two)


class TestReported:
    """Beside a model of the paper: its figures as printed, no word about tasks, and why."""

    KEY = "reported:gpt-5.6-sol"

    @pytest.fixture
    def page(self, client, two):
        return client.get("/compare/", {"a": ids(two)[0], "b": self.KEY})

    def test_figures_stand_side_by_side_as_they_are_shown_elsewhere(self, client, page, two):
        pairs = {pair.key: pair for pair in page.context["page"].figures}
        board = client.get("/api/v1/boards/trek/").json()
        (own,) = (row for row in board["rows"] if row["id"] == ids(two)[0])
        (reported,) = (row for row in board["reported"] if f"reported:{row['key']}" == self.KEY)
        for cell, printed in zip(own["cells"], reported["cells"], strict=True):
            pair = pairs[cell["key"]]
            assert (pair.a.text, pair.a.low_text) == (cell["text"], cell["low_text"])
            assert (pair.b.text, pair.b.low_text) == (printed["text"], printed["low_text"])
        rates = {pair.key: (pair.a.text, pair.b.text) for pair in page.context["page"].rates}
        entry = client.get(f"/api/v1/entries/{ids(two)[0]}/").json()
        own_rates = {line["key"]: line["failure_rate"] for line in entry["dimensions"]}
        assert rates["d1_implicit"] == (own_rates["d1_implicit"], "53.7")
        assert "d5_retry" not in rates

    def test_it_says_that_there_is_no_test_and_why(self, page):
        text = page.content.decode()
        assert "not evaluated here, no rank" in text
        assert "Nothing is known of “\u2068GPT-5.6\u2069” task by task" in text
        assert "McNemar" not in text
        for absent in ("told apart", "only A", 'id="tasks"', "Wins and losses"):
            assert absent not in text

    def test_the_api_says_the_same(self, client, page, two):
        answer = client.get("/api/v1/comparisons/", {"a": ids(two)[0], "b": self.KEY})
        told, shown = answer.json(), page.context["page"]
        assert (told["a"]["kind"], told["b"]["kind"]) == ("entry", "reported")
        assert told["said"] == shown.said
        for name in ("figures", "rates"):
            assert [(one["key"], one["a"]["text"], one["b"]["text"]) for one in told[name]] == [
                (pair.key, pair.a.text, pair.b.text) for pair in getattr(shown, name)
            ]
        assert not any(told[name] for name in ("lines", "spent", "matrix", "tasks", "total"))
        tag = {"If-None-Match": answer["ETag"]}
        query = {"a": ids(two)[0], "b": self.KEY}
        assert client.get("/api/v1/comparisons/", query, headers=tag).status_code == 304

    def test_the_form_offers_all_of_them_once_an_entry_is_chosen(self, client, two):
        shown = client.get("/compare/", {"a": ids(two)[0]})
        assert len(shown.context["page"].reported_choices) == 15
        assert f"?a={ids(two)[0]}&amp;b=reported%3Agpt-5.6-sol" in shown.content.decode()
        # From a reported row one is led to the entries, and back to the row.
        begin = client.get("/compare/", {"b": self.KEY}).content.decode()
        assert f"?a={ids(two)[1]}&amp;b=reported%3Agpt-5.6-sol" in begin

    @pytest.mark.parametrize("key", ["reported:none", "reported:", "reported:GPT-5.6", "reported:gold"])
    def test_what_was_not_reported_is_not_there(self, client, two, key):
        for address in ("/compare/", "/api/v1/comparisons/"):
            assert client.get(address, {"a": ids(two)[0], "b": key}).status_code == 404

    def test_the_entry_is_named_first(self, client, two):
        for first in (self.KEY, "gold"):
            for second in (ids(two)[0], self.KEY, "gold"):
                assert client.get("/compare/", {"a": first, "b": second}).status_code == 404

    def test_a_private_entry_is_there_for_its_owner_only(self, client, owner):
        private = scored(small_world(), owner, FAILING[0], "private").evaluation.submission.public_id
        assert client.get("/compare/", {"a": private, "b": self.KEY}).status_code == 404
        client.force_login(owner)
        assert client.get("/compare/", {"a": private, "b": self.KEY}).status_code == 200

    def test_it_takes_few_queries(self, client, two, django_assert_max_num_queries):
        with django_assert_max_num_queries(6):
            client.get("/compare/", {"a": ids(two)[0], "b": self.KEY})


class TestDoors:
    """Page and API."""

    def test_the_form_offers_what_is_ranked(self, client, two):
        page = client.get(reverse("scoring:comparison"))
        assert [key for key, _ in page.context["page"].choices] == [
            row.evaluation.submission.public_id
            for row in LeaderboardEntry.objects.filter(rank__isnull=False).order_by("rank", "pk")
        ]

    def test_both_doors_say_the_same(self, client, two):
        a, b = ids(two)
        page = client.get(reverse("scoring:comparison"), {"a": a, "b": b}).context["page"]
        address = "/api/v1/comparisons/"
        answer = client.get(address, {"a": a, "b": b})
        told = answer.json()
        assert [line["only_a"] for line in told["lines"]] == [line.only_a for line in page.lines]
        assert [cell["state"] for cell in told["matrix"]] == [cell.state for cell in page.matrix]
        again = client.get(
            "/api/v1/comparisons/", {"a": a, "b": b}, headers={"if-none-match": answer["ETag"]}
        )
        assert again.status_code == 304

    def test_one_alone_is_refused_by_the_api(self, client, two):
        assert client.get("/api/v1/comparisons/", {"a": ids(two)[0]}).status_code == 422

    def test_the_tests_of_two_runs_are_made_once(self, client, two, monkeypatch):
        """Each takes thousands of draws, and every split and page of the same two shows the same."""
        made = []

        def counted(*columns):
            made.append(columns)
            return paired_difference(*columns)

        monkeypatch.setattr(compared_module, "paired_difference", counted)
        compared_module._spent.cache_clear()
        a, b = ids(two)
        first = client.get("/compare/", {"a": a, "b": b}).context["page"].spent
        again = client.get("/compare/", {"a": a, "b": b, "split": "both", "page": 2}).context["page"].spent
        assert again == first != ()
        assert len(made) == len(first)

    def test_queries_do_not_grow_with_the_board(self, client, two, django_assert_max_num_queries):
        a, b = ids(two)
        address = reverse("scoring:comparison")
        client.get(address, {"a": a, "b": b})
        with django_assert_max_num_queries(12) as few:
            client.get(address, {"a": a, "b": b})
        board_make(30, version=small_world())
        with django_assert_max_num_queries(12) as many:
            client.get(address, {"a": a, "b": b})
        assert len(many) == len(few)
