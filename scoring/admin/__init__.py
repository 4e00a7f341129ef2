"""Scoring in the admin: results to look at and to moderate, findings to review, rehearsals to start."""

from __future__ import annotations

from scoring.admin import evaluations, integrity, rehearsals

__all__ = ["evaluations", "integrity", "rehearsals"]
