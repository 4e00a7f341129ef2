"""The world that access is tried in: everybody who may come, and a submission in every state.

Every text that somebody typed holds a mark, from which a leak tells what leaked and of which submission.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models.functions import Now
from django.test import Client

from kb_browser.selectors import VersionFacts
from scoring.models import (
    Appeal,
    Evaluation,
    IntegrityFinding,
    IntegrityReview,
    LeaderboardEntry,
    Rehearsal,
    TaskOutcome,
)
from scoring.services import board_refresh
from scoring.states import ReviewVerdict
from scoring.states import State as EvaluationState
from scoring.tracks import DEFAULT
from submissions.models import ResumableUpload, Submission, SubmissionFinding
from submissions.states import Outcome, Purpose, State, Visibility
from tests.factories import (
    curation_make,
    curator_make,
    entry_make,
    evaluation_make,
    manifest_make,
    outcomes_make,
    receipt_make,
    submission_make,
    team_make,
    user_make,
    version_make,
)
from trek_site.accounts.models import Membership, Organisation, SignIn, User
from trek_site.accounts.services import address_vouch, invitation_make, token_issue
from trek_site.shared.leases import seconds_from_now

ROLES = (
    "nobody",
    "stranger",
    "unattached",
    "former",
    "staff",
    "member",
    "owner",
    "curator",
    "superuser",
)
"""By rising rights: nobody signed in; a member of another team; an account without team; who left the team;
staff without any right; a member of the team; who sent it; staff with the rights of curators; everything."""

MARK = re.compile(r"zq-([a-z]+)-([a-z]+)")

# What the text fields of a submission are, by who may know them; see `policy.knows`.
NAMES = ("label", "displayname", "model", "affiliation", "description")
SECRETS = ("filename", "person", "mail", "notes", "finding", "hint")
FACTS = ("plan",)

CHECKED = {"state": State.CHECKED, "outcome": Outcome.VALID}
PUBLIC = {**CHECKED, "visibility": Visibility.PUBLIC}

STATES: Mapping[str, Mapping[str, Any]] = {
    "received": {"state": State.RECEIVED},
    "checking": {"state": State.CHECKING},
    "unconfirmed": {"state": State.CHECKED, "outcome": Outcome.NEEDS_CONFIRMATION},
    "invalid": {"state": State.CHECKED, "outcome": Outcome.INVALID},
    "cancelled": {"state": State.CANCELLED},
    "failed": {"state": State.FAILED},
    "queued": CHECKED,
    "private": CHECKED,
    "anonymous": {**CHECKED, "visibility": Visibility.ANONYMOUS},
    "public": PUBLIC,
    "withdrawn": {**PUBLIC, "withdrawn_at": Now()},
    # Published, and kept off the ranks until somebody has looked at it.
    "held": PUBLIC,
    "superseded": {**PUBLIC, "superseded_at": Now()},
    # Nobody's but its sender's: format checks belong to no team, and these are kept from the team on purpose.
    "check": {**CHECKED, "purpose": Purpose.CHECK},
    "alone": CHECKED,
    # Sent for the team by somebody who has left it.
    "leftover": CHECKED,
}
SCORED = frozenset({"held", "private", "anonymous", "public", "withdrawn", "superseded", "alone", "leftover"})
# An upload that is not finished is its sender's, too.
WITHOUT_TEAM = frozenset({"check", "alone", "upload"})


@dataclass(slots=True)
class World:
    """Everything there is.

    Attributes:
        submissions: By state.
        people: By role, without "nobody".
        clients: A signed-in browser by role.
        values: What the parameters of addresses are filled in with, where they name no submission.
    """

    version: VersionFacts
    team: Organisation
    people: dict[str, User]
    submissions: dict[str, Submission] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def evaluation_of(self, state: str) -> Evaluation | None:
        return Evaluation.objects.filter(submission=self.submissions[state]).first()

    def entry_of(self, state: str) -> LeaderboardEntry | None:
        return LeaderboardEntry.objects.filter(evaluation__submission=self.submissions[state]).first()


def mark(state: str, what: str) -> str:
    """A text that stands in one field of one submission and nowhere else."""
    return f"zq-{state}-{what}"


def world_make() -> World:
    """People, their team, a submission in every state, and one row of whatever else has an address."""
    people = {
        "stranger": user_make(),
        "unattached": user_make(),
        "former": user_make(),
        "staff": user_make(is_staff=True),
        "member": user_make(),
        "owner": user_make(),
        "curator": curator_make(),
        "superuser": user_make(is_staff=True, is_superuser=True),
    }
    for person in people.values():
        # As after signing up; the library would write this row when its page of addresses is opened.
        address_vouch(person)
    team = team_make(people["owner"], people["member"], people["former"])
    team_make(people["stranger"])
    world = World(version=version_make(name="shown"), team=team, people=people)
    for state in STATES:
        world.submissions[state] = _submission(world, state)
    Membership.objects.filter(organisation=team, user=people["former"]).delete()
    board_refresh(world.version.pk, DEFAULT, is_changed=True)
    world.values = _values(world)
    world.clients = clients_of(world)
    return world


def clients_of(world: World, **options: Any) -> dict[str, Client]:
    clients = {role: Client(raise_request_exception=False, **options) for role in ROLES}
    for role, person in world.people.items():
        clients[role].force_login(person)
    return clients


def _submission(world: World, state: str) -> Submission:
    owner = world.people["former" if state == "leftover" else "owner"]
    said = {name: mark(state, name) for name in (*NAMES, *SECRETS)}
    given: dict[str, Any] = {
        **STATES[state],
        "owner": owner,
        "version": world.version,
        "team": None if state in WITHOUT_TEAM else world.team,
        "label": said["label"],
        "display_name": said["displayname"],
        "model_name": said["model"],
        "organisation": said["affiliation"],
        "description": said["description"],
        "file_name": f"{said['filename']}.jsonl",
        "manifest": manifest_make(
            label=said["label"],
            sections={
                "submitter": {
                    "name": said["person"],
                    "affiliation": said["affiliation"],
                    "contact_email": f"{said['mail']}@example.org",
                },
                "run": {"notes": said["notes"]},
            },
        ),
    }
    submission = submission_make(**given)
    SubmissionFinding.objects.create(
        submission=submission,
        ordinal=0,
        code="W501",
        severity="W",
        stage="records",
        message=said["finding"],
        hint=said["hint"],
    )
    if state == "queued":
        evaluation_make(submission, state=EvaluationState.QUEUED)
    if state in SCORED:
        evaluation = entry_make(submission).evaluation
        facts = {"planned": mark(state, "plan")}
        outcome = {"code": "trek.none.such", "verdict": "failed", "path": "", "facts": facts}
        outcomes_make(evaluation, range(world.version.task_count))
        TaskOutcome.objects.filter(evaluation=evaluation).update(outcomes=[outcome])
        receipt_make(evaluation)
    if state == "held":
        _hold(world, submission)
    return submission


def _hold(world: World, submission: Submission) -> None:
    """Something was noticed, a curator has asked about it, and the owner has answered."""
    curator = world.people["curator"]
    IntegrityFinding.objects.create(
        evaluation=Evaluation.objects.get(submission=submission), code="S801", holds=True, found_at=Now()
    )
    said = {"public_reason": "Please explain.", "note": mark("held", "reviewnote")}
    review = IntegrityReview.objects.create(
        submission=submission, verdict=ReviewVerdict.ASKED, by=curator, at=Now(), **said
    )
    Appeal.objects.create(review=review, text=mark("held", "appeal"), by=world.people["owner"], at=Now())


def _values(world: World) -> dict[str, str]:
    token, _ = token_issue(world.people["owner"], name="a token")
    elsewhere = SignIn.objects.create(user=world.people["owner"], session_key="s" * 32, at=Now())
    invitation, secret = invitation_make(world.people["owner"], world.team.public_id, email="n@example.org")
    curation_make("export", "shown", outcome="done")
    Rehearsal.objects.create(
        baseline_version_id=world.version.pk,
        baseline_evaluator=DEFAULT,
        candidate_version_id=version_make(is_published=False).pk,
        candidate_evaluator=DEFAULT,
        candidate_digest="d" * 64,
        state=EvaluationState.RUNNING,
        deadline_at=seconds_from_now(3600),
        created_at=Now(),
    )
    LogEntry.objects.create(
        user=world.people["superuser"],
        content_type=ContentType.objects.get_for_model(Submission),
        object_id=str(world.submissions["private"].pk),
        object_repr="a submission",
        action_flag=CHANGE,
        action_time=world.submissions["private"].received_at,
    )
    upload = ResumableUpload.objects.create(
        owner=world.people["owner"],
        file_name=mark("upload", "filename"),
        declared_bytes=10,
        created_at=Now(),
        expires_at=seconds_from_now(3600),
    )
    return {
        "upload_id": upload.public_id,
        "query_index": "1",
        "track": "trek",
        "version": "shown",
        "evaluator": DEFAULT,
        "revision": "1",
        "form": "csv",
        "name": "shown",
        "file_name": "release.tar.gz",
        "kind": "hotels",
        "slug": "no-such-record",
        "token_id": str(token.pk),
        "sign_in_id": str(elsewhere.pk),
        "team_id": world.team.public_id,
        "user_id": str(world.people["member"].pk),
        "invitation_id": str(invitation.pk),
        "secret": secret,
        "key": "no-such-key",
        "uidb36": "1",
        "content_type_id": str(ContentType.objects.get_for_model(Submission).pk),
        "app_label": "scoring",
        "id": str(world.people["member"].pk),
        "url": "no/such/page",
    }
