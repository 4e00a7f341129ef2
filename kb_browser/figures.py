"""The figures of a dataset's page, from the statistics that were kept when its downloads were made. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from kb_browser.plots import (
    REFERENCE,
    SOFT,
    Figure,
    FigureCell,
    FigureRow,
    Line,
    Series,
    bars,
    grouped_bars,
    histogram,
    lying_bars,
    spread_heads,
    spread_rows,
    spreads,
)
from scoring.engine.display import count, decimal, percent

Values: TypeAlias = Mapping[str, Line]
"""Every counted figure by its key, with value, title and the benchmark's own figure as reference."""
Distributions: TypeAlias = Mapping[str, Sequence[Line]]

_THIS: Final = "this version"
_BENCHMARK: Final = "benchmark"
_SINGULAR: Final = {"days": "day", "cities": "city", "persons": "person", "personas": "persona"}
_KINDS: Final = (
    ("tight", "feasible, tight"),
    ("loose", "feasible, loose"),
    ("entity", "no such name"),
    ("route", "no such flight"),
    ("budget", "not enough money"),
)


def figures_of(statistics: Mapping[str, Any]) -> Sequence[Figure]:
    """Every figure there are numbers for, in the order of the page; none for empty statistics."""
    values = {line["key"]: line for line in lines_of(statistics)}
    distributions: Distributions = statistics.get("distributions") or {}
    return [figure for draw in _FIGURES for figure in draw(values, distributions)]


def lines_of(statistics: Mapping[str, Any]) -> Iterator[Line]:
    """Every counted figure, whatever its group."""
    for lines in groups_of(statistics).values():
        yield from lines


def groups_of(statistics: Mapping[str, Any]) -> Mapping[str, Sequence[Line]]:
    """The counted figures under the titles of their groups."""
    groups: Mapping[str, Sequence[Line]] = statistics.get("groups") or {}
    return groups


def _kinds(values: Values, _distributions: Distributions) -> Iterator[Figure]:
    found = [(label, _value(values, key) or 0.0) for key, label in _KINDS]
    total = sum(amount for _, amount in found)
    if total:
        labels = [label for label, _ in found]
        yield Figure(
            key="kinds",
            title="Kinds of tasks",
            lead="Some cannot be met, for one of three reasons; the others leave little or much money over.",
            plot=lying_bars(labels, [Series(name="tasks", values=[a for _, a in found])], along="tasks"),
            heads=("kind", "tasks", "share"),
            rows=[
                FigureRow(label=label, cells=[_count(amount), _share(amount / total)])
                for label, amount in found
            ],
        )


def _asked(values: Values, distributions: Distributions) -> Iterator[Figure]:
    days, persons = (
        [(str(line["key"]), group, line["count"]) for line in distributions.get(name, ())]
        for name, group in (("task_days", "days"), ("task_persons", "persons"))
    )
    cities, personas = (
        [(str(n), group, amount) for n in numbers if (amount := _value(values, f"{key}_{n}")) is not None]
        for key, group, numbers in (("stays", "cities", range(1, 4)), ("personas", "personas", range(4)))
    )
    # The drawing library orders labels by their first appearance, whatever they stand under.
    found = [*personas, *persons, *cities, *days]
    total = _value(values, "tasks") or 0.0
    if found and total:
        labels, groups, amounts = zip(*found, strict=True)
        yield Figure(
            key="asked",
            title="What tasks ask for",
            lead="Days and cities grow together; personas decide which hotels and sights will do.",
            plot=grouped_bars(groups, labels, amounts, up="tasks"),
            heads=("asked for", "tasks", "share"),
            rows=[
                FigureRow(label=_so_many(label, group), cells=[_count(amount), _share(amount / total)])
                for label, group, amount in found
            ],
        )


def _so_many(label: str, group: str) -> str:
    return f"{label} {_SINGULAR[group]}" if label == "1" else f"{label} {group}"


def _slack(_values: Values, distributions: Distributions) -> Iterator[Figure]:
    lines = distributions.get("slack", ())
    if lines:
        labels = [_band(line, digits=2) for line in lines]
        tight, loose = ([line[kind] for line in lines] for kind in ("tight", "loose"))
        yield Figure(
            key="slack",
            title="Slack: budget over the bill of the gold",
            lead="How much dearer than the reference plan an answer may be: hardly at all, or by half.",
            plot=histogram(
                labels,
                lines,
                [Series(name="tight", values=tight), Series(name="loose", values=loose, colour=SOFT)],
                across="budget ÷ bill",
                up="tasks",
            ),
            heads=("budget ÷ bill", "tight", "loose"),
            rows=[
                FigureRow(label=label, cells=[_count(one), _count(other)])
                for label, one, other in zip(labels, tight, loose, strict=True)
                if one or other
            ],
        )


def _stars(values: Values, _distributions: Distributions) -> Iterator[Figure]:
    lines = [line for key, line in values.items() if key.startswith("star_") and line["value"] is not None]
    if lines:
        labels = [line["key"].removeprefix("star_") for line in lines]
        ours, theirs = ([100 * (line[side] or 0) for line in lines] for side in ("value", "reference"))
        yield Figure(
            key="stars",
            title="Stars of hotels",
            lead="Half stars included; beside it the shares of the benchmark's own release.",
            plot=bars(
                labels,
                [Series(name=_THIS, values=ours), Series(name=_BENCHMARK, values=theirs, colour=REFERENCE)],
                across="stars",
                up="% of hotels",
            ),
            heads=("stars", "% of hotels", f"% in the {_BENCHMARK}"),
            rows=[
                FigureRow(
                    label=label, cells=[_share(line["value"]), FigureCell(text=percent(line["reference"]))]
                )
                for label, line in zip(labels, lines, strict=True)
            ],
        )


def _personas(_values: Values, distributions: Distributions) -> Iterator[Figure]:
    lines = distributions.get("personas", ())
    if lines:
        labels = [str(line["key"]) for line in lines]
        hotels, attractions = ([100 * line[kind] for line in lines] for kind in ("hotels", "attractions"))
        yield Figure(
            key="personas",
            title="Personas: who is served where",
            lead="The smaller the share, the less it helps to choose without looking.",
            plot=lying_bars(
                labels,
                [
                    Series(name="% of hotels", values=hotels),
                    Series(name="% of attractions", values=attractions, colour=SOFT),
                ],
                along="% that serve the persona",
            ),
            heads=("persona", "tasks", "% of hotels", "% of attractions"),
            rows=[
                FigureRow(
                    label=label,
                    cells=[_count(line["tasks"]), _share(line["hotels"]), _share(line["attractions"])],
                )
                for label, line in zip(labels, lines, strict=True)
            ],
        )


def _distances(_values: Values, distributions: Distributions) -> Iterator[Figure]:
    lines = distributions.get("flight_distance_km", ())
    total = sum(line["count"] for line in lines)
    if total:
        labels = [_band(line) for line in lines]
        yield Figure(
            key="distances",
            title="How far flights go",
            lead="Great-circle distance between the two airports.",
            plot=histogram(
                labels,
                lines,
                [Series(name="flights", values=[line["count"] for line in lines])],
                across="km",
                up="flights",
            ),
            heads=("km", "flights", "share"),
            rows=[
                FigureRow(label=label, cells=[_count(line["count"]), _share(line["count"] / total)])
                for label, line in zip(labels, lines, strict=True)
            ],
        )


def _hours(_values: Values, distributions: Distributions) -> Iterator[Figure]:
    lines = distributions.get("departure_hour", ())
    total = sum(line["count"] for line in lines)
    if total:
        labels = [f"{line['key']:02d}" for line in lines]
        yield Figure(
            key="hours",
            title="When flights leave",
            lead="Local clock; a plan has to reach the airport in time.",
            plot=bars(
                labels,
                [Series(name="flights", values=[line["count"] for line in lines])],
                across="hour of departure",
                up="flights",
            ),
            heads=("hour", "flights", "share"),
            rows=[
                FigureRow(label=f"{label}:00", cells=[_count(line["count"]), _share(line["count"] / total)])
                for label, line in zip(labels, lines, strict=True)
            ],
        )


def _spread(
    key: str, distribution: str, title: str, lead: str, first: str
) -> Callable[..., Iterator[Figure]]:
    """A figure of prices by something, in US dollars."""

    def draw(_values: Values, distributions: Distributions) -> Iterator[Figure]:
        lines = distributions.get(distribution, ())
        if lines:
            labels = [_label(line) for line in lines]
            yield Figure(
                key=key,
                title=title,
                lead=lead,
                plot=spreads(labels, lines, along="US dollars"),
                heads=spread_heads(first),
                rows=spread_rows(labels, lines),
            )

    return draw


_FIGURES: Final[Sequence[Callable[[Values, Distributions], Iterator[Figure]]]] = (
    _kinds,
    _asked,
    _slack,
    _personas,
    _stars,
    _spread(
        "hotel-prices",
        "hotel_price_by_star",
        "A night in a hotel",
        "Prices rise with stars, and overlap enough that stars alone do not find the cheapest.",
        "stars",
    ),
    _distances,
    _spread(
        "fares",
        "fare_by_distance_km",
        "Fares by distance",
        "One seat, one way; the same distance has many prices.",
        "km",
    ),
    _hours,
    _spread(
        "tickets", "ticket_by_type", "Tickets of sights", "For one person; free sights count as 0.", "kind"
    ),
    _spread(
        "cars",
        "car_price_by_type",
        "A rental car for a day",
        "Three cars of each type in every city.",
        "type",
    ),
)


def _label(line: Line) -> str:
    if "low" in line:
        return _band(line)
    return f"{line['key']:g}" if isinstance(line["key"], float) else str(line["key"])


def _band(line: Line, digits: int = 0) -> str:
    """The bin as words, such as ``1 000–2 000``."""
    low, high = (None if line[end] is None else _limit(line[end], digits) for end in ("low", "high"))
    return f"{low}–{high}" if high is not None else f"{low} and more"


def _limit(amount: float, digits: int) -> str:
    return decimal(amount, digits) if digits else count(amount)


def _value(values: Values, key: str) -> float | None:
    found: float | None = values.get(key, {}).get("value")
    return found


def _count(amount: float) -> FigureCell:
    return FigureCell(text=count(amount))


def _share(share: float) -> FigureCell:
    return FigureCell(text=percent(share), bar=round(100 * share, 2))
