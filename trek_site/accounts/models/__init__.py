"""People, their programs' tokens, teams, and what curators did."""

from trek_site.accounts.models.audit import AuditEvent
from trek_site.accounts.models.fields import look_of
from trek_site.accounts.models.people import (
    TOKEN_LIFETIME_MAX,
    TOKEN_NAME_CHARACTERS_MAX,
    ApiToken,
    User,
)
from trek_site.accounts.models.sign_ins import SignIn
from trek_site.accounts.models.teams import (
    INVITATION_LIFETIME_MAX,
    TEAM_NAME_CHARACTERS_MAX,
    Invitation,
    Membership,
    Organisation,
    Role,
)

__all__ = [
    "INVITATION_LIFETIME_MAX",
    "TEAM_NAME_CHARACTERS_MAX",
    "TOKEN_LIFETIME_MAX",
    "TOKEN_NAME_CHARACTERS_MAX",
    "ApiToken",
    "AuditEvent",
    "Invitation",
    "Membership",
    "Organisation",
    "Role",
    "SignIn",
    "User",
    "look_of",
]
