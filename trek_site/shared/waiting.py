"""How long rows have waited, by the database's clock, and how long work takes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import DurationField, ExpressionWrapper, Min, QuerySet
from django.db.models.functions import Now

DURATIONS_LOOKED_AT: Final = 20


def average_s(rows: QuerySet[Any], begin: str, end: str) -> float | None:
    """The mean time from one column to another in the first few rows, in seconds; None without rows."""
    spans = rows.values_list(begin, end)[:DURATIONS_LOOKED_AT]
    lengths = [(ended - begun).total_seconds() for begun, ended in spans]
    return sum(lengths) / len(lengths) if lengths else None


def oldest_age_s(rows: QuerySet[Any], since: str) -> float | None:
    """Seconds since the earliest time in that column; None when there are no rows."""
    age = ExpressionWrapper(Now() - Min(since), output_field=DurationField())
    found: timedelta | None = rows.order_by().aggregate(age=age)["age"]
    return None if found is None else found.total_seconds()
