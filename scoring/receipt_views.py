"""The doors for people: the receipt of an entry, and the page where receipts are explained and checked."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from scoring import selectors
from scoring.filters import TaskFilters
from scoring.forms import BroughtReceiptForm
from scoring.selectors.task_pages import DIMENSION_KEYS
from submissions.services import look_note
from submissions.states import Door
from trek_site.accounts.attempts import Brake, client_address

CHECKS_FROM_ADDRESS: Final = Brake(name="verify", limit=60, window_s=600)


@require_safe
def entry_receipt(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every digest that an entry rests on, and how to replay it."""
    page = selectors.receipt_page(public_id, request.user, **_asked(request))
    look_note(request.user, door=Door.PAGE, is_of_scores=True, public_id=public_id)
    return render(request, "scoring/receipt.html", {"page": page})


@require_safe
def entry_receipt_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The receipt as a file, to the byte."""
    text = selectors.receipt_text(public_id, request.user, **_asked(request))
    look_note(request.user, door=Door.PAGE, is_of_scores=True, public_id=public_id)
    response = HttpResponse(text, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="trek-receipt-{public_id}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """What receipts are, and whether one that somebody brings is this site's."""
    brought, status = None, HTTPStatus.OK
    form = BroughtReceiptForm()
    if request.method == "POST":
        CHECKS_FROM_ADDRESS.take(client_address(request))
        form = BroughtReceiptForm(request.POST, request.FILES)
        brought = form.content if form.is_valid() else None
        status = HTTPStatus.UNPROCESSABLE_ENTITY if brought is None else HTTPStatus.OK
    page = selectors.verify_page(request.user, brought=brought)
    return render(request, "scoring/verify.html", {"page": page, "form": form}, status=status)


@require_safe
def keys(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  (The same for everybody.)
    """The public keys of this site, for `trek verify --key`."""
    return HttpResponse(selectors.keys_text(), content_type="application/json")


def _asked(request: HttpRequest) -> dict[str, str]:
    filters = TaskFilters.from_query(request.GET, dimensions=DIMENSION_KEYS)
    return {"version": filters.version, "evaluator_version": filters.evaluator}
