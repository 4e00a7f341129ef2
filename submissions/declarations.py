"""What a submitter says about an upload, and the columns that are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.engine.intake import Manifest
from scoring.engine.model import Json
from submissions.states import OpenWeights, Purpose, Visibility

NAME_CHARACTERS_MAX: Final = 255

_OPEN_WEIGHTS: Final[Mapping[bool | None, OpenWeights]] = {
    True: OpenWeights.YES,
    False: OpenWeights.NO,
    None: OpenWeights.UNKNOWN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What comes with an upload.

    Attributes:
        purpose: To be scored, or only to be checked.
        manifest: Its members, or a JSON document as it came; None where it comes in the archive, or is not
            needed.
        are_texts: Every value of it is a text that its field converts, as forms send them.
        team: Public id of the team it is sent for; "" for the account alone.
    """

    purpose: Purpose = Purpose.ENTRY
    manifest: Mapping[str, Json] | bytes | None = None
    are_texts: bool = False
    team: str = ""


def manifest_columns(manifest: Manifest, *, label: str) -> dict[str, Any]:
    """The columns of a submission that its manifest fills, so that boards can be asked about them."""
    members: Mapping[str, Any] = manifest.as_json()
    entry = members["entry"]
    return {
        "manifest": members,
        "label": label,
        "display_name": entry["display_name"],
        "model_name": _shortened(manifest.model_names),
        "organisation": _shortened(members["submitter"]["affiliation"]),
        "description": entry.get("description", ""),
        "division": entry["track"],
        "open_weights": _OPEN_WEIGHTS[manifest.has_open_weights],
        "unranked_by": list(manifest.unranked_reasons),
        "publishes_plans": members["consent"]["publish_plans"],
    }


def with_label(members: Mapping[str, Any], named: str) -> Mapping[str, Any]:
    """The members with the label that the file's name gives, where they give none themselves."""
    entry = members.get("entry", {})
    if not named or not isinstance(entry, Mapping) or entry.get("label"):
        return members
    return {**members, "entry": {**entry, "label": named}}


def wish_in(members: Mapping[str, Any]) -> Visibility:
    """The visibility that a cleaned manifest asks for; private where it does not."""
    asked = members.get("entry", {}).get("visibility", Visibility.PRIVATE)
    return Visibility(asked)


def superseded_in(members: Mapping[str, Any]) -> str:
    """Public id of the entry that a cleaned manifest says it replaces; "" where it replaces none."""
    return str(members.get("entry", {}).get("supersedes") or "")


def _shortened(text: str) -> str:
    return text if len(text) <= NAME_CHARACTERS_MAX else text[: NAME_CHARACTERS_MAX - 1] + "…"
