"""Published failure rates, apart from what was evaluated here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.engine import display
from scoring.pages.analysis import FailureColumn, ReportedFailures, ReportedRate, level_of
from scoring.published import PublishedRun, published_runs

_PREFIX: Final = "paper_fails_"
# The table of the paper calls these two by their short names.
_PRINTED_AS: Final = {"d2_unord_single": "d2_single", "d2_unord_multi": "d2_multi"}


def reported_failures(columns: Sequence[FailureColumn], track: str) -> Sequence[ReportedFailures]:
    """The models of the paper, in its order, with the rates of the columns that it has."""
    return [
        ReportedFailures(
            name=run.model,
            vendor=run.organisation,
            cells=[reported_rate(run, column.key) for column in columns],
        )
        for run in published_runs(track)
    ]


def reported_rate(run: PublishedRun, key: str) -> ReportedRate:
    """How often a model failed a dimension, as it is printed."""
    column = f"{_PREFIX}{_PRINTED_AS.get(key, key)}"
    rate = run.share(column) if column in run.printed else None
    return ReportedRate(key=key, rate=rate, rate_text=display.percent(rate), level=level_of(rate))
