"""Submissions locked for whoever scores or reviews them: before their evaluations, accounts and boards.

A locked one is neither cancelled nor published by anybody else until the surrounding transaction ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from submissions.models import Submission
from submissions.selectors import Scorable, scorable, scorables
from trek_site.shared.errors import NotFoundError


def submission_lock(public_id: str) -> int:
    """Stand in line for a submission; whoever calls has asked who may.

    Returns:
        Its primary key.

    Raises:
        NotFoundError: There is none.
    """
    row = _locked(Submission.objects.filter(public_id=public_id)).values_list("pk", flat=True).first()
    if row is None:
        raise NotFoundError
    return row


def scorable_lock(submission_id: int) -> Scorable | None:
    """Stand in line for a submission; None if it may not be scored then."""
    list(_locked(Submission.objects.filter(pk=submission_id)).values_list("pk"))
    return scorable(submission_id)


def scorables_lock(*, besides: Iterable[int] | QuerySet[Any, Any], count: int) -> Sequence[Scorable]:
    """Lock submissions that may be scored, oldest first, as `scorables`; those that others hold are left out.

    What became of them before they were locked is asked again afterwards, so that fewer may come back.
    """
    free = Submission.objects.scorable().exclude(pk__in=besides).order_by("pk")
    pks = _locked(free, skip_locked=True).values_list("pk", flat=True)[:count]
    return scorables(among=list(pks), besides=besides)


def _locked(rows: QuerySet[Submission], *, skip_locked: bool = False) -> QuerySet[Submission]:
    # Not against new rows that refer to these, such as evaluations.
    return rows.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
