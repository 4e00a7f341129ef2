"""What people fill in: how an entry is published, and, curators, which board is rehearsed."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from kb_browser.selectors import dataset_versions, dataset_versions_known
from scoring.tracks import DEFAULT, EVALUATORS
from submissions.states import Visibility

_EVALUATORS = [(track.evaluator_version, track.evaluator_version) for track in EVALUATORS]


class PublicationForm(forms.Form):
    """With names, or without until a day."""

    visibility = forms.ChoiceField(
        choices=[(Visibility.PUBLIC, "With names"), (Visibility.ANONYMOUS, "Without names")], required=False
    )
    until = forms.DateField(required=False, input_formats=["%Y-%m-%d"])

    @property
    def visibility_asked(self) -> Visibility:
        """What was chosen; with names where nothing was."""
        return Visibility(self.cleaned_data["visibility"] or Visibility.PUBLIC)


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
