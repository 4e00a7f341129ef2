"""What owners and time do to entries: publishing, withdrawing, cancelling, giving names. Boards follow."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from scoring.models import Evaluation
from scoring.services.leased import end
from scoring.services.ranking import boards_of, boards_refresh
from scoring.states import Outcome
from submissions.selectors import Viewer
from submissions.services import (
    anonymity_due,
    anonymity_end,
    submission_cancel,
    submission_publish,
    submission_supersede,
    submission_withdraw,
)
from submissions.states import Visibility
from trek_site.shared.errors import ConflictError


def entry_publish(
    public_id: str,
    viewer: Viewer,
    *,
    visibility: Visibility = Visibility.PUBLIC,
    until: date | None = None,
) -> None:
    """Publish a submission and give its entries their ranks; doing it twice changes nothing.

    For the arguments see `submission_publish`.

    Raises:
        NotFoundError, PermissionRefusedError, ConflictError, UnprocessableError, RateLimitedError: As
            `submission_publish` says.
    """
    with transaction.atomic():
        decision = submission_publish(public_id, viewer, visibility=visibility, until=until)
        _refresh_boards_of(decision.submission_id, is_changed=decision.is_changed, is_named=decision.is_named)


def entry_withdraw(public_id: str, viewer: Viewer, *, reason: str = "", is_reviewed: bool = False) -> None:
    """Take a submission's entries off their boards; their pages stay, marked.

    Raises:
        NotFoundError, PermissionRefusedError, ConflictError, UnprocessableError: As `submission_withdraw`
            says.
    """
    with transaction.atomic():
        decision = submission_withdraw(public_id, viewer, reason=reason, is_reviewed=is_reviewed)
        _refresh_boards_of(decision.submission_id, is_changed=decision.is_changed)


def entry_cancel(public_id: str, viewer: Viewer) -> None:
    """End a submission that was not scored yet, with its evaluations; doing it twice changes nothing.

    Raises:
        NotFoundError, PermissionRefusedError, ConflictError: As `submission_cancel` says; also a conflict if
            it is scored already.
    """
    with transaction.atomic():
        submission_id = submission_cancel(public_id, viewer)
        evaluations = Evaluation.objects.filter(submission=submission_id)
        # First the update, which waits for a worker that is just storing results; then the question.
        end(evaluations, outcome=Outcome.CANCELLED)
        if evaluations.filter(outcome=Outcome.SCORED).exists():
            raise ConflictError("This submission is scored already; withdraw it instead.")


def publications_sweep() -> int:
    """Give names to the entries whose time without them is over; any number of sweeps may run at once.

    Returns:
        How many.
    """
    ended = 0
    for submission_id in anonymity_due():
        with transaction.atomic():
            if anonymity_end(submission_id):
                _refresh_boards_of(submission_id, is_changed=True, is_named=True)
                ended += 1
    return ended


def superseded_by(submission_id: int) -> set[tuple[int, str]]:
    """Mark what a scored submission replaces, and name the boards that are to be ranked anew for it.

    Returns:
        Dataset version and evaluator version of each.
    """
    replaced = submission_supersede(submission_id)
    return set() if replaced is None else boards_of(replaced)


def _refresh_boards_of(submission_id: int, *, is_changed: bool, is_named: bool = False) -> None:
    boards = boards_of(submission_id)
    if boards:
        boards |= superseded_by(submission_id)
    boards_refresh(boards, is_changed=is_changed, is_named=is_named, submission_id=submission_id)
