"""The doors for people and for downloads: which datasets there are, one of them, its files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb_browser.citing import bibtex_of
from kb_browser.croissant import CROISSANT_FILE, CROISSANT_TYPE, croissant_text
from kb_browser.dataset_pages import dataset_list, dataset_page, downloads_part
from kb_browser.downloads import export_file
from kb_browser.file_responses import SentFile, bytes_response, file_response
from kb_browser.licences import licence_address
from kb_browser.pages import DownloadsPart, VersionLine
from trek_site.csp import FIGURE_SOURCES, csp_override
from trek_site.shared.errors import NotFoundError

_READY: Final = "ready"


@require_safe
def datasets(request: HttpRequest) -> HttpResponse:
    """Every version that the reader may know of."""
    return render(request, "kb_browser/dataset_list.html", {"page": dataset_list(request.user)})


@require_safe
def dataset(request: HttpRequest, name: str) -> HttpResponseBase:
    """One version: what it is, how it was checked, how to get and cite it."""
    page = dataset_page(name, request.user)
    context = {
        "page": page,
        "bibtex": bibtex_of(page.version, _page_url(request, name)),
        "licence_address": licence_address(page.version.licence),
        "croissant": CROISSANT_FILE,
    }
    show: Callable[..., HttpResponseBase] = csp_override(FIGURE_SOURCES)(_show) if page.figures else _show
    return show(request, context)


@require_safe
def checksums(request: HttpRequest, name: str) -> HttpResponse:
    """The SHA-256 of every file of a version."""
    return render(request, "kb_browser/checksums.html", {"page": dataset_page(name, request.user)})


@require_safe
def download(request: HttpRequest, name: str, file_name: str) -> HttpResponseBase:
    """One file of a published version, whole or in part."""
    if file_name == CROISSANT_FILE:
        return _croissant(request, name)
    # Nobody downloads a draft: its bytes may still change under the name.
    version, _ = downloads_part(name, AnonymousUser())
    file, path = export_file(version.digest, file_name)
    sent = SentFile(
        name=f"trek-{version.name}-{file.name}",
        media_type=file.media_type,
        size_bytes=file.size_bytes,
        sha256=file.sha256,
    )
    return file_response(request, sent, path)


def _show(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    return render(request, "kb_browser/dataset.html", context)


def _croissant(request: HttpRequest, name: str) -> HttpResponseBase:
    """The metadata, which is written anew because it holds this site's own addresses."""
    version, downloads = downloads_part(name, AnonymousUser())
    if downloads.state != _READY:
        raise NotFoundError("There is no download of that name yet.")
    content = _croissant_text(request, version, downloads)
    sent = SentFile(
        name=f"trek-{version.name}-{CROISSANT_FILE}",
        media_type=CROISSANT_TYPE,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    return bytes_response(request, sent, content, modified=version.published_at)


def _croissant_text(request: HttpRequest, version: VersionLine, downloads: DownloadsPart) -> bytes:
    def file_url(file_name: str) -> str:
        return request.build_absolute_uri(reverse("kb_browser:download", args=[version.name, file_name]))

    page_url = _page_url(request, version.name)
    return croissant_text(version, downloads.files, page_url=page_url, file_url=file_url)


def _page_url(request: HttpRequest, name: str) -> str:
    return request.build_absolute_uri(reverse("kb_browser:dataset", args=[name]))
