"""B3: archives whose framing is sound in an unusual way, and such that contradict themselves."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct
import zipfile
import zlib

from tests.hostile.fixture import Fixture, archived
from tests.hostile.zips import (
    DESCRIPTOR,
    END,
    Part,
    bundle,
    declared,
    deflated,
    description,
    extra,
    records,
    zipped,
)
from tests.tracks.trek.intake.bundles import archive, entry, whole

CRC = zlib.crc32(whole())
DESCRIBED = 0x0008
ZEROS = {"crc": 0, "packed": 0, "size": 0}
ZIP64 = extra(1, struct.pack("<2Q", len(whole()), 10))
TIMES = extra(0x5455, b"\x01\0\0\0\0") + extra(0x7875, b"\x01\x04\0\0\0\0\x04\0\0\0\0")


def piped(**changes):
    """As written to a pipe: checksum and sizes after the data only."""
    return bundle(**{"flags": DESCRIBED, "local": ZEROS, "descriptor": description(records()), **changes})


def unicode_path(name, shown):
    return extra(0x7075, struct.pack("<BI", 1, zlib.crc32(name)) + shown)


ACCEPTED = {
    "put together by hand": bundle,
    "stored, not compressed": lambda: bundle(method=0),
    "one of each kind of compression": lambda: zipped(records(method=0), declared()),
    "written to a pipe": piped,
    "written to a pipe, without the mark": lambda: piped(descriptor=description(records(), mark=b"")),
    "sizes said before and after": lambda: piped(local={}),
    "times and owners in extra fields": lambda: bundle(local={"extra": TIMES}, central={"extra": TIMES}),
    "the same name in an extra field": lambda: bundle(
        central={"extra": unicode_path(b"trek_sample.jsonl", b"trek_sample.jsonl")}
    ),
    "a comment on an entry": lambda: bundle(central={"comment": b"made by hand"}),
    "the manifest first": lambda: zipped(declared(), records()),
    "an empty README": lambda: bundle(Part(name=b"README.md", content=b"", method=0)),
    "records that are gzip": lambda: bundle(
        name=b"trek_sample.jsonl.gz", content=gzip.compress(whole(), mtime=0), method=0
    ),
    "permissions of a file": lambda: bundle(mode=0o100644),
}

_LOCAL_ONLY = {"local": {"extra": ZIP64}}
_BODY = len(zipped(records(is_listed=False), declared(is_listed=False))) - 22

REFUSED = {
    "bytes before its beginning, unaccounted": lambda: bundle()[:4] + zipped(records(), declared()),
    "trailing zero bytes": lambda: bundle() + b"\0" * 20,
    "a trailing archive": lambda: bundle() + bundle(),
    "a comment": lambda: zipped(records(), declared(), comment=b"x = "),
    "a comment that is an archive": lambda: zipped(records(), declared(), comment=bundle()),
    "a comment that is cut off": lambda: zipped(records(), declared(), comment_bytes=4),
    "two end records": lambda: bundle() + bundle()[-22:],
    "no end record": lambda: bundle()[:-22],
    "one byte short": lambda: bundle()[:-1],
    "cut off in the middle": lambda: bundle()[:200],
    "a smaller size in the directory": lambda: bundle(central={"size": 10}),
    "a smaller size in the entry": lambda: bundle(local={"size": 10}),
    "a smaller size in both": lambda: bundle(central={"size": 10}, local={"size": 10}),
    "a larger size in both": lambda: bundle(central={"size": 10**6}, local={"size": 10**6}),
    "a smaller packed size in both": lambda: bundle(central={"packed": 10}, local={"packed": 10}),
    "a larger packed size in both": lambda: bundle(central={"packed": 9**6}, local={"packed": 9**6}),
    "another name in the directory": lambda: bundle(central={"name": b"trek_simple.jsonl"}),
    "a longer name in the entry": lambda: bundle(local={"name": b"trek_sample.jsonl.exe"}),
    "another method in the entry": lambda: bundle(local={"method": 0}),
    "other flags in the entry": lambda: bundle(local={"flags": 0x0800}),
    "another checksum in the entry": lambda: bundle(local={"crc": 1}),
    "another checksum in both": lambda: bundle(local={"crc": 1}, central={"crc": 1}),
    "another checksum after the data": lambda: piped(descriptor=description(records(), crc=1)),
    "another size after the data": lambda: piped(descriptor=description(records(), size=1)),
    "nothing after the data": lambda: piped(descriptor=b""),
    "half of what should follow the data": lambda: piped(descriptor=description(records())[:8]),
    "a length that only follows data that is not compressed": lambda: bundle(
        method=0, flags=DESCRIBED, local=ZEROS, descriptor=description(records(method=0))
    ),
    "entries over the same bytes": lambda: zipped(records(), declared(central={"offset": 0})),
    "an entry that the directory does not name": lambda: bundle(
        Part(name=b"hidden.jsonl", content=whole(), is_listed=False)
    ),
    "bytes between entries and directory": lambda: zipped(records(), declared(), between=b"hidden"),
    "bytes between two entries": lambda: bundle(descriptor=b"hidden"),
    "an entry that begins elsewhere": lambda: bundle(central={"offset": 4}),
    "an entry without its mark": lambda: zipped(records(), declared(local={"mark": b"PK\x03\x05"})),
    "a directory without its mark": lambda: bundle(central={"mark": b"PK\x01\x03"}),
    "fewer entries than the directory has": lambda: zipped(records(), declared(), count=1, here=1),
    "more entries than the directory has": lambda: zipped(records(), declared(), count=3, here=3),
    "a directory that begins elsewhere": lambda: zipped(records(), declared(), start=_BODY - 1),
    "a directory of another length": lambda: zipped(records(), declared(), size=100),
    "several volumes": lambda: zipped(records(), declared(), disk=1, first=1),
    "more entries in all than here": lambda: zipped(records(), declared(), count=3),
    "an entry of another volume": lambda: bundle(central={"disk": 1}),
    "encrypted": lambda: bundle(flags=0x0001),
    "encrypted as the directory says only": lambda: bundle(central={"flags": 0x0001}),
    "strongly encrypted": lambda: bundle(flags=0x0041),
    "masked headers": lambda: bundle(flags=0x2000),
    "patch data": lambda: bundle(flags=0x0020),
    "bzip2": lambda: bundle(method=12, packed=bz2.compress(whole())),
    "LZMA": lambda: bundle(method=14, packed=lzma.compress(whole())),
    "deflate64": lambda: bundle(method=9, packed=deflated(whole())),
    "a method nobody knows": lambda: bundle(method=99, packed=whole()),
    "two sizes though not compressed": lambda: bundle(method=0, packed=whole()[:-1]),
    "zip64 sizes": lambda: bundle(central={"size": 2**32 - 1, "extra": ZIP64}),
    "a zip64 field that is not needed": lambda: bundle(central={"extra": ZIP64}),
    "a zip64 field in the entry only": lambda: bundle(**_LOCAL_ONLY),
    "a zip64 count": lambda: zipped(records(), declared(), count=0xFFFF, here=0xFFFF),
    "a zip64 end record": lambda: zipped(
        records(), declared(), between=b"PK\x06\x06" + b"\0" * 52 + b"PK\x06\x07" + b"\0" * 16
    ),
    "another name in an extra field": lambda: bundle(
        central={"extra": unicode_path(b"trek_sample.jsonl", b"b.jsonl")}
    ),
    "another name in an extra field of the entry": lambda: bundle(
        local={"extra": unicode_path(b"trek_sample.jsonl", b"b.jsonl")}
    ),
    "a name that says UTF-8 and is not": lambda: bundle(flags=0x0800, name=b"trek_\xff.jsonl"),
    "data cut off": lambda: bundle(packed=deflated(whole())[:-8]),
    "data that is not deflate": lambda: bundle(packed=b"\xff" * 64),
    "bytes behind the end of the data": lambda: bundle(packed=deflated(whole()) + b"hidden"),
    "a damaged byte": lambda: bundle(method=0, packed=whole().replace(b"Heron", b"Huron", 1)),
}

NOT_ARCHIVES = {
    "a script before the archive": (lambda: b"#!/bin/sh\n" + bundle(), ["F003"]),
    "one byte before the archive": (lambda: b"P" + bundle(), ["F003"]),
    "the mark of a volume before the archive": (lambda: DESCRIPTOR + bundle(), ["F101"]),
    "an end record and nothing else": (lambda: END + b"\0" * 18, ["F107", "F108"]),
}

BY_LIBRARY = {
    "as the library writes it": entry,
    "in a folder": lambda: entry(folder="my run/"),
    "in a folder with an accent": lambda: entry(folder="é/"),
    "stored by the library": lambda: archive(
        {"trek_sample.jsonl": whole(), "metadata.json": declared().content}, method=zipfile.ZIP_STORED
    ),
}


def _fixtures() -> dict[str, Fixture]:
    found = {
        f"B3 accepted: {name}": archived("An archive that readers agree on.", make=make)
        for name, make in {**ACCEPTED, **BY_LIBRARY}.items()
    }
    for name, make in REFUSED.items():
        found[f"B3 refused: {name}"] = archived("A sound archive but for this.", "F101", make=make)
    for name, (make, codes) in NOT_ARCHIVES.items():
        found[f"B3 refused: {name}"] = archived("It does not begin as an archive.", *codes, make=make)
    return found


FRAMING = _fixtures()
