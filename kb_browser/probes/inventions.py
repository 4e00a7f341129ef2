"""The gold with other names: invented, misspelt, padded, in other letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from kb_browser.probes.bill import budget_figure
from kb_browser.probes.model import (
    BUDGET,
    EFFICIENCY,
    HOURS,
    KEYWORD,
    MOVES,
    PREFERENCES,
    SOURCE,
    Case,
    Probe,
    gold_case,
)
from kb_browser.probes.task import (
    ATTRACTION,
    CAR,
    FLIGHT,
    HOTEL,
    Event,
    Item,
    Plan,
    ProbeTask,
    items,
    share_of_moves,
)

NAMES: Final = {HOTEL: "name", ATTRACTION: "name", CAR: "car_type", FLIGHT: "flight_number"}
Spelling = Callable[[str], str]

_LOOKALIKES = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")  # noqa: RUF001  # They look alike on purpose.


def invented(name: str) -> str:
    """A name that nothing has."""
    return f"Invented {name} Probe"


def lookalike(name: str) -> str:
    """The same to the eye, in Cyrillic letters; with one more letter where none looks alike."""
    changed = name.translate(_LOOKALIKES)
    return changed if changed != name else f"{name} о"  # noqa: RUF001  # As above.


def decomposed(name: str) -> str:
    """Accents as marks of their own; a name without accents stays what it is."""
    return unicodedata.normalize("NFD", name)


def padded(name: str) -> str:
    """With a blank behind it."""
    return f"{name} "


def shouted(name: str) -> str:
    """In capitals, where nothing is lost by it."""
    return name.upper() if name.upper().lower() == name.lower() else name


def respelt(task: ProbeTask, kind: str, spelling: Spelling) -> Case:
    """The gold with every name of one kind spelt otherwise, and what that must get.

    Names that are found in spite of it lose nothing.
    """
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    for item in items(plan, kind):
        item[NAMES[kind]] = spelling(item[NAMES[kind]])
    lost = {item[NAMES[kind]] for item in items(plan, kind) if not _is_known(task, kind, item)}
    case = gold_case(task, plan)
    if not any(True for _ in items(plan, kind)):
        return case
    case = case.but(**{BUDGET: budget_figure(task, plan), KEYWORD: float(_names_hold(task, kind, plan))})
    gates = (*((f"fabricated_{kind}",) if lost else ()), *_missing(task, kind, plan))
    case = Case(rows=case.rows, scores=case.scores, gates=gates)
    if gates:
        case = case.but(**{EFFICIENCY: 0.0})
    return _without(task, case, plan, kind, lost) if lost else case


def _without(task: ProbeTask, case: Case, plan: Plan, kind: str, lost: set[str]) -> Case:
    """What follows when these names stand for nothing."""

    def touches(first: Event, second: Event) -> bool:
        return any(event.kind == kind and event.item[NAMES[kind]] in lost for event in (first, second))

    case = case.but(**{SOURCE: 0.0, MOVES: share_of_moves(plan, touches)})
    if kind == FLIGHT:
        return case
    cities = len(_lost_cities(task, plan, kind, lost))
    case = case.but(**{PREFERENCES: task.preferences_without(kind, cities)})
    if kind == ATTRACTION:
        case = case.but(**{HOURS: _hours_without(task, plan, lost)})
    if kind == CAR:
        # What a car seats is only known of cars that are.
        case = case.but(**{KEYWORD: 0.0})
    return case


def _lost_cities(task: ProbeTask, plan: Plan, kind: str, lost: set[str]) -> list[str]:
    """Stay cities where nothing of that kind is left."""
    return [
        city
        for city in task.stays
        if all(item[NAMES[kind]] in lost for item in items(plan, kind) if item["city"] == city)
    ]


def _hours_without(task: ProbeTask, plan: Plan, lost: set[str]) -> float:
    visits = {(visit["name"].lower(), visit["city"].lower()): visit for visit in items(plan, ATTRACTION)}
    found = sum(1 for visit in visits.values() if visit["name"] not in lost)
    return found / max(len(visits), len(task.stays))


def _is_known(task: ProbeTask, kind: str, item: Item) -> bool:
    name, base = item[NAMES[kind]], task.base
    if kind == FLIGHT:
        return name.strip().lower() in base.numbers
    if kind == CAR:
        return base.cars.first(item["city"], name.strip()) is not None
    return (base.hotels if kind == HOTEL else base.attractions).first(item["city"], name) is not None


def _named(task: ProbeTask, kind: str) -> Iterator[str]:
    """What the request names of that kind."""
    if kind == ATTRACTION:
        yield from task.named_attractions
    elif kind in (HOTEL, CAR):
        name = task.named_hotel if kind == HOTEL else task.named_car
        if name:
            yield name


def _names_hold(task: ProbeTask, kind: str, plan: Plan) -> bool:
    """Whether everything named is booked, blanks counting."""
    booked = {item[NAMES[kind]].lower() for item in items(plan, kind)}
    return all(name.lower() in booked for name in _named(task, kind))


def _missing(task: ProbeTask, kind: str, plan: Plan) -> tuple[str, ...]:
    """One gate per name that is not booked, blanks forgiven."""
    booked = {item[NAMES[kind]].strip().lower() for item in items(plan, kind)}
    return tuple(
        f"missing_mandated_{kind}" for name in _named(task, kind) if name.strip().lower() not in booked
    )


def _probe(code: str, kind: str, spelling: Spelling, title: str) -> Probe:
    return Probe(code=code, title=title, case=lambda task: respelt(task, kind, spelling))


_LOST = "they stand for nothing, and whatever rests on them is lost"

PROBES: Final = (
    _probe("invented_hotels", HOTEL, invented, f"The gold with invented hotels: {_LOST}"),
    _probe("invented_attractions", ATTRACTION, invented, f"The gold with invented attractions: {_LOST}"),
    _probe("invented_cars", CAR, invented, f"The gold with invented types of car: {_LOST}"),
    _probe("invented_flights", FLIGHT, invented, f"The gold with invented flight numbers: {_LOST}"),
    _probe("lookalike_hotels", HOTEL, lookalike, f"Hotels in Cyrillic letters that look alike: {_LOST}"),
    _probe("lookalike_attractions", ATTRACTION, lookalike, f"Attractions in look-alike letters: {_LOST}"),
    _probe("lookalike_flights", FLIGHT, lookalike, f"Flight numbers in look-alike letters: {_LOST}"),
    _probe("decomposed_hotels", HOTEL, decomposed, f"Hotels with accents as marks of their own: {_LOST}"),
    _probe("decomposed_attractions", ATTRACTION, decomposed, f"Attractions with decomposed accents: {_LOST}"),
    _probe("padded_hotels", HOTEL, padded, f"Hotels with a blank behind their names: {_LOST}"),
    _probe("padded_attractions", ATTRACTION, padded, f"Attractions with a blank behind: {_LOST}"),
    _probe("padded_flights", FLIGHT, padded, "Flight numbers with a blank behind: forgiven, 1 everywhere"),
    _probe("shouted_hotels", HOTEL, shouted, "Hotels in capitals: the same hotels, 1 everywhere"),
    _probe("shouted_attractions", ATTRACTION, shouted, "Attractions in capitals: the same, 1 everywhere"),
    _probe("shouted_cars", CAR, shouted, "Types of car in capitals: the same, 1 everywhere"),
)
