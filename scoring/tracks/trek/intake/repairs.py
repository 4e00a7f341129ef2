"""What the official scorer reads into a record anyway, done once and noted: repairs N01 to N08.

Not repaired is what its reading would turn into a surprise, such as the text "false" taken for a yes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.engine.model import Json
from scoring.engine.reading import Decoded
from scoring.tracks.trek.intake.complaints import Complaint, Path, mended
from scoring.tracks.trek.intake.leaves import LeafMender
from scoring.tracks.trek.intake.limits import REPORT_LIMITS
from scoring.tracks.trek.intake.plan_checks import ENTITIES, is_payload
from scoring.tracks.trek.intake.shapes import is_whole
from scoring.tracks.trek.intake.wording import kind_of, shown

_COUNTERS = ("aux_call_count", "total_turns", "truncation_events", "request_chars")
_REASONS = ("refusal_reason", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """A record as it will be checked and scored, and every repair made to it."""

    record: Mapping[str, Json]
    repairs: tuple[Complaint, ...]


def mend(record: Mapping[str, Json], decoded: Decoded | None = None) -> Mended:
    """Repair one record; the one given is not changed.

    Args:
        record: As it was parsed.
        decoded: What the reading noticed; without it everything is looked for.
    """
    work = _Work()
    seeks_numbers = decoded is None or decoded.has_non_finite
    seeks_texts = decoded is None or decoded.may_have_odd_text
    if seeks_numbers or seeks_texts:
        record = LeafMender(work.note, seeks_numbers=seeks_numbers, seeks_texts=seeks_texts).mended(record)
    mended_record = dict(record)
    work.index(mended_record)
    work.plan(mended_record)
    if "refusal_reason" in mended_record:
        mended_record["refusal_reason"] = work.reason(mended_record["refusal_reason"], ("refusal_reason",))
    work.counters(mended_record)
    return Mended(record=mended_record, repairs=tuple(work.repairs))


class _Work:
    """The repairs made so far to one record. What it is given is copied before it is changed."""

    def __init__(self) -> None:
        self.repairs: list[Complaint] = []

    def note(self, code: str, path: Path, found: Json, repaired: str, *, words: str = "") -> None:
        """Note a repair; what was found is said in its own words where ``words`` gives none."""
        if len(self.repairs) < REPORT_LIMITS.found_per_record:
            self.repairs.append(mended(code, path, words or shown(found), repaired))

    def index(self, record: dict[str, Json]) -> None:
        """N04: a whole number written with a fraction is that number."""
        value = record.get("query_index")
        if isinstance(value, float) and value.is_integer():
            record["query_index"] = int(value)
            self.note("N04", ("query_index",), value, shown(int(value)))

    def plan(self, record: dict[str, Json]) -> None:
        """N01 and N06, in a plan and in one nested inside it."""
        if "plan" not in record:
            return
        plan = self._object(record["plan"], ("plan",))
        if not is_payload(plan):
            record["plan"] = self._days(plan, ("plan",))
            return
        payload = dict(plan)
        nested = payload.get("plan")
        if nested is not None:
            payload["plan"] = self._days(self._object(nested, ("plan", "plan")), ("plan", "plan"))
        for name in _REASONS:
            if name in payload:
                payload[name] = self.reason(payload[name], ("plan", name))
        record["plan"] = payload

    def _object(self, value: Json, path: Path) -> Mapping[str, Json]:
        if isinstance(value, dict):
            return value
        self.note("N01", path, value, "{}", words=kind_of(value))
        return {}

    def _days(self, days: Mapping[str, Json], path: Path) -> Mapping[str, Json]:
        """The days with every name that stands for nothing written as null, in one pass."""
        return {
            name: self._day(day, (*path, name)) if isinstance(day, dict) else day
            for name, day in days.items()
        }

    def _day(self, day: Mapping[str, Json], path: Path) -> Json:
        mended_day = dict(day)
        for member, value in day.items():
            entity = ENTITIES.get(member.lower())
            if entity is None:
                continue
            place = (*path, member)
            if isinstance(value, list):
                mended_day[member] = [
                    self._booking(booking, entity.names, (*place, index))
                    for index, booking in enumerate(value)
                ]
            else:
                mended_day[member] = self._booking(value, entity.names, place)
        return mended_day

    def _booking(self, booking: Json, names: Collection[str], path: Path) -> Json:
        """N06: false, 0, [] or {} for a name is what the official scorer takes for no name."""
        if not isinstance(booking, dict):
            return booking
        empty = [
            name
            for name, text in booking.items()
            if not text and text is not None and text != "" and name.lower() in names
        ]
        for name in empty:
            self.note("N06", (*path, name), booking[name], "null", words=_empty_word(booking[name]))
        return {**booking, **dict.fromkeys(empty)} if empty else booking

    def reason(self, value: Json, path: Path) -> str:
        """N03: null is no reason, and anything else is read as its text."""
        if isinstance(value, str):
            return value
        text = str(value) if value else ""
        self.note("N03", path, value, shown(text))
        return text

    def counters(self, record: dict[str, Json]) -> None:
        """N07: a counter that counts nothing is left out."""
        for name in _COUNTERS:
            value = record.get(name)
            if value is None or (is_whole(value) and isinstance(value, (int, float)) and value >= 0):
                continue
            self.note("N07", (name,), value, "absent")
            del record[name]


def _empty_word(value: Json) -> str:
    return str(value) if isinstance(value, (list, dict)) else shown(value)
