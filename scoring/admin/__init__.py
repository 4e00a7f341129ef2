"""Scoring in the admin: results to look at and to moderate, findings to review, prices, rehearsals."""

from __future__ import annotations

from scoring.admin import evaluations, integrity, prices, rehearsals

__all__ = ["evaluations", "integrity", "prices", "rehearsals"]
