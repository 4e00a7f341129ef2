"""The request with its constraints marked: where each fact of the task stands in the text."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.tracks.trek.evidence.marking import Piece, marked
from scoring.tracks.trek.task import Task


def request_pieces(task: Task) -> tuple[Piece, ...]:
    """The request in pieces; a constraint that its text does not state literally is left unmarked."""
    return marked(task.query, _constraints(task))


def _constraints(task: Task) -> Iterator[tuple[str, str]]:
    """Words with the name of the constraint; longer ones first where one may stand inside another."""
    named = task.attraction.get("name")
    for name in (task.hotel.get("name"), *(named if isinstance(named, list) else [named])):
        if isinstance(name, str):
            yield name, "named place"
    for city in (task.departure, *task.expected_cities):
        if isinstance(city, str):
            yield city, "departure" if city == task.departure else "city"
    for persona in task.personas:
        if isinstance(persona, str):
            yield persona, "persona"
    yield from _counts(task)


def _counts(task: Task) -> Iterator[tuple[str, str]]:
    if task.budget > 0:
        yield f"{task.budget:.0f} USD", "budget"
        yield f"${task.budget:.0f}", "budget"
        yield f"{task.budget:.0f}", "budget"
    for count, units, kind in (
        (task.days, ("day", "days"), "days"),
        (task.persons, ("traveler", "travelers", "people", "person", "persons"), "party"),
        (task.rooms, ("hotel room", "hotel rooms", "room", "rooms"), "rooms"),
        (task.car.get("capacity"), ("seat", "seats"), "car"),
    ):
        for unit in units:
            for link in ("-", " "):
                yield f"{count}{link}{unit}", kind
    yield f"party of {task.persons}", "party"
    yield f"{task.persons} of us", "party"
    yield "direct flights", "direct flights"
    yield "direct flight", "direct flights"
