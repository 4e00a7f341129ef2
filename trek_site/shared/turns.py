"""Turns: whose row is next when several parties wait, so that a busy one holds nobody up.

A party is an account, or a team for what is made for it. Parties are served in turns: the one that has
waited longest since it was last served comes first, with the oldest of its rows. A party for which
`HELD_AT_MOST` workers are at work comes after all others, but is served while nobody else waits. The order is
computed from the rows whenever a worker is free: nothing has to be kept in step, and a message need not name
the right row.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, F, Min, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest, Now

from trek_site.shared.leases import (
    MAX_ATTEMPTS,
    RING_AFTER_S,
    Claim,
    LeasedRow,
    claim,
    lease_is_free,
    seconds_from_now,
)

logger = logging.getLogger(__name__)

HELD_AT_MOST: Final = 2
# Whoever loses a row to another worker looks again. So many losses in a row mean that more workers look than
# rows wait, and the sweep sends a message for whatever is left.
LOSSES_AT_MOST: Final = 50


class TurnTakingRow(LeasedRow):
    """A leased row that parties wait for. Every kind adds `party`, a whole number: see `party_of`.

    Attributes:
        claimed_at: When a worker last took it. The latest of a party's rows tells when the party was served.
    """

    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


def party_of(*, owner: str, team: str) -> Coalesce:
    """The party of a row from the columns of its owner and its team: teams above 0, accounts below."""
    return Coalesce(F(team), 0 - F(owner), output_field=models.BigIntegerField())


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The rows of one kind, as a line in which parties wait.

    Attributes:
        rows: Those that are not final, whoever holds them.
        since: The column that says when a row began to wait.
    """

    rows: QuerySet[Any]
    since: str

    def claim_next(self, **changes: Any) -> Claim | None:
        """Take the row whose turn it is; None when there is nothing to take.

        Args:
            changes: Further columns to set in the same statement, such as the state.
        """
        for _ in range(LOSSES_AT_MOST):
            pk = self._parties_in_turn().values_list("pk", flat=True).first()
            mine = None if pk is None else self.claim(pk, **changes)
            if pk is None or mine is not None:
                return mine
        logger.warning("no turn taken", extra={"kind": self.rows.model.__name__})
        return None

    def claim(self, pk: int, **changes: Any) -> Claim | None:
        """Take one row whosever turn it is; None when somebody else has it or it has ended."""
        return claim(self.rows.filter(pk=pk), lease_s=settings.TREK_LEASE_S, claimed_at=Now(), **changes)

    def ahead_of(self, pk: int | None, *, party: int) -> int:
        """How many rows will be served before one that waits, those that workers have now among them.

        Args:
            pk: The row; None for one that the party is about to add.
            party: Whose it is.
        """
        waiting = self._waiting().order_by().values("party")
        counts: dict[int, int] = dict(waiting.annotate(count=Count("pk")).values_list("party", "count"))
        own = counts.pop(party, 0)
        before = own if pk is None else self._waiting().filter(party=party, pk__lt=pk).count()
        order = list(self._parties_in_turn().values_list("party", flat=True))
        earlier = set(order[: order.index(party)] if party in order else order)
        # In each round every party is served once; in the last one only those whose turn comes before.
        others = sum(min(count, before + (other in earlier)) for other, count in counts.items())
        return int(self._held().count() + before + others)

    def _waiting(self) -> QuerySet[Any]:
        """Those that a worker may take now.

        One that was given back is left alone for as long as after a message, so that a short fault does not
        use up its attempts. One whose worker died has been silent for a whole lease already.
        """
        has_rested = (
            Q(claimed_at__isnull=True)
            | Q(lease_until__isnull=False)
            | Q(claimed_at__lt=seconds_from_now(-RING_AFTER_S))
        )
        return self.rows.filter(lease_is_free(), has_rested, attempts__lt=MAX_ATTEMPTS)

    def _held(self) -> QuerySet[Any]:
        return self.rows.filter(lease_until__gte=Now())

    def _parties_in_turn(self) -> QuerySet[Any]:
        """The oldest waiting row of every party, in the order in which parties are served.

        One statement, so that whoever is counted as holding rows is not counted as waiting with the same.
        """
        every = self.rows.model._default_manager
        oldest = self._waiting().order_by().values("party").annotate(oldest=Min("pk")).values("oldest")
        of_party = every.filter(party=OuterRef("party"), claimed_at__isnull=False)
        served = of_party.order_by("-claimed_at").values("claimed_at")[:1]
        held = self._held().filter(party=OuterRef("party")).order_by().values("party")
        counted = Subquery(held.annotate(count=Count("pk")).values("count"))
        began = F(self.since)
        parties: QuerySet[Any] = every.filter(pk__in=oldest).annotate(
            # Whoever comes anew lines up behind those who wait: nobody gains by having been away.
            waits_since=Greatest(began, Coalesce(Subquery(served), began)),
            holds=Coalesce(counted, 0),
            has_enough=Case(When(holds__gte=HELD_AT_MOST, then=Value(1)), default=Value(0)),
        )
        return parties.order_by("has_enough", "waits_since", "pk")
