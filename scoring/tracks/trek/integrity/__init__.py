"""Signs in a bundle that a reviewer wants to know of; no score depends on any of them."""

from __future__ import annotations

from scoring.tracks.trek.integrity.catalogue import CATALOGUE
from scoring.tracks.trek.integrity.page import signals_table
from scoring.tracks.trek.integrity.watch import INTEGRITY, TrekIntegrity, TrekWatch

__all__ = ["CATALOGUE", "INTEGRITY", "TrekIntegrity", "TrekWatch", "signals_table"]
