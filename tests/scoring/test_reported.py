"""What the paper reports: shown as printed, apart from all ranks, and in agreement with itself."""

import csv
import math
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from importlib.resources import files

import pytest

from scoring.board_filters import BOARD_SORTS, BoardFilters
from scoring.engine import display
from scoring.published import published_runs
from scoring.selectors import board_page
from scoring.selectors.reported import PRINTED
from tests.factories import board_make, version_make

RUNS = published_runs()
FEASIBLE = 533


def lines():
    text = files("scoring.tracks.trek").joinpath("published", "results.csv").read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines()))


def rounded(share):
    """What a figure may be printed as in percent; both ways of rounding a half are in use."""
    exact = Decimal(repr(share)) * 100
    return {exact.quantize(Decimal("0.1"), rounding=way) for way in (ROUND_HALF_UP, ROUND_HALF_EVEN)}


def printed(run, column):
    return Decimal(run.printed[column])


class TestFile:
    """Fifteen models, all figures finite, and the paper's tables recompute from the released shares."""

    def test_it_is_whole(self):
        head, *rows = lines()
        assert (len(head), len(set(head)), len(rows)) == (83, 83, 15)
        assert len({row[0] for row in rows}) == 15
        for row in rows:
            assert len(row) == 83
            assert all(math.isfinite(float(text)) for text in row[4:])

    @pytest.mark.parametrize("run", RUNS, ids=lambda run: run.key)
    def test_shares_recompute(self, run):
        for name in (
            "tp_feasible",
            "tp_infeasible",
            "satisfaction",
            "truthfulness",
            "executability",
            "infeasibility",
            "efficiency",
        ):
            assert printed(run, f"paper_{name}") in rounded(run.figure(f"release_{name}")), name

    @pytest.mark.parametrize("run", RUNS, ids=lambda run: run.key)
    def test_the_three_means_recompute_from_the_categories(self, run):
        four = [
            run.figure(f"release_{name}")
            for name in ("satisfaction", "truthfulness", "executability", "infeasibility")
        ]
        means = {
            "paper_overall": math.prod(four) ** 0.25,
            "paper_overall_arithmetic": sum(four) / 4,
            "paper_overall_harmonic": 4 / sum(1 / share for share in four),
        }
        for name, mean in means.items():
            assert printed(run, name) in rounded(mean), name
        assert math.isclose(means["paper_overall"], run.figure("release_overall"), rel_tol=1e-9)
        assert math.isclose(
            means["paper_overall_arithmetic"], run.figure("release_overall_arithmetic"), rel_tol=1e-9
        )

    @pytest.mark.parametrize("run", RUNS, ids=lambda run: run.key)
    def test_intervals_and_tokens_recompute(self, run):
        share = run.figure("release_tp_feasible")
        half = 1.96 * math.sqrt(share * (1 - share) / FEASIBLE)
        assert printed(run, "paper_tp_feasible_low") in rounded(max(0.0, share - half))
        assert printed(run, "paper_tp_feasible_high") in rounded(share + half)
        assert round(run.figure("release_tokens_per_task") / 1000) == run.figure("paper_tokens_thousand")
        assert run.figure("release_tp_feasible") * FEASIBLE == pytest.approx(round(share * FEASIBLE))


@pytest.mark.django_db
class TestShown:
    """Below the ranked rows, every figure as printed."""

    @pytest.fixture
    def version(self):
        version = version_make()
        board_make(3, version=version)
        return version

    @pytest.mark.parametrize("mean", ["geometric", "arithmetic", "harmonic"])
    def test_every_figure_is_that_of_the_file(self, version, mean):
        head, *rows = lines()
        of = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
        page = board_page(BoardFilters(mean=mean), None)
        assert len(page.reported) == 15
        for row in page.reported:
            line = of[row.key]
            assert (row.model_name, row.organisation) == (line["model"], line["organisation"])
            assert [cell.key for cell in row.cells] == [column.key for column in page.columns]
            for cell in row.cells:
                name = PRINTED[cell.key]
                if cell.key == "tokens_per_task":
                    assert cell.value == float(line[name]) * 1000
                    assert cell.text == display.count(cell.value)
                    continue
                assert cell.text == line[name]
                assert cell.value == float(line[name]) / 100
                ends = (line.get(f"{name}_low", ""), line.get(f"{name}_high", ""))
                assert (cell.low_text, cell.high_text) == ends

    def test_the_template_prints_them(self, client, version):
        text = client.get("/?source=reported").content.decode()
        body = text[text.index('class="reported"') :]
        for run in RUNS:
            assert run.model in body
            for key in ("tp_feasible", "overall", "efficiency"):
                assert run.printed[PRINTED[key]] in body

    def test_they_hold_no_rank_and_change_none(self, version):
        page = board_page(BoardFilters(), None)
        assert [row.rank for row in page.rows] == [1, 2, 3]
        assert page.links.total == 3
        assert not {row.display_name for row in page.rows} & {run.model for run in RUNS}

    def test_best_first_by_default_and_in_any_order_asked_for(self, version):
        by_rank = board_page(BoardFilters(), None).reported
        assert by_rank[0].key == "gpt-5.6-sol"
        for sort in BOARD_SORTS[1:]:
            for direction in ("asc", "desc"):
                rows = board_page(BoardFilters(sort=sort, direction=direction), None).reported
                values = [{run.key: run for run in RUNS}[row.key].figure(PRINTED[sort]) for row in rows]
                assert values == sorted(values, reverse=direction == "desc")

    @pytest.mark.parametrize(
        ("asked", "ranked", "reported"),
        [
            ({}, 3, 15),
            ({"source": "evaluated"}, 3, 0),
            ({"source": "reported"}, 0, 15),
            ({"organisation": "OpenAI"}, 0, 3),
            ({"organisation": "Lab 1"}, 1, 0),
            ({"weights": "yes"}, 0, 0),
            ({"division": "standard"}, 3, 0),
            ({"since": "2000-01-01"}, 3, 0),
            ({"until": "2000-01-01"}, 0, 0),
        ],
    )
    def test_filters_take_them_along(self, version, asked, ranked, reported):
        page = board_page(BoardFilters.from_query(asked), None)
        assert (len(page.rows), len(page.reported)) == (ranked, reported)

    def test_they_stand_on_the_first_page_only(self):
        board_make(101, version=version_make())
        pages = [board_page(BoardFilters(page=number), None) for number in (1, 2)]
        assert [len(page.reported) for page in pages] == [15, 0]

    def test_the_api_tells_them_apart(self, client, version):
        answer = client.get("/api/v1/boards/trek/").json()
        assert [row["key"] for row in answer["reported"]] == [run.key for run in RUNS]
        assert len(answer["rows"]) == 3
