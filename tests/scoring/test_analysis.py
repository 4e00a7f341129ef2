"""Failures, costs and orders of a board: right numbers, links to the tasks counted, no names given away."""

import csv
import io
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command

from scoring import services
from scoring.analysis_filters import FACETS, CostFilters, FailureFilters, RobustnessFilters
from scoring.analysis_plots import plain
from scoring.engine.model import Usage
from scoring.engine.sheets import usage_packed
from scoring.models import BoardCosts, BoardRevision, Evaluation, ScoreSheet, TaskOutcome
from scoring.pages.analysis import FEW_TASKS, level_of
from scoring.selectors.analysis import cost_page, failures_page, robustness_page
from scoring.selectors.analysis.cost import cost_text, share_text
from scoring.selectors.sheets import DIMENSIONS
from scoring.selectors.task_pages import DIMENSION_KEYS
from scoring.tracks import DEFAULT
from tests.factories import board_make, bundle_of, version_make
from tests.manifests import manifest_make
from tests.scoring.candidates import PAPER, scored_make
from trek_site.shared.errors import NotFoundError

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()
PAGES = ("failures", "cost", "robustness")


@pytest.fixture
def board(world):
    """Gold, a run without the first ten tasks, one that gives up every third, and one without names."""
    scored_make(world, display_name="Gold")
    scored_make(world, bundle_of(missing=set(range(10))), display_name="Late starter")
    scored_make(world, bundle_of(failing=set(range(0, 40, 3))), display_name="<b>@Third</b>")
    scored_make(world, bundle_of(failing={1}), display_name="Hidden name", visibility="anonymous")
    row = BoardRevision.objects.get()
    services.board_costs_make(row.pk)
    return row


def failures(**asked):
    return failures_page(FailureFilters(**asked), VISITOR)


def costs(**asked):
    return cost_page(CostFilters(**asked), VISITOR)


class TestFailures:
    """Cells: counts, colours, and links that list exactly as many tasks."""

    @pytest.mark.parametrize(
        "asked",
        [{}, *({"by": facet} for facet in FACETS), {"by": "days", "of": "d3_budget"}],
        ids=lambda asked: "-".join(asked.values()) or "dimensions",
    )
    def test_every_cell_leads_to_exactly_as_many_tasks_as_it_counts(self, client, board, asked):
        page = failures(**asked)
        assert page.rows[0].entrant.display_name == "Gold"
        followed = 0
        for row in page.rows:
            assert [cell.key for cell in row.cells] == [column.key for column in page.columns]
            for cell in row.cells:
                assert bool(cell.url) == bool(cell.failed)
                if cell.failed:
                    address, _, place = cell.url.partition("#")
                    shown = client.get(address).context["page"]
                    assert (place, shown.links.total) == ("tasks", cell.failed)
                    followed += 1
        assert followed

    def test_counts_are_those_of_the_stored_verdicts(self, board):
        page = failures()
        for row in page.rows:
            outcomes = TaskOutcome.objects.filter(
                evaluation__submission__public_id=row.entrant.public_id, evaluation__evaluator_version=DEFAULT
            )
            for cell in row.cells:
                if cell.key == "perfect":
                    expected = (outcomes.filter(is_perfect=False).count(), outcomes.count())
                else:
                    applicable = outcomes.filter(**{f"{cell.key}__isnull": False})
                    expected = (applicable.filter(**{f"{cell.key}__lt": 1}).count(), applicable.count())
                assert (cell.failed, cell.applicable) == expected
                if cell.key == "d4_impossible":
                    assert cell.applicable == 40

    def test_another_evaluators_cells_lead_to_its_own_verdicts(self, client, board):
        call_command("evaluate_submissions", "--evaluator", PAPER)
        for pk in Evaluation.objects.unfinished().values_list("pk", flat=True):
            services.evaluation_run(pk)
        page = failures(evaluator=PAPER)
        for cell in (cell for row in page.rows for cell in row.cells if cell.failed):
            assert parse_qs(urlsplit(cell.url).query)["evaluator"] == [PAPER]
            shown = client.get(cell.url.partition("#")[0]).context["page"]
            assert (shown.header.evaluator_version, shown.links.total) == (PAPER, cell.failed)

    def test_a_cell_says_how_sure_it_is_where_tasks_are_few(self, board):
        page = failures()
        assert page.has_few
        cell = page.rows[0].cells[0]
        assert (cell.rate_text, cell.has_few, cell.level) == ("0", True, 0)
        assert cell.low == 0.0
        assert 0.05 < cell.high < 0.15
        assert cell.applicable < FEW_TASKS

    def test_the_scale_has_ten_steps(self):
        rates = (0.0, 0.09, 0.1, 0.55, 0.999, 1.0)
        assert [level_of(rate) for rate in rates] == [0, 0, 1, 5, 9, 9]
        assert level_of(None) is None

    def test_a_row_that_is_not_counted_yet_is_there_without_cells(self, client, board):
        ScoreSheet.objects.filter(evaluation__submission__display_name="Gold").delete()
        page = failures()
        assert [len(row.cells) for row in page.rows].count(0) == 1
        assert "is being counted" in client.get("/analysis/failures/").content.decode()

    def test_published_rows_stand_apart_with_what_the_paper_prints(self, board):
        page = failures()
        first = page.reported[0]
        printed = {cell.key: cell.rate_text for cell in first.cells}
        assert (first.name, printed["d1_implicit"], printed["d4_impossible"]) == ("GPT-5.6", "53.7", "4.4")
        assert (printed["d2_unord_single"], printed["d2_unord_multi"]) == ("0.4", "9.6")
        assert printed["perfect"] == "–"
        assert len(page.reported) == 15
        assert failures(by="days").reported == []

    def test_names_are_drawn_as_text_and_never_as_markup_or_colour(self, board):
        page = failures()
        labels = page.plot["axes"]["yaxis"]["ticktext"]
        assert any("&lt;b&gt;@Third&lt;/b&gt;" in label for label in labels)
        assert not plain("@ink").startswith("@")
        assert "<" not in plain("<a href='https://elsewhere.example'>x</a>" * 3)


class TestCost:
    """Costs from what a job worked out; unknown is unknown; nothing gives a name away."""

    def test_entries_whose_usage_is_known_stand_on_the_plane(self, board):
        page = costs()
        found = {row.entrant.display_name: row for row in page.rows}
        assert (found["Gold"].cost, found["Gold"].known, found["Gold"].is_partial) == (10000.0, 40, False)
        assert found["Gold"].is_on_front
        assert found["Gold"].certainty == 1.0
        late = found["Late starter"]
        assert (late.cost, late.known, late.is_partial, late.certainty) == (10000.0, 30, True, None)
        assert not late.is_on_front
        assert (page.draws, page.is_pending) == (1000, False)
        assert costs(axis="calls").rows[0].cost == 8.0

    def test_a_run_that_states_nothing_is_listed_apart(self, board):
        sheet = ScoreSheet.objects.get(evaluation__submission__display_name="Gold")
        sheet.usage = usage_packed([Usage(total_tokens=0, calls=2.0)] * sheet.size)
        sheet.save()
        BoardCosts.objects.all().delete()
        services.board_costs_make(board.pk)
        (row,) = costs().uncounted
        assert (row.entrant.display_name, row.reason) == ("Gold", "Its records do not say.")
        assert "Gold" in {row.entrant.display_name for row in costs(axis="calls").rows}

    def test_money_needs_a_price_and_a_name(self, board):
        assert {row.reason for row in costs(axis="usd").uncounted} == {
            "There are no prices yet.",
            "It is shown without names: its price would give its model away.",
        }
        model = manifest_make()["models"][0]
        head = "model,prompt_usd,completion_usd,valid_from,source\n"
        services.prices_add(
            f"{head}{model['identifier']},2,10,2026-01-01,s\n", as_of=date(2026, 2, 1), source="s"
        )
        services.board_costs_make(board.pk)
        page = costs(axis="usd")
        found = {row.entrant.display_name: row for row in page.rows}
        assert found["Gold"].cost == pytest.approx((9000 * 2 + 1000 * 10) / 1e6)
        assert found["Gold"].price_model == model["identifier"]
        (hidden,) = page.uncounted
        assert hidden.reason.startswith("It is shown without names")
        assert page.prices.as_of == date(2026, 2, 1)
        assert [choice.value for choice in page.price_choices if choice.is_selected] == ["2026-02-01"]
        assert costs(axis="usd", prices="2026-01-31").prices is None

    def test_a_cost_that_was_worked_out_before_is_not_shown_of_an_entry_without_names(self, board):
        services.made_up_prices_add()
        services.board_costs_make(board.pk)
        row = BoardCosts.objects.get(measure="usd:2026-01-01")
        row.points = {
            pk: {"mean": 1.0, "known": 40, "unknown": "", "model": "secret-model"} for pk in row.points
        }
        row.save()
        page = costs(axis="usd")
        assert "Hidden name" not in str(page)
        shown = [row for row in page.rows if row.entrant.is_anonymous]
        assert shown == []

    def test_a_board_that_has_changed_says_that_it_waits(self, client, board):
        BoardRevision.objects.update(revision=board.revision + 1)
        page = costs(pairs="yes")
        assert page.is_pending
        assert page.rows
        assert not any(row.is_on_front or row.certainty is not None for row in page.rows)
        assert (page.draws, page.pairs) == (0, [])
        BoardCosts.objects.all().delete()
        assert costs().rows == []
        assert "It is being worked out." in client.get("/analysis/cost/").content.decode()

    def test_the_job_may_run_twice_and_keeps_what_is_newer(self, board):
        before = list(BoardCosts.objects.order_by("measure").values("measure", "revision", "points", "front"))
        services.board_costs_make(board.pk)
        assert before == list(
            BoardCosts.objects.order_by("measure").values("measure", "revision", "points", "front")
        )
        services.board_costs_make(board.pk + 1)
        assert len(before) == 2

    def test_the_sweep_rings_for_boards_that_are_behind(self, board, monkeypatch):
        rung = []
        monkeypatch.setattr("scoring.services.board_work.ring", lambda name, **ids: rung.append(ids) or True)
        monkeypatch.setattr("scoring.services.board_work.LEFT_AFTER_S", -1)
        assert services.board_costs_sweep() == 0
        services.made_up_prices_add()
        BoardCosts.objects.filter(measure__startswith="usd").delete()
        assert services.board_costs_sweep() == 1
        assert rung == [{"board_id": board.pk}]

    def test_filters_hide_points_and_leave_the_front(self, board):
        page = costs(division="custom")
        assert (page.rows, page.is_filtered) == ([], True)
        assert costs(division="standard").rows == costs().rows

    def test_pairs_are_listed_on_request_surest_first(self, board):
        assert costs().pairs == []
        pairs = costs(pairs="yes").pairs
        assert pairs
        assert [pair.share for pair in pairs] == sorted((pair.share for pair in pairs), reverse=True)
        assert pairs[0].better.display_name != pairs[0].worse.display_name

    def test_figures_are_worded(self):
        costs_in_words = [cost_text(cost) for cost in (0.00001234, 0.0021, 0.1396875, 8.25, 22350.4)]
        assert costs_in_words == ["0.0000123", "0.00210", "0.1397", "8.3", "22\u202f350"]
        shares = [share_text(share) for share in (None, 0.0, 0.001, 0.5, 0.999, 1.0)]
        assert shares == ["–", "0", "<1", "50", ">99", "100"]

    def test_the_front_and_the_names_are_drawn(self, board):
        plot = costs(scale="log").plot
        assert [trace["name"] for trace in plot["traces"]] == [
            "front",
            "open",
            "partial",
            "unsure",
            "sure",
        ]
        assert plot["axes"]["xaxis"]["type"] == "log"
        widths = [one["width"] for one in plot["labels"]]
        assert widths == sorted(widths)
        assert all(one["places"] for one in plot["labels"])
        assert costs(scale="linear").plot["axes"]["xaxis"]["type"] == "linear"


class TestRobustness:
    """Orders by five figures, and how far they agree."""

    def test_the_reported_models_give_the_figures_of_the_paper(self, board):
        reported = robustness_page(RobustnessFilters(), VISITOR).reported
        found = {head.key: head.correlation_text for head in reported.heads}
        assert found == {
            "geometric": "–",
            "arithmetic": "0.961",
            "harmonic": "0.996",
            "minimum": "0.974",
            "tp_feasible": "0.965",
        }
        assert (reported.compared, len(reported.rows)) == (15, 15)
        best = [cell.value_text for cell in reported.rows[0].cells]
        assert best == ["79.7", "82.2", "76.7", "50.7", "46.2"]

    def test_ranked_entries_are_ordered_by_every_figure(self, board):
        table = robustness_page(RobustnessFilters(), VISITOR).evaluated
        assert table.rows[0].name == "Gold"
        for row in table.rows:
            for cell in row.cells:
                better = sum(
                    other.value > cell.value
                    for line in table.rows
                    for other in line.cells
                    if other.key == cell.key
                )
                assert cell.rank == better + 1
                assert cell.shift == cell.rank - row.cells[0].rank
        assert table.heads[1].correlation <= 1


class TestPages:
    """All three: empty, refused, downloads, and how many questions they ask."""

    def test_an_index_leads_to_all_of_them(self, client):
        page = client.get("/analysis/").content.decode()
        assert all(f'href="/analysis/{name}/"' in page for name in PAGES)

    @pytest.mark.parametrize("name", PAGES)
    def test_without_a_version_and_without_an_entry_it_says_so(self, client, name):
        assert "No dataset version is published yet" in client.get(f"/analysis/{name}/").content.decode()
        assert client.get(f"/api/v1/boards/trek/{name}/").json()["board"] is None
        version_make()
        assert "No ranked entry yet" in client.get(f"/analysis/{name}/").content.decode()

    @pytest.mark.parametrize("name", PAGES)
    @pytest.mark.parametrize("query", ["?version=none", "?evaluator=none", "?version=%00%ff", "?evaluator=x"])
    def test_what_there_is_not_is_not_found(self, client, board, name, query):
        expected = 200 if "%00" in query else 404
        status = client.get(f"/analysis/{name}/{query}").status_code
        assert status in {expected, 404}
        assert client.get(f"/api/v1/boards/other/{name}/").status_code == 404

    @pytest.mark.parametrize("name", PAGES)
    def test_nonsense_in_the_address_is_the_default(self, client, board, name):
        query = "?by=owner&of=x&axis=y&scale=z&prices=2026-99-99&pairs=no&page=-1&division=q&weights=w"
        assert client.get(f"/analysis/{name}/{query}").status_code == 200

    @pytest.mark.parametrize("name", PAGES)
    def test_the_download_has_every_row_and_nothing_that_computes(self, client, board, name):
        answer = client.get(f"/analysis/{name}.csv")
        assert answer["Content-Type"].startswith("text/csv")
        lines = list(csv.DictReader(io.StringIO(answer.content.decode())))
        assert {"Gold", "Late starter"} <= {line["display_name"] for line in lines}
        assert not any((value or "").startswith(("=", "@", "+")) for line in lines for value in line.values())
        assert "Hidden name" not in answer.content.decode()

    @pytest.mark.parametrize("name", PAGES)
    def test_the_api_says_the_same_and_knows_when_nothing_changed(self, client, board, name):
        address = f"/api/v1/boards/trek/{name}/"
        answer = client.get(address)
        assert answer.json()["board"]["ranked_count"] == 4
        assert "Hidden name" not in answer.content.decode()
        assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304

    @pytest.mark.parametrize("name", PAGES)
    @pytest.mark.parametrize("count", [3, 30])
    def test_it_asks_as_often_with_3_entries_as_with_30(self, client, name, count, django_assert_num_queries):
        version = version_make(task_count=10)
        entries = board_make(count, version=version, tasks=True)
        services.sheets_sweep()
        services.board_costs_make(BoardRevision.objects.get().pk)
        assert len(entries) == count
        client.get(f"/analysis/{name}/")
        with django_assert_num_queries(QUERIES[name]):
            assert client.get(f"/analysis/{name}/").status_code == 200


QUERIES = {"failures": 5, "cost": 6, "robustness": 4}


def test_the_dimensions_of_sheets_are_those_that_are_asked_for():
    assert tuple(DIMENSIONS) == DIMENSION_KEYS
    with pytest.raises(NotFoundError):
        failures_page(FailureFilters(version="none"), VISITOR, track="other")
