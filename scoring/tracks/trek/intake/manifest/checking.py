"""Check a manifest against the table of members: every fault in one go, and the values as far as they fit."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any

from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.manifest.kinds import Misfit, plain_value
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.model import ATTRIBUTES, Section
from scoring.tracks.trek.intake.manifest.rules import Items, Member, SectionRule, When
from scoring.tracks.trek.intake.manifest.source import Plain, Raw, Unread, found, is_absent
from scoring.tracks.trek.intake.manifest.texts import TextError, clean_text, is_unseen
from scoring.tracks.trek.intake.wording import pointer_of

_OWN = "x_"
_OWN_NAME = re.compile(rf"x_[A-Za-z0-9_.-]{{1,{MAX.extra_name - 2}}}")

# Looking for the nearest name takes a while, and nobody reads the hundredth.
_HINTS_MAX = 20

Values = dict[str, Any]


def check_members(raw: Raw, *, today: date) -> tuple[Values, Sequence[Complaint]]:
    """The members by name, and what is wrong with them; a member that does not fit is there as None."""
    check = _Check(today)
    values = check.section(MANIFEST, raw, ())
    return values or {}, check.complaints


def made(rule: SectionRule, values: Mapping[str, Any]) -> Section:
    """What members without any complaint are read into."""
    arguments: Values = {"extra": values.get("extra", {})}
    for member in rule.members:
        value = values.get(member.name)
        if value is None or member.name == "manifest_version":
            continue
        if isinstance(member.kind, Items):
            inner = member.kind.rule
            is_list = member.kind.high is not None
            value = tuple(made(inner, each) for each in value) if is_list else made(inner, value)
        arguments[ATTRIBUTES.get(member.name, member.name)] = value
    return rule.makes(**arguments)


class _Check:
    """One manifest being checked."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._hints = 0
        self.complaints: list[Complaint] = []

    def section(self, rule: SectionRule, raw: Raw, path: Path) -> Values | None:
        """The members of one object; None when it is none."""
        if isinstance(raw, Unread):
            return None
        if not isinstance(raw, Mapping):
            self._limit(path, f"must be an object, found {found(raw)}")
            return None
        values: Values = {}
        for member in rule.members:
            given = raw.get(member.name)
            if not _is_left_out(given):
                values[member.name] = self._value(member, given, (*path, member.name))
            elif member.need is True:
                self.complaints.append(Complaint("F202", (*path, member.name), {}))
        for member in rule.members:
            if isinstance(member.need, When) and member.name not in values and member.need.holds(values):
                self._conditional(member, member.need, values, path)
        extra = self._others(rule, raw, path)
        return {**values, "extra": extra} if extra else values

    def _value(self, member: Member, raw: Raw, path: Path) -> Any:
        kind = member.kind
        if isinstance(raw, Unread):
            return None
        if isinstance(kind, Items):
            return self.section(kind.rule, raw, path) if kind.high is None else self._list(kind, raw, path)
        value = kind.read(raw, self._today)
        if isinstance(value, Misfit):
            self.complaints.append(Complaint(value.code, path, value.facts))
            return None
        return value

    def _list(self, kind: Items, raw: Raw, path: Path) -> list[Values | None] | None:
        if isinstance(raw, (str, Plain)) or not isinstance(raw, Sequence):
            self._limit(path, f"must be a list, found {found(raw)}")
            return None
        if kind.high is not None and len(raw) > kind.high:
            self._limit(path, f"has {len(raw):,} entries; at most {kind.high} are allowed")
        return [self.section(kind.rule, each, (*path, index)) for index, each in enumerate(raw[: kind.high])]

    def _conditional(self, member: Member, need: When, values: Values, path: Path) -> None:
        value = values[need.member]
        words = str(value).lower() if isinstance(value, bool) else str(value)
        facts = {"other": pointer_of((*path, need.member)), "value": words}
        self.complaints.append(Complaint("F206", (*path, member.name), facts))

    def _others(self, rule: SectionRule, raw: Mapping[str, Raw], path: Path) -> dict[str, Json]:
        """The submitter's own members, by name; any other that the table does not know is a fault."""
        known = {member.name for member in rule.members}
        kept: dict[str, Json] = {}
        for name, value in raw.items():
            if name in known:
                continue
            where = (*path, name)
            if not name.startswith(_OWN):
                self.complaints.append(Complaint("F204", where, {"hint": self._hint(rule, name)}))
            elif _OWN_NAME.fullmatch(name) is None:
                limit = (
                    f'must have a name of "x_" and 1 to {MAX.extra_name - 2} letters, digits, dots, - and _'
                )
                self._limit(where, limit)
            elif not is_absent(value):
                kept[name] = self._own(value, where)
        return kept

    def _hint(self, rule: SectionRule, name: str) -> str:
        own = f'Members of your own have names that begin with "{_OWN}".'
        if self._hints >= _HINTS_MAX or len(name) > MAX.extra_name:
            return own
        self._hints += 1
        near = get_close_matches(name.lower(), [member.name for member in rule.members], n=1)
        if near:
            return f'Did you mean "{near[0]}"?'
        homes = [home for home in _SECTIONS if _SECTIONS[home].member(name) is not None]
        return f'"{name}" belongs in "{homes[0]}".' if len(homes) == 1 else own

    def _own(self, raw: Raw, path: Path) -> Json:
        """A value that nobody reads, its texts cleaned."""
        value = plain_value(raw) if isinstance(raw, Plain) else raw
        if isinstance(value, str):
            try:
                return clean_text(value, chars=MAX.extra_text, has_lines=True)
            except TextError as error:
                self._limit(path, str(error))
                return None
        if isinstance(value, float) and not math.isfinite(value):
            self._limit(path, "must be a number that JSON can hold")
            return None
        if isinstance(value, Mapping):
            return {
                self._own_name(name, path): self._own(each, (*path, name)) for name, each in value.items()
            }
        if isinstance(value, Sequence):
            return [self._own(each, (*path, index)) for index, each in enumerate(value)]
        return None if isinstance(value, (Unread, Plain)) else value

    def _own_name(self, name: str, path: Path) -> str:
        if len(name) > MAX.extra_name or any(map(is_unseen, name)):
            self._limit((*path, name), f"has a name with more than {MAX.extra_name} or invisible characters")
        return name

    def _limit(self, path: Path, limit: str) -> None:
        self.complaints.append(Complaint("F205", path, {"limit": limit}))


_SECTIONS = {member.name: member.kind.rule for member in MANIFEST.members if isinstance(member.kind, Items)}


def _is_left_out(raw: Raw) -> bool:
    """Whether a member counts as absent: null, empty text, or a list without anything in it."""
    return is_absent(raw) or (isinstance(raw, Sequence) and not isinstance(raw, str) and not raw)
