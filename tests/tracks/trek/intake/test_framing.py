"""The framing of an archive: bytes on which readers may disagree are refused before anything is unpacked."""

import json
import struct
import zipfile
import zlib

import pytest

from scoring.tracks.trek.intake import Mode, Outcome
from tests.tracks.trek.intake.bundles import archive, check, codes, entry, manifest, whole

SOUND = entry()
PARTS = {"trek_sample.jsonl": whole(), "metadata.json": json.dumps(manifest()).encode()}
END = b"PK\x05\x06"
CENTRAL = b"PK\x01\x02"
ACCENTED = entry(besides={"é": b""})


def entered(content):
    return check(content, name="bundle.zip", mode=Mode.ENTRY)


def info(name, **attributes):
    made = zipfile.ZipInfo(name)
    for attribute, value in attributes.items():
        setattr(made, attribute, value)
    return made


def patched(content, *changes):
    """The bytes with values written over them: pairs of place and bytes."""
    work = bytearray(content)
    for place, value in changes:
        work[place : place + len(value)] = value
    return bytes(work)


def deflated(content):
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflating.compress(content) + deflating.flush()


def handmade(data, content, *, method=8, flags=0):
    """An archive put together by hand: one record file with this data, and a manifest."""
    out = directory = b""
    text = json.dumps(manifest()).encode()
    parts = ((b"a.jsonl", data, content, method, flags), (b"metadata.json", text, text, 0, 0))
    for name, packed, unpacked, used, marks in parts:
        facts = struct.pack("<3I", zlib.crc32(unpacked), len(packed), len(unpacked))
        head = struct.pack("<5H", 20, marks, used, 0, 0x21) + facts
        tail = struct.pack("<5H2I", len(name), 0, 0, 0, 0, 0, len(out)) + name
        directory += CENTRAL + struct.pack("<H", 20) + head + tail
        out += b"PK\x03\x04" + head + struct.pack("<2H", len(name), 0) + name + packed
        out += b"PK\x07\x08" + facts if marks & 8 else b""
    return out + directory + END + struct.pack("<4H2IH", 0, 0, 2, 2, len(directory), len(out), 0)


class TestFraming:
    """Bytes on which readers of archives may disagree; each archive is sound but for one thing."""

    FIRST = SOUND.index(CENTRAL)
    LAST = SOUND.index(END)
    SIZE_AT, NAME_AT, OFFSET_AT = 24, 46, 42
    OVERLAP = patched(SOUND, (SOUND.rindex(CENTRAL) + OFFSET_AT, struct.pack("<I", 0)))

    CASES = {
        "prefix": b"#!/bin/sh\n" + SOUND,
        "one byte before": b"P" + SOUND,
        "trailing bytes": SOUND + b"\0" * 20,
        "comment": SOUND[:-2] + struct.pack("<H", 4) + b"x = ",
        "comment that holds an archive": SOUND[:-2] + struct.pack("<H", len(SOUND)) + SOUND,
        "second end record": SOUND + SOUND[SOUND.index(END) :],
        "cut off": SOUND[:-1],
        "only its beginning": SOUND[:200],
        "smaller size in the directory": patched(SOUND, (FIRST + SIZE_AT, struct.pack("<I", 10))),
        "other name in the directory": patched(SOUND, (FIRST + NAME_AT, b"T")),
        "other name in the entry": patched(SOUND, (30, b"T")),
        "other method in the entry": patched(SOUND, (8, b"\0\0")),
        "other checksum in both": patched(SOUND, (14, b"abcd"), (FIRST + 16, b"abcd")),
        "overlapping entries": OVERLAP,
        "end record with fewer entries": patched(SOUND, (LAST + 8, struct.pack("<2H", 1, 1))),
        "end record with more entries": patched(SOUND, (LAST + 8, struct.pack("<2H", 3, 3))),
        "of several volumes": patched(SOUND, (LAST + 4, struct.pack("<2H", 1, 1))),
        "encrypted": patched(SOUND, (6, b"\1\0"), (FIRST + 8, b"\1\0")),
        "encrypted in one place": patched(SOUND, (FIRST + 8, b"\1\0")),
        "bzip2": archive(PARTS, method=zipfile.ZIP_BZIP2),
        "LZMA": archive(PARTS, method=zipfile.ZIP_LZMA),
        "zip64 record": SOUND[:LAST] + b"PK\x06\x06" + b"\0" * 52 + b"PK\x06\x07" + b"\0" * 16 + SOUND[LAST:],
        "zip64 extra": archive([(info("a.jsonl", extra=struct.pack("<2HQ", 1, 8, 10)), whole())]),
        "second name in an extra": archive(
            [(info("a.jsonl", extra=struct.pack("<2HBI", 0x7075, 12, 1, 0) + b"b.jsonl"), whole())]
        ),
        "name that is no UTF-8": patched(
            ACCENTED, (ACCENTED.index("é".encode()), b"\xff"), (ACCENTED.rindex("é".encode()), b"\xff")
        ),
        "damaged data": patched(SOUND, (30 + len("trek_sample.jsonl") + 5, b"\xff\xff\xff\xff")),
        "tail after an end inside": handmade(deflated(whole()) + b"hidden", whole()),
        "length after data that is not compressed": handmade(whole(), whole(), method=0, flags=8),
    }

    @pytest.mark.parametrize("case", CASES)
    def test_each_is_refused_without_a_record_read(self, case):
        content = self.CASES[case]
        if not content.startswith(b"PK\x03\x04"):
            # It does not begin as an archive, so that it is no archive.
            assert "F003" in entered(content).found or "F004" in entered(content).found
            return
        report = entered(content)
        assert codes(report) == {"F101": 1}
        assert (report.records, report.outcome) == ({}, Outcome.INVALID)

    def test_what_is_put_together_by_hand_is_sound_otherwise(self):
        assert codes(entered(handmade(deflated(whole()), whole()))) == {}
        assert codes(entered(handmade(whole(), whole(), method=0))) == {}
        assert codes(entered(handmade(deflated(whole()), whole(), flags=8))) == {}

    def test_a_size_that_is_understated_in_every_header_stops_the_reading_there(self):
        report = entered(handmade(deflated(b"\n" * 5_000_000), b"\n" * 10))
        assert [one.message for one in report.findings] == [
            "The archive cannot be read (an entry unpacks to more bytes than its headers say)."
        ]

    def test_two_hundred_entries_over_the_same_bytes_are_refused_before_any_is_read(self):
        directory = SOUND[self.FIRST : SOUND.rindex(CENTRAL)]
        start = self.FIRST
        many = SOUND[:start] + directory * 16
        end = END + struct.pack("<4H2IH", 0, 0, 16, 16, len(directory) * 16, start, 0)
        assert codes(entered(many + end)) == {"F101": 1}
        end = END + struct.pack("<4H2IH", 0, 0, 200, 200, len(directory) * 16, start, 0)
        assert codes(entered(many + end)) == {"F102": 1}

    def test_a_byte_changed_anywhere_is_noticed_or_means_nothing(self):
        sound = entered(SOUND)
        for place in range(len(SOUND)):
            changed = bytearray(SOUND)
            changed[place] ^= 0x41
            report = entered(bytes(changed))
            if report.outcome is Outcome.VALID:
                assert report.records == sound.records
