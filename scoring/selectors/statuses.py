"""The status page of a submission."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import F, QuerySet

from scoring.engine.canonical import digest
from scoring.links import entry_url
from scoring.models import Evaluation
from scoring.pages import SubmissionStatus
from scoring.selectors.format_reports import finding_lines, format_report, report_figures, severity_totals
from scoring.selectors.integrity import integrity_of_submission, was_noticed
from scoring.selectors.preferred import first_of_each
from scoring.selectors.waiting import evaluation_seconds, evaluations_before
from scoring.status import status_key, steps
from scoring.wording import STATES, expected
from submissions.selectors import (
    SubmissionFacts,
    Viewer,
    check_seconds,
    checks_before,
    looks_at,
    submission_for,
)
from submissions.showing import identity_of
from submissions.states import CONFIRM_WITHIN, Visibility

POLL_S: Final = 2
POLL_SLOWLY_S: Final = 10
# From this many submissions ahead on, nothing changes fast enough to ask often.
_FAR_BACK: Final = 10

CANCELLABLE: Final = frozenset({"received", "checking", "needs_confirmation", "queued", "scoring"})
HAS_SCORES: Final = frozenset({"scored", "published", "anonymous", "superseded", "withdrawn"})


def submission_status(public_id: str, viewer: Viewer) -> SubmissionStatus:
    """Where a submission is, why, and what comes next.

    Raises:
        NotFoundError: There is none, or the viewer may not follow it.
    """
    facts = submission_for(public_id, viewer)
    evaluations = Evaluation.objects.filter(submission=facts.pk).annotate(**was_noticed())
    evaluation = evaluations_shown(evaluations).get(facts.pk)
    key = status_key(facts, evaluation)
    text = STATES[key]
    position = _position(key, facts, evaluation)
    findings = finding_lines(facts)
    done, total = (
        (evaluation.tasks_done, evaluation.tasks_total) if evaluation and key == "scoring" else (0, 0)
    )
    is_mine = facts.is_own
    integrity = integrity_of_submission(
        facts.pk,
        facts.public_id,
        is_own=is_mine,
        has_findings=getattr(evaluation, "has_findings", False),
        has_reviews=getattr(evaluation, "has_reviews", False),
    )
    failure_id = facts.failure_id or (evaluation.failure_id if evaluation else "")
    told = _told(facts)
    deadline_at = _deadline_at(key, facts, evaluation)
    return SubmissionStatus(
        **told,
        state_key=key,
        state_title=text.title,
        state_reason=text.reason,
        state_acts=text.acts,
        state_at=_state_at(facts, evaluation),
        is_final=text.is_final,
        is_failure=key == "failed",
        progress_done=done,
        progress_total=total,
        progress_percent=100 * done // total if total else 0,
        position=position,
        expected_text="" if text.is_final else expected(_expected_s(key, position or 0)),
        deadline_at=deadline_at,
        steps=steps(key, facts, evaluation),
        findings=findings,
        findings_totals=severity_totals(facts),
        not_shown=report_figures(facts, "not_shown"),
        counts=report_figures(facts, "counts"),
        can_confirm=is_mine and key == "needs_confirmation",
        can_cancel=is_mine and key in CANCELLABLE,
        can_publish=is_mine and _can_be_published(key, facts),
        can_withdraw=is_mine and facts.is_public and key not in {"failed", "invalid", "cancelled"},
        is_mine=is_mine,
        entry_url=entry_url(facts.public_id) if key in HAS_SCORES else "",
        failure_id=failure_id,
        poll_seconds=0 if text.is_final else POLL_S if (position or 0) < _FAR_BACK else POLL_SLOWLY_S,
        etag=_etag(
            facts,
            evaluation,
            told,
            [key, done, position, str(deadline_at), integrity.key, facts.is_taken_off],
        ),
        report=format_report(facts, key, findings),
        integrity=integrity,
    )


def evaluations_shown(evaluations: QuerySet[Evaluation]) -> Mapping[int, Evaluation]:
    """By submission, the evaluation that counts for people: the default evaluator's, else the newest.

    Those against versions that it was carried over to are for the boards of these.
    """
    own = evaluations.filter(dataset_version=F("submission__dataset_version")).order_by("-pk")
    return first_of_each(own, lambda evaluation: evaluation.submission_id)


def _etag(
    facts: SubmissionFacts, evaluation: Evaluation | None, told: Mapping[str, Any], shown: Sequence[Any]
) -> str:
    """Names what one reader gets: what is told of the submission, what is shown of its way, and to whom."""
    state_at = str(_state_at(facts, evaluation))
    return digest([facts.is_own, state_at, repr(sorted(told.items())), *shown])[:32]


def _told(facts: SubmissionFacts) -> dict[str, Any]:
    """What the submitter said, and the receipt: shown as it is stored."""
    names = (
        "pk",
        "public_id",
        "manifest",
        "purpose",
        "team",
        "label",
        "model_name",
        "organisation",
        "description",
        "division",
        "open_weights",
        "unranked_by",
        "supersedes",
        "visibility",
        "published_at",
        "anonymous_until",
        "withdrawn_at",
        "withdrawal_reason",
        "superseded_at",
        "version_name",
        "track",
        "file_name",
        "file_bytes",
        "file_sha256",
        "content_sha256",
        "kind",
        "received_at",
    )
    # Whoever may follow a submission may know whose it is.
    identity = identity_of(facts, is_own=True)
    return {
        "display_name": identity.display_name,
        "staff_looks": looks_at(facts.pk) if facts.is_own else (),
        **{name: getattr(facts, name) for name in names},
    }


def _state_at(facts: SubmissionFacts, evaluation: Evaluation | None) -> Any:
    if evaluation is None:
        return facts.withdrawn_at or facts.state_at
    moved = evaluation.finished_at or evaluation.started_at or evaluation.queued_at
    # Publishing before the scores are there changes nothing that is shown until they are.
    later = [
        at for at in (facts.published_at, facts.withdrawn_at) if at is not None and evaluation.finished_at
    ]
    return max([moved, *later])


def _position(key: str, facts: SubmissionFacts, evaluation: Evaluation | None) -> int | None:
    if key == "received":
        return checks_before(facts)
    return evaluations_before(facts, evaluation) if key == "queued" else None


def _expected_s(key: str, ahead: int) -> float | None:
    """Seconds until the present work on it ends, from how long such work took lately; None at first.

    As if one worker did everything: with more of them it ends earlier.
    """
    took = check_seconds() if key in {"received", "checking"} else evaluation_seconds()
    return None if took is None else (ahead + 1) * took


def _can_be_published(key: str, facts: SubmissionFacts) -> bool:
    is_ready = facts.may_be_scored and facts.has_consent and not facts.is_taken_off
    # An anonymous entry is published once more to give it its names.
    is_open = not facts.is_public or facts.visibility == Visibility.ANONYMOUS
    return is_ready and is_open and key not in {"failed", "cancelled"}


def _deadline_at(key: str, facts: SubmissionFacts, evaluation: Evaluation | None) -> datetime | None:
    """When the sweep ends the state that the submission is in."""
    if key == "needs_confirmation":
        return facts.state_at + CONFIRM_WITHIN
    if key == "anonymous":
        return facts.anonymous_until
    return facts.deadline_at or (evaluation.deadline_at if evaluation else None)
