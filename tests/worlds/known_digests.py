"""Digests that are written down: what a seed makes today it must make on every machine, and tomorrow."""

from __future__ import annotations

FULL_DIGEST = "6a11dacad76e9615f9635019f667d572cb42194bf2f473fefadc62505cb91510"
"""The full release of the default seed, as ``ReleaseFolder.digest`` computes it."""
