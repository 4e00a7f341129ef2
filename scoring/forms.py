"""What a curator fills in to have a board rehearsed."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from kb_browser.selectors import dataset_versions, dataset_versions_known
from scoring.tracks import DEFAULT, EVALUATORS

_EVALUATORS = [(track.evaluator_version, track.evaluator_version) for track in EVALUATORS]


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
