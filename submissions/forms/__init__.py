"""What people fill in: the upload form with the manifest, and the form of a format check."""

from submissions.forms.check import CheckForm
from submissions.forms.sections import FormItem, FormSection
from submissions.forms.submission import Mistake, SubmissionForm, Typed

__all__ = ["CheckForm", "FormItem", "FormSection", "Mistake", "SubmissionForm", "Typed"]
