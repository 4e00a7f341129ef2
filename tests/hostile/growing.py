"""Bundles by the thousand: grown by a grammar, then damaged. The same number gives the same bundle."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import yaml

from scoring.engine.intake import Mode
from tests.hostile.zips import Part, description, zipped
from tests.tracks.trek.intake.bundles import crashed, line, manifest, record, refusal, unfinished

TASKS = 3

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 17.0, 1e308, 10**30, "", " ", "0", "false", "None", "\x00", "\ud800",
    "\u202e", "=1+1", "<script>", "a" * 700, [], [[]], [None], {}, {"a": 1}, {"": {}}, "24:00", "9:5",
    "2026-02-30", "https://user@example.org", float("nan"), float("inf"), "no", "yes", 1.5,
)  # fmt: skip

PIECES = (
    b"\n", b"\r", b"\r\n", b"\0", b'"', b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b",", b":",
    b"e9", b"NaN", b"-Infinity", b"1e999", b"\xff", b"\xc0\xae", b"\xef\xbb\xbf", b"\xff\xfe",
    b"\xe2\x80\xa8", b"{}\n",
    b"[" * 40, b"9" * 301, b"'", b"None", b"#", b"&a *a", b"!!python/object", b"<<: ", b"- ", b"---\n", b"\t",
    b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\x1f\x8b\x08",
)  # fmt: skip

NAMES = (
    b"README.md", b"readme.MD", b"__MACOSX/._a", b".DS_Store", b"trek_models.json", b"a.scores.csv", b"run/",
    b"../a.jsonl", b"/a", b"C:a", b"a\\b", b"b.jsonl", b"metadata.yaml", b"METADATA.JSON", b"x.zip", b"x.txt",
    b"\xff\xfe", b"", b"a" * 300, b"caf\xc3\xa9/x", b"a\nb",
)  # fmt: skip

HEADER_FIELDS = ("flags", "method", "crc", "packed", "size", "name", "extra")
CENTRAL_FIELDS = (*HEADER_FIELDS, "disk", "offset", "comment")
END_FIELDS = ("disk", "first", "here", "count", "size", "start", "comment_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """One bundle, and what is said about it."""

    content: bytes
    name: str
    mode: Mode
    manifest: Mapping[str, Any] | None


def grown(number: int) -> Grown:
    """The bundle of that number."""
    chance = Random(number)
    text = _lines(chance)
    form = chance.choices((_plain, _packed, _archived), (9, 3, 8))[0]
    content, name = form(chance, text)
    if chance.random() < 0.2:
        content = damaged(chance, content)
    if chance.random() < 0.05:
        name = chance.choice(("", "a.txt", "a.zip", "a.jsonl", "trek_.jsonl.gz", "A.JSONL", "\x00"))
    members = _members(chance) if form is not _archived and chance.random() < 0.8 else None
    mode = chance.choices((Mode.ENTRY, Mode.CHECK, Mode.RECORDS), (5, 3, 2))[0]
    return Grown(content=content, name=name, mode=mode, manifest=members)


def damaged(chance: Random, content: bytes) -> bytes:
    """The content with a few bytes cut, doubled, flipped, or put in."""
    work = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(work) + 1)
        end = min(len(work), start + chance.choice((0, 1, 1, 4, 60)))
        held = bytes(work[start:end])
        flipped = bytes(byte ^ (1 << chance.randrange(8)) for byte in held)
        work[start:end] = chance.choice((b"", held * 2, flipped, chance.choice(PIECES)))
    return bytes(work)


def _lines(chance: Random) -> bytes:
    count = chance.choices((0, 1, 2, 3, 4, 6), (1, 2, 3, 8, 3, 1))[0]
    lines = []
    for position in range(count):
        value: Any = chance.choice((record, record, record, refusal, unfinished, crashed))(position % TASKS)
        for _ in range(chance.choice((0, 0, 0, 1, 1, 3))):
            _odd(chance, value)
        lines.append(line(value))
    end = chance.choices(("\n", "\r\n", "\r", "\n\n", " \n"), (16, 2, 1, 1, 1))[0]
    text = "".join(one + end for one in lines).encode("utf-8", "surrogatepass")
    return damaged(chance, text) if chance.random() < 0.15 else text


def _odd(chance: Random, value: Any) -> None:
    """One member somewhere inside replaced, taken out, or added."""
    place = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = chance.choice(keys)
        if isinstance(place[key], (dict, list)) and place[key] and chance.random() < 0.7:
            place = place[key]
            continue
        act = chance.randrange(4)
        if act == 0:
            del place[key]
        elif act == 1 and isinstance(place, dict):
            place[chance.choice(("x", "Hotel", "query index", "x_note", "\ud800", "", "a" * 99))] = (
                chance.choice(ODD)
            )
        else:
            place[key] = deepcopy(chance.choice(ODD))
        return


def _members(chance: Random) -> dict[str, Any]:
    made = manifest()
    for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 3))):
        _odd(chance, made)
    return made


def _plain(_chance: Random, text: bytes) -> tuple[bytes, str]:
    return text, "trek_grown.jsonl"


def _packed(chance: Random, text: bytes) -> tuple[bytes, str]:
    cut = chance.randrange(len(text) + 1)
    parts = (text,) if chance.random() < 0.7 else (text[:cut], text[cut:])
    tail = chance.choices((b"", b"\0" * 9, b"\n", text[:5]), (8, 1, 1, 1))[0]
    return b"".join(gzip.compress(part, 1, mtime=0) for part in parts) + tail, "trek_grown.jsonl.gz"


def _archived(chance: Random, text: bytes) -> tuple[bytes, str]:
    folder = chance.choices((b"", b"run/", b"a/b/"), (8, 2, 1))[0]
    parts = [_part(chance, folder + b"trek_grown.jsonl", text), *_manifest_part(chance, folder)]
    if chance.random() < 0.25:
        parts.append(_part(chance, chance.choice(NAMES), chance.choice((b"", b"x", text))))
    chance.shuffle(parts)
    around: dict[str, Any] = {}
    if chance.random() < 0.06:
        around[chance.choice(("before", "between", "after"))] = chance.choice(PIECES)
    if chance.random() < 0.06:
        around[chance.choice(END_FIELDS)] = chance.choice((0, 1, 2, 5, 0xFFFF))
    return zipped(*parts, **around), "grown.zip"


def _manifest_part(chance: Random, folder: bytes) -> list[Part]:
    if chance.random() < 0.05:
        return []
    members = _members(chance)
    if chance.random() < 0.8:
        text, name = json.dumps(members).encode(), b"metadata.json"
    else:
        # The library writes no lone surrogates; they are for JSON.
        dumped = yaml.safe_dump(json.loads(json.dumps(members)), allow_unicode=False, sort_keys=False)
        text, name = dumped.encode("utf-8", "replace"), b"metadata.yaml"
    return [_part(chance, folder + name, damaged(chance, text) if chance.random() < 0.2 else text)]


def _part(chance: Random, name: bytes, content: bytes) -> Part:
    """An entry, sound in three of four cases."""
    said: dict[str, Any] = {"name": name, "content": content, "method": chance.choice((0, 8, 8))}
    if chance.random() < 0.1:
        said["flags"] = 8
        said["descriptor"] = description(Part(**said))
    if chance.random() < 0.05:
        said["mode"] = chance.choice((0o100644, 0o120777, 0o040755, 0o010644))
    for place, fields in (("local", HEADER_FIELDS), ("central", CENTRAL_FIELDS)):
        if chance.random() < 0.05:
            said[place] = {field: _header_value(chance, field) for field in chance.sample(fields, 1)}
    return Part(**said)


_HEADER_TEXTS: Mapping[str, Callable[[Random], Any]] = {
    "name": lambda chance: chance.choice(NAMES),
    "extra": lambda chance: chance.choice(
        (b"\x01\0\x08\0" + b"\0" * 8, b"\x75\x70\x05\0aaaaa", b"x", b"UT\x05\0")
    ),
    "comment": lambda chance: chance.choice((b"x", b"PK\x05\x06")),
}


def _header_value(chance: Random, field: str) -> Any:
    known = _HEADER_TEXTS.get(field)
    return known(chance) if known else chance.choice((0, 1, 8, 9, 99, 0x0800, 0xFFFF))
