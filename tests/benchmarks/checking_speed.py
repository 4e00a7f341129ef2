"""Checking a bundle of official size, every stage, against only parsing its JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import cycle, islice
from random import Random
from statistics import median

from scoring.engine.intake import Asked
from scoring.engine.reading import blocks, decode, read_text, split_lines
from scoring.engine.reading.lines import Line
from scoring.tracks.trek.intake import LIMITS, Mode, Outcome, TaskSet, read_bundle
from tests.benchmarks.measuring import alternating, median_ratio, report

TASKS = 80
_WORDS = "Amber Harbour Quay Lantern Museum Suites Pool Sauna Parking Eastmere Ørnvik Café".split()  # noqa: SIM905
# Entities of one kind that default searches leave in the notebook of a trip to two cities.
_FOUND = 150


_Entity = Mapping[str, object]


def main() -> None:
    lines = [json.dumps(record(index), ensure_ascii=False).encode() for index in range(TASKS)]
    content = b"\n".join(lines)

    def parse() -> None:
        for line in lines:
            json.loads(line)

    def read() -> None:
        for line in split_lines(blocks([content]), LIMITS):
            assert isinstance(line, Line)
            text = read_text(line, LIMITS)
            assert isinstance(text, str)
            decode(text, line.content or b"", LIMITS)
            del line, text

    def check() -> None:
        report = read_bundle(
            io.BytesIO(content),
            Asked(
                file_name="",
                tasks=TaskSet.of("trek", TASKS),
                today=date(2026, 8, 31),
                mode=Mode.RECORDS,
            ),
        )
        assert report.outcome is Outcome.VALID

    report(
        f"Checking {TASKS} records of {len(content) / TASKS / 1e6:.2f} MB",
        *(
            f"{title:<32}{median(pair[0] for pair in pairs) * 1000:6.0f} ms   {median_ratio(pairs):.2f}"
            for title, pairs in (
                ("json.loads line by line", alternating(parse, parse)),
                ("strict reading, with bounds", alternating(read, parse)),
                ("the whole check", alternating(check, parse)),
            )
        ),
    )


def record(index: int) -> Mapping[str, object]:
    """A record with trajectory and notebook, as large as the official runner's."""
    random = Random(index)
    found = {
        "flight": [_flight(random) for _ in range(_FOUND)],
        "hotel": [_hotel(random) for _ in range(_FOUND)],
        "attraction": [_attraction(random) for _ in range(_FOUND)],
        "car": [_car(random) for _ in range(_FOUND)],
    }
    plan = {f"day{number}": _day(found) for number in range(1, 6)}
    return {
        "query": _words(random, 60),
        "model_id": "vendor.sample:0",
        "model_label": "sample",
        "is_feasible": True,
        "refusal_reason": "",
        "plan": plan,
        "tool_call_count": 7,
        "aux_call_count": 3,
        "total_turns": 9,
        "submitted": True,
        "stop_condition": "submitted",
        "truncation_events": 0,
        "trajectory": _steps(found["hotel"], plan),
        "notebook": {
            "counts": {kind: len(entities) for kind, entities in found.items()},
            "notes": [_words(random, 12) for _ in range(10)],
            "entities": found,
        },
        "token_usage": {"prompt_tokens": 40_210, "completion_tokens": 1_822, "total_tokens": 42_032},
        "request_chars": 161_233,
        "error": None,
        "query_index": index,
        "elapsed_sec": 31.07,
    }


def _words(random: Random, count: int) -> str:
    return " ".join(islice(cycle(random.sample(_WORDS, len(_WORDS))), count))


def _price(random: Random) -> float:
    return round(random.uniform(30, 400), 2)


def _hotel(random: Random) -> _Entity:
    return {
        "name": _words(random, 3),
        "city": "Eastmere",
        "price": _price(random),
        "rating": round(random.uniform(1, 5), 1),
        "stars": random.randint(1, 5),
        "check_in": "13:30",
        "amenities": [_words(random, 1) for _ in range(10)],
    }


def _flight(random: Random) -> _Entity:
    return {
        "flight_number": f"ZQ {random.randint(1, 9999)}",
        "departure_city": "Port Halden",
        "arrival_city": "Eastmere",
        "departure_time": "08:20",
        "arrival_time": "09:55",
        "price": _price(random),
    }


def _attraction(random: Random) -> _Entity:
    return {
        "name": _words(random, 3),
        "city": "Eastmere",
        "opening_hours": "09:00-18:00",
        "rating": 4.5,
        "description": _words(random, 20),
    }


def _car(random: Random) -> _Entity:
    services = [_words(random, 1) for _ in range(6)]
    return {"car_type": "Wagon", "city": "Eastmere", "price_per_day": 61.25, "services": services}


def _day(found: Mapping[str, Sequence[_Entity]]) -> _Entity:
    return {
        "current_city": "Port Halden to Eastmere",
        "flights": found["flight"][:1],
        "attractions": [
            {"name": entity["name"], "city": "Eastmere", "visit_start": "10:00", "visit_end": "12:00"}
            for entity in found["attraction"][:3]
        ],
        "hotel": {"name": found["hotel"][0]["name"], "city": "Eastmere", "check_in": "13:30"},
        "car": {"car_type": "Wagon", "city": "Eastmere", "price_per_day": 61.25},
    }


def _steps(hotels: Sequence[_Entity], plan: _Entity) -> Sequence[_Entity]:
    searches = [
        {
            "turn": turn,
            "tool": "search_hotels",
            "args": {"city": "Eastmere"},
            "billable": True,
            "billed_units": 1,
            "result_preview": json.dumps({"hotels": hotels[turn : turn + 3]})[:300],
        }
        for turn in range(1, 16)
    ]
    arguments = {"is_feasible": True, "plan": plan}
    return [*searches, {"turn": 16, "tool": "submit_plan", "args": arguments, "result": "submitted"}]


if __name__ == "__main__":
    main()
