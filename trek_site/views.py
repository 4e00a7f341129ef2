"""Pages that belong to no app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.tracks import EVALUATORS


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What is measured and how, from the evaluator's own texts."""
    page = {"track": EVALUATORS[0], "editions": [edition.evaluator_version for edition in EVALUATORS]}
    return render(request, "site/about.html", page)
