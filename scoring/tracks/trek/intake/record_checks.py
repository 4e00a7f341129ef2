"""The shape of a record: what the published JSON Schema says, with a code and a pointer for each breach.

What a schema cannot see comes before (duplicate members, depth, numbers without a value) or after
(indices, which only mean something beside the other records: see `sets`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.engine.model import Json
from scoring.engine.reading import Limits
from scoring.tracks.trek.intake.complaints import Complaint, Path, too_many, wrong_type
from scoring.tracks.trek.intake.limits import RECORD_LIMITS as MAX
from scoring.tracks.trek.intake.plan_checks import (
    claim_complaints,
    missing_members,
    name_complaints,
    plan_complaints,
)
from scoring.tracks.trek.intake.shapes import RECORD_SHAPES, misfits, size_misfits
from scoring.tracks.trek.intake.trace_checks import (
    notebook_complaints,
    trajectory_complaints,
    usage_complaints,
)
from scoring.tracks.trek.intake.wording import shown

# The index is required too, but whether its absence is mended shows only at the end of the file.
_REQUIRED = ("submitted", "is_feasible", "plan")

OFFICIAL_MEMBERS = frozenset(RECORD_SHAPES) | {
    "query_index",
    "submitted",
    "is_feasible",
    "plan",
    "token_usage",
    "trajectory",
    "notebook",
}


_SIZED = (str, list, dict)


def record_complaints(record: Mapping[str, Json]) -> Iterator[Complaint]:
    """Everything wrong with one record after its repairs, but for its index; in the order of rules."""
    yield from missing_members(record, _REQUIRED)
    yield from size_misfits(record, (), members=MAX.record_members)
    yield from name_complaints(record, (), MAX.record_member_name)
    yield from _claim_complaints(record)
    plan = record.get("plan")
    if isinstance(plan, dict):
        yield from plan_complaints(plan)
    for name, shape in RECORD_SHAPES.items():
        value = record.get(name)
        if value is not None:
            yield from misfits(value, shape, (name,))
    yield from usage_complaints(record.get("token_usage"))
    yield from trajectory_complaints(record.get("trajectory"))
    yield from notebook_complaints(record.get("notebook"))


def _claim_complaints(record: Mapping[str, Json]) -> Iterator[Complaint]:
    """What was submitted, what it claims, and whether the two go together."""
    submitted, is_feasible = record.get("submitted"), record.get("is_feasible")
    if "submitted" in record and not isinstance(submitted, bool):
        yield wrong_type(("submitted",), "true or false", shown(submitted))
    if "is_feasible" in record:
        yield from claim_complaints(is_feasible, ("is_feasible",))
    if submitted is False and is_feasible is True:
        yield Complaint("R505", ("is_feasible",), {})
    if submitted is True and is_feasible is False and not _has_reason(record):
        yield Complaint("R506", ("refusal_reason",), {})


def _has_reason(record: Mapping[str, Json]) -> bool:
    """Whether a reason is given, if only an empty one; a missing plan is complaint enough."""
    plan = record.get("plan")
    return (
        "refusal_reason" in record
        or not isinstance(plan, dict)
        or "refusal_reason" in plan
        or "reason" in plan
    )


def bulk_complaints(value: Json, limits: Limits, path: Path = ()) -> Iterator[Complaint]:
    """What exceeds the limits that hold everywhere; goes through the whole record, so only on suspicion.

    Of a list or object that is too large the size is complained of, and nothing in it.
    """
    if isinstance(value, str):
        if len(value) > limits.text_chars:
            yield too_many(path, len(value), limits.text_chars, "characters")
        return
    assert isinstance(value, (list, dict))
    found = tuple(size_misfits(value, path, items=limits.items, members=limits.members))
    yield from found
    if found:
        return
    for step, member in value.items() if isinstance(value, dict) else enumerate(value):
        # A line may hold millions of small values; none of them is worth a call.
        if isinstance(member, _SIZED) and member:
            yield from bulk_complaints(member, limits, (*path, step))
