"""What one row of the table of members says, and what is derived from rows alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.model import Json
from scoring.tracks.trek.intake.manifest.kinds import Kind
from scoring.tracks.trek.intake.manifest.model import Section


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Makes a member required because of what another one of its section says.

    Attributes:
        member: The other member; "" for a condition that looks beyond the section.
        equals: The value of it that requires the member; None to compare with ``above``.
        above: A number of it beyond which the member is required.
        words: The condition in words, to follow "if".
    """

    member: str = ""
    equals: Json = None
    above: int | None = None
    words: str

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the cleaned members of the section require it."""
        value = values.get(self.member)
        if value is None:
            return False
        return bool(value == self.equals) if self.above is None else bool(value > self.above)

    def schema(self) -> Mapping[str, Json]:
        """The condition as JSON Schema of the section."""
        test: Json = {"const": self.equals} if self.above is None else {"exclusiveMinimum": self.above}
        return {"properties": {self.member: test}, "required": [self.member]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A member that holds objects: one, or a list of so many.

    Attributes:
        rule: The objects.
        low: Fewest of a list.
        high: Most of a list; None for one object that is no list.
    """

    rule: SectionRule
    low: int = 0
    high: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member of a section.

    Attributes:
        name: As written in a manifest.
        kind: What it may hold.
        need: Whether it must be there: always, never, or when.
        title: A label of a few words.
        explanation: What to enter and why, in a sentence or two.
    """

    name: str
    kind: Kind | Items
    need: bool | When = True
    title: str
    explanation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRule:
    """One kind of object of a manifest.

    Attributes:
        makes: What it is read into.
        members: Its members, in the order of pages.
    """

    makes: type[Section]
    members: Sequence[Member]

    def member(self, name: str) -> Member | None:
        """The member of that name."""
        return next((each for each in self.members if each.name == name), None)
