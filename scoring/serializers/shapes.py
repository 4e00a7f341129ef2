"""What the shapes of the answers have in common."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

VERDICT_STATES: Final = ("pass", "partial", "fail", "shown", "na")


class ShapeSerializer(serializers.Serializer[Any]):
    """Writes values out; never reads any in."""
