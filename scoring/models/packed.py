"""A column of JSON that is stored compressed against a dictionary of what such values are made of.

Small values that resemble each other compress badly one by one: what they share is between them. With a
dictionary of typical text each row is small by itself and can still be read alone.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from django.db import models

from scoring.engine.canonical import canonical_json
from scoring.engine.model import Json

UNPACKED_MAX: Final = 16 * 1024 * 1024
"""No value is larger than this many bytes as text, neither when it is written nor when it is read."""

NEWEST: Final = 1
"""The number of the dictionary that is written with; it is the first byte of every packed value."""

DICTIONARIES: Final[Mapping[int, str]] = {1: "outcomes-1.txt"}
"""Rows refer to these by number for ever: a file is never changed, only another one added."""

_LEVEL: Final = 9


class PackedValueError(ValueError):
    """Bytes that were not packed here, are damaged, or stand for more than `UNPACKED_MAX`."""


def packed(value: Json) -> bytes:
    """A JSON value as the number of a dictionary and the value's canonical text, compressed with it.

    Raises:
        ValueError: The value holds a number that is not finite, or is larger than `UNPACKED_MAX`.
    """
    text = canonical_json(value)
    if len(text) > UNPACKED_MAX:
        raise PackedValueError(f"{len(text)} bytes are more than {UNPACKED_MAX}")
    compressing = zlib.compressobj(_LEVEL, zdict=_dictionary(NEWEST))
    return bytes([NEWEST]) + compressing.compress(text) + compressing.flush()


def unpacked(stored: bytes) -> Any:
    """The inverse of `packed`; never takes more memory than `UNPACKED_MAX` and the value itself.

    Raises:
        PackedValueError: These are no such bytes.
    """
    number = stored[0] if stored else 0
    if number not in DICTIONARIES:
        raise PackedValueError(f"there is no dictionary {number}")
    unpacking = zlib.decompressobj(zdict=_dictionary(number))
    try:
        text = unpacking.decompress(stored[1:], UNPACKED_MAX)
    except zlib.error as error:
        raise PackedValueError(str(error)) from error
    if not unpacking.eof or unpacking.unused_data:
        raise PackedValueError("cut off, too large, or followed by something else")
    return json.loads(text)


class PackedJSONField(models.BinaryField):  # type: ignore[type-arg]  # As for `ShareField`.
    """JSON as bytes: read and written like a `JSONField`, but no query looks inside."""

    def from_db_value(self, value: Any, *_: object) -> Any:
        """The value that was packed."""
        return None if value is None else unpacked(bytes(value))

    def get_prep_value(self, value: Any) -> Any:
        """The value as stored; bytes are taken for a packed one."""
        if value is None or isinstance(value, (bytes, memoryview)):
            return value
        return packed(value)

    def to_python(self, value: Any) -> Any:
        """The value of a text that `value_to_string` made; anything else is the value itself."""
        return json.loads(value) if isinstance(value, str) else value

    def value_to_string(self, obj: models.Model) -> str:
        """The value as text, for dumps of the database that are read by people."""
        return canonical_json(self.value_from_object(obj)).decode("ascii")


@cache
def _dictionary(number: int) -> bytes:
    return files("scoring.models").joinpath(DICTIONARIES[number]).read_bytes()
