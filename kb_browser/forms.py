"""What a curator fills in to have a version made."""

from __future__ import annotations

from django import forms

from kb_browser.models import LICENCE_CHARACTERS_MAX, NAME_CHARACTERS_MAX
from kb_browser.selectors import release_sources
from kb_browser.world.build import DEFAULT_SEED, PROFILES


class _VersionForm(forms.Form):
    """Name and words of a version that is to be made."""

    name = forms.CharField(
        max_length=NAME_CHARACTERS_MAX, help_text="By which people will cite it, for ever."
    )
    licence = forms.CharField(
        max_length=LICENCE_CHARACTERS_MAX,
        required=False,
        help_text="Of its data. Left empty, the one that the release's manifest names.",
    )
    changelog = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="What is new in it. May be written later; publishing asks for it.",
    )


class ImportForm(_VersionForm):
    """A release that lies on the server."""

    field_order = ["source", "name", "licence", "changelog"]
    source = forms.ChoiceField(help_text="What lies in the folder for releases to be imported.")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # Passed on as they come.
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in release_sources()]


class BuildForm(_VersionForm):
    """A release of our own."""

    field_order = ["profile", "seed", "name", "licence", "changelog"]
    profile = forms.ChoiceField(choices=[(name, name) for name in sorted(PROFILES)])
    seed = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        initial=DEFAULT_SEED,
        help_text="The same seed gives the same release.",
    )
