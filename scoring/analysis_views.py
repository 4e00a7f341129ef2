"""The doors to the analysis of boards: where agents fail, what quality costs, whether the order is robust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.analysis_exports import cost_csv, failures_csv, robustness_csv
from scoring.analysis_filters import CostFilters, FailureFilters, RobustnessFilters
from scoring.selectors.analysis import cost_page, failures_page, robustness_page
from scoring.selectors.task_pages import DIMENSION_KEYS
from trek_site.csp import FIGURE_SOURCES, csp_override

_CSV: Final = "text/csv; charset=utf-8"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Which questions the analysis answers."""
    return render(request, "scoring/analysis.html")


@require_safe
@csp_override(FIGURE_SOURCES)
def failures(request: HttpRequest) -> HttpResponse:
    """Where agents fail."""
    page = failures_page(_failures_asked(request), request.user)
    return _show(request, "failures", page, failures=page.plot)


@require_safe
def failures_download(request: HttpRequest) -> HttpResponse:
    """The same for a spreadsheet."""
    return _download("failures", failures_csv(failures_page(_failures_asked(request), request.user)))


@require_safe
@csp_override(FIGURE_SOURCES)
def cost(request: HttpRequest) -> HttpResponse:
    """What quality costs."""
    page = cost_page(CostFilters.from_query(request.GET), request.user)
    return _show(request, "cost", page, cost=page.plot)


@require_safe
def cost_download(request: HttpRequest) -> HttpResponse:
    """The same for a spreadsheet."""
    return _download("cost", cost_csv(cost_page(CostFilters.from_query(request.GET), request.user)))


@require_safe
@csp_override(FIGURE_SOURCES)
def robustness(request: HttpRequest) -> HttpResponse:
    """Whether the order depends on the mean."""
    page = robustness_page(RobustnessFilters.from_query(request.GET), request.user)
    return _show(request, "robustness", page, evaluated=page.evaluated.plot, reported=page.reported.plot)


@require_safe
def robustness_download(request: HttpRequest) -> HttpResponse:
    """The same for a spreadsheet."""
    page = robustness_page(RobustnessFilters.from_query(request.GET), request.user)
    return _download("robustness", robustness_csv(page))


def _failures_asked(request: HttpRequest) -> FailureFilters:
    return FailureFilters.from_query(request.GET, dimensions=DIMENSION_KEYS)


def _show(request: HttpRequest, name: str, page: object, **plots: Mapping[str, object]) -> HttpResponse:
    """The page with those of its figures that have something to draw."""
    drawn = {key: plot for key, plot in plots.items() if plot}
    context = {"page": page, "plots": drawn, "analysis": name}
    return render(request, f"scoring/analysis_{name}.html", context)


def _download(name: str, content: str) -> HttpResponse:
    response = HttpResponse(content, content_type=_CSV)
    response.headers["Content-Disposition"] = f'attachment; filename="trek-{name}.csv"'
    return response
