"""Who may see what: the rules that every query about submissions, evaluations and entries is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from django.db.models import BooleanField, Case, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable

from submissions.states import SHOWN
from trek_site.accounts.selectors import User, team_ids_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from submissions.models import Submission

Viewer: TypeAlias = "User | AnonymousUser | None"

MAY_LOOK: Final = "submissions.view_submission"
MAY_WITHDRAW: Final = "submissions.change_submission"


def published(prefix: str = "") -> Q:
    """The rule of what stands on boards: shown by its owner, with or without names, and not withdrawn.

    `prefix` is the path to the submission, such as ``evaluation__submission__``.
    """
    return readable(prefix) & Q(**{f"{prefix}withdrawn_at__isnull": True})


def readable(prefix: str = "") -> Q:
    """The rule of whose scores everybody may read: what was shown once stays citable, withdrawn or not."""
    return Q(**{f"{prefix}visibility__in": SHOWN})


def own(viewer: Viewer, prefix: str = "") -> Q:
    """The rule of who acts on a submission: members of its team at this moment, else whoever sent it.

    Somebody who left the team is a stranger to what was sent for it, even by themselves.
    """
    if viewer is None or not viewer.is_authenticated:
        return Q(pk__in=[])
    alone = Q(**{f"{prefix}team__isnull": True, f"{prefix}owner": viewer.pk})
    return alone | Q(**{f"{prefix}team__in": team_ids_of(viewer)})


def people_of(submission: Submission) -> QuerySet[User]:
    """The accounts that `own` holds for: members of the team at this moment, else whoever sent it."""
    if submission.team_id is None:
        return User.objects.filter(pk=submission.owner_id)
    return User.objects.filter(memberships__organisation=submission.team_id)


def is_own(viewer: Viewer, prefix: str = "") -> Combinable:
    """The same as a column, true or false."""
    if viewer is None or not viewer.is_authenticated:
        return Value(value=False, output_field=BooleanField())
    return Case(When(own(viewer, prefix), then=Value(value=True)), default=Value(value=False))


def moderates(viewer: Viewer) -> bool:
    """Whether somebody may look at work that is neither theirs nor public.

    Being staff opens the admin and nothing else: the right is given by name, as to the group of curators.
    """
    return viewer is not None and viewer.is_staff and viewer.has_perm(MAY_LOOK)


def may_withdraw_for_others(viewer: Viewer) -> bool:
    """Whether somebody may take an entry that is not theirs off the board."""
    return moderates(viewer) and viewer is not None and viewer.has_perm(MAY_WITHDRAW)


def owned_or_moderated(viewer: Viewer, prefix: str = "") -> Q:
    """The rule of who sees what is not public: those who act on it, and who moderates."""
    if moderates(viewer):
        # Not an empty Q: "published or everything" would shrink to "published".
        return Q(pk__isnull=False)
    return own(viewer, prefix)
