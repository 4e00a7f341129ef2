"""The upload form: the shape of what people type. Its rules are asked of `submissions.fields`, not copied."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms

from submissions.fields import LENGTHS, SubmissionFields
from submissions.states import Division, OpenWeights, Visibility
from trek_site.shared.errors import DomainError, UnprocessableError


def _line(name: str, label: str, help_text: str = "", **attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={"maxlength": str(LENGTHS[name]), **attrs})
    return forms.CharField(label=label, help_text=help_text, required=False, widget=widget)


class SubmissionForm(forms.Form):
    """One upload and what is said about it."""

    file = forms.FileField(
        label="Records",
        help_text="As the official runner wrote it, or compressed with gzip.",
        widget=forms.FileInput(attrs={"accept": ".jsonl,.gz,.jsonl.gz"}),
        error_messages={"required": "Choose the file to upload.", "empty": "The file is empty."},
    )
    label = _line(
        "label",
        "Label",
        "Taken from trek_<label>.jsonl if you leave it empty. Letters, digits, dots, underscores, hyphens; "
        "unique among your entries.",
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
        **{"data-upload-label": ""},
    )
    display_name = _line(
        "display_name",
        "Display name",
        "Shown on the leaderboard. With a harness of your own: Harness (Model).",
    )
    model_name = _line("model_name", "Model", "The exact name or snapshot that was called.")
    organisation = _line("organisation", "Organisation", autocomplete="organization")
    division = forms.ChoiceField(
        label="Harness",
        choices=[(Division.STANDARD, "Standard"), (Division.CUSTOM, "Custom")],
        initial=Division.STANDARD,
        required=False,
        widget=forms.RadioSelect,
        help_text="Standard: official harness, prompt, tools and limits. Anything else is custom and needs a "
        "description.",
    )
    open_weights = forms.ChoiceField(
        label="Model weights",
        choices=[
            (OpenWeights.YES, "Open"),
            (OpenWeights.NO, "Closed"),
            (OpenWeights.UNKNOWN, "Not known"),
        ],
        initial=OpenWeights.UNKNOWN,
        required=False,
        widget=forms.RadioSelect,
    )
    description = forms.CharField(
        label="Description",
        required=False,
        help_text="What differs from the official run, and why. Plain text.",
        widget=forms.Textarea(attrs={"maxlength": str(LENGTHS["description"]), "rows": "5"}),
    )
    visibility = forms.ChoiceField(
        label="Visibility",
        choices=[
            (Visibility.PRIVATE, "Only me, until I publish it"),
            (Visibility.PUBLIC, "Everybody, as soon as it is scored"),
        ],
        initial=Visibility.PRIVATE,
        required=False,
        widget=forms.RadioSelect,
    )
    # Recognises a second click on the button; browsers must not restore an old one.
    idempotency_key = forms.CharField(
        required=False,
        max_length=64,
        initial=lambda: f"form-{uuid4().hex}",
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
    )

    def submission_fields(self) -> SubmissionFields:
        """What was typed; empty choices fall back to the default."""
        names = (*LENGTHS, "division", "open_weights", "visibility")
        return SubmissionFields(
            **{name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}
        )

    def clean(self) -> dict[str, Any]:
        """All mistakes at once: also those of fields that the service would name after the upload."""
        cleaned = super().clean() or self.cleaned_data
        if len(self.files.getlist("file")) > 1:
            self.add_error("file", "Choose one file; of several none is taken.")
        upload = cleaned.get("file")
        try:
            self.submission_fields().cleaned(file_name=upload.name if upload else "trek_label.jsonl")
        except UnprocessableError as refusal:
            self.refuse(refusal)
        return cleaned

    def refuse(self, refusal: DomainError) -> None:
        """Put a refusal where it belongs: at the field it names, else at the file."""
        for mistake in refusal.errors or ({"detail": refusal.detail or refusal.title},):
            name = str(mistake.get("pointer", "")).strip("/")
            field = name if name in self.fields else "file"
            text = str(mistake["detail"])
            self.add_error(field, text.removeprefix(f"{name} ").capitalize() if name == field else text)
