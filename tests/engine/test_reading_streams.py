"""Bytes to lines: the same lines however the bytes arrive, and never more than one of them held."""

import gzip
import hashlib
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.reading import (
    Container,
    Fault,
    FaultKind,
    Limits,
    Line,
    Meter,
    blocks,
    container_of,
    gunzip,
    read_text,
    split_lines,
    unpacking,
)
from tests.engine.reading_limits import LIMITS


def lines_of(content: bytes, limits: Limits = LIMITS, size: int = 7) -> list[Line | Fault]:
    return list(split_lines(blocks([content], size), limits))


def texts_of(content: bytes, size: int = 7) -> list[bytes | None]:
    return [line.content for line in lines_of(content, size=size) if isinstance(line, Line)]


def unpacked(packed: bytes, limits: Limits = LIMITS) -> tuple[bytes, list[Fault]]:
    parts = list(gunzip(blocks([packed]), limits))
    return b"".join(part for part in parts if isinstance(part, bytes)), [
        p for p in parts if isinstance(p, Fault)
    ]


class TestBlocks:
    @given(st.lists(st.binary(max_size=40), max_size=12), st.integers(1, 17))
    def test_blocks_are_even_and_lose_nothing(self, chunks, size):
        cut = list(blocks(chunks, size))
        assert b"".join(cut) == b"".join(chunks)
        assert all(len(block) == size for block in cut[:-1])
        assert all(cut)


class TestLines:
    def test_a_line_has_its_number_its_offset_and_no_line_end(self):
        first, second = lines_of(b'\n  \n{"a":1}\r\n\t\r\n{"b":2}')
        assert first == Line(number=3, offset=4, length=7, content=b'{"a":1}', has_crlf=True)
        assert second == Line(number=5, offset=16, length=7, content=b'{"b":2}', has_crlf=False)

    def test_lines_end_at_line_feeds_only(self):
        content = '{"a":"x\u2028y\u2029z\u0085"}\n{}'.encode()
        assert texts_of(content) == [content[:-3], b"{}"]

    @pytest.mark.parametrize("content", [b"", b"\n\n", b" \t\r\n \r\n  "])
    def test_blank_lines_are_no_lines(self, content):
        assert lines_of(content) == []

    def test_a_carriage_return_at_the_end_of_the_file_is_no_line_end(self):
        assert lines_of(b"{}\r") == [Line(number=1, offset=0, length=3, content=b"{}\r", has_crlf=False)]

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_a_line_of_the_longest_length_is_kept(self, end):
        (line,) = lines_of(b"x" * 1_000 + end)
        assert (line.length, len(line.content)) == (1_000, 1_000)

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_a_longer_line_is_counted_and_not_kept(self, end):
        (line, after) = lines_of(b"x" * 1_001 + (end or b"\n") + b"{}")
        assert line.length - (0 if end != b"\r\n" else 1) <= 1_001
        assert line.content is None
        assert after.content == b"{}"
        assert read_text(line, LIMITS) == Fault(
            kind=FaultKind.LINE_TOO_LONG, facts={"n": line.length, "max": 1_000}
        )

    def test_one_line_more_than_the_limit_ends_the_reading(self):
        pieces = lines_of(b"{}\n" * 500)
        assert len(pieces) == 101
        assert pieces[-1] == Fault(kind=FaultKind.TOO_MANY_LINES, facts={"max": 100})

    def test_faults_of_the_stream_end_it(self):
        fault = Fault(kind=FaultKind.DAMAGED_GZIP, facts={"n": 3})
        assert list(split_lines([b"{}\n{", fault, b"}\n"], LIMITS))[1:] == [fault]
        assert list(split_lines([b"{}", fault], LIMITS)) == [fault]
        assert list(split_lines([fault], LIMITS)) == [fault]

    @given(st.binary(max_size=300), st.integers(1, 60))
    def test_every_line_of_substance_is_read_once_however_it_arrives(self, content, size):
        pieces = lines_of(content, size=size)
        assert pieces == lines_of(content, size=1_000)
        if any(isinstance(piece, Fault) for piece in pieces):
            return
        physical = [line.removesuffix(b"\r") for line in content.split(b"\n")[:-1]] + content.split(b"\n")[
            -1:
        ]
        expected = {number: line for number, line in enumerate(physical, 1) if line.strip(b" \t\r\n")}
        assert {line.number: line.content for line in pieces} == expected
        for line in pieces:
            assert content[line.offset :].startswith(line.content)

    def test_memory_does_not_grow_with_a_line_that_is_too_long(self):
        chunk = b"x" * 65_536
        tracemalloc.start()
        try:
            (line,) = list(split_lines((chunk for _ in range(1_600)), LIMITS))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert line.length == 1_600 * 65_536
        assert peak < 1_000_000


class TestEncodings:
    @pytest.mark.parametrize(
        ("content", "encoding"),
        [
            ('{"a":1}'.encode("utf-16"), "UTF-16"),
            ('{"a":1}'.encode("utf-16-le"), "UTF-16"),
            ('{"a":1}'.encode("utf-16-be"), "UTF-16"),
            ("\ufeff{}".encode("utf-16-be"), "UTF-16"),
            ('{"a":1}'.encode("utf-32"), "UTF-32"),
            ('{"a":1}'.encode("utf-32-le"), "UTF-32"),
            ('{"a":1}'.encode("utf-32-be"), "UTF-32"),
            ("\ufeff{}".encode("utf-32-be"), "UTF-32"),
        ],
    )
    def test_two_or_four_bytes_a_character_are_recognised(self, content, encoding):
        assert lines_of(content, size=1) == [
            Fault(kind=FaultKind.WIDE_ENCODING, facts={"encoding": encoding})
        ]

    def test_a_byte_order_mark_is_reported_and_left_out(self):
        mark, line = lines_of(b"\xef\xbb\xbf{}\n", size=1)
        assert mark == Fault(kind=FaultKind.BYTE_ORDER_MARK)
        assert line == Line(number=1, offset=3, length=2, content=b"{}", has_crlf=False)

    def test_only_the_first_byte_order_mark_is_left_out(self):
        assert texts_of(b"\xef\xbb\xbf\xef\xbb\xbf{}") == [b"\xef\xbb\xbf{}"]

    @pytest.mark.parametrize(
        ("content", "column", "at", "value"),
        [
            (b'{"a":"\xe9"}', 7, 6, "e9"),
            (b'{"\xc3\xa9":"\xc0\xaf"}', 7, 7, "c0"),
            (b'{"a":"\xed\xa0\x80"}', 7, 6, "ed"),
            (b'{"a":"\xe2\x82', 7, 6, "e2"),
        ],
    )
    def test_what_is_not_utf8_has_its_place(self, content, column, at, value):
        (line,) = lines_of(content)
        fault = Fault(kind=FaultKind.NOT_UTF8, column=column, facts={"at": at, "value": value})
        assert read_text(line, LIMITS) == fault

    @pytest.mark.parametrize(("content", "column"), [(b"{}\r{}", 3), (b' {"a":1\r}\n', 8)])
    def test_a_carriage_return_inside_a_line_is_found(self, content, column):
        (line,) = lines_of(content)
        assert read_text(line, LIMITS) == Fault(kind=FaultKind.BARE_RETURN, column=column)

    def test_carriage_returns_around_a_line_are_blanks(self):
        (line,) = lines_of(b"\r{}\r\r\n")
        assert read_text(line, LIMITS) == "\r{}\r"


class TestGzip:
    def test_one_member(self):
        assert unpacked(gzip.compress(b"abc" * 999)) == (b"abc" * 999, [])

    def test_members_and_padding_are_joined(self):
        packed = gzip.compress(b"abc") + b"\0" * 600 + gzip.compress(b"") + gzip.compress(b"def") + b"\0" * 9
        assert unpacked(packed) == (b"abcdef", [])

    @pytest.mark.parametrize("tail", [b"x", b"\0\0{}", b'{"query_index": 0}\n'])
    def test_other_bytes_after_a_member_are_damage(self, tail):
        content, faults = unpacked(gzip.compress(b"abc") + tail)
        assert (content, faults) == (b"abc", [Fault(kind=FaultKind.DAMAGED_GZIP, facts={"n": 3})])

    def test_a_stream_cut_off_is_damage(self):
        packed = gzip.compress(hashlib.sha256(b"x").digest() * 100)
        for length in (1, 10, len(packed) - 9, len(packed) - 1):
            _, faults = unpacked(packed[:length])
            assert [fault.kind for fault in faults] == [FaultKind.DAMAGED_GZIP]

    def test_a_changed_byte_is_damage(self):
        packed = bytearray(gzip.compress(b"abc" * 50))
        packed[-8] ^= 1
        assert [fault.kind for fault in unpacked(bytes(packed))[1]] == [FaultKind.DAMAGED_GZIP]

    def test_unpacking_stops_at_the_limit(self):
        noise = b"".join(hashlib.sha256(bytes([i, j])).digest() for i in range(256) for j in range(40))
        content, faults = unpacked(gzip.compress(noise + noise))
        assert [fault.kind for fault in faults] == [FaultKind.UNPACKED_TOO_LARGE]
        assert faults[0].facts["max"] == 300_000
        assert len(content) <= 300_000

    def test_a_high_ratio_is_refused_only_beyond_its_first_bytes(self):
        assert unpacked(gzip.compress(b"0" * 100_000, 9)) == (b"0" * 100_000, [])
        content, faults = unpacked(gzip.compress(b"0" * 300_000, 9))
        assert [fault.kind for fault in faults] == [FaultKind.RATIO_TOO_HIGH]
        assert faults[0].facts["ratio"] > 50
        assert len(content) < 300_000

    def test_millions_of_empty_members_are_refused(self, monkeypatch):
        monkeypatch.setattr(unpacking, "_MEMBERS_MAX", 20)
        assert unpacked(gzip.compress(b"") * 20) == (b"", [])
        assert [fault.kind for fault in unpacked(gzip.compress(b"") * 21)[1]] == [FaultKind.DAMAGED_GZIP]

    def test_what_is_no_gzip_is_damage(self):
        assert unpacked(b"\x1f\x8bnot gzip")[1] == [Fault(kind=FaultKind.DAMAGED_GZIP, facts={"n": 0})]


class TestContainers:
    @pytest.mark.parametrize(
        ("head", "container"),
        [
            (b"", Container.EMPTY),
            (b'{"a"', Container.TEXT),
            (gzip.compress(b"", mtime=0), Container.GZIP),
            (b"PK\x03\x04", Container.ZIP),
            (b"PK\x05\x06", Container.ZIP),
            (b"BZh91AY", Container.OTHER_ARCHIVE),
            (b"x" * 257 + b"ustar\x00", Container.OTHER_ARCHIVE),
            (b"%PDF-1.7", Container.DOCUMENT),
        ],
    )
    def test_the_first_bytes_tell(self, head, container):
        assert container_of(head) is container


class TestMeter:
    def test_a_stream_is_counted_and_digested_while_it_passes(self):
        meter = Meter([b"ab", Fault(kind=FaultKind.BARE_RETURN), b"c"])
        assert next(iter(meter)) == b"ab"
        assert (meter.count, meter.is_whole, meter.sha256) == (2, False, None)
        meter.drain()
        assert (meter.count, meter.sha256) == (3, hashlib.sha256(b"abc").hexdigest())

    def test_a_stream_beyond_its_limit_is_not_read_on(self):
        def parts():
            yield b"abc"
            yield b"def"
            raise AssertionError("read on")

        meter = Meter(parts(), 5)
        assert list(meter) == [b"abc"]
        meter.drain()
        assert (meter.is_over, meter.sha256) == (True, None)
