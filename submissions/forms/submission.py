"""The upload form. What a manifest may hold is asked of the track's table, not copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final, Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from scoring.engine.intake import ManifestReading
from scoring.engine.model import Finding, Json
from scoring.tracks import intake_of
from submissions.declarations import Declaration, with_label
from submissions.forms.manifest_edits import edited
from submissions.forms.parts import FileUploadForm
from submissions.forms.sections import (
    APART,
    PREFIX,
    TRACK,
    FormSection,
    ManifestField,
    fields_of,
    groups,
    name_of,
    sections_of,
)
from submissions.kinds import label_in
from submissions.selectors import SubmissionFacts
from submissions.states import ANONYMOUS_AT_MOST, Purpose
from trek_site.accounts.selectors import TeamLine
from trek_site.shared.errors import DomainError

# Stands in for the one that the missing file's name may give.
ANY_LABEL: Final = "label"
_FOR_A_WHILE: Final = f"for at most {ANONYMOUS_AT_MOST.days} days"
VISIBILITY: Final = (
    ("private", "Private: stay with you, or your team, until you publish"),
    ("anonymous", f"Anonymous: everybody sees the scores, nobody whose they are, {_FOR_A_WHILE}"),
    ("public", "Public: everybody sees the scores with your names"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One thing that is wrong, for the list at the top of the form.

    Attributes:
        anchor: Id of the element to go to.
        place: Label of the field, with the model or author it belongs to.
        pointer: Its place in the manifest; "" for what is no part of one.
        code: "" where there is none.
    """

    anchor: str
    place: str
    pointer: str
    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What the form holds before anybody has pressed the last button.

    Attributes:
        values: Texts of the manifest's fields by name.
        team: Public id of the team; "" for the account alone.
    """

    values: Mapping[str, str]
    team: str = ""

    @classmethod
    def of_post(cls, data: Mapping[str, Any]) -> Self:
        """What was typed."""
        texts = {name: str(value) for name, value in data.items() if name.startswith(f"{PREFIX}/")}
        return cls(values=texts, team=str(data.get("team", "")))

    @classmethod
    def of_manifest(
        cls, members: Mapping[str, Json], *, without: Sequence[str] = (), team: str = "", **more: str
    ) -> Self:
        """An earlier manifest typed in; `without` are the pointers to leave empty."""
        texts = intake_of(TRACK).texts_of(members)
        kept = {name_of(pointer): text for pointer, text in texts.items() if pointer not in without}
        return cls(values={**kept, **more}, team=team)

    def with_file(self, file: UploadedFile[Any]) -> Self:
        """The same with a manifest file in place of what was typed; a file that says nothing changes none."""
        texts = intake_of(TRACK).filled_in(_bytes_of(file), file_name=str(file.name))
        values = {name_of(pointer): text for pointer, text in texts.items()}
        return type(self)(values=values or self.values, team=self.team)

    def with_edit(self, action: str) -> Self:
        """The same with one more object in a list, or one less; see `edited`."""
        return type(self)(values=edited(self.values, action), team=self.team)


class SubmissionForm(FileUploadForm):
    """One upload and its manifest. Fields of the manifest are named by their place in it."""

    team = forms.ChoiceField(label="Submit for", required=False)
    manifest_file = forms.FileField(
        label="Manifest file",
        required=False,
        allow_empty_file=True,
        help_text="metadata.yaml or metadata.json. It is used as it is, in place of the fields below.",
        widget=forms.FileInput(attrs={"accept": ".yaml,.yml,.json"}),
    )

    def __init__(
        self,
        *args: Any,
        teams: Sequence[TeamLine] = (),
        task_set: str = "",
        typed: Typed | None = None,
        earlier: Sequence[SubmissionFacts] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._reading: ManifestReading | None = None
        if self.is_bound:
            self._take_manifest_file()
        given = dict(typed.values) if typed else {}
        self.initial = {
            name_of("/benchmark/name"): "TREK",
            name_of("/benchmark/task_set"): task_set,
            name_of("/entry/visibility"): "private",
            **self.initial,
            **given,
            "team": typed.team if typed else "",
        }
        team = self.fields["team"]
        assert isinstance(team, forms.ChoiceField)
        team.choices = [("", "Myself"), *((line.public_id, line.name) for line in teams)]
        self.fields.update(fields_of(self.data if self.is_bound else self.initial))
        self._set_apart(earlier)

    def sections(self) -> Sequence[FormSection]:
        """The manifest's sections in order, with their fields."""
        return tuple(sections_of(self))

    def decisions(self) -> Sequence[forms.BoundField]:
        """What is decided at the end: who may see the scores, and what the run replaces."""
        return [self[name_of(pointer)] for pointer in APART]

    def mistakes(self) -> Iterator[Mistake]:
        """Everything that is wrong, in the order of the form."""
        for name in [*self.fields, "__all__"]:
            for error in self.errors.as_data().get(name, ()):
                for text in error.messages:
                    yield self._mistake(name, text, code=error.code or "")

    def declaration(self) -> Declaration:
        """What was said about the upload. An archive brings its manifest along."""
        team = self.cleaned_data.get("team") or ""
        if self._is_archive():
            return Declaration(purpose=Purpose.ENTRY, team=team)
        if self._reading is not None and self._reading.manifest is not None:
            return Declaration(purpose=Purpose.ENTRY, manifest=self._reading.manifest.as_json(), team=team)
        return Declaration(purpose=Purpose.ENTRY, manifest=self._members(), are_texts=True, team=team)

    def clean(self) -> dict[str, Any]:
        """All mistakes at once: also those of the manifest when the file is missing."""
        cleaned = super().clean()
        if not self._is_archive():
            for finding in (self._reading or self._read(cleaned)).findings:
                self._complain(finding)
        return cleaned

    def refuse(self, refusal: DomainError) -> None:
        """Put a refusal where it belongs: at the field it names, else at the file."""
        for mistake in refusal.errors or ({"detail": refusal.detail or refusal.title},):
            pointer = str(mistake.get("pointer", "")).strip("/")
            name = pointer if pointer in self.fields else "file"
            self._add(name, str(mistake["detail"]), code=str(mistake.get("code", "")))

    def _take_manifest_file(self) -> None:
        """Read the manifest file, if there is one, and show it in the fields."""
        file = self.files.get("manifest_file")
        if file is None or self._is_archive():
            return
        raw, today = _bytes_of(file), timezone.now().astimezone(UTC).date()
        self._reading = intake_of(TRACK).read_manifest(raw, file_name=str(file.name), today=today)
        given: Any = self.data  # a QueryDict, or a plain one
        data = given.copy()
        typed = Typed.of_post(data).with_file(file)
        for name in [name for name in data if name.startswith(f"{PREFIX}/")]:
            del data[name]
        for name, text in typed.values.items():
            data[name] = text
        self.data = data

    def _set_apart(self, earlier: Sequence[SubmissionFacts]) -> None:
        """Say the decisions in words, and offer what can be replaced."""
        visibility, supersedes = (self.fields[name_of(pointer)] for pointer in APART)
        visibility.label, visibility.help_text = "The scores", ""
        visibility.widget = forms.RadioSelect(choices=VISIBILITY)
        known = [(one.public_id, f"{one.display_name} ({one.label}), {one.public_id}") for one in earlier]
        name = name_of("/entry/supersedes")
        now = str((self.data if self.is_bound else self.initial).get(name) or "")
        if now and now not in dict(known):
            known.append((now, now))
        supersedes.widget = forms.Select(choices=[("", "Nothing"), *known])

    def _is_archive(self) -> bool:
        upload = self.files.get("file")
        return upload is not None and str(upload.name).lower().endswith(".zip")

    def _read(self, cleaned: Mapping[str, Any]) -> ManifestReading:
        upload = cleaned.get("file")
        named = label_in(upload.name, track=TRACK) if upload else ""
        members = with_label(self._members(), named or ("" if upload else ANY_LABEL))
        today = timezone.now().astimezone(UTC).date()
        return intake_of(TRACK).manifest_of(members, file_name="", today=today, are_texts=True)

    def _complain(self, finding: Finding) -> None:
        name = name_of(finding.pointer)
        text = f"{finding.message} {finding.hint}".strip()
        if name not in self.fields:
            name = "manifest_file" if self._reading is not None else "file"
        elif finding.line is not None:
            text = f"{text} (line {finding.line}, column {finding.column} of the file)"
        self._add(name, text, code=finding.code)

    def _add(self, name: str, text: str, *, code: str) -> None:
        # The place is where the text stands already.
        pointer = name.removeprefix(PREFIX)
        place, is_said, rest = text.partition(f"{pointer}: ")
        words = f"{place}{rest}" if is_said and pointer.startswith("/") else text
        self.add_error(name, forms.ValidationError(words[:1].upper() + words[1:], code=code))

    def _mistake(self, name: str, text: str, *, code: str) -> Mistake:
        field = self.fields.get(name)
        is_known = code in intake_of(TRACK).codes
        if field is None:
            return Mistake(anchor="manifest", place="Form", pointer="", code="", text=text)
        bound = self[name]
        is_radio = isinstance(field.widget, forms.RadioSelect)
        pointer = field.pointer if isinstance(field, ManifestField) else ""
        return Mistake(
            anchor=f"{bound.auto_id}_0" if is_radio else bound.auto_id,
            place=f"{bound.label}{_numbered(pointer)}",
            pointer=pointer,
            code=code if is_known else "",
            text=text,
        )

    def _members(self) -> dict[str, Any]:
        """The manifest as it was typed; what was left empty is absent."""
        members: dict[str, Any] = {"manifest_version": "1"}
        for group in groups():
            if group.is_required and group.most == 1:
                members[group.pointer.strip("/")] = {}
        for name, field in self.fields.items():
            value = self.cleaned_data.get(name)
            if isinstance(field, ManifestField) and (value or _is_item(field.pointer)):
                _set(members, field.pointer, value)
        return members


def _bytes_of(file: UploadedFile[Any]) -> bytes:
    """The file, one byte beyond what a manifest may have at most, so that too much is told as such."""
    file.seek(0)
    raw: bytes = file.read(intake_of(TRACK).limits.manifest_bytes + 1)
    return raw


def _is_item(pointer: str) -> bool:
    return any(step.isdigit() for step in pointer.split("/"))


def _numbered(pointer: str) -> str:
    number = next((step for step in pointer.split("/") if step.isdigit()), "")
    return f" ({int(number) + 1})" if number else ""


def _set(members: dict[str, Any], pointer: str, value: Json) -> None:
    """Put a value at its place, with the objects and lists that lead there; an empty one leaves its way."""
    *way, last = pointer.strip("/").split("/")
    here: Any = members
    for step, following in zip(way, [*way[1:], last], strict=True):
        if step.isdigit():
            while len(here) <= int(step):
                here.append({})
            here = here[int(step)]
        else:
            here = here.setdefault(step, [] if following.isdigit() else {})
    if value:
        here[last] = value
