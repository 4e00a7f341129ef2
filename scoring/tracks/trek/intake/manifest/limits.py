"""What a manifest may hold at most."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestLimits:
    """Bounds of one manifest, whatever it comes from.

    Attributes:
        manifest_bytes: The file; of members from a form or the API, the characters of names and values.
        manifest_depth: Objects and lists inside each other, the manifest itself included.
        manifest_digits: Digits of one number.
        manifest_findings: Findings that are told.
        extra_name: Characters of a name in a member ``x_…``.
        extra_text: Characters of a text in such a member.
        marks_in_a_row: Combining characters on one letter.
    """

    manifest_bytes: int = 64 * 1024
    manifest_depth: int = 8
    manifest_digits: int = 300
    manifest_findings: int = 1_000
    extra_name: int = 64
    extra_text: int = 4_000
    marks_in_a_row: int = 6


MANIFEST_LIMITS = ManifestLimits()
