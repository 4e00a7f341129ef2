"""Writing accounts: making one, its profile, its password, its confirmed address."""

from __future__ import annotations

import logging

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from trek_site.accounts.models import Organisation, User
from trek_site.accounts.services.tokens import tokens_revoke_all
from trek_site.shared.errors import ConflictError

logger = logging.getLogger(__name__)


def account_create(*, username: str, email: str, password: str) -> User:
    """Make an account with the rights of a submitter.

    Raises:
        ConflictError: The name or the address is taken.
    """
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, email=email, password=password)
    except IntegrityError as fault:
        raise ConflictError("This user name or address already has an account.") from fault


def password_change(user: User, password: str) -> None:
    """Give the account another password and shut out every program that speaks for it.

    Somebody else may have known the old one, and have issued tokens with it.
    """
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        tokens_revoke_all(user)
    logger.info("password changed", extra={"user_id": user.pk})


def account_lock(user_id: int) -> None:
    """Stand in line for an account until the surrounding transaction ends; for whoever counts its quotas."""
    # Not against new rows that refer to the account: who writes one may hold what this one will wait for.
    User.objects.select_for_update(no_key=True).get(pk=user_id)


def team_lock(team_id: int) -> None:
    """Stand in line for a team until the transaction ends; after the account, where both are locked."""
    Organisation.objects.select_for_update(no_key=True).get(pk=team_id)


def profile_change(user: User, *, first_name: str, last_name: str, wants_mail: bool) -> None:
    """Write down what the account says about its owner."""
    user.first_name, user.last_name, user.wants_mail = first_name, last_name, wants_mail
    user.save(update_fields=["first_name", "last_name", "wants_mail"])


def address_vouch(user: User) -> bool:
    """Take the address of an account that an operator made as confirmed; doing it twice changes nothing.

    Whoever signs up has addresses with a state of their own, which this leaves as they are.

    Returns:
        Whether the account was made by an operator: it has no address with a state of its own, or had none
        until now.
    """
    with transaction.atomic():
        account_lock(user.pk)
        if EmailAddress.objects.filter(user=user).exists():
            return False
        if user.email:
            EmailAddress.objects.create(user=user, email=user.email.lower(), verified=True, primary=True)
    return True
