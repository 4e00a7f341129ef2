"""Who acts on a submission, and the order in which rows are locked: submission, account, team."""

from __future__ import annotations

from typing import Any

from submissions.models import Submission
from submissions.visibility import Viewer, is_own
from trek_site.accounts.services import account_lock, team_lock
from trek_site.shared.errors import NotFoundError, PermissionRefusedError


def visible_locked(public_id: str, viewer: Viewer) -> tuple[Submission, bool]:
    """A submission that the viewer may see, locked, and whether it is theirs.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    visible = Submission.objects.visible_to(viewer).filter(public_id=public_id)
    # Not against new rows that refer to this one, such as a later version of it.
    locked = visible.annotate(is_own=is_own(viewer)).select_for_update(of=("self",), no_key=True)
    row: Any = locked.first()  # with what is annotated
    if row is None:
        raise NotFoundError
    return row, row.is_own


def own_locked(public_id: str, viewer: Viewer) -> Submission:
    """A submission that the viewer may act on, locked.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
        PermissionRefusedError: The viewer only sees it.
    """
    submission, is_viewers = visible_locked(public_id, viewer)
    if not is_viewers:
        raise PermissionRefusedError("Only its owner or a member of its team may do this.")
    return submission


def quotas_lock(submission: Submission) -> None:
    """Stand in line for account and team, so that their quotas are counted exactly."""
    account_lock(submission.owner_id)
    if submission.team_id is not None:
        team_lock(submission.team_id)
