"""The upload form. What a manifest may hold is asked of the track's table, not copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils import timezone

from scoring.engine.model import Json
from scoring.tracks import intake_of
from submissions.declarations import Declaration, with_label
from submissions.kinds import label_in
from submissions.states import Purpose
from trek_site.accounts.selectors import TeamLine
from trek_site.shared.errors import DomainError

TRACK: Final = "trek"
PREFIX: Final = "manifest"
ITEM: Final = "*"
# Lists are asked for once here; whoever has more sends an archive or uses the API.
FIRST: Final = "0"
# Stands in for the one that the missing file's name may give.
ANY_LABEL: Final = "label"
NOT_ASKED: Final = frozenset({"/files/*"})


class ManifestField(forms.CharField):
    """A field that takes any text: what is wrong with it, the track says, all at once.

    `is_needed` tells people whether they have to fill it in.
    """

    def __init__(self, *, is_needed: bool, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.is_needed = is_needed


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSection:
    """A section of the manifest with its bound fields."""

    title: str
    explanation: str
    fields: Sequence[forms.BoundField]


class SubmissionForm(forms.Form):
    """One upload and its manifest. Fields of the manifest are named by their place in it."""

    file = forms.FileField(
        label="Records",
        help_text="As the official runner wrote it, compressed with gzip, or a zip with its manifest.",
        widget=forms.FileInput(attrs={"accept": ".jsonl,.gz,.jsonl.gz,.zip"}),
        error_messages={"required": "Choose the file to upload.", "empty": "The file is empty."},
    )
    purpose = forms.ChoiceField(
        label="What for",
        choices=[
            (Purpose.ENTRY, "To be scored; describe the run below"),
            (Purpose.CHECK, "Only to be checked; nothing else is needed"),
        ],
        initial=Purpose.ENTRY,
        required=False,
        widget=forms.RadioSelect,
    )
    team = forms.ChoiceField(label="For the team", required=False)
    # Recognises a second click on the button; browsers must not restore an old one.
    idempotency_key = forms.CharField(
        required=False,
        max_length=64,
        initial=lambda: f"form-{uuid4().hex}",
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, teams: Sequence[TeamLine] = (), task_set: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        team = self.fields["team"]
        assert isinstance(team, forms.ChoiceField)
        team.choices = [("", "Myself"), *((line.public_id, line.name) for line in teams)]
        given = {"/benchmark/name": "TREK", "/benchmark/task_set": task_set}
        for _, field in _asked():
            made = _field_of(field)
            made.initial = given.get(field.pointer)
            self.fields[_name_of(field.pointer)] = made

    @property
    def is_check(self) -> bool:
        """Whether the file is only to be checked."""
        return self.data.get("purpose") == Purpose.CHECK

    def sections(self) -> Sequence[FormSection]:
        """The manifest's sections in order, with their fields."""
        return [
            FormSection(
                title=group.title,
                explanation=group.explanation,
                fields=[self[_name_of(field.pointer)] for field in group.fields],
            )
            for group in _groups()
        ]

    def declaration(self) -> Declaration:
        """What was said about the upload. An archive brings its manifest along."""
        upload = self.files.get("file")
        has_own = self.is_check or (upload is not None and str(upload.name).lower().endswith(".zip"))
        return Declaration(
            purpose=Purpose.CHECK if self.is_check else Purpose.ENTRY,
            manifest=None if has_own else {"manifest_version": "1", **self._members()},
            are_texts=True,
            team=self.cleaned_data.get("team") or "",
        )

    def clean(self) -> dict[str, Any]:
        """All mistakes at once: also those of the manifest when the file is missing."""
        cleaned = super().clean() or self.cleaned_data
        if len(self.files.getlist("file")) > 1:
            self.add_error("file", "Choose one file; of several none is taken.")
        said = self.declaration()
        if isinstance(said.manifest, Mapping):
            upload = cleaned.get("file")
            named = label_in(upload.name) if upload else ""
            members = with_label(said.manifest, named or ("" if upload else ANY_LABEL))
            today = timezone.now().astimezone(UTC).date()
            reading = intake_of(TRACK).manifest_of(members, file_name="", today=today, are_texts=True)
            for finding in reading.findings:
                self._complain(f"{PREFIX}{finding.pointer}", finding.message)
        return cleaned

    def refuse(self, refusal: DomainError) -> None:
        """Put a refusal where it belongs: at the field it names, else at the file."""
        for mistake in refusal.errors or ({"detail": refusal.detail or refusal.title},):
            self._complain(str(mistake.get("pointer", "")).strip("/"), str(mistake["detail"]))

    def _complain(self, name: str, text: str) -> None:
        field = name if name in self.fields else "file"
        # The place is where the text stands already.
        self.add_error(field, text.removeprefix(f"/{name.removeprefix(PREFIX).strip('/')}: ").capitalize())

    def _members(self) -> dict[str, Any]:
        """The manifest as it was typed; what was left empty is absent."""
        members: dict[str, Any] = {}
        for _, field in _asked():
            value = self.cleaned_data.get(_name_of(field.pointer))
            if value:
                _set(members, field.pointer, value)
        return members


def _groups() -> Iterator[Any]:
    return (group for group in intake_of(TRACK).form_groups() if group.pointer not in NOT_ASKED)


def _asked() -> Iterator[tuple[Any, Any]]:
    return ((group, field) for group in _groups() for field in group.fields)


def _name_of(pointer: str) -> str:
    return f"{PREFIX}{pointer.replace(ITEM, FIRST)}"


def _field_of(field: Any) -> ManifestField:
    condition = f"Needed if {field.condition}." if field.condition else ""
    return ManifestField(
        label=field.title,
        help_text=f"{field.explanation} {condition}".strip(),
        is_needed=field.is_required,
        strip=False,
        widget=_widget_of(field),
    )


def _widget_of(field: Any) -> forms.Widget:
    if field.control in {"choice", "flag"}:
        values = ("true", "false") if field.control == "flag" else field.choices
        words = {"true": "Yes", "false": "No"}
        named = [(value, words.get(value, value.replace("_", " "))) for value in values]
        return forms.Select(choices=[("", "–"), *named])
    if field.control == "lines":
        return forms.Textarea(attrs={"rows": "4"})
    return forms.TextInput()


def _set(members: dict[str, Any], pointer: str, value: Json) -> None:
    """Put a value at its place, with the objects and the lists of one that lead there."""
    *way, last = pointer.strip("/").split("/")
    here: Any = members
    for step, following in zip(way, [*way[1:], last], strict=True):
        if step == ITEM:
            here = here[0]
            continue
        here = here.setdefault(step, [{}] if following == ITEM else {})
    here[last] = value
