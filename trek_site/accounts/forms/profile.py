"""What somebody says about themselves, their password, and their tokens."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib.auth.forms import PasswordChangeForm

from trek_site.accounts.forms.fields import PASSWORD_HELP, NameField
from trek_site.accounts.models import TOKEN_LIFETIME_MAX, TOKEN_NAME_CHARACTERS_MAX
from trek_site.shared.scopes import Scope

TOKEN_DAYS: Final = (7, 30, TOKEN_LIFETIME_MAX.days)
SCOPE_WORDS: Final = (
    (Scope.READ, "Read: see what you see"),
    (Scope.SUBMIT, "Submit: upload, confirm and cancel runs"),
    (Scope.PUBLISH, "Publish: show and withdraw entries"),
)


class ProfileForm(forms.Form):
    """Name and wishes. The user name stays: others know the account by it."""

    first_name = NameField(
        label="First name",
        required=False,
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    last_name = NameField(
        label="Last name",
        required=False,
        max_length=150,
        help_text="Your teams see it beside your user name; nobody else does.",
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    wants_mail = forms.BooleanField(
        label="Write to me when a submission is scored, cannot be, or is reviewed", required=False
    )


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
    """A token to be issued: what its owner calls it, what it is good for, and how long it lives."""

    name = NameField(
        label="Name",
        max_length=TOKEN_NAME_CHARACTERS_MAX,
        help_text="So that you know later which program has it.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.TypedMultipleChoiceField(
        label="Good for",
        coerce=Scope,
        choices=[(scope.value, words) for scope, words in SCOPE_WORDS],
        initial=[Scope.READ.value, Scope.SUBMIT.value],
        widget=forms.CheckboxSelectMultiple,
        help_text="As little as the program needs.",
    )
    days = forms.TypedChoiceField(
        label="Valid for",
        coerce=int,
        choices=[(days, f"{days} days") for days in TOKEN_DAYS],
        initial=30,
    )
