"""Adding tables of prices. They come from people, never from the network."""

from __future__ import annotations

import logging
from datetime import date
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from scoring.models import BoardRevision, PriceTable
from scoring.prices import PriceError, made_up_prices, prices_read
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, PermissionRefusedError, UnprocessableError
from trek_site.shared.jobs import Job, enqueue_on_commit

logger = logging.getLogger(__name__)

MAY_ADD: Final = "scoring.add_pricetable"
SOURCE_CHARACTERS: Final = 300
MADE_UP_AS_OF: Final = date(2026, 1, 1)
MADE_UP_SOURCE: Final = "Made up for the reference runs of the demo; nobody charges these prices."


def prices_add(
    text: str, *, as_of: date, source: str, is_made_up: bool = False, actor: User | None = None
) -> int:
    """Add a table of prices, and have every board's costs worked out with it.

    Args:
        text: CSV, as `scoring.prices.prices_read` reads it.
        as_of: The day on which these prices hold.
        source: Where they come from, for readers.
        is_made_up: They are nobody's.
        actor: Who adds it; None at the command line.

    Returns:
        The table's primary key.

    Raises:
        PermissionRefusedError: The actor may not do this.
        UnprocessableError: The text is no table of prices, or nothing says where it comes from.
        ConflictError: There is a table of that day.
    """
    if actor is not None and not (actor.is_staff and actor.has_perm(MAY_ADD)):
        raise PermissionRefusedError("Only curators add prices.")
    said = source.strip()
    if not 1 <= len(said) <= SOURCE_CHARACTERS:
        raise UnprocessableError(
            f"Say where the prices come from, in at most {SOURCE_CHARACTERS} characters."
        )
    try:
        rows = prices_read(text, as_of=as_of)
    except PriceError as fault:
        raise UnprocessableError(str(fault)) from fault
    try:
        with transaction.atomic():
            table = PriceTable.objects.create(
                as_of=as_of,
                source=said,
                is_made_up=is_made_up,
                prices=[row.as_json() for row in rows],
                added_at=Now(),
                added_by=actor,
            )
            audit(
                actor, "prices.added", object_type="price_table", object_id=as_of.isoformat(), rows=len(rows)
            )
            for board_id in BoardRevision.objects.values_list("pk", flat=True):
                enqueue_on_commit(Job.BOARD_COSTS, board_id=board_id)
    except IntegrityError as fault:
        raise ConflictError(f"There is a table of {as_of} already, and none is ever changed.") from fault
    logger.info("prices added", extra={"as_of": as_of.isoformat(), "count": len(rows)})
    return table.pk


def made_up_prices_add() -> None:
    """Add the carried table of the demo's reference runs; twice is once."""
    if not PriceTable.objects.filter(as_of=MADE_UP_AS_OF).exists():
        prices_add(made_up_prices(), as_of=MADE_UP_AS_OF, source=MADE_UP_SOURCE, is_made_up=True)
