"""The status of a submission and the list of one's own, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.pages.integrity import IntegrityPage
from scoring.pages.parts import Choice, PageLinks
from scoring.submission_filters import SubmissionFilters
from submissions.quota_lines import QuotaLine
from submissions.selectors import LookFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One station on the way of a submission; ``state`` is ``done``, ``now``, ``todo`` or ``failed``."""

    key: str
    title: str
    state: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingLine:
    """Something found in the upload, with its place.

    ``severity`` is F (refused), R (record not scorable), W (warning) or I (information). ``file`` is "" for
    the file of records.
    """

    code: str
    severity: str
    severity_title: str
    stage: str
    file: str
    line: int | None
    column: int
    byte: int | None
    task: int | None
    pointer: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityTotal:
    """How many findings of one severity there are, those not listed included."""

    severity: str
    title: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionStatus:
    """Where a submission is, why, and what happens next.

    Attributes:
        state_key: ``received``, ``checking``, ``invalid``, ``needs_confirmation``, ``queued``, ``scoring``,
            ``scored``, ``published``, ``anonymous``, ``superseded``, ``withdrawn``, ``cancelled``,
            ``checked`` (a format check) or ``failed`` (our fault).
        state_title: The state in two or three words.
        state_reason: One sentence for the submitter: why it is so, what comes next.
        is_final: Nothing more happens by itself; the page stops polling.
        progress_done, progress_total: Tasks scored so far; both 0 outside ``scoring``.
        position: Submissions ahead of this one while it waits, None otherwise.
        expected_text: When to expect the next state, "" when unknown.
        deadline_at: When the state ends by itself: we call it our fault, cancel it or show the names; None
            where nothing happens by itself.
        findings: Up to 20 per code, by severity, line and column.
        findings_totals: One per severity that occurs, worst first.
        not_shown: By code, how many findings are counted but not listed.
        state_acts: Who acts next.
        manifest: Its cleaned members, {} until it is known.
        unranked_by: Why the entry will hold no rank, in sentences from its disclosure.
        supersedes: Public id of the entry it replaces, "" if it replaces none.
        can_confirm, can_cancel, can_publish, can_withdraw: What the viewer may do now.
        entry_url: The scores' page, "" while there is none.
        failure_id: To quote to us, "" unless the failure is ours.
        poll_seconds: Ask again after so long; 0 when final.
        etag: Changes when anything shown here changes.
        integrity: What was noticed in the file, and what was said about it.
        staff_looks: Who of the staff looked at it while it was private, newest first; told to those who act
            on it only.
        report: The format report, JSON values only (``report.json`` of the API).
    """

    pk: int
    public_id: str
    purpose: str
    team: str
    label: str
    display_name: str
    manifest: Mapping[str, Any]
    model_name: str
    organisation: str
    description: str
    division: str
    open_weights: str
    unranked_by: Sequence[str]
    supersedes: str
    visibility: str
    published_at: datetime | None
    anonymous_until: datetime | None
    withdrawn_at: datetime | None
    withdrawal_reason: str
    superseded_at: datetime | None
    version_name: str
    track: str
    file_name: str
    file_bytes: int
    file_sha256: str
    content_sha256: str
    kind: str
    received_at: datetime
    state_key: str
    state_title: str
    state_reason: str
    state_acts: str
    state_at: datetime
    is_final: bool
    is_failure: bool
    progress_done: int
    progress_total: int
    progress_percent: int
    position: int | None
    expected_text: str
    deadline_at: datetime | None
    steps: Sequence[Step]
    findings: Sequence[FindingLine]
    findings_totals: Sequence[SeverityTotal]
    not_shown: Mapping[str, int]
    counts: Mapping[str, int]
    can_confirm: bool
    can_cancel: bool
    can_publish: bool
    can_withdraw: bool
    is_mine: bool
    entry_url: str
    failure_id: str
    poll_seconds: int
    staff_looks: Sequence[LookFacts]
    etag: str
    report: Mapping[str, object]
    integrity: IntegrityPage


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionLine:
    """One row of "my submissions"."""

    public_id: str
    purpose: str
    team: str
    label: str
    display_name: str
    version_name: str
    received_at: datetime
    state_key: str
    state_title: str
    visibility: str
    is_final: bool
    is_failure: bool
    overall_text: str
    rank: int | None
    url: str
    entry_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MySubmissionsPage:
    """Everything the viewer has sent, newest first, and what the quota still allows.

    Attributes:
        quotas: What limits uploads, and checks.
        filters: What was asked for.
        states, purposes, teams: The filters' choices, "all" first; no teams for somebody who is in none.
    """

    lines: Sequence[SubmissionLine]
    links: PageLinks
    uploads_today: int
    uploads_today_limit: int | None
    waiting: int
    waiting_limit: int | None
    quotas: Sequence[QuotaLine]
    filters: SubmissionFilters
    states: Sequence[Choice]
    purposes: Sequence[Choice]
    teams: Sequence[Choice]
