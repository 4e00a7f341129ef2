"""What people fill in: how an entry is published, a receipt to check; curators: reviews, rehearsals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from kb_browser.selectors import dataset_versions, dataset_versions_known
from scoring.receipts import RECEIPT_BYTES_MAX
from scoring.states import REVIEW_NOTE_CHARS, REVIEW_REASON_CHARS, ReviewVerdict
from scoring.tracks import DEFAULT, EVALUATORS
from submissions.states import ANONYMOUS_AT_MOST, WITHDRAWAL_REASON_CHARS, Visibility
from trek_site.shared.errors import DomainError

_EVALUATORS = [(track.evaluator_version, track.evaluator_version) for track in EVALUATORS]


class PublicationForm(forms.Form):
    """With names, or without until a day."""

    visibility = forms.ChoiceField(
        label="Shown",
        choices=[
            (Visibility.PUBLIC, "With names"),
            (Visibility.ANONYMOUS, "Without names until a day: no name, affiliation, label, model or link"),
        ],
        initial=Visibility.PUBLIC,
        required=False,
        widget=forms.RadioSelect,
    )
    until = forms.DateField(
        label="Names appear on",
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"invalid": "Choose a day, as 2027-01-31."},
        help_text="At the beginning of that day, UTC; at most "
        f"{ANONYMOUS_AT_MOST.days} days from now, and then if you leave it empty.",
    )

    @property
    def visibility_asked(self) -> Visibility:
        """What was chosen; with names where nothing was."""
        return Visibility(self.cleaned_data["visibility"] or Visibility.PUBLIC)

    def refuse(self, refusal: DomainError) -> None:
        """Put a refusal at the field it names, else above the form."""
        for mistake in refusal.errors or ({"detail": refusal.detail or refusal.title},):
            name = str(mistake.get("pointer", "")).strip("/")
            self.add_error(name if name in self.fields else None, str(mistake["detail"]))


class WithdrawalForm(forms.Form):
    """Why an entry leaves the board."""

    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=WITHDRAWAL_REASON_CHARS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Whoever opens the entry reads this as long as it is withdrawn; without names it is kept "
        "back. Say what is wrong with the run, or what replaces it.",
    )

    def refuse(self, refusal: DomainError) -> None:
        """Put a refusal at the field."""
        self.add_error("reason", refusal.detail or refusal.title)


class PublicReasonForm(forms.Form):
    """What a curator says about a decision to everybody."""

    public_reason = forms.CharField(
        max_length=REVIEW_REASON_CHARS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Everybody who may read the entry reads this, for good. Say what was seen, accuse nobody.",
    )


class ReviewForm(PublicReasonForm):
    """What a curator decides about what was noticed in a submission."""

    field_order = ("verdict", "public_reason", "note")

    verdict = forms.ChoiceField(
        choices=[
            (ReviewVerdict.ASKED, "Ask the owner: the reason is the question; nothing else changes"),
            (ReviewVerdict.CLEARED, "Clear: the findings of today hold nothing back"),
            (ReviewVerdict.HELD, "Hold back: no rank until the next review"),
            (ReviewVerdict.UNRANKED, "No rank: the entry stays readable, beside the ranks"),
            (ReviewVerdict.WITHDRAWN, "Withdraw: off the board, its page stays, marked"),
        ],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        max_length=REVIEW_NOTE_CHARS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="For curators only.",
    )


class RehearsalForm(forms.Form):
    """A board that there is, and what it is to be compared with."""

    baseline = forms.TypedChoiceField(coerce=int, help_text="The version whose board there is.")
    baseline_evaluator = forms.ChoiceField(choices=_EVALUATORS, initial=DEFAULT)
    candidate = forms.TypedChoiceField(
        coerce=int, help_text="The version to rehearse; drafts are among them and stay unseen."
    )
    evaluator = forms.ChoiceField(choices=_EVALUATORS, initial=DEFAULT, help_text="The rules to rehearse.")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # Passed on as they come.
        self._offer("baseline", [(version.pk, str(version.name)) for version in dataset_versions()])
        self._offer(
            "candidate",
            [(version.pk, f"{version.name} ({version.state})") for version in dataset_versions_known()],
        )

    def _offer(self, name: str, choices: Sequence[tuple[int, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices


class BroughtReceiptForm(forms.Form):
    """A receipt as a file or as text, one of them."""

    file = forms.FileField(label="Receipt file", required=False, allow_empty_file=True)
    text = forms.CharField(
        label="Or its text",
        required=False,
        strip=True,
        max_length=RECEIPT_BYTES_MAX,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        help_text="Paste all of it, from the first brace to the last.",
    )

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two."""
        found = super().clean() or self.cleaned_data
        if bool(found.get("file")) == bool(found.get("text")) and not self.errors:
            raise forms.ValidationError("Choose the file, or paste its text.")
        return found

    @property
    def content(self) -> bytes:
        """What was brought, and one byte more than may be read at most."""
        file = self.cleaned_data["file"]
        if file:
            return bytes(file.read(RECEIPT_BYTES_MAX + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")
