"""Archives put together byte by byte, so that any part of one can contradict any other."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

from tests.tracks.trek.intake.bundles import manifest, whole

LOCAL, CENTRAL, END, DESCRIPTOR = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x07\x08"


@dataclass(frozen=True, kw_only=True)
class Part:
    """One entry.

    Attributes:
        name: As it is stored.
        content: What it unpacks to.
        packed: Its data; the content deflated when None.
        method: Number of the compression.
        flags: General purpose bits.
        mode: Unix mode.
        local: What the local header says instead, by field.
        central: What the directory says instead, by field.
        descriptor: What follows the data.
        is_listed: Whether the directory names it.
    """

    name: bytes
    content: bytes
    packed: bytes | None = None
    method: int = 8
    flags: int = 0
    mode: int = 0
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)
    descriptor: bytes = b""
    is_listed: bool = True

    @property
    def data(self) -> bytes:
        """What lies in the archive."""
        if self.packed is not None:
            return self.packed
        return deflated(self.content) if self.method == 8 else self.content

    def facts(self, place: str, offset: int) -> dict[str, Any]:
        """Everything that is said of it in one of the two places."""
        true = {
            "mark": LOCAL if place == "local" else CENTRAL,
            "flags": self.flags,
            "method": self.method,
            "crc": zlib.crc32(self.content),
            "packed": len(self.data),
            "size": len(self.content),
            "name": self.name,
            "extra": b"",
            "comment": b"",
            "disk": 0,
            "offset": offset,
        }
        return {**true, **(self.local if place == "local" else self.central)}


def deflated(content: bytes) -> bytes:
    """The content as an entry holds it."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflating.compress(content) + deflating.flush()


def description(part: Part, *, mark: bytes = DESCRIPTOR, **changes: int) -> bytes:
    """What a writer to a pipe says after the data."""
    facts = {**part.facts("local", 0), **changes}
    return mark + struct.pack("<3I", facts["crc"], facts["packed"], facts["size"])


def zipped(*parts: Part, before: bytes = b"", between: bytes = b"", after: bytes = b"", **end: Any) -> bytes:
    """An archive of these entries.

    Args:
        parts: The entries.
        before: Bytes before the first.
        between: Bytes between the entries and the directory.
        after: Bytes after the end record.
        end: What the end record says instead, by field.
    """
    body, directory, count = before, b"", 0
    for part in parts:
        if part.is_listed:
            directory += _central(part.facts("central", len(body)), part.mode)
            count += 1
        body += _local(part.facts("local", 0)) + part.data + part.descriptor
    body += between
    facts = {"disk": 0, "first": 0, "here": count, "count": count, "size": len(directory)}
    facts |= {"start": len(body), "comment": b"", **end}
    comment = facts.pop("comment")
    numbers = [facts[name] for name in ("disk", "first", "here", "count", "size", "start")]
    record = END + struct.pack("<4H2IH", *numbers, facts.get("comment_bytes", len(comment))) + comment
    return body + directory + record + after


def _local(facts: dict[str, Any]) -> bytes:
    head = struct.pack("<5H", 20, facts["flags"], facts["method"], 0, 0x21)
    sizes = struct.pack("<3I", facts["crc"], facts["packed"], facts["size"])
    lengths = struct.pack("<2H", len(facts["name"]), len(facts["extra"]))
    return facts["mark"] + head + sizes + lengths + facts["name"] + facts["extra"]


def _central(facts: dict[str, Any], mode: int) -> bytes:
    head = struct.pack("<6H", 0x0314, 20, facts["flags"], facts["method"], 0, 0x21)
    sizes = struct.pack("<3I", facts["crc"], facts["packed"], facts["size"])
    lengths = struct.pack("<3H", len(facts["name"]), len(facts["extra"]), len(facts["comment"]))
    rest = struct.pack("<2H2I", facts["disk"], 0, mode << 16, facts["offset"])
    named = facts["name"] + facts["extra"] + facts["comment"]
    return facts["mark"] + head + sizes + lengths + rest + named


def records(**changes: Any) -> Part:
    """The entry with the records."""
    return Part(**{"name": b"trek_sample.jsonl", "content": whole(), **changes})


def declared(**changes: Any) -> Part:
    """The entry with the manifest."""
    return Part(**{"name": b"metadata.json", "content": json.dumps(manifest()).encode(), **changes})


def bundle(*more: Part, **changes: Any) -> bytes:
    """A bundle that is sound but for these changes to the entry with the records."""
    return zipped(records(**changes), declared(), *more)


def extra(kind: int, content: bytes) -> bytes:
    """An extra field."""
    return struct.pack("<2H", kind, len(content)) + content
