"""What the sign-in library asks of the site: mail, brakes, names, and what else a new password ends."""

from __future__ import annotations

import logging
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import EmailVerificationStage
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from trek_site.accounts import attempts, selectors, services
from trek_site.shared.mail import mail_send, site_address
from trek_site.shared.names import unseen_characters

logger = logging.getLogger(__name__)

# Mails that anybody can have sent to any mailbox by typing it somewhere.
_CONFIRMATIONS: Final = frozenset(
    {"email_confirmation", "email_confirmation_signup", "account_already_exists"}
)
_STAGE: Final = "allauth.account.stages.EmailVerificationStage"


class ConfirmedAddressStage(EmailVerificationStage):
    """Nobody gets past a sign-in without a confirmed address; for accounts made by operators these vouch."""

    def handle(self) -> Any:
        """As the library does, once an operator's word is written down as a confirmed address."""
        if self.login.user is not None and services.address_vouch(self.login.user):
            return None, True
        return super().handle()


class AccountAdapter(DefaultAccountAdapter):
    """Accounts as this site wants them."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": "Name and password do not match.",
        "email_password_mismatch": "Name and password do not match.",
        "username_taken": "This user name is taken.",
        "incorrect_password": "This is not your present password.",
        "incorrect_code": "This code is not right. Codes of an app are good for half a minute.",
        "duplicate_email": "This is one of your addresses already.",
        "unverified_primary_email": "Confirm the address first.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 - the library's.
        """A name that nobody has, and that looks like nobody's.

        Raises:
            ValidationError: It will not do, and why.
        """
        name: str = super().clean_username(username, shallow=True)
        if "@" in name:
            # It could be somebody's mail address, with which they sign in.
            raise ValidationError("A user name has no @ in it.")
        if unseen_characters(name):
            raise ValidationError("A user name has no characters that nobody sees.")
        if not shallow and selectors.name_is_taken(username=name):
            raise self.validation_error("username_taken")
        return name

    def can_delete_email(self, email_address: Any) -> bool:
        """Every account keeps a confirmed address."""
        return not email_address.primary

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """As on the password page: every token goes with the old one."""
        services.password_change(user, password)  # type: ignore[arg-type]  # There is one kind of user.

    def get_login_stages(self) -> list[str]:
        """The library's, with our view of confirmed addresses."""
        ours = f"{__name__}.{ConfirmedAddressStage.__name__}"
        return [ours if stage == _STAGE else stage for stage in super().get_login_stages()]

    def get_client_ip(self, request: HttpRequest) -> str:
        """Whom the request comes from."""
        return attempts.client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse before the password is looked at when there were too many wrong ones."""
        attempts.sign_in_take(**self._who(request, credentials))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """The account that name and password belong to. A right password is not counted as an attempt."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            attempts.sign_in_succeeded(**self._who(request, credentials))
        return user

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> Any:
        """As the library does, once it is written down where the session began."""
        if request.session.session_key is None:
            # Somebody else was signed in before: the new session has no key until it is saved.
            request.session.save()
        services.sign_in_note(
            user,  # type: ignore[arg-type]  # There is one kind of user.
            session_key=request.session.session_key or "",
            agent=request.headers.get("User-Agent", ""),
            address=self.get_client_ip(request),
        )
        return super().post_login(request, user, **more)

    def _who(self, request: HttpRequest, credentials: dict[str, Any]) -> dict[str, str]:
        typed = credentials.get("username") or credentials.get("email") or ""
        return {"username": str(typed)[:254], "address": attempts.client_address(request)}

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand in one short mail of plain text, whose links lead to the configured address of the site.

        Raises:
            UnavailableError: The mail server does not take it.
        """
        name = template_prefix.rpartition("/")[2]
        if name in _CONFIRMATIONS and not attempts.CONFIRMATIONS_OF_MAILBOX.takes(email):
            logger.info("mail held back", extra={"template": name})
            return
        known = {
            key: site_address(str(value)) if key.endswith("_url") else value for key, value in context.items()
        }
        mail_send(template_prefix, email, known)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Codes of an app as this site wants them."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "add_email_blocked": "Turn the second factor off first, and on again once the address is confirmed.",
        "unverified_email": "Confirm every address of yours first, or remove it.",
    }

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """What the app calls the account: the user name, not the mail address."""
        return str(user.get_username())
