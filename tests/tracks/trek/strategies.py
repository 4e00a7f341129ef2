"""Drawing tasks and records for the world "coast": plausible ones, hostile ones, and every mixture."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping

from hypothesis import strategies as st

from tests.tracks.trek.vectors.loading import WORLDS, read_json

COAST = read_json(WORLDS / "coast.json")
KB: Mapping = COAST["knowledge_base"]
TASKS: Mapping[str, Mapping] = COAST["tasks"]
RECORDS: Mapping[str, Mapping | None] = COAST["records"]

CITIES = ("Home", "Alta", "Brea", "Cala")
PERSONAS = (
    "with children", "road trip", "couples trip", "luxury travelers", "foodie", "business travelers",
    "fast-paced budget travel", "roadtrip", "astronauts",
)  # fmt: skip
REASONS = (
    "", "The hotel does not exist.", "no direct flight", "no direct flights", "over budget", "hopeless", None,
)  # fmt: skip
LARGEST = 10**400


def copied(value):
    """A copy to change."""
    return copy.deepcopy(value)


json_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["", "-", " ", "nan", "Alta", "10:00", "\u00a0", "\ud800", "٣", "x" * 5000])
)
json_values = st.recursive(
    json_scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def or_hostile(values):
    """Mostly what is expected, sometimes any JSON value."""
    return st.one_of(values, values, values, values, values, json_values)


def spelt(texts):
    """A known text, sometimes in another case, padded, or with an accent."""
    return st.sampled_from(texts).flatmap(
        lambda text: st.sampled_from([
            text, text, text, text, text.upper(), f" {text} ", text.replace("a", "á"), f"{text}x"
        ])
    )  # fmt: skip


def partial(required: Mapping, optional: Mapping):
    """An object with some of the optional members."""
    return st.fixed_dictionaries(dict(required), optional=dict(optional))


clock = st.builds("{:02}:{:02}".format, st.integers(0, 26), st.integers(0, 59)) | st.sampled_from(
    ["9:5", "soon"]
)
cities = or_hostile(spelt(CITIES))
prices = or_hostile(st.integers(-5, 200) | st.floats(0, 200))
names = {
    "hotel": [row["name"] for rows in KB["hotels"].values() for row in rows],
    "attraction": [row["attraction_name"] for rows in KB["attractions"].values() for row in rows],
    "car": ["Sedan", "Van", "Compact"],
    "flight": [row["flight_number"] for row in KB["flights"]],
}
flights = st.one_of(
    st.sampled_from(KB["flights"]).map(copied),
    partial(
        {"flight_number": or_hostile(spelt(names["flight"]))},
        {
            "departure_city": cities, "arrival_city": cities, "departure_time": or_hostile(clock),
            "arrival_time": or_hostile(clock), "price": prices,
        },
    ),
    st.sampled_from(names["flight"]),
)  # fmt: skip
hotels = partial(
    {"name": or_hostile(spelt(names["hotel"]))},
    {"city": cities, "city_name": cities, "check_in": or_hostile(clock), "price_per_night": prices},
)
attractions = partial(
    {"name": or_hostile(spelt(names["attraction"]))},
    {"city": cities, "visit_start": or_hostile(clock), "visit_end": or_hostile(clock)},
)
cars = partial(
    {"type": or_hostile(spelt(names["car"]))},
    {"city": cities, "price_per_day": prices, "car_id": or_hostile(st.integers(1, 7))},
)
days = or_hostile(
    partial(
        {},
        {
            "current_city": or_hostile(spelt(CITIES) | st.just("Alta to Brea")),
            "flights": or_hostile(st.lists(or_hostile(flights), max_size=2)),
            "hotel": or_hostile(hotels),
            "attractions": or_hostile(st.lists(or_hostile(attractions), max_size=3)),
            "car": or_hostile(cars),
        },
    )
)
day_keys = st.integers(1, 12).map("day{}".format) | st.sampled_from(["notes", "2", "Day 3"])
plans = st.one_of(
    st.sampled_from([RECORDS["weekend"]["plan"], RECORDS["three cities"]["plan"]]).map(copied),
    st.dictionaries(day_keys, days, max_size=5),
    st.builds(
        lambda plan, extra: {**copied(plan), **extra},
        st.sampled_from([RECORDS["weekend"]["plan"], RECORDS["three cities"]["plan"]]),
        st.dictionaries(day_keys, days, max_size=2),
    ),
)
records = partial(
    {"is_feasible": st.sampled_from([True, True, True, True, False, "false", 0, None])},
    {
        "plan": or_hostile(plans),
        "refusal_reason": or_hostile(st.sampled_from(REASONS)),
        "tool_call_count": or_hostile(st.integers(0, 20)),
        "token_usage": or_hostile(partial({}, {"total_tokens": or_hostile(st.integers(0, 400_000))})),
        "elapsed_sec": or_hostile(st.floats(0, 1000)),
        "submitted": or_hostile(st.booleans()),
        "error": or_hostile(st.none()),
    },
)
# Plans whose every member has the type it should have: for properties about what they book.
sound_plans = st.dictionaries(
    st.integers(1, 12).map("day{}".format),
    partial(
        {},
        {
            "current_city": st.sampled_from(CITIES),
            "flights": st.lists(st.sampled_from(KB["flights"]).map(copied), max_size=2),
            "hotel": partial(
                {"name": st.sampled_from(names["hotel"]), "city": st.sampled_from(CITIES)},
                {"check_in": clock},
            ),
            "attractions": st.lists(
                partial(
                    {"name": st.sampled_from(names["attraction"]), "city": st.sampled_from(CITIES)},
                    {"visit_start": clock, "visit_end": clock},
                ),
                max_size=3,
            ),
            "car": partial(
                {"type": st.sampled_from(names["car"]), "city": st.sampled_from(CITIES)},
                {"price_per_day": st.integers(1, 200)},
            ),
        },
    ),
    max_size=5,
)


def sound_records(plan=sound_plans):
    """An answer with such a plan."""
    return st.builds(
        lambda plan, calls, tokens: {
            "is_feasible": True, "plan": plan, "submitted": True, "tool_call_count": calls,
            "token_usage": {"total_tokens": tokens},
        },
        plan, st.integers(1, 20), st.integers(1, 300_000),
    )  # fmt: skip


tasks = st.builds(
    lambda base, changes: {**base, **changes},
    st.sampled_from(list(TASKS.values())),
    partial(
        {},
        {
            "query": st.sampled_from(["Go.", "First Alta, then Brea.", "最后回家"]),
            "implicit_keywords": st.lists(st.sampled_from(PERSONAS), max_size=3),
            "hard_constraints": st.builds(
                lambda persons, budget, length: {"person_num": persons, "budget": budget, "days": length},
                st.integers(0, 6), st.sampled_from(["0", "500", "1000", "2500", "none"]), st.integers(0, 8),
            ),
            "req_flight": st.builds(
                lambda cities, trip: {"departure_city": "Home", "arrival_city": cities, "trip_type": trip},
                st.lists(st.sampled_from([*CITIES, ""]), max_size=3) | st.just("Alta"),
                st.sampled_from(["round", "one_way"]),
            ) | st.just({}),
            "req_hotel": st.sampled_from([{}, {"rooms_count": "2"}, {"rooms_count": 1, "name": "Brea Inn"}]),
            "req_car": st.sampled_from([{}, {"capacity": "4"}, {"capacity": 7, "car_type": "Van"}]),
            "req_attraction": st.sampled_from([{}, {"name": []}, {"name": ["Alta Museum", "Alta Bar"]}]),
            "cities_count": st.integers(0, 3).map(lambda count: {"cities_count": count}),
            "impossible": st.sampled_from(["0.0", "1.0"]),
        },
    ),
)  # fmt: skip


def reordered(draw, value):
    """An object with its members in another order; anything else as it is."""
    if not isinstance(value, dict):
        return value
    return {key: value[key] for key in draw(st.permutations(list(value)))}


def shuffled(draw, plan: dict) -> dict:
    """The plan with the members of its days and of their items in another order, the days as they stand.

    An object inside an item stands where a text should, and then its text counts: it is left alone.
    """
    return {key: _shuffled_day(draw, day) for key, day in plan.items()}


def _shuffled_day(draw, day):
    if not isinstance(day, dict):
        return day
    return {
        key: [reordered(draw, item) for item in value] if isinstance(value, list) else reordered(draw, value)
        for key, value in reordered(draw, day).items()
    }


def as_json(value) -> bytes:
    """A line of a run file."""
    return json.dumps(value).encode()
