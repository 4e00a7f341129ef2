"""Signing in and up, and coming back without a password: the sign-in library's forms in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as library
from allauth.socialaccount.forms import SignupForm as LibraryProviderSignUpForm
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from trek_site.accounts.forms.fields import PASSWORD_HELP, Worded
from trek_site.shared.errors import ConflictError

_USER_NAME = ("User name", "Letters, digits and . + - _ only. Not shown on the leaderboard.")
_ADDRESS = ("E-mail address", "Never shown to anybody else. We send a link to it that you have to open.")
_TWICE = {
    "password1": ("New password", PASSWORD_HELP),
    "password2": ("New password again", ""),
}


class SignInForm(Worded, library.LoginForm):
    """Name or address, and password; the same words for a wrong name and a wrong password."""

    words = {"login": ("User name or e-mail address", ""), "password": ("Password", "")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].validators.append(MaxLengthValidator(254))
        self.fields["login"].widget.attrs |= {"autocapitalize": "none", "autocomplete": "username"}
        self.fields["password"].help_text = ""

    def user_credentials(self) -> dict[str, str]:
        """Both kinds of name as one, so that a wrong password is looked at once, whoever it is said to be."""
        return {"username": self.cleaned_data["login"], "password": self.cleaned_data["password"]}


class AtOnce:
    """An account and its address are written down together, or neither is."""

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """The new account.

        Raises:
            ConflictError: Somebody else took the name in the same moment.
        """
        try:
            with transaction.atomic():
                user: AbstractBaseUser = super().save(request)  # type: ignore[misc]  # Mixed into a form.
                return user
        except IntegrityError as fault:
            raise ConflictError("This user name was taken in this very moment; choose another.") from fault


class SignUpForm(AtOnce, Worded, library.SignupForm):
    """A new account."""

    words = {
        "username": _USER_NAME,
        "email": _ADDRESS,
        "password1": ("Password", PASSWORD_HELP),
        "password2": ("Password again", ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autocapitalize"] = "none"

    def try_save(self, request: HttpRequest) -> Any:
        """As the library does: an address that has an account gets a mail that says so.

        A password costs as much time then as in an account that is made.
        """
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class ProviderSignUpForm(AtOnce, Worded, LibraryProviderSignUpForm):
    """A new account for somebody whom a provider knows."""

    words = {"username": _USER_NAME, "email": _ADDRESS}


class AddAddressForm(Worded, library.AddEmailForm):
    """One more address of an account."""

    words = {"email": ("Another address", "We send a link to it that you have to open.")}


class ResetForm(Worded, library.ResetPasswordForm):
    """Where the link goes."""

    words = {"email": ("E-mail address", "The one that your account has.")}


class NewPasswordForm(Worded, library.ResetPasswordKeyForm):
    """Another password, by the link of a mail."""

    words = _TWICE


class ConfirmItIsYouForm(Worded, library.ReauthenticateForm):
    """The password once more."""

    words = {"password": ("Password", "")}
