"""Reading the vectors, applying their changes, and comparing an outcome with what a vector expects."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.engine.model import TaskResult
from scoring.tracks.trek.dimensions.base import Check
from scoring.tracks.trek.gates import GATES
from scoring.tracks.trek.track import LATEST, PAPER, TrekTrack
from scoring.tracks.trek.verdict import ANSWERED, CLAIM, SCORABLE
from tests.tracks.trek.world import score, tiny_dataset

FOLDER = Path(__file__).parent
SCHEMA = FOLDER / "vector.schema.json"
WORLDS = FOLDER / "worlds"
ANSWER_CODES = (ANSWERED, SCORABLE, CLAIM)
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One case of one check: what is scored, and what is expected of it."""

    code: str
    description: str
    knowledge_base: Mapping
    task: Mapping
    record: Mapping | None
    edition: TrekTrack
    expected: Mapping

    @property
    def dimension(self) -> str:
        return self.code.split(".")[1]

    def __str__(self) -> str:
        return f"{self.code}: {self.description}"


def all_checks() -> list[Check]:
    """Every check of every dimension, and every gate."""
    return [check for dimension in LATEST.rules for check in dimension.checks] + list(GATES)


def all_codes() -> list[str]:
    """Every code an outcome can carry."""
    return [check.code for check in all_checks()] + list(ANSWER_CODES)


def vector_paths() -> list[Path]:
    """Every vector file, sorted."""
    return sorted(path for path in FOLDER.glob("*/*.json") if path.parent != WORLDS)


def path_of(code: str) -> Path:
    """Where the vectors of a code stand."""
    _, dimension, check = code.split(".")
    return FOLDER / dimension / f"{check}.json"


@cache
def read_json(path: Path) -> Mapping:
    return json.loads(path.read_text(encoding="utf-8"))


def vectors_in(path: Path) -> Iterator[Vector]:
    """The vectors of one file, with the file's world, task and record where they name none."""
    file = read_json(path)
    for vector in file["vectors"]:
        names = {key: vector.get(key, file[key]) for key in ("world", "task", "record")}
        world = read_json(WORLDS / f"{names['world']}.json")
        document = {
            "knowledge_base": world["knowledge_base"],
            "task": world["tasks"][names["task"]],
            "record": world["records"][names["record"]],
        }
        document = changed(document, vector.get("change", {}), vector.get("remove", ()))
        yield Vector(
            code=file["check"], description=vector["description"], expected=vector["expected"],
            edition=PAPER if vector.get("edition") == "paper" else LATEST, **document,
        )  # fmt: skip


def every_vector() -> list[Vector]:
    return [vector for path in vector_paths() for vector in vectors_in(path)]


def changed(document: object, change: Mapping[str, object], remove: object) -> dict:
    """A copy with values replaced at JSON Pointers ("-" appends to a list), then others removed."""
    document = copy.deepcopy(document)
    for pointer, value in change.items():
        place, key = _place(document, pointer)
        if isinstance(place, list) and key == "-":
            place.append(_expanded(value))
        else:
            place[int(key) if isinstance(place, list) else key] = _expanded(value)
    for pointer in remove:
        place, key = _place(document, pointer)
        del place[int(key) if isinstance(place, list) else key]
    return document


def _place(document: object, pointer: str) -> tuple:
    *parts, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for part in parts:
        document = document[int(part)] if isinstance(document, list) else document[part]
    return document, last


def _nested(depth: int) -> object:
    value: object = "deep"
    for _ in range(depth):
        value = [value]
    return value


# What JSON cannot say or no one would want to read: {"$number": "NaN"} and the like.
_SHORTHANDS = {
    "$number": float,
    "$power": lambda pair: pair[0] ** pair[1],
    "$repeated": lambda pair: pair[0] * pair[1],
    "$nested": _nested,
}


def _expanded(value: object) -> object:
    if isinstance(value, list):
        return [_expanded(element) for element in value]
    if isinstance(value, dict):
        for name, expand in _SHORTHANDS.items():
            if value.keys() == {name}:
                return expand(value[name])
        return {key: _expanded(element) for key, element in value.items()}
    return value


def evaluated(vector: Vector, track: TrekTrack | None = None) -> TaskResult:
    """The verdict of the vector's edition, or of another."""
    dataset = tiny_dataset(vector.knowledge_base, vector.task)
    return score(dataset, vector.record, track=track or vector.edition)


def mismatches(vector: Vector, result: TaskResult) -> list[str]:
    """Everything in which the result differs from the vector's expectation, in words."""
    expected = vector.expected
    found = [outcome for outcome in result.outcomes if outcome.code == vector.code]
    pairs: list[tuple[str, object, object]] = [
        ("verdicts", [outcome["verdict"] for outcome in expected["outcomes"]], [o.verdict for o in found]),
    ]
    for number, (wanted, outcome) in enumerate(zip(expected["outcomes"], found, strict=False)):
        pairs.append((f"outcome {number}, path", wanted["path"], outcome.path))
        for name, value in wanted.get("facts", {}).items():
            own = outcome.facts.get(name, "(absent)")
            pairs.append((f"outcome {number}, {name}", value, own))
    if "score" in expected:
        pairs.append(("score", expected["score"], result.scores[vector.dimension]))
    if "gates" in expected:
        pairs.append(("gates", expected["gates"], list(result.gates)))
    for name, value in expected.get("scores", {}).items():
        pairs.append((name, value, result.scores[name]))
    for name, value in expected.get("run", {}).items():
        pairs.append((f"run {name}", value, result.run[name]))
    pairs.append(("unscorable", expected.get("unscorable", False), result.run["unscorable"]))
    if "perfect" in expected:
        pairs.append(("perfect", expected["perfect"], result.is_perfect))
    return [
        f"{what}: expected {wanted!r}, found {own!r}" for what, wanted, own in pairs if not same(wanted, own)
    ]


def same(wanted: object, own: object) -> bool:
    """Equal values, numbers within the tolerance in which agreement is measured."""
    if isinstance(wanted, bool) or isinstance(own, bool) or wanted is None or own is None:
        return wanted is own
    if isinstance(wanted, (int, float)) and isinstance(own, (int, float)):
        return math.isclose(wanted, own, rel_tol=0, abs_tol=TOLERANCE)
    if isinstance(wanted, list) and isinstance(own, (list, tuple)):
        return len(wanted) == len(own) and all(map(same, wanted, own))
    if isinstance(wanted, dict) and isinstance(own, Mapping):
        return wanted.keys() == own.keys() and all(same(wanted[key], own[key]) for key in wanted)
    return wanted == own
