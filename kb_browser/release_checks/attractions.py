"""Invariants 13, 17 to 19 and 22 for attractions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb_browser.geometry import minute_of
from kb_browser.release_checks.flights import CLOCK
from kb_browser.release_checks.hotels import twice_named
from kb_browser.release_checks.release import Release, names, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.vocabulary import (
    ATTRACTION_FACILITIES,
    ATTRACTION_HOURS,
    ATTRACTION_RESTAURANT,
    BASE_ATTRACTION,
    TICKET_CAP,
)

_DURATION = re.compile(r"([0-9]+) hours")
_CLOSES_FROM = 1020
_BUSINESS, _BUSINESS_WORD = "business travelers", "High speed WiFi"
# Served by luggage storage, which every attraction has.
_SERVED_BY_BASE = "fast-paced budget travel"


def _names(release: Release) -> Iterator[Flaw]:
    for _, table in release.attractions:
        yield from twice_named(table, "attraction_name")


def _kinds(release: Release) -> Iterator[Flaw]:
    for _, table in release.attractions:
        for row, cells in table.rows:
            kind = cells["type"]
            if kind not in ATTRACTION_HOURS:
                yield Flaw(table.file, row, f'type "{kind}" is not one of the four')
                continue
            stated = _DURATION.fullmatch(cells["duration_of_visit"])
            if stated is None or int(stated[1]) not in ATTRACTION_HOURS[kind]:
                yield Flaw(table.file, row, f'a {kind} does not take "{cells["duration_of_visit"]}"')
            if number(cells["rate_of_restaurant"]) != ATTRACTION_RESTAURANT[kind]:
                yield Flaw(table.file, row, f"a {kind} has restaurant score {ATTRACTION_RESTAURANT[kind]}")
            if (number(cells["ticket_price"]) or 0.0) > TICKET_CAP[kind]:
                yield Flaw(table.file, row, f"a {kind} costs at most {TICKET_CAP[kind]:g}")


def _hours(release: Release) -> Iterator[Flaw]:
    for _, table in release.attractions:
        for row, cells in table.rows:
            opens, dash, closes = cells["open_hours"].partition("-")
            if not dash or not CLOCK.fullmatch(opens) or not CLOCK.fullmatch(closes):
                yield Flaw(table.file, row, f'open_hours "{cells["open_hours"]}" is not HH:MM-HH:MM')
            elif minute_of(opens) >= minute_of(closes) or minute_of(closes) < _CLOSES_FROM:
                yield Flaw(
                    table.file, row, f"open_hours {opens}-{closes} must end at 17:00 or later, the same day"
                )


def _personas(release: Release) -> Iterator[Flaw]:
    for _, table in release.attractions:
        for row, cells in table.rows:
            tags = names(cells["facilities_group"]) or ()
            offered = names(cells["facilities"]) or ()
            if (_BUSINESS in tags) != (_BUSINESS_WORD in offered):
                yield Flaw(table.file, row, f"{_BUSINESS} and {_BUSINESS_WORD} must go together")
            if offered[: len(BASE_ATTRACTION)] != BASE_ATTRACTION:
                yield Flaw(table.file, row, "the facilities do not open with the base facilities")
            for tag in tags:
                words = ATTRACTION_FACILITIES.get(tag, ())
                if tag != _SERVED_BY_BASE and words and not set(words) & set(offered):
                    yield Flaw(table.file, row, f'nothing in the facilities serves the persona "{tag}"')


def _prose(release: Release) -> Iterator[Flaw]:
    for _, table in release.attractions:
        for row, cells in table.rows:
            for column in ("ticket_price", "open_hours", "duration_of_visit"):
                if cells[column] not in cells["overview"]:
                    yield Flaw(table.file, row, f"overview does not say {column} {cells[column]}")


RULES = (
    Rule(13, "attraction_twice", Scope.GENERATED, _names),
    Rule(17, "attraction_kind", Scope.GENERATED, _kinds),
    Rule(18, "open_hours", Scope.GENERATED, _hours),
    Rule(19, "attraction_personas", Scope.GENERATED, _personas),
    Rule(22, "attraction_prose", Scope.GENERATED, _prose),
)
