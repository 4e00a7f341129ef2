"""Noting who of the staff looked at private work, so that its owners can see it."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from submissions.models import StaffLook, Submission
from submissions.states import Door, Visibility
from submissions.visibility import Viewer, own


def look_note(viewer: Viewer, *, door: Door, is_of_scores: bool = False, **which: object) -> None:
    """Note that somebody opened a submission, if they are staff and it is not theirs.

    A door calls this before it answers; looking again on the same day by the same door changes nothing.

    Args:
        viewer: Who was let in.
        door: By which way.
        is_of_scores: What was opened shows scores and names only, which are everybody's once the entry is
            public. Status, findings and file never are.
        which: The submission, by ``pk`` or ``public_id``.
    """
    if viewer is None or not viewer.is_authenticated or not viewer.is_staff:
        return
    shown = Q(visibility=Visibility.PUBLIC) if is_of_scores else Q(pk__in=[])
    private = Submission.objects.filter(**which).exclude(own(viewer)).exclude(shown)
    StaffLook.objects.bulk_create(
        [
            StaffLook(submission_id=pk, staff_id=viewer.pk, day=timezone.localdate(), door=door)
            for pk in private.values_list("pk", flat=True)
        ],
        ignore_conflicts=True,
    )
