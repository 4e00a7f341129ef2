"""Reading accounts: people, their tokens, and their teams."""

from trek_site.accounts.models import User
from trek_site.accounts.selectors.people import (
    TokenLine,
    name_is_taken,
    token_digest,
    token_owner,
    token_valid,
    tokens_of,
    tokens_valid,
)
from trek_site.accounts.selectors.teams import (
    TeamLine,
    is_member,
    team_ids_of,
    teams_of,
)

# The user is the one row that every app passes around: it comes with each request.
__all__ = [
    "TeamLine",
    "TokenLine",
    "User",
    "is_member",
    "name_is_taken",
    "team_ids_of",
    "teams_of",
    "token_digest",
    "token_owner",
    "token_valid",
    "tokens_of",
    "tokens_valid",
]
