"""Tables of prices, as values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from scoring.models import PriceTable
from scoring.prices import Prices, price_from

TABLES_KEPT: Final = 12
"""Newest tables that costs are worked out with, so that a change of a board stays a bounded piece of work."""


def usd_measure(as_of: date) -> str:
    """What costs by the prices of that day are stored as."""
    return f"usd:{as_of.isoformat()}"


def price_tables() -> Sequence[Prices]:
    """The tables that costs are worked out with, newest first."""
    return [prices_of(row) for row in PriceTable.objects.order_by("-as_of")[:TABLES_KEPT]]


def prices_as_of(tables: Sequence[Prices], day: str) -> Prices | None:
    """The newest table that is no younger than a day; the newest of all for ""; None where there is none."""
    fitting = (table for table in tables if not day or table.as_of.isoformat() <= day)
    return next(fitting, None)


def prices_of(row: PriceTable) -> Prices:
    """The row as a value."""
    return Prices(
        as_of=row.as_of,
        source=row.source,
        is_made_up=row.is_made_up,
        rows=tuple(price_from(stored) for stored in row.prices),
    )
