"""What a hostile fixture is: a file made by a script, its verdict, and how much work it may cause."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from scoring.engine.intake import Asked, Mode, Outcome, TaskSet
from scoring.tracks import intake_of

MIB = 1024 * 1024
TODAY = date(2026, 8, 31)


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """One hostile file.

    Attributes:
        how: How it is made, in words.
        make: Makes it: its bytes, or portions of one that is too large to hold.
        codes: Every code its report has to hold; none of them means that it is accepted without a word.
        name: Under which it is sent.
        tasks: How many tasks it is read for.
        options: Of `read_bundle`, beside these.
        peak_mib: Memory that reading it may take beyond the file itself; one line may have 8 MiB.
        unpacked_mib: Bytes that may be unpacked of it before there is a verdict.
    """

    how: str
    make: Callable[[], bytes | Iterable[bytes]]
    codes: frozenset[str]
    name: str = "trek_sample.jsonl"
    tasks: int = 3
    options: Mapping[str, Any] = field(default_factory=lambda: {"mode": Mode.RECORDS})
    peak_mib: int = 12
    unpacked_mib: int = 16

    @property
    def outcome(self) -> Outcome:
        """What the codes amount to."""
        severities = {code[0] for code in self.codes}
        if "F" in severities:
            return Outcome.INVALID
        is_confirmed = "R" in severities or "W606" in self.codes
        return Outcome.NEEDS_CONFIRMATION if is_confirmed else Outcome.VALID

    def read(self, stream: io.RawIOBase | io.BytesIO) -> Any:
        """The report on the file, read from a stream."""
        return intake_of("trek").read_bundle(
            stream,
            Asked(
                file_name=self.name,
                tasks=TaskSet.of("trek", self.tasks),
                today=TODAY,
                **self.options,
            ),
        )


def hostile(how: str, *codes: str, make: Any, **options: Any) -> Fixture:
    """A file of records alone."""
    return Fixture(how=how, codes=frozenset(codes), make=make, **options)


def archived(how: str, *codes: str, make: Any, **options: Any) -> Fixture:
    """An archive that wants to be an entry."""
    given = {"name": "bundle.zip", "options": {"mode": Mode.ENTRY}, **options}
    return Fixture(how=how, codes=frozenset(codes), make=make, **given)


class Counted(io.RawIOBase):
    """A file that counts what is read of it; portions make a file that cannot be sought."""

    def __init__(self, content: bytes | Iterable[bytes]) -> None:
        self._held = io.BytesIO(content) if isinstance(content, bytes) else None
        self._portions: Iterator[bytes] = iter(()) if isinstance(content, bytes) else iter(content)
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        portion = (
            self._held.read(size)
            if self._held is not None
            else next((one for one in self._portions if one), b"")
        )
        self.count += len(portion)
        return portion

    def seek(self, offset: int, whence: int = 0) -> int:
        assert self._held is not None, "this file is not an archive, and yet it is sought"
        return self._held.seek(offset, whence)

    def seekable(self) -> bool:
        return self._held is not None


class Inflated:
    """How many bytes zlib has given since it was asked to count."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Every decompressor made meanwhile counts."""
        make, counted = zlib.decompressobj, self

        class Decompressor:
            def __init__(self, *arguments: Any) -> None:
                self._own = make(*arguments)

            def decompress(self, *arguments: Any) -> bytes:
                part = self._own.decompress(*arguments)
                counted.count += len(part)
                return part

            def __getattr__(self, name: str) -> Any:
                return getattr(self._own, name)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(zlib, "decompressobj", Decompressor)
            yield
