"""Codes of an app, and the codes for when it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms

from trek_site.accounts import attempts
from trek_site.accounts.forms.fields import Worded
from trek_site.accounts.models import User

if TYPE_CHECKING:
    FormBase = forms.Form
else:
    FormBase = object


class Braked(FormBase):
    """Guessing a code of six digits is slowed down like guessing a password."""

    user: ClassVar[User]

    def clean_code(self) -> str:
        """The code, if it is right.

        Raises:
            RateLimitedError: Too many wrong ones.
        """
        who = str(self.user.pk)
        attempts.FAILED_CODES.take(who)
        code: str = super().clean_code()  # type: ignore[misc]  # Mixed into a form.
        attempts.FAILED_CODES.give_back(who)
        return code


_WORDS = {"code": ("Code", "Six digits from your app, or one of your recovery codes.")}


class CodeForm(Braked, Worded, AuthenticateForm):
    """The second factor of a sign-in."""

    words = _WORDS


class CodeAgainForm(Braked, Worded, ReauthenticateForm):
    """The second factor once more."""

    words = _WORDS


class FirstCodeForm(Braked, Worded, ActivateTOTPForm):
    """The first code of an app, which shows that it has the secret."""

    words = {"code": ("Code", "Six digits that the app shows for this site.")}
