"""How long rows have waited, by the database's clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import DurationField, ExpressionWrapper, Min, QuerySet
from django.db.models.functions import Now


def oldest_age_s(rows: QuerySet[Any], since: str) -> float | None:
    """Seconds since the earliest time in that column; None when there are no rows."""
    age = ExpressionWrapper(Now() - Min(since), output_field=DurationField())
    found: timedelta | None = rows.order_by().aggregate(age=age)["age"]
    return None if found is None else found.total_seconds()
