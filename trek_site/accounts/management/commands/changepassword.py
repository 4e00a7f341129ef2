"""Set somebody's password at the command line; as everywhere, every token of theirs goes with the old one."""

from __future__ import annotations

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from trek_site.accounts.selectors import account_named
from trek_site.accounts.services import tokens_revoke_all


class Command(changepassword.Command):
    """Django's own, and what else a new password ends."""

    help = "Change a user's password, end their sessions and revoke their tokens."

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Ask for the new password, and set it. No transaction: nobody should wait while somebody types."""
        done: str | None = super().handle(*args, **options)
        tokens_revoke_all(account_named(options["username"] or getpass.getuser()))
        return done
