"""The form of a format check: a file, and nothing else."""

from __future__ import annotations

from typing import Any

from django import forms

from submissions.forms.parts import FileUploadForm
from trek_site.shared.errors import DomainError


class CheckForm(FileUploadForm):
    """One file to look at."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = "It may hold any part of a run, and needs no manifest."

    def refuse(self, refusal: DomainError) -> None:
        """Show why it was not taken."""
        for mistake in refusal.errors or ({"detail": refusal.detail or refusal.title},):
            error = forms.ValidationError(str(mistake["detail"]), code=str(mistake.get("code", "")))
            self.add_error("file", error)
