"""B1, B2, B4, B5: bombs, overlaps, paths that lead out, and files that are two kinds at once."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zlib
from collections.abc import Iterator
from functools import cache

from scoring.engine.intake import Mode
from tests.hostile.fixture import MIB, archived, hostile
from tests.hostile.zips import Part, bundle, declared, records, zipped
from tests.tracks.trek.intake.bundles import whole

BOMB_BYTES = 200 * MIB


@cache
def _zeros(window: int) -> bytes:
    """200 MB of zeros, deflated without ever being held."""
    packing = zlib.compressobj(9, zlib.DEFLATED, window)
    packed = b"".join(packing.compress(b"0" * MIB) for _ in range(BOMB_BYTES // MIB))
    return packed + packing.flush()


@cache
def _crc() -> int:
    crc = 0
    for _ in range(BOMB_BYTES // MIB):
        crc = zlib.crc32(b"0" * MIB, crc)
    return crc


def ratio_bomb(**said: int) -> bytes:
    facts = {"crc": _crc(), "size": BOMB_BYTES, **said}
    return bundle(content=b"", packed=_zeros(-15), local=facts, central=facts)


def in_gzip_in_zip() -> bytes:
    return bundle(name=b"trek_sample.jsonl.gz", content=_zeros(31), method=0)


def overlaps(count: int, *, is_named_apart: bool) -> bytes:
    """One local header and its data, and a directory that names it so many times."""
    content = b"\n" * (2 * MIB)
    names = [b"%03d.jsonl" % number if is_named_apart else b"plans.jsonl" for number in range(count)]
    one = zipped(Part(name=names[0], content=content))
    start, stop = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    directory = b"".join(one[start:stop].replace(names[0], name) for name in names)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, len(directory), start, 0)
    return one[:start] + directory + end


def quoted_overlap() -> bytes:
    """The first entry's stored data is the second entry whole: both unpack to the same bytes."""
    inner = zipped(Part(name=b"b.jsonl", content=whole()))
    inner = inner[: inner.index(b"PK\x01\x02")]
    first = Part(name=b"a.jsonl", content=inner, method=0)
    at = 30 + len(first.name)
    second = Part(name=b"b.jsonl", content=whole(), central={"offset": at})
    return zipped(first, second)


def slip(name: bytes, mode: int = 0) -> bytes:
    return bundle(Part(name=name, content=b"{}", mode=mode))


def tar() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as packing:
        member = tarfile.TarInfo("plans.jsonl")
        member.size = len(whole())
        packing.addfile(member, io.BytesIO(whole()))
    return target.getvalue()


def members(count: int) -> Iterator[bytes]:
    one = gzip.compress(b"", mtime=0)
    for _ in range(count // 1_000):
        yield one * 1_000


GZIP = {"name": "trek_sample.jsonl.gz", "options": {"mode": Mode.RECORDS}}
SLIPS = {
    "out of the folder": b"../../x.jsonl",
    "out of a folder inside": b"run/../../x.jsonl",
    "from the root": b"/etc/x.jsonl",
    "a drive": b"C:\\x.jsonl",
    "a drive without a backslash": b"C:x.jsonl",
    "a share": b"\\\\host\\x.jsonl",
    "a backslash": b"run\\x.jsonl",
    "a line break": b"a\nb.jsonl",
    "a NUL": b"trek_sample.jsonl\x00.exe",
}
MODES = {
    "a symbolic link": 0o120777,
    "a device": 0o060644,
    "a character device": 0o020644,
    "a pipe": 0o010644,
    "a socket": 0o140644,
}

CONTAINERS = {
    "B1 ratio bomb in a zip": archived(
        "200 MB of zeros at level 9 as the one record file.", "F106", make=ratio_bomb
    ),
    "B1 ratio bomb that states a small size": archived(
        "The same, and both headers state 10 bytes.", "F101", make=lambda: ratio_bomb(size=10)
    ),
    "B1 ratio bomb in gzip": hostile("200 MB of zeros at level 9.", "F106", make=lambda: _zeros(31), **GZIP),
    "B1 ratio bomb in gzip in a zip": archived(
        "The gzip bomb as a stored record file.", "F106", make=in_gzip_in_zip
    ),
    "B1 ratio bomb as the manifest": archived(
        "A manifest of 64 MiB that packs to 64 KB.",
        "F105",
        make=lambda: zipped(records(), declared(content=b" " * (64 * MIB))),
        unpacked_mib=1,
    ),
    "B1 a million empty gzip members": hostile(
        "Each is sound and holds nothing.", "F112", make=lambda: members(10**6), **GZIP
    ),
    "B2 two hundred entries over the same bytes": archived(
        "One local header, 200 records in the directory, all at offset 0.",
        "F102",
        make=lambda: overlaps(200, is_named_apart=False),
        unpacked_mib=0,
    ),
    "B2 sixteen entries over the same bytes": archived(
        "As many as are allowed.", "F101", make=lambda: overlaps(16, is_named_apart=False), unpacked_mib=0
    ),
    "B2 sixteen names for the same bytes": archived(
        "The same with names of their own.",
        "F101",
        make=lambda: overlaps(16, is_named_apart=True),
        unpacked_mib=0,
    ),
    "B2 quoted overlap": archived(
        "The data of one entry is another entry whole.", "F101", make=quoted_overlap, unpacked_mib=0
    ),
    **{
        f"B4 {what}": archived(f"An entry named {name!r}.", "F103", make=lambda name=name: slip(name))
        for what, name in SLIPS.items()
    },
    **{
        f"B4 {what}": archived(
            f"An entry of mode {mode:o}.", "F104", make=lambda mode=mode: slip(b"README.md", mode)
        )
        for what, mode in MODES.items()
    },
    "B4 the same name twice": archived(
        "Two record files of one name.", "F110", make=lambda: bundle(records())
    ),
    "B4 the same name in capitals": archived(
        "README.md and readme.MD.",
        "F110",
        make=lambda: bundle(Part(name=b"README.md", content=b"a"), Part(name=b"readme.MD", content=b"b")),
    ),
    "B5 zip in zip": archived(
        "A whole bundle as one more entry.",
        "F111",
        make=lambda: bundle(Part(name=b"more.zip", content=bundle(), method=0)),
    ),
    "B5 zip in zip under another name": archived(
        "The record file is a bundle.", "F111", make=lambda: bundle(content=bundle(), method=0)
    ),
    "B5 text and a zip behind it": hostile(
        "Records, then an archive.", "F301", make=lambda: whole() + bundle()
    ),
    "B5 tar named zip": archived("A tape archive.", "F004", make=tar),
    "B5 tar named jsonl": hostile("A tape archive.", "F004", make=tar),
    "B5 gzip named zip": archived(
        "Compressed records.", "F003", make=lambda: gzip.compress(whole(), mtime=0)
    ),
    "B5 gzip named jsonl": hostile(
        "Compressed records.", "F003", make=lambda: gzip.compress(whole(), mtime=0)
    ),
    "B5 zip named jsonl": hostile("A whole bundle.", "F003", make=bundle),
    "B5 gzip in gzip": hostile(
        "Compressed twice.",
        "F111",
        make=lambda: gzip.compress(gzip.compress(whole(), mtime=0), mtime=0),
        **GZIP,
    ),
    "B5 gzip and text behind it": hostile(
        "A sound member, then records that are not packed.",
        "F112",
        make=lambda: gzip.compress(whole(), mtime=0) + whole(),
        **GZIP,
    ),
    "B5 gzip cut off": hostile(
        "Half of a member.", "F112", make=lambda: gzip.compress(whole(), mtime=0)[:-20], **GZIP
    ),
    "B5 zip in gzip": hostile(
        "A bundle, compressed.", "F111", make=lambda: gzip.compress(bundle(), mtime=0), **GZIP
    ),
}
