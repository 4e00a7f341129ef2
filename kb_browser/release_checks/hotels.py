"""Invariants 13 to 16 and 22 for hotels."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from kb_browser.release_checks.release import Release, Table, names, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.vocabulary import BASE_HOTEL, HOTEL_FACILITIES
from kb_browser.world.records import RATED_FROM

_FIVE_STAR_KITCHEN, _KITCHEN_SLACK = 4.3, 0.1
_STARS = frozenset(step / 2 for step in range(2, 11))
_RATINGS = frozenset(step / 5 for step in range(51))
_KITCHENS = frozenset(range(1, 6))


def twice_named(table: Table, column: str) -> Iterator[Flaw]:
    """Names that stand twice in one city, letter case aside."""
    seen: dict[str, int] = {}
    for row, cells in table.rows:
        name = cells[column].lower()
        if not name:
            yield Flaw(table.file, row, f"{column} is empty")
        elif seen.setdefault(name, row) != row:
            yield Flaw(table.file, row, f'"{cells[column]}" stands in row {seen[name]} too')


def _names(release: Release) -> Iterator[Flaw]:
    for _, table in release.hotels:
        yield from twice_named(table, "name")


def _figures(release: Release) -> Iterator[Flaw]:
    for _, table in release.hotels:
        for row, cells in table.rows:
            star, rating = number(cells["star"]), number(cells["rating"])
            kitchen, price = number(cells["rate_of_restaurant"]), number(cells["price"])
            if star not in _STARS:
                yield Flaw(table.file, row, f"star {cells['star']} is not 1, 1.5, ... 5")
            if rating not in _RATINGS:
                yield Flaw(table.file, row, f"rating {cells['rating']} is not 0, 0.2, ... 10")
            if kitchen not in _KITCHENS:
                yield Flaw(table.file, row, f"rate_of_restaurant {cells['rate_of_restaurant']} is not 1 to 5")
            if price is None or price <= 0 or price % 1:
                yield Flaw(table.file, row, f"price {cells['price']} is not a whole number above 0")


def _personas(release: Release) -> Iterator[Flaw]:
    for _, table in release.hotels:
        for row, cells in table.rows:
            tags = names(cells["amenities_group"]) or ()
            offered = names(cells["amenities"]) or ()
            if "foodie" in tags:
                yield Flaw(table.file, row, "no hotel carries the persona foodie")
            if offered[: len(BASE_HOTEL)] != BASE_HOTEL:
                yield Flaw(table.file, row, "the amenities do not open with the base amenities")
            for tag in tags:
                words = HOTEL_FACILITIES.get(tag, ())
                if words and not set(words) & set(offered):
                    yield Flaw(table.file, row, f'nothing in the amenities serves the persona "{tag}"')


def _kitchens(release: Release) -> Iterator[Flaw]:
    by_star: dict[str, list[float]] = {}
    for _, table in release.hotels:
        for _, cells in table.rows:
            by_star.setdefault(cells["star"], []).append(number(cells["rate_of_restaurant"]) or 0)
    means = {star: fmean(kitchens) for star, kitchens in sorted(by_star.items())}
    top = means.get("5.0", 0.0)
    if abs(top - _FIVE_STAR_KITCHEN) > _KITCHEN_SLACK:
        yield Flaw("", None, f"five-star restaurants average {top:.2f}, expected 4.2 to 4.4")
    whole = [means[star] for star in ("1.0", "2.0", "3.0", "4.0", "5.0") if star in means]
    if whole != sorted(whole):
        yield Flaw("", None, "the mean restaurant score does not rise with the star")


def _prose(release: Release) -> Iterator[Flaw]:
    for _, table in release.hotels:
        for row, cells in table.rows:
            about = cells["about"]
            rating = cells["rating"]
            told = [cells["price"]] + ([rating] if (number(rating) or 0) >= RATED_FROM else [])
            for figure in told:
                if figure not in about:
                    yield Flaw(table.file, row, f"about does not say {figure}")


RULES = (
    Rule(13, "hotel_twice", Scope.GENERATED, _names),
    Rule(14, "hotel_figures", Scope.GENERATED, _figures),
    Rule(15, "hotel_personas", Scope.GENERATED, _personas),
    Rule(16, "hotel_restaurants", Scope.FULL, _kitchens),
    Rule(22, "hotel_prose", Scope.GENERATED, _prose),
)
