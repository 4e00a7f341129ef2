"""Who may see what: the two rules that every query about submissions, evaluations and entries is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from django.db.models import Q

from submissions.states import Visibility

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from trek_site.accounts.selectors import User

Viewer: TypeAlias = "User | AnonymousUser | None"


def published(prefix: str = "") -> Q:
    """The rule of what is public: shown by its owner and not withdrawn.

    `prefix` is the path to the submission, such as ``evaluation__submission__``.
    """
    return Q(**{f"{prefix}visibility": Visibility.PUBLIC, f"{prefix}withdrawn_at__isnull": True})


def owned_or_moderated(viewer: Viewer, prefix: str = "") -> Q:
    """The rule of who sees what is not public: its owner, and staff."""
    if viewer is None or not viewer.is_authenticated:
        return Q(pk__in=[])
    # Not an empty Q: "published or everything" would shrink to "published".
    return Q(pk__isnull=False) if viewer.is_staff else Q(**{f"{prefix}owner": viewer.pk})
