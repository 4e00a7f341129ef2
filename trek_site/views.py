"""Pages that belong to no app."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from scoring.tracks import EVALUATORS


class ApiDescription(SpectacularJSONAPIView):
    """The OpenAPI description of the one version that there is, whatever the query asks for."""

    def _get_version_parameter(self, request: Request) -> None:  # noqa: ARG002 - the library hands it in
        # The library would put any text from the query into a header.
        return None


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What is measured and how, from the evaluator's own texts."""
    page = {"track": EVALUATORS[0], "editions": [edition.evaluator_version for edition in EVALUATORS]}
    return render(request, "site/about.html", page)


def own_password(request: HttpRequest, extra_context: object = None) -> HttpResponse:  # noqa: ARG001  (The admin's.)
    """Leads from the admin's place for it to the page on which one's own password is changed."""
    return redirect("accounts:password_change")
