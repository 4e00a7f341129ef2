"""Writing accounts: people, their tokens, their teams; and the log of what curators did."""

from trek_site.accounts.services.auditing import audit
from trek_site.accounts.services.people import (
    account_create,
    account_lock,
    address_vouch,
    password_change,
    profile_change,
    team_lock,
)
from trek_site.accounts.services.sign_ins import (
    sign_in_end,
    sign_in_goes_on,
    sign_in_note,
    sign_ins_end_others,
    sign_ins_sweep,
)
from trek_site.accounts.services.teams import (
    MEMBERS_MAX,
    TEAMS_MAX,
    invitation_accept,
    invitation_decline,
    invitation_make,
    invitation_withdraw,
    member_remove,
    role_change,
    team_create,
    team_rename,
)
from trek_site.accounts.services.tokens import (
    TOKEN_MARK,
    TOKENS_MAX,
    token_issue,
    token_revoke,
    token_use,
    tokens_revoke_all,
)

__all__ = [
    "MEMBERS_MAX",
    "TEAMS_MAX",
    "TOKENS_MAX",
    "TOKEN_MARK",
    "account_create",
    "account_lock",
    "address_vouch",
    "audit",
    "invitation_accept",
    "invitation_decline",
    "invitation_make",
    "invitation_withdraw",
    "member_remove",
    "password_change",
    "profile_change",
    "role_change",
    "sign_in_end",
    "sign_in_goes_on",
    "sign_in_note",
    "sign_ins_end_others",
    "sign_ins_sweep",
    "team_create",
    "team_lock",
    "team_rename",
    "token_issue",
    "token_revoke",
    "token_use",
    "tokens_revoke_all",
]
