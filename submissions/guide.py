"""What the page about submitting says, from the tables that the check itself reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.intake import CodeText
from scoring.engine.reading import Limits
from scoring.tracks import intake_of
from submissions.examples import EXAMPLES
from submissions.limits import UploadLimits, limits_for
from submissions.states import ANONYMOUS_AT_MOST


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """One member of the manifest; `need` is ``yes``, ``no`` or a condition."""

    name: str
    title: str
    explanation: str
    need: str
    choices: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine:
    """One section of the manifest; `most` is how many there may be."""

    name: str
    title: str
    explanation: str
    is_required: bool
    most: int
    members: Sequence[MemberLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage:
    """How to submit: examples to download, the manifest, the codes of a report, the limits."""

    examples: Sequence[str]
    sections: Sequence[SectionLine]
    codes: Sequence[CodeText]
    limits: UploadLimits
    reading: Limits
    anonymous_days: int


def guide_page(track: str) -> GuidePage:
    """The page for one track."""
    intake = intake_of(track)
    return GuidePage(
        examples=tuple(EXAMPLES),
        sections=tuple(_section(group) for group in intake.form_groups()),
        codes=tuple(intake.codes.values()),
        limits=limits_for(track),
        reading=intake.limits,
        anonymous_days=ANONYMOUS_AT_MOST.days,
    )


def _section(group: Any) -> SectionLine:
    return SectionLine(
        name=group.pointer.strip("/").replace("/*", "[]").replace("/", "."),
        title=group.title,
        explanation=group.explanation,
        is_required=group.is_required,
        most=group.most,
        members=tuple(_member(field) for field in group.fields),
    )


def _member(field: Any) -> MemberLine:
    need = "yes" if field.is_required else f"if {field.condition}" if field.condition else "no"
    choices = ("true", "false") if field.control == "flag" else field.choices
    return MemberLine(
        name=field.pointer.rpartition("/")[2],
        title=field.title,
        explanation=field.explanation,
        need=need,
        choices=choices,
    )
