"""Digests that are written down: what a seed makes today it must make on every machine, and tomorrow."""

from __future__ import annotations

FULL_DIGEST = "dd1270dbea1bed0e58b4a8e2cda271dc9ffb12c611676ea955b380f46fc5a571"
"""The full release of the default seed, as ``ReleaseFolder.digest`` computes it."""
