"""What curators fill in to add prices."""

from __future__ import annotations

from django import forms

from scoring.prices import HEADS, MOST_ROWS


class PricesForm(forms.Form):
    """A table of prices, as of one day."""

    as_of = forms.DateField(
        label="As of",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The day on which these prices hold. There is one table for a day.",
        error_messages={"invalid": "Choose a day, as 2027-01-31."},
    )
    source = forms.CharField(max_length=300, help_text="Where they come from. Everybody reads this.")
    is_made_up = forms.BooleanField(
        label="Made up", required=False, help_text="Nobody charges these prices; pages say so."
    )
    prices = forms.CharField(
        label="Prices",
        max_length=400 * MOST_ROWS,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=f"CSV. First line: {','.join(HEADS)}. US dollars for a million tokens; models as manifests "
        "name them: identifier or name.",
    )
