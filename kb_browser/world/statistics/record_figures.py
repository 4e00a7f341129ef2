"""Figures of hotels, attractions and cars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import comb
from statistics import StatisticsError, correlation, fmean, median, pstdev

from kb_browser.geometry import distance_km, minute_of
from kb_browser.release_checks.catalogue import amount_of, point_of
from kb_browser.release_checks.flights import CLOCK
from kb_browser.release_checks.release import Release, Row, names
from kb_browser.vocabulary import PERSONAS
from kb_browser.world.statistics.reference import CLOSINGS, OPENINGS

_RICH_TAGS = 4.5
"""More personas a hotel than this, on the average, make a rich city."""
_LOW_RATING, _GOOD_KITCHEN, _TOP_STAR = 4.0, 4.0, 5.0
_MIDDLING_STARS = (2.5, 4.0)
_THREE = 3
_HOTEL_PERSONAS = len(PERSONAS) - 1
"""All but foodies, whom a hotel serves by its kitchen alone."""

Figures = Mapping[str, float]


def figures(release: Release) -> Figures:
    """By key; nothing of a kind that the release lacks."""
    hotels = {city: [cells for _, cells in table.rows] for city, table in release.hotels}
    attractions = {city: [cells for _, cells in table.rows] for city, table in release.attractions}
    cars = [cells for _, table in release.cars for _, cells in table.rows]
    common = [city for city, rows in hotels.items() if rows and fmean(map(_tag_count, rows)) < _RICH_TAGS]
    return {
        **_counts(release, hotels, attractions, cars),
        **_hotels([cells for rows in hotels.values() for cells in rows]),
        **_hotel_cities([rows for rows in hotels.values() if rows]),
        **_attractions([cells for rows in attractions.values() for cells in rows]),
        **_common([hotels[city] for city in common], [attractions.get(city, []) for city in common]),
        **_spread([rows for rows in attractions.values() if rows]),
        **_by_type(cars),
    }


def _counts(
    release: Release,
    hotels: Mapping[str, Sequence[Row]],
    attractions: Mapping[str, Sequence[Row]],
    cars: Sequence[Row],
) -> Figures:
    counts = {
        "hotels": sum(map(len, hotels.values())),
        "attractions": sum(map(len, attractions.values())),
        "cars": len(cars),
    }
    countries = {cells["country"] for rows in hotels.values() for cells in rows}
    return {
        **counts,
        "records": sum(counts.values()) + len(release.flights),
        "cities": len(hotels),
        "countries": len(countries),
    }


def _hotels(rows: Sequence[Row]) -> Figures:
    if not rows:
        return {}
    stars = [amount_of(cells, "star") for cells in rows]
    prices = [amount_of(cells, "price") for cells in rows]
    ratings = [amount_of(cells, "rating") for cells in rows]
    kitchens = [amount_of(cells, "rate_of_restaurant") for cells in rows]
    found = Counter(stars)
    low, high = _MIDDLING_STARS
    top = [kitchen for kitchen, star in zip(kitchens, stars, strict=True) if star == _TOP_STAR]
    return {
        **{f"star_{star:g}": count / len(rows) for star, count in found.items()},
        "half_stars": sum(star % 1 > 0 for star in stars) / len(rows),
        "middling_stars": sum(low <= star <= high for star in stars) / len(rows),
        **{
            f"price_{star:g}": median(
                price for price, other in zip(prices, stars, strict=True) if other == star
            )
            for star in found
        },
        "price_least": min(prices),
        "price_most": max(prices),
        "rating_mean": fmean(ratings),
        "rating_sd": pstdev(ratings),
        "rating_low": sum(rating < _LOW_RATING for rating in ratings) / len(rows),
        **_correlated("rating_by_star", ratings, stars),
        **_correlated("kitchen_by_star", kitchens, stars),
        "kitchen_good": sum(kitchen >= _GOOD_KITCHEN for kitchen in kitchens) / len(rows),
        **({"kitchen_top": fmean(top)} if top else {}),
    }


def _correlated(key: str, ones: Sequence[float], others: Sequence[float]) -> Figures:
    """A correlation by key; nothing where one side does not vary."""
    try:
        return {key: correlation(ones, others)}
    except StatisticsError:
        return {}


def _hotel_cities(cities: Sequence[Sequence[Row]]) -> Figures:
    if not cities:
        return {}
    prices = [[amount_of(cells, "price") for cells in rows] for rows in cities]
    means = [fmean(amounts) for amounts in prices]
    return {
        "price_median": median(median(amounts) for amounts in prices),
        "price_spread": max(means) / min(means),
    }


def _common(hotels: Sequence[Sequence[Row]], attractions: Sequence[Sequence[Row]]) -> Figures:
    """How hard it is to find what serves personas, in cities that serve few each."""
    if not hotels:
        return {}
    tags = list(map(_tag_count, chain.from_iterable(attractions)))
    shares = [
        sum(tag in (names(cells["amenities_group"]) or ()) for cells in rows) / len(rows)
        for rows in hotels
        for tag in sorted(_all_tags(rows))
    ]
    return {
        "hotel_tags": fmean(map(_tag_count, chain.from_iterable(hotels))),
        "three_tags": sum(count == _THREE for count in tags) / max(1, len(tags)),
        "tag_share": median(shares),
        "triple_hotels": fmean(_for_three(rows, _HOTEL_PERSONAS) for rows in hotels),
        "triple_attractions": fmean(_for_three(rows, len(PERSONAS)) for rows in attractions),
    }


def _for_three(rows: Sequence[Row], personas: int) -> float:
    """Records that serve a given three of so many personas, on the average over all such threes."""
    return sum(comb(_tag_count(cells), _THREE) for cells in rows) / comb(personas, _THREE)


def _all_tags(rows: Sequence[Row]) -> set[str]:
    return {tag for cells in rows for tag in names(cells["amenities_group"]) or ()}


def _tag_count(cells: Row) -> int:
    cell = cells["amenities_group"] if "amenities_group" in cells else cells["facilities_group"]
    return len(names(cell) or ())


def _attractions(rows: Sequence[Row]) -> Figures:
    if not rows:
        return {}
    tickets = [amount_of(cells, "ticket_price") for cells in rows]
    kinds = [cells["type"] for cells in rows]
    windows = [window for cells in rows if (window := _window(cells["open_hours"])) is not None]
    opens, closes = (Counter(window[side] for window in windows) for side in (0, 1))
    widths = [minute_of(end) - minute_of(start) for start, end in windows]
    return {
        **{f"kind_{kind}": count / len(rows) for kind, count in Counter(kinds).items()},
        **{
            f"ticket_{kind}": median(
                ticket for ticket, other in zip(tickets, kinds, strict=True) if other == kind
            )
            for kind in set(kinds)
        },
        "free": tickets.count(0.0) / len(rows),
        **{f"opens_{clock}": opens[clock] / len(rows) for clock in OPENINGS},
        **{f"closes_{clock}": closes[clock] / len(rows) for clock in CLOSINGS},
        **({"open_median": median(widths) / 60} if widths else {}),
        "clones": sum(" No." in cells["attraction_name"] for cells in rows) / len(rows),
    }


def _window(open_hours: str) -> tuple[str, str] | None:
    opens, _, closes = open_hours.partition("-")
    return (opens, closes) if CLOCK.fullmatch(opens) and CLOCK.fullmatch(closes) else None


def _spread(cities: Sequence[Sequence[Row]]) -> Figures:
    return {"spread": median(map(_outer_km, cities))} if cities else {}


def _outer_km(rows: Sequence[Row]) -> float:
    """Distance from the city's middle within which nine in ten attractions lie."""
    points = [point_of(cells) for cells in rows]
    middle = median(point[0] for point in points), median(point[1] for point in points)
    distances = sorted(distance_km(middle, point) for point in points)
    return distances[int(0.9 * (len(distances) - 1))]


def _by_type(cars: Sequence[Row]) -> Figures:
    return {f"car_{car_type}": median(prices) for car_type, prices in _prices_by_type(cars)}


def _prices_by_type(cars: Sequence[Row]) -> Iterator[tuple[str, Sequence[float]]]:
    prices: dict[str, list[float]] = {}
    for cells in cars:
        prices.setdefault(cells["car_type"], []).append(amount_of(cells, "price_per_day"))
    yield from prices.items()
