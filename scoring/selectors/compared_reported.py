"""An entry beside a model as it was reported elsewhere: figures side by side, and why there is no more."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from scoring.columns import COLUMNS
from scoring.comparison_filters import REPORTED, ComparisonFilters
from scoring.engine import display
from scoring.links import page_links
from scoring.pages import Cell
from scoring.pages.comparison import ComparisonPage, FigurePair, Side
from scoring.published import PublishedRun, published_runs
from scoring.selectors.analysis.reported import reported_rate
from scoring.selectors.compared_sides import offered, row_of, side_of
from scoring.selectors.figures import cell_of
from scoring.selectors.reported import reported_cell
from scoring.tracks import DEFAULT_TRACK, evaluator
from submissions.selectors import Viewer
from trek_site.shared.errors import NotFoundError

KNOWN: Final = (
    "Of “{name}” only the figures that its paper prints are known. They are of a run on the benchmark’s own "
    "release, whose tasks need not be those of {version}, and were not scored here."
)
NO_TEST: Final = (
    "A paired test asks which tasks one of the two solves and the other does not. Nothing is known of "
    "“{name}” task by task, so that there is no test here, no wins and no losses."
)
NO_VERDICT: Final = "Read the figures side by side; they do not say which of the two is better."


def comparison_with_reported(filters: ComparisonFilters, viewer: Viewer) -> ComparisonPage:
    """Figures of an entry beside those of the reported model that ``filters.reported`` names.

    Raises:
        NotFoundError: There is no such entry or model, or the viewer may not know of it.
    """
    row: Any = row_of(filters.a, filters, viewer)
    run = next((one for one in published_runs(row.track) if one.key == filters.reported), None)
    if run is None:
        raise NotFoundError("No model was reported under this key.")
    side, beside = side_of(row, viewer), _side(run)
    figures = [
        FigurePair(key=column.key, label=column.label, a=cell_of(row, column), b=reported_cell(run, column))
        for column in COLUMNS
    ]
    rates = _rates(row, run)
    parts = (filters.query(), row.evaluation.results_digest, side, figures, rates)
    return ComparisonPage(
        filters=filters,
        a=side,
        b=beside,
        version_name=row.version_name,
        evaluator_version=row.evaluator_version,
        said=[
            text.format(name=f"\u2068{run.model}\u2069", version=row.version_name)
            for text in (KNOWN, NO_TEST, NO_VERDICT)
        ],
        figures=figures,
        rates=rates,
        links=page_links(number=1, size=1, total=0, query=lambda page: filters.query(page=page)),
        choices=offered(filters),
        reported_choices=reported_offered(row.track),
        etag=hashlib.sha256(repr(parts).encode()).hexdigest()[:32],
    )


def reported_offered(track: str = DEFAULT_TRACK) -> Sequence[tuple[str, str]]:
    """Models that were reported elsewhere, by what names them in addresses."""
    return [(f"{REPORTED}{run.key}", run.model) for run in published_runs(track)]


def _side(run: PublishedRun) -> Side:
    return Side(
        key=f"{REPORTED}{run.key}",
        name=run.model,
        model_name=run.model,
        organisation=run.organisation,
        url="",
        rank=None,
        is_reported=True,
    )


def _rates(row: Any, run: PublishedRun) -> Sequence[FigurePair]:
    own = row.evaluation.summary.get("failure_rates", {})
    pairs = []
    for text in evaluator(row.evaluator_version).dimensions:
        printed = reported_rate(run, text.key)
        if printed.rate is not None:
            rate = own.get(text.key)
            pairs.append(
                FigurePair(
                    key=text.key,
                    label=text.label,
                    a=Cell(key=text.key, text=display.percent(rate), value=rate),
                    b=Cell(key=text.key, text=printed.rate_text, value=printed.rate),
                )
            )
    return pairs
