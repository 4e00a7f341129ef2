"""Reading accounts: people, their tokens, and their teams."""

from trek_site.accounts.models import User
from trek_site.accounts.selectors.people import (
    TokenLine,
    account_named,
    has_confirmed_address,
    has_second_factor,
    name_is_taken,
    token_digest,
    token_owner,
    token_valid,
    tokens_of,
    tokens_valid,
    wanting_mail,
)
from trek_site.accounts.selectors.sign_ins import SignInLine, sign_ins_of
from trek_site.accounts.selectors.teams import (
    InvitationLine,
    MemberLine,
    TeamLine,
    TeamPage,
    invitation_by_secret,
    invitation_named,
    invitations_for,
    invitations_open,
    is_member,
    team_ids_of,
    team_page,
    teams_of,
)

# The user is the one row that every app passes around: it comes with each request.
__all__ = [
    "InvitationLine",
    "MemberLine",
    "SignInLine",
    "TeamLine",
    "TeamPage",
    "TokenLine",
    "User",
    "account_named",
    "has_confirmed_address",
    "has_second_factor",
    "invitation_by_secret",
    "invitation_named",
    "invitations_for",
    "invitations_open",
    "is_member",
    "name_is_taken",
    "sign_ins_of",
    "team_ids_of",
    "team_page",
    "teams_of",
    "token_digest",
    "token_owner",
    "token_valid",
    "tokens_of",
    "tokens_valid",
    "wanting_mail",
]
