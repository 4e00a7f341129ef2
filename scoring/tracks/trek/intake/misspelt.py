"""Members of a plan that are nearly those the scorer reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Looking for a near name costs a thousand times what reading one does. An honest file has few unknown names
# and repeats them; of others it is not worth the time.
_LONGEST = 32
_LOOKED_UP = 500
_LONG, _MIDDLING = 8, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The members that the scorer reads of one kind of object.

    Attributes:
        exact: Read as they are spelt.
        in_any_case: Read in capitals too; here in lower case.
    """

    exact: frozenset[str]
    in_any_case: frozenset[str] = frozenset()


DAY_NAMES = Names(
    exact=frozenset(),
    in_any_case=frozenset(
        {
            "current_city", "currentcity", "flight", "flights", "hotel", "hotels",
            "car", "cars", "attraction", "attractions",
        }
    ),
)  # fmt: skip
_FLIGHT = Names(
    exact=frozenset(
        {"flight_number", "departure_time", "arrival_time", "price", "departure_city", "arrival_city"}
    ),
    in_any_case=frozenset({"flight_number", "flightnumber"}),
)
_HOTEL = Names(
    exact=frozenset({"city", "city_name", "price", "price_per_night", "check_in"}),
    in_any_case=frozenset({"name", "hotel_name", "check_in", "checkin"}),
)
_CAR = Names(
    exact=frozenset({"city", "city_name", "price_per_day", "price", "capacity", "car_id"}),
    in_any_case=frozenset({"car_type", "type"}),
)
_ATTRACTION = Names(
    exact=frozenset({"city", "city_name", "visit_start", "visit_end", "price", "ticket_price"}),
    in_any_case=frozenset({"name", "attraction_name"}),
)
ENTITY_NAMES: Mapping[str, Names] = {
    "flight": _FLIGHT, "flights": _FLIGHT, "hotel": _HOTEL, "hotels": _HOTEL,
    "car": _CAR, "cars": _CAR, "attraction": _ATTRACTION, "attractions": _ATTRACTION,
}  # fmt: skip


class Speller:
    """Finds near names, as many as are worth the time in one upload."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], str] = {}

    def near(self, name: str, names: Names) -> str:
        """The name that was meant; "" when it is known, like none, or not worth the look."""
        if name in names.exact or name.lower() in names.in_any_case or len(name) > _LONGEST:
            return ""
        key = (id(names), name)
        if key not in self._known:
            if len(self._known) >= _LOOKED_UP:
                return ""
            self._known[key] = _nearest(name.lower(), names)
        return self._known[key]


def _nearest(name: str, names: Names) -> str:
    """The known name with the fewest letters to change, if these are few for its length; else ""."""
    allowed = 2 if len(name) >= _LONG else 1 if len(name) >= _MIDDLING else 0
    known = sorted(names.exact | names.in_any_case)
    near = [(_distance(name, each), each) for each in known if abs(len(name) - len(each)) <= allowed]
    return min((each for each in near if each[0] <= allowed), default=(0, ""))[1]


def _distance(one: str, other: str) -> int:
    """Letters to put in, take out or change so that one text becomes the other."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, start=1):
        before, row[0] = row[0], count
        for place, wanted in enumerate(other, start=1):
            changed = before + (letter != wanted)
            before = row[place]
            row[place] = min(changed, before + 1, row[place - 1] + 1)
    return row[-1]
