"""The stage lint: what the scorer takes as it is although it was hardly meant so. Warnings, never more.

What needs the data or the task would tell about both, so it is only counted, and only when a file is looked
at before it is submitted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from scoring.engine.model import Json
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.lint_totals import plan_totals, refusal_totals
from scoring.tracks.trek.intake.misspelt import DAY_NAMES, ENTITY_NAMES, Names, Speller
from scoring.tracks.trek.intake.plan_checks import ENTITIES, is_payload
from scoring.tracks.trek.intake.wording import quoted, shown
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.text import UnscorableError

_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_TIMES = frozenset({"departure_time", "arrival_time", "visit_start", "visit_end", "check_in"})
_NUMBER = "flight_number"
_SINGLE = {"hotel": "hotel", "hotels": "hotel", "car": "car", "cars": "car"}
_NAMES = frozenset({"name", "hotel_name", "attraction_name", "car_type", "type", _NUMBER})


class Linter:
    """Looks at records one by one.

    Args:
        dataset: The data the tasks are about; None leaves out what needs it.
        with_totals: Whether what needs data or task is counted.
    """

    def __init__(self, dataset: TrekDataset | None, *, with_totals: bool) -> None:
        self._dataset = dataset
        self._with_totals = with_totals
        self._speller = Speller()

    def complaints(self, record: Mapping[str, Json]) -> Iterator[Complaint]:
        """What can be said with its place, in the order of the record."""
        plan = record.get("plan")
        if not isinstance(plan, dict):
            return
        path: Path = ("plan",)
        if is_payload(plan):
            plan, path = plan.get("plan"), ("plan", "plan")
        if isinstance(plan, dict):
            for name, day in plan.items():
                yield from self._day(day, (*path, name))

    def totals(self, record: TrekRecord, index: int) -> Counter[str]:
        """How often each code is found that is only counted; nothing unless that was asked for."""
        if not self._with_totals or self._dataset is None:
            return Counter()
        answer = answer_of(record)
        try:
            if not answer.claims_feasible:
                return refusal_totals(answer) if record.is_finished else Counter()
            return plan_totals(answer.days, self._dataset, index)
        except UnscorableError:
            # The scorer fails on it, and says so.
            return Counter()

    def _day(self, day: Json, path: Path) -> Iterator[Complaint]:
        if not isinstance(day, dict):
            yield _said("L11", path, f"{shown(day)} is no day and is ignored")
            return
        for name, value in day.items():
            lowered = name.lower()
            place = (*path, name)
            if lowered not in ENTITIES:
                yield from self._misspelt(name, DAY_NAMES, place)
                continue
            names = ENTITY_NAMES[lowered]
            if not isinstance(value, list):
                yield from self._booking(value, names, place)
                continue
            kind = _SINGLE.get(lowered)
            if kind and len(value) > 1:
                yield _said("L10", place, f"only the first {kind} of a day counts, of {len(value)} here")
            for position, booking in enumerate(value):
                yield from self._booking(booking, names, (*place, position))

    def _booking(self, booking: Json, names: Names, path: Path) -> Iterator[Complaint]:
        if not isinstance(booking, dict):
            return
        for name, value in booking.items():
            if name in _TIMES:
                if value is not None and not (isinstance(value, str) and _CLOCK.fullmatch(value)):
                    yield _said("L01", (*path, name), f"{shown(value)} is no time of the form HH:MM")
            elif name.lower() in _NAMES and isinstance(value, str) and not _is_plain(value):
                words = f'"{quoted(value)}" holds a control character, so that it names nothing'
                yield _said("L03", (*path, name), words)
            elif name == _NUMBER:
                yield from self._flight_number(value, (*path, name))
            if name not in names.exact and name.lower() not in names.in_any_case:
                yield from self._misspelt(name, names, (*path, name))

    def _flight_number(self, number: Json, path: Path) -> Iterator[Complaint]:
        """A number that is found without regard to capitals and blanks, but not as it is written."""
        if self._dataset is None or not isinstance(number, str):
            return
        kb = self._dataset.kb
        if kb.flights_numbered(number) and kb.flight_priced(number) is None:
            words = f'"{quoted(number)}" differs from the data in capitals or blanks; its price is not found'
            yield _said("L09", path, words)

    def _misspelt(self, name: str, names: Names, path: Path) -> Iterator[Complaint]:
        near = self._speller.near(name, names)
        if near:
            yield _said("L12", path, f'"{quoted(name)}" is not read; "{near}" is')


def _is_plain(text: str) -> bool:
    return text.isprintable() or not any(map(_is_control, text))


def _is_control(character: str) -> bool:
    return ord(character) < ord(" ") or "\x7f" <= character <= "\x9f"


def _said(code: str, path: Path, text: str) -> Complaint:
    return Complaint(code, path, {"text": text})
