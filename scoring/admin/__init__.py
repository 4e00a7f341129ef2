"""Scoring in the admin: results to look at and to moderate, and rehearsals to start and to read."""

from __future__ import annotations

from scoring.admin import evaluations, rehearsals

__all__ = ["evaluations", "rehearsals"]
