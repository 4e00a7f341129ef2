"""The doors to what leaves the site: boards as files, now and for good, badges and figures."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from kb_browser.table_files import parquet_bytes
from scoring import selectors
from scoring.board_filters import BoardFilters
from scoring.drawings import badge_svg, board_svg
from scoring.drawings.board import TOP_MOST, TOP_USUAL
from scoring.exports import (
    FORMS,
    BoardFile,
    board_file,
    parquet_columns,
    parquet_facts,
    parquet_rows,
    text_of,
)
from trek_site.shared.errors import NotFoundError, UnavailableError

FOR_GOOD: Final = "public, max-age=31536000, immutable"
_SOON: Final = 15
_SVG: Final = "image/svg+xml"
_BADGE_AGE: Final = "public, max-age=300"


@require_safe
def board_now(request: HttpRequest, form: str) -> HttpResponseBase:
    """What the leaderboard shows under the same query, as every visitor sees it."""
    file = _file(BoardFilters.from_query(request.GET))
    response = _written(file, form)
    if file.is_final:
        response.headers["Link"] = f'<{settings.TREK_SITE_URL}{file.address(form)}>; rel="canonical"'
    return _if_changed(request, response)


@require_safe
def board_pinned(
    request: HttpRequest, version: str, evaluator: str, revision: int, form: str
) -> HttpResponseBase:
    """The same of a state of a board that is named in the address, and so for good."""
    asked = BoardFilters.from_query(request.GET)
    # Revision 0 would ask for the newest one.
    if not revision:
        raise NotFoundError("A board has no number before its first entry.")
    file = _file(asked.with_(version=version, evaluator=evaluator, revision=revision, as_of=""))
    if not file.is_final:
        raise UnavailableError("Rank ranges of this state are being worked out.", retry_after=_SOON)
    response = _written(file, form)
    response.headers["Cache-Control"] = FOR_GOOD
    return _if_changed(request, response)


@require_safe
def badge(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The badge of a public entry."""
    response = _drawn(badge_svg(selectors.badge_of(public_id)))
    response.headers["Cache-Control"] = _BADGE_AGE
    return _if_changed(request, response)


@require_safe
def board_figure(request: HttpRequest) -> HttpResponseBase:
    """The first entries of the board as a figure."""
    asked = request.GET.get("top", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) <= len(str(TOP_MOST))
    top = min(max(int(asked), 1), TOP_MOST) if is_number else TOP_USUAL
    file = _file(BoardFilters.from_query(request.GET).with_(columns="", page=1, source="evaluated"))
    response = _drawn(board_svg(file, top))
    response.headers["X-Content-SHA256"] = file.sha256
    return _if_changed(request, response)


def _file(filters: BoardFilters) -> BoardFile:
    page = selectors.board_page(filters, None)
    if page.version is None:
        raise NotFoundError("There is no board yet.")
    return board_file(page)


def _written(file: BoardFile, form: str) -> HttpResponse:
    content = (
        _parquet(file) if form == "parquet" else text_of(form, file, site=settings.TREK_SITE_URL).encode()
    )
    response = HttpResponse(content, content_type=FORMS[form].media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="trek-leaderboard.{form}"'
    response.headers["X-Content-SHA256"] = file.sha256
    response.headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return response


def _parquet(file: BoardFile) -> bytes:
    link = settings.TREK_SITE_URL + file.address("parquet") if file.is_final else ""
    key = f"parquet:{hashlib.sha256(f'{file.sha256}:{link}'.encode()).hexdigest()}"
    known: Any = caches["boards"].get(key)
    if known is None:
        known = parquet_bytes(parquet_columns(file), parquet_rows(file), parquet_facts(file, link))
        caches["boards"].set(key, known)
    return bytes(known)


def _drawn(text: str) -> HttpResponse:
    content = text.encode()
    response = HttpResponse(content, content_type=_SVG)
    response.headers["ETag"] = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    # To be shown by pages of others is what it is for.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _if_changed(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    found = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return found or response
