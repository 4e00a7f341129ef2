"""The doors for people to boards: the leaderboard, its log with a feed, and agents with several runs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.http import require_safe

from scoring import selectors
from scoring.board_feed import CONTENT_TYPE, atom
from scoring.board_filters import BoardFilters, LogFilters
from scoring.files_part import files_part


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The leaderboard."""
    page = selectors.board_page(BoardFilters.from_query(request.GET), request.user)
    files = None if page.version is None else files_part(page)
    return render(request, "scoring/board.html", {"page": page, "files": files})


@require_safe
def board_runs(request: HttpRequest) -> HttpResponse:
    """Agents with several runs on a board, and how far their figures move."""
    page = selectors.runs_page(BoardFilters.from_query(request.GET))
    return render(request, "scoring/board_runs.html", {"page": page})


@require_safe
def board_log(request: HttpRequest) -> HttpResponse:
    """What happened to boards, newest first."""
    page = selectors.board_log(LogFilters.from_query(request.GET), request.user)
    return render(request, "scoring/board_log.html", {"page": page})


@require_safe
def board_feed(request: HttpRequest) -> HttpResponseBase:
    """The same for feed readers, as every visitor sees it."""
    filters = LogFilters.from_query(request.GET).with_(page=1)
    page = selectors.board_log(filters, None)
    query = "" if filters.query() == "?" else filters.query()
    text = atom(
        page,
        own_url=request.build_absolute_uri(reverse("scoring:board_feed") + query),
        page_url=request.build_absolute_uri(reverse("scoring:board_log") + query),
        absolute=request.build_absolute_uri,
    )
    response = HttpResponse(text, content_type=CONTENT_TYPE)
    response.headers["ETag"] = f'"{page.etag}"'
    if page.updated is not None:
        response.headers["Last-Modified"] = http_date(page.updated.timestamp())
    return (
        get_conditional_response(
            request,
            etag=response.headers["ETag"],
            last_modified=None if page.updated is None else int(page.updated.timestamp()),
            response=response,
        )
        or response
    )
