"""Who may do what, address by address. Whatever does not stand here is refused to everybody.

A row says for each method who is let in. How a refusal has to look follows from who asks: to somebody who
may not see the object it does not exist (404); a visitor may be sent to sign in (302, 401); only somebody who
sees it anyway is told that they may not do this (403).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from tests.access.routes import Route
from tests.access.world import FACTS, NAMES, SCORED, SECRETS, WITHOUT_TEAM

Audience: TypeAlias = Callable[[str, str], bool]
"""Whether somebody in that role is let in where the submission is in that state."""

Row: TypeAlias = Mapping[str, Audience]


def everybody(role: str, state: str) -> bool:
    return True


def accounts(role: str, state: str) -> bool:
    return role != "nobody"


def visitors(role: str, state: str) -> bool:
    return role == "nobody"


def noone(role: str, state: str) -> bool:
    return False


def acts(role: str, state: str) -> bool:
    """Who sent it, and the members of its team as long as they are members."""
    if state == "leftover":
        return role in {"member", "owner"}
    return role == "owner" or (role == "member" and state not in WITHOUT_TEAM)


def moderates(role: str, state: str) -> bool:
    """Staff with the right to look at submissions; being staff gives none."""
    return role in {"curator", "superuser"}


def follows(role: str, state: str) -> bool:
    """Who sees the status, the findings and the file."""
    return acts(role, state) or moderates(role, state)


def reads_as_everybody(role: str, state: str) -> bool:
    """What is made for strangers is made for nobody before it is shown."""
    return state in SHOWN


def reads(role: str, state: str) -> bool:
    """Who sees the scores: everybody once they were shown."""
    return state in SCORED and (state in SHOWN or follows(role, state))


def withdraws(role: str, state: str) -> bool:
    return follows(role, state)


def is_in_team(role: str, state: str) -> bool:
    return role in {"owner", "member"}


def owns_team(role: str, state: str) -> bool:
    return role == "owner"


def leaves_or_puts_out(role: str, state: str) -> bool:
    """The member who is to go in this world may go; so may an owner see to it."""
    return role in {"owner", "member"}


def uploads(role: str, state: str) -> bool:
    """An upload that is not finished is nobody's but its sender's."""
    return role == "owner"


def owns_sign_in(role: str, state: str) -> bool:
    return role == "owner"


def owns_token(role: str, state: str) -> bool:
    return role == "owner"


def invited(role: str, state: str) -> bool:
    """The link of an invitation is for whoever it was sent to, which is whoever has it."""
    return role != "nobody"


def staff(role: str, state: str) -> bool:
    return role in {"staff", "curator", "superuser"}


def may_sign_in_there(role: str, state: str) -> bool:
    """The admin's own sign-in turns away who has signed in and is not staff."""
    return role == "nobody" or staff(role, state)


def operators(role: str, state: str) -> bool:
    return role == "superuser"


SHOWN: Final = frozenset({"held", "anonymous", "public", "withdrawn", "superseded"})

LOOK: Final[Row] = MappingProxyType({"GET": everybody})
FORM: Final[Row] = MappingProxyType({"GET": everybody, "POST": everybody})
MINE: Final[Row] = MappingProxyType({"GET": accounts})
MY_FORM: Final[Row] = MappingProxyType({"GET": accounts, "POST": accounts})

SITE: Final[Mapping[str, Row]] = MappingProxyType(
    {
        # What is shown
        "scoring:board": LOOK,
        "scoring:board_file": LOOK,
        # While rank ranges are worked out it is to be asked for again.
        "scoring:board_file_pinned": LOOK,
        "scoring:board_figure": LOOK,
        "scoring:badge": {"GET": reads_as_everybody},
        "scoring:board_log": LOOK,
        "scoring:board_feed": LOOK,
        "scoring:board_runs": LOOK,
        "scoring:analysis": LOOK,
        "scoring:analysis_failures": LOOK,
        "scoring:analysis_failures_csv": LOOK,
        "scoring:analysis_cost": LOOK,
        "scoring:analysis_cost_csv": LOOK,
        "scoring:analysis_robustness": LOOK,
        "scoring:analysis_robustness_csv": LOOK,
        "scoring:entry": {"GET": reads},
        # Without a query; which entries may be compared is tested where comparisons are.
        "scoring:comparison": LOOK,
        "scoring:entry_task": {"GET": reads},
        "scoring:entry_receipt": {"GET": reads},
        "scoring:entry_receipt_json": {"GET": reads},
        "scoring:verify": FORM,
        "scoring:verify_keys": LOOK,
        "kb_browser:dataset_list": LOOK,
        "kb_browser:dataset": LOOK,
        "kb_browser:checksums": LOOK,
        # There are no files in this world, for anybody.
        "kb_browser:download": {"GET": noone},
        "kb_browser:knowledge_current": LOOK,
        # Nor are there records to browse: a version that is there has to wait for them.
        "kb_browser:knowledge": LOOK,
        "kb_browser:knowledge_search": LOOK,
        "kb_browser:knowledge_route": LOOK,
        "kb_browser:knowledge_list": LOOK,
        "kb_browser:knowledge_record": LOOK,
        "kb_browser:knowledge_compare": LOOK,
        "about": LOOK,
        "healthz": LOOK,
        "readyz": LOOK,
        # Submissions
        "scoring:submission_list": MINE,
        "scoring:submission": {"GET": follows},
        "scoring:submission_report": {"GET": follows},
        "scoring:submission_appeal": {"POST": acts},
        "scoring:submission_confirm": {"POST": acts},
        "scoring:submission_cancel": {"POST": acts},
        "scoring:submission_publish": {"GET": follows, "POST": acts},
        "scoring:submission_withdraw": {"GET": follows, "POST": withdraws},
        "submissions:submit": MY_FORM,
        "submissions:check": MY_FORM,
        "submissions:how": LOOK,
        # Example files have names of their own, which are none of this world.
        "submissions:example": {"GET": noone},
        # Accounts
        "accounts:profile": MY_FORM,
        "accounts:sign_in": FORM,
        "accounts:sign_out": {"POST": everybody},
        "accounts:sign_up": FORM,
        "accounts:password_change": MY_FORM,
        "accounts:sign_in_list": MINE,
        "accounts:sign_ins_end_others": {"POST": accounts},
        "accounts:sign_in_end": {"POST": owns_sign_in},
        "accounts:token_list": MY_FORM,
        "accounts:token_revoke": {"POST": owns_token},
        "accounts:team_list": MY_FORM,
        "accounts:invitation": {"GET": accounts, "POST": invited},
        "accounts:invitation_answer": {"POST": noone},
        "accounts:team": {"GET": is_in_team},
        "accounts:team_rename": {"POST": owns_team},
        "accounts:invitation_make": {"POST": owns_team},
        "accounts:invitation_withdraw": {"POST": owns_team},
        "accounts:role_change": {"POST": owns_team},
        "accounts:member_remove": {"POST": leaves_or_puts_out},
        "account_inactive": LOOK,
        "account_reauthenticate": MY_FORM,
        "account_email": MY_FORM,
        "account_email_verification_sent": LOOK,
        # A wrong key tells nobody anything; confirming takes a right one.
        "account_confirm_email": {"GET": everybody, "POST": noone},
        "account_reset_password": FORM,
        "account_reset_password_done": LOOK,
        "account_reset_password_from_key": FORM,
        "account_reset_password_from_key_done": LOOK,
        # Nobody has a second factor in this world, nor is in the middle of signing in.
        "mfa_index": MINE,
        "mfa_authenticate": FORM,
        "mfa_reauthenticate": FORM,
        "mfa_activate_totp": MY_FORM,
        "mfa_deactivate_totp": {"GET": noone},
        "mfa_view_recovery_codes": {"GET": noone},
        "mfa_generate_recovery_codes": MY_FORM,
        "mfa_download_recovery_codes": {"GET": noone},
        "socialaccount_connections": MY_FORM,
        "socialaccount_signup": FORM,
        "socialaccount_login_cancelled": LOOK,
        "socialaccount_login_error": {"GET": noone},
        # The API
        "api_schema": LOOK,
        "api_dataset_version_list": LOOK,
        "api_dataset_version": LOOK,
        "api_dataset_downloads": LOOK,
        "api_knowledge_cities": LOOK,
        "api_knowledge_city": LOOK,
        "api_knowledge_search": LOOK,
        "api_knowledge_route": LOOK,
        "api_knowledge_list": LOOK,
        "api_knowledge_record": LOOK,
        "api_knowledge_compare": LOOK,
        "api_upload_list": {"GET": accounts, "POST": accounts, "OPTIONS": accounts},
        "api_upload": {"GET": uploads, "PATCH": uploads, "DELETE": uploads, "OPTIONS": accounts},
        "api_board": LOOK,
        "api_board_log": LOOK,
        "api_board_runs": LOOK,
        "api_board_failures": LOOK,
        "api_board_cost": LOOK,
        "api_board_robustness": LOOK,
        "api_comparison": LOOK,
        "api_entry": {"GET": reads},
        "api_task_result_list": {"GET": reads},
        "api_task_result": {"GET": reads},
        "api_entry_receipt": {"GET": reads},
        "api_my_submission_list": MINE,
        "api_submission_create": {"POST": accounts},
        "api_submission_status": {"GET": follows},
        "api_submission_report": {"GET": follows},
        "api_submission_integrity": {"GET": follows},
        "api_submission_appeal": {"POST": acts},
        "api_submission_confirm": {"POST": acts},
        "api_submission_cancel": {"POST": acts},
        "api_submission_publish": {"POST": acts},
        "api_submission_withdraw": {"POST": withdraws},
        # The admin's own
        "admin:index": {"GET": staff},
        "admin:login": {"GET": may_sign_in_there, "POST": may_sign_in_there},
        "admin:logout": {"POST": everybody},
        "admin:password_change": {"GET": staff, "POST": staff},
        "admin:password_change_done": {"GET": staff},
        "admin:jsi18n": {"GET": staff},
        "admin:autocomplete": {"GET": noone},
        "admin:view_on_site": {"GET": noone},
        "admin:app_list": {"GET": moderates},
        "admin:(?P<url>.*)$": {"GET": noone},
        "admin:scoring_integrity_review": {"GET": moderates, "POST": moderates},
        "admin:scoring_pricetable_add": {"GET": moderates, "POST": moderates},
        "admin:auth_user_password_change": {"GET": operators, "POST": operators},
    }
)

# What curators see in the admin; operators see every model.
CURATED: Final = frozenset(
    {
        "accounts.auditevent",
        "kb_browser.datasetversion",
        "kb_browser.task",
        "kb_browser.curation",
        "scoring.rehearsal",
        "scoring.appeal",
        "scoring.integrityfinding",
        "scoring.integrityreview",
        "scoring.pricetable",
        "submissions.submission",
    }
)
# What operators may write by hand. Everything else is written by services only.
WRITTEN_BY_HAND: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "account.emailaddress": frozenset({"add", "change", "delete"}),
        "socialaccount.socialaccount": frozenset({"add", "change", "delete"}),
        "auth.group": frozenset({"add", "change", "delete"}),
        "accounts.user": frozenset({"add", "change", "delete"}),
        "mfa.authenticator": frozenset({"delete"}),
    }
)
# Their own pages lead on to the page where a submission is reviewed, whatever was asked of them.
LEADS_TO_A_REVIEW: Final = frozenset(
    {"scoring.appeal", "scoring.integrityfinding", "scoring.integrityreview"}
)
# Pages that start work, with who may open them.
STARTED_BY: Final[Mapping[str, Audience]] = MappingProxyType(
    {
        "import": moderates,
        "build": moderates,
        "check": moderates,
        "publish": moderates,
        "export": moderates,
        "start": moderates,
        "cancel": moderates,
    }
)


def policy_of(route: Route) -> Row | None:
    """The row of an address; None where it has none, which is a fault of whoever made the address."""
    if route.name in SITE:
        return SITE[route.name]
    model, page = route.admin_page
    if model:
        return _admin_row(model, page)
    # The admin's old form of a change page, which leads on to it.
    return {"GET": staff} if route.is_admin and route.pattern.endswith("<path:object_id>/") else None


def _admin_row(model: str, page: str) -> Row | None:
    seen: Audience = moderates if model in CURATED else operators
    if page == "changelist":
        return {"GET": seen, "POST": seen}
    if page == "change":
        may = operators if page in WRITTEN_BY_HAND.get(model, ()) else noone
        return {"GET": seen, "POST": seen if model in LEADS_TO_A_REVIEW else may}
    if page == "history":
        return {"GET": seen}
    if page in {"add", "delete"}:
        may = operators if page in WRITTEN_BY_HAND.get(model, ()) else noone
        return {"GET": may, "POST": may}
    return {"GET": STARTED_BY[page], "POST": STARTED_BY[page]} if page in STARTED_BY else None


def knows(role: str, state: str) -> frozenset[str]:
    """Which marked fields of a submission somebody may read somewhere on the site."""
    if follows(role, state):
        # What curators note for each other is for curators.
        notes = {"reviewnote"} if moderates(role, state) else set()
        return frozenset({*NAMES, *SECRETS, *FACTS, "appeal", *notes})
    found: set[str] = set()
    if state in SHOWN:
        found |= set(FACTS)
    if state in SHOWN - {"anonymous"}:
        found |= {*NAMES, "person"}
    return frozenset(found)


SCOPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "api_submission_create": "submit",
        "api_upload_list": "submit",
        "api_upload": "submit",
        "api_submission_appeal": "submit",
        "api_submission_confirm": "submit",
        "api_submission_cancel": "submit",
        "api_submission_publish": "publish",
        "api_submission_withdraw": "publish",
    }
)
"""What a token needs for the endpoints that change something; reading takes ``read``."""
