"""The evidence of a record, which is never scored: trajectory, notebook and token usage.

An official record is nearly all evidence, so these loops do one comparison per entry where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Complaint, Path, required, too_many, wrong_type
from scoring.tracks.trek.intake.limits import RECORD_LIMITS as MAX
from scoring.tracks.trek.intake.shapes import LOOSE, NULL, TOKENS, Shape, misfits, size_misfits
from scoring.tracks.trek.intake.wording import shown

_STEP_SHAPES: Mapping[str, Shape] = {
    "turn": Shape(types=frozenset({int}), expected="a whole number", low=1, high=MAX.calls),
    "tool": Shape(types=frozenset({str}), expected="text", chars=MAX.tool_name),
    "billable": Shape(types=frozenset({bool}), expected="true or false"),
    "billed_units": Shape(types=frozenset({int}), expected="a whole number", low=0, high=MAX.calls),
    "result": Shape(types=frozenset({str, NULL}), expected="text", chars=MAX.result),
    "result_preview": Shape(types=frozenset({str, NULL}), expected="text", chars=MAX.result_preview),
}
_STEP_REQUIRED = ("turn", "tool")
_TOKEN_NAMES = frozenset({"prompt_tokens", "completion_tokens", "total_tokens"})
_AMOUNT = Shape(types=frozenset({int}), expected="a whole number", low=0)
_NOTE = Shape(types=frozenset({str}), expected="text", chars=MAX.plan_text)


def usage_complaints(usage: Json) -> Iterator[Complaint]:
    """What is wrong with ``token_usage``: it has a total, and its counts are whole numbers."""
    path: Path = ("token_usage",)
    if not isinstance(usage, dict):
        yield from _unless_null(usage, path, "an object")
        return
    yield from size_misfits(usage, path, members=MAX.usage_members)
    if "total_tokens" not in usage:
        yield required(*path, "total_tokens")
    for name, value in usage.items():
        yield from misfits(value, TOKENS if name in _TOKEN_NAMES else LOOSE, (*path, name))


def trajectory_complaints(trajectory: Json) -> Iterator[Complaint]:
    """What is wrong with the steps; arguments are as the model sent them, so anything goes."""
    path: Path = ("trajectory",)
    if not isinstance(trajectory, list):
        yield from _unless_null(trajectory, path, "a list")
        return
    yield from size_misfits(trajectory, path, items=MAX.steps)
    for index, step in enumerate(trajectory):
        if not isinstance(step, dict):
            yield wrong_type((*path, index), "an object", shown(step))
            continue
        yield from size_misfits(step, (*path, index), members=MAX.step_members)
        for name in _STEP_REQUIRED:
            if name not in step:
                yield required(*path, index, name)
        for name, shape in _STEP_SHAPES.items():
            if name in step:
                yield from misfits(step[name], shape, (*path, index, name))


def notebook_complaints(notebook: Json) -> Iterator[Complaint]:
    """What is wrong with the notebook: counts, notes, and the ledger of everything found."""
    path: Path = ("notebook",)
    if not isinstance(notebook, dict):
        yield from _unless_null(notebook, path, "an object")
        return
    yield from size_misfits(notebook, path, members=MAX.notebook_members)
    if "counts" in notebook:
        yield from _counts_complaints(notebook["counts"], (*path, "counts"))
    if "notes" in notebook:
        yield from _notes_complaints(notebook["notes"], (*path, "notes"))
    if "entities" in notebook:
        yield from _ledger_complaints(notebook["entities"], (*path, "entities"))


def _counts_complaints(counts: Json, path: Path) -> Iterator[Complaint]:
    if not isinstance(counts, dict):
        yield wrong_type(path, "an object", shown(counts))
        return
    yield from size_misfits(counts, path, members=MAX.notebook_members)
    for name, value in counts.items():
        yield from misfits(value, _AMOUNT, (*path, name))


def _notes_complaints(notes: Json, path: Path) -> Iterator[Complaint]:
    if not isinstance(notes, list):
        yield wrong_type(path, "a list", shown(notes))
        return
    yield from size_misfits(notes, path, items=MAX.notes)
    for index, note in enumerate(notes):
        yield from misfits(note, _NOTE, (*path, index))


def _ledger_complaints(ledger: Json, path: Path) -> Iterator[Complaint]:
    if not isinstance(ledger, dict):
        yield wrong_type(path, "an object", shown(ledger))
        return
    yield from size_misfits(ledger, path, members=MAX.notebook_members)
    for name, entries in ledger.items():
        if not isinstance(entries, list):
            yield wrong_type((*path, name), "a list", shown(entries))
            continue
        if _are_small_objects(entries):
            continue
        for index, entry in enumerate(entries):
            if not isinstance(entry, dict):
                yield wrong_type((*path, name, index), "an object", shown(entry))
            elif len(entry) > MAX.ledger_members:
                yield too_many((*path, name, index), len(entry), MAX.ledger_members, "members")


def _are_small_objects(entries: list[Json]) -> bool:
    """Whether nothing is wrong with the entries, in one pass, since they are most of a record."""
    sizes = [len(entry) for entry in entries if isinstance(entry, dict)]
    return len(sizes) == len(entries) and max(sizes, default=0) <= MAX.ledger_members


def _unless_null(value: Json, path: Path, expected: str) -> Iterator[Complaint]:
    """Null is the same as absent; anything else is of the wrong type here."""
    if value is not None:
        yield wrong_type(path, expected, shown(value))
