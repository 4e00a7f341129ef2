"""Digests that are written down: what a seed makes today it must make on every machine, and tomorrow."""

from __future__ import annotations

FULL_DIGEST = "bb5184cfc61c4879f6e08a90ae9f747454ded601f7bb8d1eec76b378bcb028e0"
"""The full release of the default seed, as ``ReleaseFolder.digest`` computes it."""
