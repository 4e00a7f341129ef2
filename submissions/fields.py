"""What a submitter says about an upload, and the rules for it."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from submissions.kinds import label_in
from submissions.states import Division, OpenWeights, Visibility
from trek_site.shared.errors import UnprocessableError

LABEL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")

# Longest text of each member, in characters.
LENGTHS: Final[Mapping[str, int]] = MappingProxyType(
    {"label": 128, "display_name": 80, "model_name": 120, "organisation": 120, "description": 4000}
)
CHOICES: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {"division": Division.values, "open_weights": OpenWeights.values, "visibility": Visibility.values}
)
# Control characters, direction overrides, zero-width characters, halves of pairs: nothing a name needs, and
# all it takes to look like another name or to break a log or a database.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFields:
    """What is said about an upload. Empty texts count as not given.

    Attributes:
        label: Unique among the owner's entries, ignoring case; taken from the file's name when empty.
        display_name: Shown on the board; the label when empty.
        division: ``standard`` for the official harness, else ``custom``, which needs a description.
        open_weights: ``yes``, ``no`` or ``unknown``.
        visibility: ``private``, or ``public`` to be on the board as soon as it is scored.
    """

    label: str = ""
    display_name: str = ""
    model_name: str = ""
    organisation: str = ""
    description: str = ""
    division: str = Division.STANDARD.value
    open_weights: str = OpenWeights.UNKNOWN.value
    visibility: str = Visibility.PRIVATE.value

    def cleaned(self, *, file_name: str) -> SubmissionFields:
        """The fields as they are stored: trimmed, in Unicode's composed form, with what is derived filled in.

        Raises:
            UnprocessableError: With every mistake and the member it is in.
        """
        mistakes: list[Mapping[str, object]] = []
        texts = {name: _text(getattr(self, name), name, mistakes) for name in LENGTHS}
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                mistakes.append(_mistake(name, "F203", f"must be one of {', '.join(choices)}"))
        texts["label"] = texts["label"] or label_in(file_name)
        texts["display_name"] = texts["display_name"] or texts["label"][: LENGTHS["display_name"]]
        _check_label(texts["label"], mistakes)
        if self.division == Division.CUSTOM and not texts["description"]:
            mistakes.append(_mistake("description", "F206", "must be given because the division is custom"))
        if mistakes:
            raise UnprocessableError("Some fields have mistakes.", errors=mistakes)
        return dataclasses.replace(self, **texts)


def _text(value: str, name: str, mistakes: list[Mapping[str, object]]) -> str:
    # The length comes first: composing a very long text can take minutes.
    if len(value) > LENGTHS[name]:
        mistakes.append(_mistake(name, "F205", f"has more than {LENGTHS[name]} characters"))
        return ""
    lines = value.replace("\r\n", "\n") if name == "description" else value
    kept = "\n\t" if name == "description" else ""
    if any(unicodedata.category(c) in _UNSEEN and c not in kept for c in lines):
        mistakes.append(_mistake(name, "F205", "has control or invisible characters"))
        return ""
    return unicodedata.normalize("NFC", lines).strip()[: LENGTHS[name]]


def _check_label(label: str, mistakes: list[Mapping[str, object]]) -> None:
    if any(mistake["pointer"] == "/label" for mistake in mistakes):
        return
    if not label:
        mistakes.append(_mistake("label", "F202", "is required unless the file is named trek_<label>.jsonl"))
    elif not LABEL.fullmatch(label):
        rule = "starts with a letter or digit and has only letters, digits, dots, underscores and hyphens"
        mistakes.append(_mistake("label", "F205", rule))


def _mistake(name: str, code: str, rule: str) -> Mapping[str, object]:
    return {"pointer": f"/{name}", "code": code, "detail": f"{name} {rule}."}
