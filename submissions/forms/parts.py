"""What every form that takes a file has in common."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms


class FileUploadForm(forms.Form):
    """One file, and the key by which a second click on the button is recognised."""

    file = forms.FileField(
        label="Records",
        help_text="As the official runner wrote it, compressed with gzip, or a zip with its manifest.",
        widget=forms.FileInput(attrs={"accept": ".jsonl,.gz,.jsonl.gz,.zip"}),
        error_messages={"required": "Choose the file to upload.", "empty": "The file is empty."},
    )
    # Browsers must not restore an old one.
    idempotency_key = forms.CharField(
        required=False,
        max_length=64,
        initial=lambda: f"form-{uuid4().hex}",
        widget=forms.HiddenInput(attrs={"autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Of several files none is taken: nobody could say which."""
        cleaned = super().clean() or self.cleaned_data
        if len(self.files.getlist("file")) > 1:
            self.add_error("file", "Choose one file; of several none is taken.")
        return cleaned
