"""D1 as a matrix: for every persona and kind of booking, what each city's best booking offers or lacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Json
from scoring.tracks.trek.evidence.reading import number_of, texts_of
from scoring.tracks.trek.personas import FOODIE, FOODIE_RESTAURANT_RATING, LUXURY, LUXURY_STARS, Resource

CITIES_MAX: Final = 12
ROWS_MAX: Final = 60

_PREFIX: Final = "trek.d1_implicit."
_FULL: Final = 100.0
_HALF: Final = _FULL / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaCell:
    """The best booking of a city for a persona.

    Attributes:
        points: 0 to 100.
        booked: Its name; None when nothing is booked.
        has: Needed facilities it has.
        lacks: The needed facilities when it has none of them, any of which would do.
        test: A rating that is asked for besides, "" for none.
        test_is_met: Whether it is.
    """

    points: float
    booked: Json
    record: str | None
    has: tuple[str, ...]
    lacks: tuple[str, ...]
    test: str
    test_is_met: bool

    @property
    def is_met(self) -> bool:
        """Whether the cell has all its points."""
        return self.points >= _FULL


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaRow:
    """One persona and one kind of booking; a cell per city of the matrix, None where nothing is judged."""

    persona: str
    resource: str
    cells: tuple[PersonaCell | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaMatrix:
    """The cells that D1 is the mean of.

    Attributes:
        cities: Columns; a city the request repeats stands there as often.
        more_cities, more_rows: What is left out of an overlong matrix.
        cell_count, points: Over all cells, those left out included.
    """

    cities: tuple[str, ...]
    rows: tuple[PersonaRow, ...]
    more_cities: int
    more_rows: int
    cell_count: int
    points: float
    full_count: int

    @property
    def is_met(self) -> bool | None:
        """Whether every cell has all its points; None without a cell."""
        return self.full_count == self.cell_count if self.cell_count else None


def persona_matrix(outcomes: Iterable[CheckOutcome]) -> PersonaMatrix | None:
    """From the outcomes of D1; None where it has none."""
    cells = [outcome for outcome in outcomes if outcome.code.startswith(_PREFIX)]
    if not cells:
        return None
    rows: dict[tuple[str, str], dict[tuple[str, int], PersonaCell]] = {}
    cities: dict[tuple[str, int], None] = {}
    for outcome in cells:
        row = rows.setdefault((str(outcome.facts["persona"]), str(outcome.facts["resource"])), {})
        city = str(outcome.facts["city"])
        place = (city, sum(1 for name, _ in row if name == city) if len(row) <= CITIES_MAX else len(row))
        row[place] = _cell(outcome)
        cities[place] = None
    shown = tuple(cities)[:CITIES_MAX]
    return PersonaMatrix(
        cities=tuple(city for city, _ in shown),
        rows=tuple(
            PersonaRow(persona=persona, resource=resource, cells=tuple(row.get(place) for place in shown))
            for (persona, resource), row in tuple(rows.items())[:ROWS_MAX]
        ),
        more_cities=len(cities) - len(shown),
        more_rows=max(0, len(rows) - ROWS_MAX),
        cell_count=len(cells),
        points=sum(number_of(outcome.facts["points"]) or 0.0 for outcome in cells),
        full_count=sum(1 for outcome in cells if (number_of(outcome.facts["points"]) or 0.0) >= _FULL),
    )


def _cell(outcome: CheckOutcome) -> PersonaCell:
    facts = outcome.facts
    persona, resource = facts["persona"], facts["resource"]
    points, has = number_of(facts["points"]) or 0.0, texts_of(facts["has"])
    test, test_is_met = "", True
    if resource == Resource.HOTEL and persona == LUXURY:
        # Half of the points are for a facility, half for the stars.
        test = f"at least {LUXURY_STARS:g} stars"
        test_is_met = points - (_HALF if has else 0.0) >= _HALF
    elif resource == Resource.HOTEL and persona == FOODIE:
        test = f"restaurant rated at least {FOODIE_RESTAURANT_RATING:g}"
        test_is_met = points >= _FULL
    record = facts["record"]
    return PersonaCell(
        points=points,
        booked=facts["booked"],
        record=record if isinstance(record, str) else None,
        has=has,
        lacks=() if has else texts_of(facts["needs"]),
        test=test,
        test_is_met=test_is_met,
    )
