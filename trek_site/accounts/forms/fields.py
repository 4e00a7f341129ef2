"""Fields and words that several forms share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from trek_site.shared.names import name_cleaned, unseen_characters

if TYPE_CHECKING:
    FormBase = forms.Form
else:
    FormBase = object

PASSWORD_HELP: Final = "At least 12 characters; a few unrelated words do well."  # noqa: S105  # No password.
PASSWORD_CHARACTERS_MAX: Final = 1024


class Worded(FormBase):
    """A form of the sign-in library in the words of this site: label and help of each field that it names.

    Its placeholders go: they vanish while one types, and say what the label says.
    """

    words: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(PASSWORD_CHARACTERS_MAX))


class NameField(forms.CharField):
    """A name that strangers will read: composed, without characters that nobody sees."""

    def clean(self, value: Any) -> str:
        """The name as it is kept.

        Raises:
            ValidationError: It is too long, missing, or has characters that nobody sees.
        """
        cleaned: str = super().clean(value)
        if unseen := unseen_characters(cleaned):
            raise ValidationError(f"This has characters that nobody sees ({', '.join(unseen[:3])}).")
        return name_cleaned(cleaned)
