"""The door for people to comparisons."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.comparison_filters import ComparisonFilters
from scoring.selectors.comparisons import comparison_page
from scoring.selectors.task_pages import DIMENSION_KEYS
from submissions.services import look_note
from submissions.states import Door


@require_safe
def comparison(request: HttpRequest) -> HttpResponse:
    """Two entries on the same tasks, or the form that asks which."""
    filters = ComparisonFilters.from_query(request.GET, dimensions=DIMENSION_KEYS)
    page = comparison_page(filters, request.user)
    for key in filters.entries:
        look_note(request.user, door=Door.PAGE, is_of_scores=True, public_id=key)
    return render(request, "scoring/comparison.html", {"page": page})
