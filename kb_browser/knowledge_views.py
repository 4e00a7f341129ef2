"""The doors for people who look around in a knowledge base."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.cities import cities_page, city_page
from kb_browser.knowledge_pages.comparing import compared_record_page
from kb_browser.knowledge_pages.frame import current_name, frame_of
from kb_browser.knowledge_pages.lists import list_page
from kb_browser.knowledge_pages.record import record_page
from kb_browser.knowledge_pages.routes import route_page
from kb_browser.knowledge_pages.searching import search_page

PAGE_DIGITS_MAX: Final = 6


@require_safe
def knowledge_current(_request: HttpRequest) -> HttpResponse:
    """On to the version that is current; to the datasets while there is none."""
    name = current_name()
    return redirect("kb_browser:knowledge", name) if name else redirect("kb_browser:dataset_list")


@require_safe
def knowledge(request: HttpRequest, name: str) -> HttpResponse:
    """The cities of a version, and where to begin."""
    return render(request, "kb_browser/knowledge.html", {"page": cities_page(frame_of(name))})


@require_safe
def search(request: HttpRequest, name: str) -> HttpResponse:
    """The best records of every kind that a text finds."""
    page = search_page(frame_of(name), request.GET.get("q", ""))
    return render(request, "kb_browser/knowledge_search.html", {"page": page})


@require_safe
def route(request: HttpRequest, name: str) -> HttpResponse:
    """Every direct flight between two cities, there and back."""
    page = route_page(frame_of(name), request.GET.get("from", ""), request.GET.get("to", ""))
    return render(request, "kb_browser/knowledge_route.html", {"page": page})


@require_safe
def listing(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """The records of one kind that fit."""
    if kind == Kind.CITY:
        return redirect("kb_browser:knowledge", name)
    page = list_page(
        frame_of(name), kind, dict(request.GET.lists()), page_number(request.GET.get("page", ""))
    )
    return render(request, "kb_browser/knowledge_list.html", {"page": page})


@require_safe
def record(request: HttpRequest, name: str, kind: str, slug: str) -> HttpResponse:
    """One record of one version, or one city."""
    frame = frame_of(name)
    if kind == Kind.CITY:
        return render(request, "kb_browser/knowledge_city.html", {"page": city_page(frame, slug)})
    return render(request, "kb_browser/knowledge_record.html", {"page": record_page(frame, kind, slug)})


@require_safe
def compare(request: HttpRequest, name: str, kind: str, slug: str) -> HttpResponse:
    """One record beside the same of another version."""
    page = compared_record_page(frame_of(name), kind, slug, request.GET.get("with", ""))
    return render(request, "kb_browser/knowledge_compare.html", {"page": page})


def page_number(text: str) -> int:
    """The page that is asked for; the first for anything that names none."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= PAGE_DIGITS_MAX
    return max(1, int(text)) if is_number else 1
