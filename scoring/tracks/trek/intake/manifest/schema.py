"""The manifest as JSON Schema, made from the table of members."""

from __future__ import annotations

from scoring.engine.model import Json
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.rules import Items, Member, SectionRule, When


def json_schema() -> dict[str, Json]:
    """The manifest as JSON Schema (draft 2020-12).

    Whatever reads as a manifest has, written again, this shape. Dates in the future, checksums and what must
    hold between sections are beyond it, and null and empty text, which count as absent, are not in it.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Manifest of a TREK bundle",
        **_object_schema(MANIFEST),
    }


def _object_schema(rule: SectionRule) -> dict[str, Json]:
    conditions: list[Json] = [
        {"if": member.need.schema(), "then": {"required": [member.name]}}
        for member in rule.members
        if isinstance(member.need, When) and member.need.member
    ]
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {member.name: _member_schema(member) for member in rule.members},
        "patternProperties": {"^x_": {}},
        "additionalProperties": False,
        "required": [member.name for member in rule.members if member.need is True],
    }
    return {**schema, "allOf": conditions} if conditions else schema


def _member_schema(member: Member) -> dict[str, Json]:
    kind = member.kind
    words = {"title": member.title, **({"description": member.explanation} if member.explanation else {})}
    if not isinstance(kind, Items):
        return {**words, **kind.schema()}
    inner = _object_schema(kind.rule)
    if kind.high is None:
        return {**words, **inner}
    return {**words, "type": "array", "minItems": kind.low, "maxItems": kind.high, "items": inner}
