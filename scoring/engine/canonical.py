"""The one writer of canonical JSON, and digests over it: same value, same bytes, on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from scoring.engine.model import Json


def canonical_json(value: Json) -> bytes:
    """ASCII JSON with sorted keys and no blanks.

    Raises:
        ValueError: The value holds a number that is not finite; results never do.
    """
    text = json.dumps(
        value, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"), default=_plain
    )  # fmt: skip
    return text.encode("ascii")


def _plain(value: object) -> object:
    """Read-only mappings as objects; everything else is a mistake of ours."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def digest(value: Json) -> str:
    """SHA-256 of the canonical JSON, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()
