"""What the figures of the analysis pages are drawn from."""

import pytest

from scoring.analysis_plots import failures_heatmap
from scoring.cost_plot import cost_scatter
from scoring.pages.analysis import Entrant, FailureCell, FailureColumn, FailureRow
from scoring.pages.cost import CostRow

ENTRANT = Entrant(
    rank=1,
    is_shared_rank=False,
    public_id="abc",
    display_name="An agent",
    organisation="",
    model_name="",
    division="standard",
    open_weights="no",
    is_mine=False,
    is_anonymous=False,
    url="/",
)
COLUMN = FailureColumn(key="perfect", label="Not perfect", help="", task_count=40)


def cell(failed, applicable):
    return FailureCell(
        key=COLUMN.key,
        label=COLUMN.label,
        failed=failed,
        applicable=applicable,
        rate=failed / applicable,
        rate_text="",
        low=None,
        high=None,
        interval_text="",
        has_few=True,
        level=0,
        url="",
    )


def costing(cost):
    return CostRow(
        entrant=ENTRANT,
        quality=0.5,
        quality_text="50.0",
        quality_low=None,
        quality_high=None,
        quality_interval_text="",
        cost=cost,
        cost_text="",
        known=1,
        is_partial=False,
        is_on_front=True,
        certainty=None,
        certainty_text="",
        price_model="",
    )


def test_a_half_is_rounded_as_in_the_table():
    """23 of 40 are 57.5 %, and 100 times their quotient is a little less."""
    row = FailureRow(entrant=ENTRANT, cells=[cell(23, 40)])
    assert failures_heatmap([COLUMN], [row])["traces"][0]["text"] == [["58"]]


@pytest.mark.parametrize(
    ("costs", "ticks"),
    [
        ((30_000, 110_000), ["30k", "50k", "70k", "100k"]),
        ((0.01, 0.5), ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5"]),
        ((0.002, 0.5), ["0.003", "0.01", "0.03", "0.1", "0.3"]),
        ((1, 1e6), ["1", "10", "100", "1k", "10k", "100k", "1M"]),
    ],
)
def test_an_axis_of_costs_has_a_handful_of_round_numbers(costs, ticks):
    plot = cost_scatter([costing(cost) for cost in costs], unit="tokens", is_log=True)
    assert plot["axes"]["xaxis"]["ticktext"] == ticks
