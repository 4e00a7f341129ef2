"""Runs on the small world: a clean one with all its evidence, and changes to some of its records."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.intake import SeenRecord
from scoring.engine.integrity import IntegrityReport, Signal
from scoring.engine.model import TaskId
from scoring.tracks.trek.dataset import TrekDataset, read_dataset
from scoring.tracks.trek.integrity import INTEGRITY

MODEL = "sample-model-v1"
DECLARED: Mapping[str, Any] = {
    "models": [{"identifier": MODEL}],
    "scaffold": {"tool_budget": 15},
    "run": {"attempts_per_task": 1, "unfinished_retried": False},
    "disclosure": {"gold_seen": "no", "kb_outside_tools": False},
}
GOLD = (SMALL_WORLD / "trek_gold.jsonl").read_bytes()

Change = Callable[[dict[str, Any]], None]


@cache
def dataset() -> TrekDataset:
    return read_dataset(ReleaseFolder(SMALL_WORLD).files())


@cache
def _gold() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GOLD.splitlines()]


def feasible() -> list[int]:
    return [task.query_index for task in dataset().tasks if not task.is_impossible]


def infeasible() -> list[int]:
    return [task.query_index for task in dataset().tasks if task.is_impossible]


def clean() -> list[dict[str, Any]]:
    """Plans of its own, each with searches that found all it books, and refusals in words of their own."""
    return [_record(index, copy.deepcopy(answer)) for index, answer in enumerate(_gold())]


def _record(index: int, answer: dict[str, Any]) -> dict[str, Any]:
    named = []
    for day in answer["plan"].values():
        # Without a time of check-in the plan is as good, and not the reference plan.
        day.get("hotel", {}).pop("check_in", None)
        named += [flight["flight_number"] for flight in day["flights"]]
        named += [
            place["name"] for place in (*day["attractions"], *([day["hotel"]] if "hotel" in day else []))
        ]
        named += [day["car"]["car_type"]] if "car" in day else []
    if not answer["is_feasible"]:
        answer["refusal_reason"] += f" This is about trip {index + 1000}."
    searches = [
        {"turn": 1, "tool": "search_flights", "args": {"departure_city": "A", "trip_type": "round_trip"}},
        {"turn": 2, "tool": "search_hotels", "args": {"city": "A, B"}},
    ]
    return {
        **answer,
        "query_index": index,
        "submitted": True,
        "model_id": MODEL,
        "tool_call_count": 5,
        "total_turns": 3,
        "elapsed_sec": 30.5,
        "token_usage": {"prompt_tokens": 900, "completion_tokens": 100, "total_tokens": 1000},
        "trajectory": [*searches, {"turn": 3, "tool": "submit_plan", "args": {}, "result": "submitted"}],
        "notebook": {
            "notes": ["The Golden Coast Hotel is near; task 1: flights, task 2: hotels."],
            "entities": {"hotel": [{"name": name} for name in named] or [{"name": "nothing"}]},
        },
    }


def changed(tasks: Iterable[int], change: Change) -> list[dict[str, Any]]:
    """The clean run with a change to some of its records."""
    records = clean()
    for task in tasks:
        change(records[task])
    return records


def gold_prints(content: bytes | None) -> Sequence[bytes]:
    return () if content is None else INTEGRITY.gold_prints(content, len(dataset().tasks))


def looked_at(
    records: Iterable[Mapping[str, Any]],
    *,
    declared: Mapping[str, Any] = DECLARED,
    gold: bytes | None = GOLD,
    refused: Iterable[int] = (),
) -> IntegrityReport:
    """What is noticed in these records."""
    watch = INTEGRITY.watch(dataset(), gold=gold_prints(gold), declared=declared)
    broken = set(refused)
    for line, record in enumerate(records, start=1):
        index = record.get("query_index")
        task = None if index is None else TaskId(index)
        watch.see(SeenRecord(line=line, task=task, members=record, is_refused=line - 1 in broken))
    return watch.report()


def signals(records: Iterable[Mapping[str, Any]], **given: Any) -> dict[str, Signal]:
    """By code."""
    return {one.code: one for one in looked_at(records, **given).signals}


GOLD_LINES = [json.loads(line) for line in GOLD.splitlines()]


def declaring(**sections):
    """The manifest with some statements replaced."""
    return {**DECLARED, **{name: {**DECLARED.get(name, {}), **members} for name, members in sections.items()}}


def set_member(name, value):
    return lambda record: record.update({name: value})


def as_gold(record):
    record["plan"] = GOLD_LINES[record["query_index"]]["plan"]


def book_unseen(record):
    record["notebook"]["entities"] = {"hotel": [{"name": "another"}]}


def first_flight(record):
    return next(flight for day in record["plan"].values() for flight in day["flights"])


def with_flight(number, price):
    def change(record):
        flight = first_flight(record)
        flight["flight_number"] = number(flight["flight_number"])
        flight["price"] = price(flight["price"])

    return change
