"""The shape of what people type about their accounts."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator

from trek_site.accounts import selectors
from trek_site.accounts.models import TOKEN_LIFETIME_MAX, User

PASSWORD_HELP: Final = "At least 12 characters; a few unrelated words do well."  # noqa: S105  # No password.
TOKEN_DAYS: Final = (7, 30, TOKEN_LIFETIME_MAX.days)


class SignInForm(AuthenticationForm):
    """User name and password; the same words for a wrong name and a wrong password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": "User name and password do not match.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "User name"


class SignUpForm(forms.Form):
    """A new account. Whether name and address are free is asked here to say so early; the service decides."""

    username = forms.CharField(
        label="User name",
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        help_text="Letters, digits and @ . + - _ only.",
    )
    email = forms.EmailField(
        label="E-mail address",
        max_length=254,
        validators=[ProhibitNullCharactersValidator()],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text="Never shown to anybody else.",
    )
    password1 = forms.CharField(
        label="Password",
        strip=False,
        max_length=1024,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=PASSWORD_HELP,
    )
    password2 = forms.CharField(
        label="Password again",
        strip=False,
        max_length=1024,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        """Refuse a name that is taken, ignoring case."""
        username: str = self.cleaned_data["username"]
        if selectors.name_is_taken(username=username):
            raise ValidationError("This user name is taken.")
        return username

    def clean_email(self) -> str:
        """Refuse an address that has an account, ignoring case."""
        email: str = self.cleaned_data["email"]
        if selectors.name_is_taken(email=email):
            raise ValidationError("This address already has an account.")
        return email

    def clean(self) -> dict[str, Any]:
        """Both passwords agree, and the site's password rules hold."""
        cleaned = super().clean() or self.cleaned_data
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", "The two passwords differ.")
        if first:
            someone = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                password_validation.validate_password(first, someone)
            except ValidationError as mistakes:
                self.add_error("password1", mistakes)
        return cleaned


class PasswordForm(PasswordChangeForm):
    """The present password and another one, twice; the site's password rules hold."""

    error_messages = {
        **PasswordChangeForm.error_messages,
        "password_incorrect": "This is not your present password.",
        "password_mismatch": "The two passwords differ.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {
            "old_password": "Present password",
            "new_password1": "New password",
            "new_password2": "New password again",
        }
        for name, label in labels.items():
            self.fields[name].label = label
            self.fields[name].help_text = ""
            self.fields[name].widget.attrs.pop("autofocus", None)
        self.fields["new_password1"].help_text = PASSWORD_HELP


class TokenForm(forms.Form):
    """A token to be issued: what its owner calls it, and how long it lives."""

    name = forms.CharField(
        label="Name",
        max_length=80,
        help_text="So that you know later which program has it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    days = forms.TypedChoiceField(
        label="Valid for",
        coerce=int,
        choices=[(days, f"{days} days") for days in TOKEN_DAYS],
        initial=30,
    )
