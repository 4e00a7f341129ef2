"""Names that no city has: what a task with an impossible demand insists on."""

from __future__ import annotations

MISSING_HOTEL_STEMS = (
    "Tarrowmoor Heights",
    "Velquist Grand",
    "Ombrelune Palace",
    "Castrelle Bay",
    "Drayvenfield Court",
    "Isolmere Terrace",
    "Kelverstoke Manor",
    "Phaedrine Pavilion",
)
"""Hotels that no city has: what a task with an impossible demand asks for."""
MISSING_ATTRACTION_STEMS = (
    "Glasswing Conservatory",
    "Mirrormoss Caverns",
    "Thunderquill Observatory",
    "Cindershade Amphitheatre",
    "Whistledown Aviary",
    "Halcyrene Lighthouse",
)
"""Attractions that no city has."""
