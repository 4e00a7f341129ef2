"""B7 to B15: lines without end, depth, numbers, keys, amplifiers, characters and encodings."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from tests.hostile.fixture import MIB, Fixture, archived, hostile
from tests.hostile.zips import bundle as archive
from tests.tracks.trek.intake.bundles import bundle, line, record, whole


def among(*changed):
    """A whole bundle with records replaced: pairs of position and line."""
    return lambda: whole(*changed)


def in_notes(value):
    """A whole bundle with one more text in the notebook of its first record."""
    return among((0, record(0, notebook={"notes": [value]})))


def raw(member):
    """A whole bundle whose first record ends in this text."""
    return among((0, line(record(0))[:-1] + f', "x": {member}}}'))


def million_lines() -> Iterator[bytes]:
    for _ in range(100):
        yield b'{"query_index":1,"plan":{}}\n' * 10_000


def million_lines_packed() -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packing.compress(part) for part in million_lines()) + packing.flush()
    crc = 0
    for part in million_lines():
        crc = zlib.crc32(part, crc)
    facts = {"crc": crc, "size": 28 * 10**6}
    return archive(content=b"", packed=packed, local=facts, central=facts)


def endless_line() -> Iterator[bytes]:
    yield b'{"a":"'
    for _ in range(100):
        yield b"x" * MIB
    yield b'"}\n'


def array_over_lines() -> Iterator[bytes]:
    yield b"[\n"
    for _ in range(100):
        yield line(record(0)).encode() + b",\n"
    yield b"]\n"


LINES = {
    "B7 a million lines": hostile("Records of 28 bytes.", "F304", make=million_lines),
    "B7 a million lines in a zip": archived("The same, packed to 60 KB.", "F304", make=million_lines_packed),
    "B7 a hundred million blank lines": hostile(
        "100 MiB of line feeds.", "F002", make=lambda: (b"\n" * MIB for _ in range(100))
    ),
    "B7 a thousand lines of one task": hostile(
        "A thousand different answers.",
        "F604",
        "W606",
        make=lambda: bundle(*(record(0, refusal_reason=str(number)) for number in range(1_000))),
    ),
    "B8 one line": hostile("A text of 100 MiB.", "F303", make=endless_line, peak_mib=24),
    "B8 one line in an array": hostile(
        "A text of 7 MiB where a plan's name should be.",
        "R504",
        make=lambda: whole((0, record(0, plan={"day1": {"hotel": {"name": "x" * 7 * MIB}}}))),
        peak_mib=100,
    ),
    "B8 one array over many lines": hostile("A JSON file.", "F408", "R401", make=array_over_lines),
}

DEPTH = {
    "B9 nested 13 deep": hostile("Arrays.", "I508", make=raw("[" * 12 + "]" * 12)),
    "B9 nested 32 deep": hostile("As deep as is allowed.", "I508", make=raw("[" * 31 + "]" * 31)),
    "B9 nested 33 deep": hostile("One deeper.", "F404", make=raw("[" * 32 + "]" * 32)),
    "B9 nested 999 deep": hostile("Arrays.", "F404", make=raw("[" * 999 + "]" * 999)),
    "B9 nested 1,000 deep": hostile("Arrays.", "F404", make=raw("[" * 1_000 + "]" * 1_000)),
    "B9 nested a million deep": hostile("Arrays.", "F404", make=raw("[" * 10**6 + "]" * 10**6), peak_mib=40),
    "B9 deep objects": hostile("10,000 of them.", "F404", make=raw('{"a":' * 10_000 + "1" + "}" * 10_000)),
    "B9 depth hidden behind texts": hostile(
        "Brackets in texts close nothing.", "F404", make=raw('["]]]]",' * 900 + "1" + "]" * 900)
    ),
    "B9 deep and never closed": hostile("Arrays.", "F404", make=raw("[" * 5_000)),
}

NUMBERS = {
    "B10 no numbers": hostile(
        "NaN, infinities, 1e400.", "N02", "I508", make=raw("[NaN, Infinity, -Infinity, 1e400, -1e400]")
    ),
    "B10 no number as a price": hostile(
        "NaN where a price is.",
        "N02",
        make=among((0, line(record(0)).replace("112.4", "NaN"))),
    ),
    "B10 no number as an index": hostile(
        "NaN where the task is.",
        "F602",
        "W606",
        make=among((0, line(record(0)).replace(": 0,", ": NaN,", 1))),
    ),
    "B10 zeros of all kinds": hostile("-0.0 and its like.", "I508", make=raw("[-0.0, 0e9, 0E-9, 1e-100000]")),
    "B10 300 digits": hostile("As many as are allowed.", "I508", make=raw("9" * 300)),
    "B10 301 digits": hostile("One more.", "F405", make=raw("9" * 301)),
    "B10 4,300 digits": hostile("As many as Python reads.", "F405", make=raw("9" * 4_300)),
    "B10 4,301 digits": hostile("One more.", "F405", make=raw("9" * 4_301)),
    "B10 a long exponent": hostile("1e100000.", "N02", "I508", make=raw("1e100000")),
    "B10 a number as a date": hostile(
        "8.1 where a time is.", "L01", make=among((0, line(record(0)).replace('"08:20"', "8.1")))
    ),
    "B10 a boolean as a cost": hostile(
        "true where a price is.", "R502", make=among((0, line(record(0)).replace("112.4", "true")))
    ),
}

KEYS = {
    "B11 a member twice": hostile("query_index.", "F402", make=raw('1, "query_index": 2')),
    "B11 a member twice, once escaped": hostile("x and \\u0078.", "F402", make=raw('1, "\\u0078": 2')),
    "B11 a day twice": hostile(
        "day1 in one plan.", "F402", make=among((0, line(record(0)).replace('"day1"', '"day1": {}, "day1"')))
    ),
    "B11 a task twice": hostile(
        "Two different answers.",
        "F604",
        make=lambda: whole() + bundle(record(0, plan={})),
    ),
    "B11 a hundred thousand members": hostile(
        "In an object that is not read.",
        "R504",
        "I508",
        make=raw(json.dumps({str(number): 0 for number in range(10**5)})),
        peak_mib=80,
    ),
    "B11 names that other languages know": hostile(
        "__proto__, _connector, **, constructor.",
        "I508",
        make=among((0, record(0, **{"__proto__": {}, "_connector": 1, "**": 2, "constructor": 3}))),
    ),
}

AMPLIFIERS = {
    f"B12 a megabyte of {what}": hostile(
        "Small JSON, large objects.", "R504", "I508", make=raw(text), peak_mib=80
    )
    for what, text in {
        "empty arrays": "[" + "[]," * 400_000 + "1]",
        "empty objects": "[" + "{}," * 400_000 + "1]",
        "empty texts": "[" + '"",' * 400_000 + "1]",
        "backslashes": '"' + "\\\\" * 500_000 + '"',
    }.items()
}

CHARACTERS = {
    "B13 NUL as an escape": hostile("In a value.", "N08", "I508", make=raw('"\\u0000"')),
    "B13 NUL in a name that is scored": hostile(
        "In a hotel's name.", "N08", make=among((0, line(record(0)).replace("Heron", "\\u0000")))
    ),
    "B13 NUL as a byte": hostile("In a value.", "R401", "F410", make=raw('"\0"')),
    "B13 NUL in a key": hostile("As an escape.", "N08", "I508", make=raw('{"\\u0000": 1}')),
    "B13 NUL in the task": hostile(
        "In query_index as text.",
        "F602",
        "N08",
        "W606",
        make=among((0, line(record(0)).replace(": 0,", ': "\\u0000",', 1))),
    ),
    "B13 halves of surrogate pairs": hostile(
        "In values.", "N08", "I508", make=raw('["\\ud800", "\\udc00\\ud800"]')
    ),
    "B13 half a surrogate pair in a key": hostile("As an escape.", "N08", "I508", make=raw('{"\\ud800": 1}')),
    "B13 half a surrogate pair as bytes": hostile(
        "UTF-8 does not allow them.",
        "F301",
        make=lambda: whole() + '{"a": "\ud800"}\n'.encode("utf-8", "surrogatepass"),
    ),
    "B13 a whole surrogate pair": hostile("A smiling face.", "I508", make=raw('"\\ud83d\\ude00"')),
    "B13 a non-character": hostile("U+FFFF.", "I508", make=raw('"\uffff"')),
    "B14 combining marks": hostile("40,000 of them.", "R504", make=in_notes("a" + "\u0300\u0316" * 20_000)),
    "B14 combining marks in a name": hostile(
        "500 of them.",
        make=among((0, record(0, plan={"day1": {"hotel": {"name": "a" + "\u0300\u0316" * 250}}}))),
    ),
    "B14 ligatures that expand": hostile("10,000 × U+FDFA.", make=in_notes("\ufdfa" * 10_000)),
    "B14 letters that grow in lower case": hostile("5,000 × U+0130.", make=in_notes("\u0130" * 5_000)),
    "B14 keys that grow in lower case": hostile(
        "As days and names.",
        make=among((0, record(0, plan={"day1": {"\u0130" * 250: {"name": "\u0130" * 500}}}))),
    ),
}

ENCODINGS = {
    "B15 UTF-16": hostile("With its mark.", "F302", make=lambda: whole().decode().encode("utf-16")),
    "B15 UTF-16 without a mark": hostile(
        "No mark.", "F302", make=lambda: whole().decode().encode("utf-16-le")
    ),
    "B15 UTF-32": hostile("With its mark.", "F302", make=lambda: whole().decode().encode("utf-32")),
    "B15 a byte-order mark": hostile("One.", "W305", make=lambda: b"\xef\xbb\xbf" + whole()),
    "B15 two byte-order marks": hostile(
        "One too many.", "W305", "R401", "F410", make=lambda: b"\xef\xbb\xbf" * 2 + whole()
    ),
    "B15 Latin-1": hostile("An accent.", "F301", make=lambda: '{"query": "café"}'.encode("latin-1")),
    "B15 carriage returns only": hostile(
        "Of an old machine.", "F307", make=lambda: whole().replace(b"\n", b"\r")
    ),
    "B15 carriage returns and line feeds": hostile(
        "Of a common machine.", "I306", make=lambda: whole().replace(b"\n", b"\r\n")
    ),
    "B15 overlong UTF-8": hostile(
        "A full stop in two bytes.", "F301", make=lambda: whole() + b'{"a": "\xc0\xae"}'
    ),
    "B15 a truncated last line": hostile(
        "What a killed run leaves.", "R401", make=lambda: whole() + bundle(record(2))[:-40]
    ),
    "B15 line separators in texts": hostile(
        "U+2028, U+2029, U+0085.", make=in_notes("a\u2028b\u2029c\u0085d")
    ),
}

TEXTS: dict[str, Fixture] = {**LINES, **DEPTH, **NUMBERS, **KEYS, **AMPLIFIERS, **CHARACTERS, **ENCODINGS}
