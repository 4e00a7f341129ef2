"""The least valid object of every kind; the bundles are those of `tests.bundles`."""

from __future__ import annotations

import atexit
import hashlib
import itertools
import shutil
import tempfile
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group
from django.db.models.functions import Now

from kb_browser.exports.shelf import LAYOUT
from kb_browser.models import Curation, DatasetVersion, Task
from kb_browser.progress import untold
from kb_browser.release_copies import keep
from kb_browser.selectors import VersionFacts, releases_folder, version_facts
from kb_browser.services import dataset_version_import, dataset_version_publish
from kb_browser.states import CurationKind, CurationState, VersionState
from kb_browser.world.bundles import SMALL_WORLD
from scoring.columns import COLUMNS
from scoring.models import SCORE_COLUMNS, Evaluation, LeaderboardEntry, Receipt, TaskOutcome
from scoring.receipts import digested
from scoring.services import board_refresh, receipts_sweep
from scoring.services.receipts import stored_results
from scoring.states import Outcome as EvaluationOutcome
from scoring.states import State as EvaluationState
from scoring.tracks import DEFAULT, evaluator
from submissions.declarations import Declaration
from submissions.models import QuotaEntry, Submission
from submissions.services import SubmissionReceipt, Upload, submission_receive
from submissions.states import (
    FINAL,
    SHOWN,
    CancelledBy,
    Outcome,
    Purpose,
    QuotaKind,
    QuotaReason,
    State,
    Visibility,
)
from tests.bundles import bundle_of as bundle_of  # noqa: PLC0414  (Given out from here.)
from tests.bundles import gold_answers as gold_answers  # noqa: PLC0414  (Given out from here.)
from tests.bundles import packed as packed  # noqa: PLC0414  (Given out from here.)
from tests.manifests import manifest_make
from trek_site.accounts.models import Membership, Organisation, Role, User
from trek_site.shared.leases import seconds_from_now

_number = itertools.count(1)

LINE = b'{"query_index": 0, "submitted": true, "is_feasible": false, "plan": {}, "refusal_reason": "x"}\n'


def user_make(**changes: Any) -> User:
    number = next(_number)
    given = {"username": f"user{number}", "email": f"user{number}@example.org", **changes}
    return User.objects.create_user(password="correct horse battery", **given)


def curator_make(**changes: Any) -> User:
    """Somebody of the staff with the rights of the group of curators."""
    user = user_make(is_staff=True, **changes)
    user.groups.add(Group.objects.get(name="Curators"))
    return user


def team_make(owner: User | None = None, *members: User, **changes: Any) -> Organisation:
    """A team with its owner and further members."""
    team = Organisation.objects.create(**{"name": f"Team {next(_number)}", "created_at": Now(), **changes})
    people = [(owner or user_make(), Role.OWNER), *((member, Role.MEMBER) for member in members)]
    for person, role in people:
        Membership.objects.create(organisation=team, user=person, role=role, joined_at=Now())
    return team


def version_make(*, task_count: int = 2, **changes: Any) -> VersionFacts:
    """A published version whose tasks alternate between feasible and infeasible; it has no files.

    As in life, it supersedes the one that was current.
    """
    number = next(_number)
    is_published = changes.pop("is_published", True)
    given = {
        "track": "trek",
        "name": f"version-{number}",
        "digest": hashlib.sha256(str(number).encode()).hexdigest(),
        "task_count": task_count,
        "counts": {"feasible": (task_count + 1) // 2, "infeasible": task_count // 2},
        "licence": "CC BY 4.0",
        "changelog": "Made for a test.",
        "imported_at": Now(),
        **changes,
    }
    version = DatasetVersion.objects.create(**given)
    Task.objects.bulk_create(_task(version, index) for index in range(task_count))
    if is_published:
        version_check(version.name)
        return dataset_version_publish(version.track, version.name)
    version.refresh_from_db()
    return version_facts(version)


def version_check(name: str) -> None:
    """Take a draft as checked and found sound; what checking does has tests of its own."""
    report = {"evaluator_version": DEFAULT, "error_count": 0, "probes": []}
    DatasetVersion.objects.filter(name=name).update(
        state=VersionState.CHECKED, checked_at=Now(), report=report
    )


def _task(version: DatasetVersion, index: int) -> Task:
    is_feasible = index % 2 == 0
    return Task(
        dataset_version=version,
        query_index=index,
        query=f"Plan trip number {index} to Sorrel Bay",
        is_feasible=is_feasible,
        infeasible_type="" if is_feasible else "route",
        cities=["Sorrel Bay"],
        days=3,
        persons=2,
    )


def curation_make(kind: str, name: str, **changes: Any) -> Curation:
    """Curation work in line; with an outcome it has ended."""
    is_over = bool(changes.get("outcome"))
    given = {
        "kind": kind,
        "track": "trek",
        "name": name,
        "state": CurationState.FINISHED if is_over else CurationState.QUEUED,
        "arguments": {"layout": LAYOUT} if kind == CurationKind.EXPORT else {},
        "queued_at": Now(),
        "deadline_at": None if is_over else seconds_from_now(3600),
        "finished_at": Now() if is_over else None,
        **changes,
    }
    return Curation.objects.create(**given)


def small_world() -> VersionFacts:
    """The carried world, imported and published."""
    _lend_small_world()
    version = dataset_version_import(SMALL_WORLD, name="small", licence="CC BY 4.0", changelog="The first.")
    if not version.is_published:
        version_check("small")
    return dataset_version_publish("trek", "small")


def _lend_small_world() -> None:
    """Give this test's folder a copy of its own of the kept files, so that the import finds them there."""
    kept = _kept_small_world()
    if not (releases_folder() / kept.name).exists():
        shutil.copytree(kept, releases_folder() / kept.name)


@cache
def _kept_small_world() -> Path:
    """The small world as an import keeps it; reading it is slow and done once in this process."""
    folder = Path(tempfile.mkdtemp(prefix="trek-small-world-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / keep(SMALL_WORLD, folder, untold).digest


def upload_make(
    content: bytes | Iterable[bytes] = LINE,
    *,
    owner: User | None = None,
    version: VersionFacts | None = None,
    file_name: str = "",
    key: str | None = None,
    purpose: Purpose = Purpose.ENTRY,
    team: str = "",
    **said: Any,
) -> SubmissionReceipt:
    """An upload sent through the service, with a manifest that says so much; its name gives the label."""
    of = version or version_make()
    manifest = manifest_make(version=of, **said)
    return submission_receive(
        Upload(
            chunks=[content] if isinstance(content, bytes) else content,
            file_name=file_name or f"trek_{manifest['entry']['label']}.jsonl",
            idempotency_key=key,
        ),
        owner=owner or user_make(),
        dataset_version=of,
        declaration=Declaration(
            purpose=purpose, manifest=None if purpose == Purpose.CHECK else manifest, team=team
        ),
    )


def submission_make(
    *, owner: User | None = None, version: VersionFacts | None = None, **changes: Any
) -> Submission:
    """A submission in any state, with what that state demands, charged as in life. No bytes are stored."""
    number = next(_number)
    state = State(changes.pop("state", State.RECEIVED))
    is_public = changes.get("visibility") in SHOWN
    is_anonymous = changes.get("visibility") == Visibility.ANONYMOUS
    is_check = changes.get("purpose") == Purpose.CHECK
    given = {
        "manifest": {} if is_check else manifest_make(label=f"label-{number}"),
        "owner": owner or user_make(),
        "dataset_version_id": (version or version_make()).pk,
        "label": f"label-{number}",
        "display_name": f"Agent {number}",
        "file_name": f"trek_label-{number}.jsonl",
        "file_sha256": hashlib.sha256(LINE).hexdigest(),
        "file_bytes": len(LINE),
        "kind": "jsonl",
        "state": state,
        "received_at": Now(),
        "state_at": Now(),
        "published_at": Now() if is_public else None,
        "anonymous_until": seconds_from_now(30 * 86400) if is_anonymous else None,
        "deadline_at": None if state in FINAL else seconds_from_now(3600),
        "failure_id": "E-0123456789" if state == State.FAILED else "",
        "cancelled_by": CancelledBy.OWNER if state == State.CANCELLED else CancelledBy.NOBODY,
        **changes,
    }
    submission = Submission.objects.create(**given)
    submission.refresh_from_db()
    _charge(submission)
    return submission


def _charge(submission: Submission) -> None:
    kind = QuotaKind.CHECK if submission.purpose == Purpose.CHECK else QuotaKind.UPLOAD
    if submission.outcome == Outcome.INVALID and kind == QuotaKind.UPLOAD:
        kind = QuotaKind.INVALID
    charges = [] if submission.state == State.FAILED else [(kind, submission.received_at)]
    if submission.published_at is not None:
        charges.append((QuotaKind.PUBLISH, submission.published_at))
    QuotaEntry.objects.bulk_create(
        QuotaEntry(
            submission=submission,
            account_id=submission.owner_id,
            team_id=submission.team_id,
            track=submission.dataset_version.track,
            kind=kind,
            amount=1,
            reason=QuotaReason.RECEIVED,
            at=at,
        )
        for kind, at in charges
    )


def valid_make(**changes: Any) -> Submission:
    """A submission that was checked and found valid."""
    return submission_make(**{"state": State.CHECKED, "outcome": Outcome.VALID, **changes})


def evaluation_make(submission: Submission | None = None, **changes: Any) -> Evaluation:
    """A queued evaluation, or one in any other state with what that demands."""
    of = submission or valid_make()
    state = EvaluationState(changes.pop("state", EvaluationState.QUEUED))
    is_final = state == EvaluationState.FINISHED
    outcome = changes.pop("outcome", EvaluationOutcome.SCORED if is_final else EvaluationOutcome.NONE)
    given = {
        "submission": of,
        "party": of.party,
        "dataset_version_id": of.dataset_version_id,
        "evaluator_version": DEFAULT,
        "state": state,
        "outcome": outcome,
        "queued_at": Now(),
        "started_at": None if state == EvaluationState.QUEUED else Now(),
        "finished_at": Now() if is_final else None,
        "deadline_at": None if is_final else seconds_from_now(3600),
        "results_digest": "d" * 64 if outcome == EvaluationOutcome.SCORED else "",
        "failure_id": "E-0123456789" if outcome == EvaluationOutcome.FAILED else "",
        **changes,
    }
    evaluation = Evaluation.objects.create(**given)
    evaluation.refresh_from_db()
    return evaluation


def receipt_make(evaluation: Evaluation) -> Receipt:
    """A signed receipt of an evaluation, whose digests are made to be those of its rows."""
    track = evaluator(evaluation.evaluator_version)
    found = digested(stored_results(evaluation.pk, track))
    Evaluation.objects.filter(pk=evaluation.pk).update(
        results_digest=found.total,
        bundle_sha256=evaluation.submission.file_sha256,
        release_digest=evaluation.dataset_version.digest,
    )
    receipts_sweep()
    return Receipt.objects.get(evaluation=evaluation)


def entry_make(
    submission: Submission | None = None, *, share: float | None = 0.5, **changes: Any
) -> LeaderboardEntry:
    """A scored evaluation with its entry, every share at one value; the board is not ranked anew."""
    version = changes.pop("evaluator_version", DEFAULT)
    evaluation = evaluation_make(
        submission or valid_make(visibility=Visibility.PUBLIC),
        state=EvaluationState.FINISHED,
        evaluator_version=version,
        summary=summary_make(share),
    )
    figures = {column.key: share if column.is_share else 1000.0 for column in COLUMNS}
    return LeaderboardEntry.objects.create(
        evaluation=evaluation,
        dataset_version_id=evaluation.dataset_version_id,
        evaluator_version=version,
        **{**figures, **changes},
    )


def board_make(count: int, *, version: VersionFacts, tasks: bool = False) -> list[LeaderboardEntry]:
    """So many published entries of as many accounts, ranked."""
    entries = []
    for place in range(count):
        submission = valid_make(
            version=version, visibility=Visibility.PUBLIC, organisation=f"Lab {place % 7}"
        )
        entries.append(entry_make(submission, share=place / count))
        if tasks:
            outcomes_make(entries[-1].evaluation, range(version.task_count))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    return entries


def outcomes_make(evaluation: Evaluation, indexes: Collection[int], **changes: Any) -> None:
    """One outcome per task: even ones perfect, odd ones failing D3 with one gate fired."""
    TaskOutcome.objects.bulk_create(
        TaskOutcome(
            evaluation=evaluation,
            query_index=index,
            is_perfect=index % 2 == 0,
            gates=[] if index % 2 == 0 else ["empty_plan"],
            outcomes=[{"code": "trek.none.such", "verdict": "failed", "path": "", "facts": {}}],
            **{
                **dict.fromkeys(SCORE_COLUMNS, 1.0),
                "d3_budget": 1.0 if index % 2 == 0 else 0.25,
                "d2_unord_multi": None,
                **changes,
            },
        )
        for index in indexes
    )


def summary_make(share: float | None) -> Mapping[str, Any]:
    """An aggregate document with the members that pages read."""
    return {
        **dict.fromkeys(SCORE_COLUMNS, share),
        "n_scored": dict.fromkeys(SCORE_COLUMNS, 2),
        "failure_rates": dict.fromkeys(SCORE_COLUMNS, 0.5),
        "n_feasible": 1,
        "n_infeasible": 1,
        "n_missing": 0,
        "n_error": 0,
    }
