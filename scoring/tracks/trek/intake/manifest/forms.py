"""The fields of a form for a manifest, in groups, made from the table of members."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.tracks.trek.intake.manifest.kinds import Choice, Number, Text
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.rules import Items, Member, When

# Stands in a pointer for the position in a list.
ITEM = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """One value of a manifest as a form asks for it.

    Attributes:
        pointer: Its JSON Pointer, with `ITEM` for the position in a list.
        title: Its label.
        explanation: What to enter, "" where the title says it all.
        control: text, lines, choice, number, flag, date, url or email.
        choices: What can be chosen; empty for other controls.
        chars: Longest text; None for other controls.
        bounds: Smallest and largest number; None for other controls.
        is_whole: Whether a number must be whole.
        is_required: Whether it must always be given.
        condition: When else it must be given, to follow "if"; "" for never.
    """

    pointer: str
    title: str
    explanation: str
    control: str
    choices: Sequence[str]
    chars: int | None
    bounds: tuple[int, int] | None
    is_whole: bool
    is_required: bool
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormGroup:
    """One section of a manifest as a form shows it.

    Attributes:
        pointer: JSON Pointer of the section, with `ITEM` for the position in a list.
        title: Its heading.
        explanation: What it is about.
        is_required: Whether there is always one.
        most: How often it can be repeated; 1 for one that is no list.
        fields: Its values, in order.
    """

    pointer: str
    title: str
    explanation: str
    is_required: bool
    most: int
    fields: Sequence[FormField]


def form_groups() -> Sequence[FormGroup]:
    """Every section and value but the version, in the order of the table; a list in a section follows it."""
    return tuple(group for member in MANIFEST.members for group in _groups(member, ""))


def _groups(member: Member, prefix: str) -> Iterator[FormGroup]:
    if not isinstance(member.kind, Items):
        return
    kind = member.kind
    pointer = f"{prefix}/{member.name}" + ("" if kind.high is None else f"/{ITEM}")
    yield FormGroup(
        pointer=pointer,
        title=member.title,
        explanation=member.explanation,
        is_required=member.need is True,
        most=kind.high or 1,
        fields=tuple(_field(each, pointer) for each in kind.rule.members if not isinstance(each.kind, Items)),
    )
    for each in kind.rule.members:
        yield from _groups(each, pointer)


def _field(member: Member, prefix: str) -> FormField:
    kind = member.kind
    assert not isinstance(kind, Items)
    return FormField(
        pointer=f"{prefix}/{member.name}",
        title=member.title,
        explanation=member.explanation,
        control=kind.control,
        choices=kind.choices if isinstance(kind, Choice) else (),
        chars=kind.chars if isinstance(kind, Text) else None,
        bounds=(kind.low, kind.high) if isinstance(kind, Number) and not kind.word else None,
        is_whole=isinstance(kind, Number) and kind.is_whole,
        is_required=member.need is True,
        condition=member.need.words if isinstance(member.need, When) else "",
    )
