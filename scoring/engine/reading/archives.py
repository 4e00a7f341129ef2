"""Check the framing of a zip archive byte by byte, before anything in it is unpacked.

Readers of zip archives disagree wherever its parts may contradict each other: local headers and central
directory, sizes and content, what lies between and around the entries. So all of them have to agree, and
every byte of the file belongs to exactly one part:

    (local header, data, data descriptor)*  central directory  end record
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits

STORED, DEFLATED = 0, 8

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_DESCRIPTOR = struct.Struct("<3I")
_LOCAL_MARK, _CENTRAL_MARK, _END_MARK = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_DESCRIPTOR_MARK = b"PK\x07\x08"

_ENCRYPTED = 0x0001 | 0x0040 | 0x2000
_DESCRIBED = 0x0008
_PATCHED = 0x0020
_IN_UTF8 = 0x0800
_ZIP64_EXTRA, _UNICODE_PATH_EXTRA = 0x0001, 0x7075
_UNICODE_PATH_HEAD = 5
_SHORT_FULL, _LONG_FULL = 0xFFFF, 0xFFFFFFFF
_COMMENT_MAX = 0xFFFF


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry, on whose description all parts of the archive agree.

    Attributes:
        name: As stored, decoded; not made safe in any way.
        name_bytes: Its length as stored.
        mode: The Unix mode, 0 where there is none.
        is_deflated: Whether the data is compressed.
        offset: Where the data begins.
        packed_bytes: Length of the data.
        content_bytes: Length of what it holds, as stated.
        crc: Checksum of what it holds, as stated.
    """

    name: str
    name_bytes: int
    mode: int
    is_deflated: bool
    offset: int
    packed_bytes: int
    content_bytes: int
    crc: int

    @property
    def is_folder(self) -> bool:
        """Whether it only names a folder."""
        return self.name.endswith("/")


def read_archive(stream: BinaryIO, limits: Limits) -> tuple[Entry, ...] | Fault:
    """The entries of an archive in the order of its directory; never raises for bad input.

    Args:
        stream: The whole file, seekable.
        limits: Number of entries.
    """
    try:
        return _Framing(stream, limits).entries()
    except _FramingError as stop:
        return stop.fault


class _FramingError(Exception):
    """Ends the check; never leaves this module."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind)
        self.fault = fault


def broken(reason: str) -> Fault:
    """The fault of an archive that cannot be read, with the reason in words."""
    return Fault(kind=FaultKind.BROKEN_ARCHIVE, facts={"reason": reason})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """What the central directory says about one entry."""

    flags: int
    method: int
    crc: int
    packed_bytes: int
    content_bytes: int
    raw_name: bytes
    extra: bytes
    mode: int
    offset: int


class _Framing:
    """One archive being walked through."""

    def __init__(self, stream: BinaryIO, limits: Limits) -> None:
        self._stream = stream
        self._limits = limits
        self._size = stream.seek(0, 2)

    def entries(self) -> tuple[Entry, ...]:
        """All entries.

        Raises:
            _FramingError: Anything is not as it has to be.
        """
        start, size, count = self._end_record()
        headers = self._directory(start, size, count)
        data_offsets = self._walk(headers, end=start)
        return tuple(
            Entry(
                name=_name_of(header),
                name_bytes=len(header.raw_name),
                mode=header.mode,
                is_deflated=header.method == DEFLATED,
                offset=data_offsets[header.offset],
                packed_bytes=header.packed_bytes,
                content_bytes=header.content_bytes,
                crc=header.crc,
            )
            for header in headers
        )

    def _end_record(self) -> tuple[int, int, int]:
        """Where the central directory begins, its length and its number of entries."""
        at = self._size - _END.size
        record = self._read(at, _END.size) if at >= 0 else b""
        if not record.startswith(_END_MARK):
            raise _refused(self._why_no_end())
        _, disk, first_disk, here, count, size, start, comment = _END.unpack(record)
        if disk or first_disk or here != count:
            raise _refused("it is one of several volumes")
        if _SHORT_FULL in (here, count) or _LONG_FULL in (size, start):
            raise _refused("it is in the zip64 format, which a file of this size does not need")
        if count > self._limits.entries:
            facts = {"n": count, "max": self._limits.entries}
            raise _FramingError(Fault(kind=FaultKind.TOO_MANY_ENTRIES, facts=facts))
        if comment:
            raise _refused("its end record is cut off")
        if start + size != at:
            raise _refused("there are bytes before its beginning or around its directory")
        return start, size, count

    def _why_no_end(self) -> str:
        """Bytes that follow the end record, a comment among them, may be another file."""
        tail = self._read(max(0, self._size - _END.size - _COMMENT_MAX), _END.size + _COMMENT_MAX)
        return "bytes follow its end record" if _END_MARK in tail else "it is cut off"

    def _directory(self, start: int, size: int, count: int) -> list[_Header]:
        headers = []
        position = start
        for _ in range(count):
            header, length = self._central_header(position)
            headers.append(header)
            position += length
        if position != start + size:
            raise _refused("its directory has another length than stated")
        return headers

    def _central_header(self, position: int) -> tuple[_Header, int]:
        raw = self._read(position, _CENTRAL.size)
        if len(raw) < _CENTRAL.size or not raw.startswith(_CENTRAL_MARK):
            raise _refused("its directory is damaged")
        fields = _CENTRAL.unpack(raw)
        name_bytes, extra_bytes, comment_bytes = fields[10:13]
        length = _CENTRAL.size + name_bytes + extra_bytes + comment_bytes
        rest = self._read(position + _CENTRAL.size, name_bytes + extra_bytes)
        if fields[13]:
            raise _refused("it is one of several volumes")
        header = _Header(
            flags=fields[3],
            method=fields[4],
            crc=fields[7],
            packed_bytes=fields[8],
            content_bytes=fields[9],
            raw_name=rest[:name_bytes],
            extra=rest[name_bytes:],
            mode=fields[15] >> 16,
            offset=fields[16],
        )
        _refuse_unknown(header)
        return header, length

    def _walk(self, headers: list[_Header], *, end: int) -> dict[int, int]:
        """Where the data of each local header begins; they follow each other from the first byte on."""
        position = 0
        data_offsets = {}
        for header in sorted(headers, key=lambda one: one.offset):
            if header.offset != position:
                raise _refused("its entries overlap, or bytes lie between them")
            data_offsets[position] = self._local_header(header)
            position = data_offsets[position] + header.packed_bytes
            if header.flags & _DESCRIBED:
                position += self._descriptor(position, header)
            if position > end:
                raise _refused("an entry reaches into its directory")
        if position != end:
            raise _refused("bytes lie between its entries and its directory")
        return data_offsets

    def _local_header(self, header: _Header) -> int:
        raw = self._read(header.offset, _LOCAL.size)
        if len(raw) < _LOCAL.size or not raw.startswith(_LOCAL_MARK):
            raise _refused("an entry does not begin where the directory says")
        fields = _LOCAL.unpack(raw)
        name_bytes, extra_bytes = fields[9:11]
        rest = self._read(header.offset + _LOCAL.size, name_bytes + extra_bytes)
        stated = (header.crc, header.packed_bytes, header.content_bytes)
        # Whoever writes to a pipe knows these only after the data, and says them there.
        allowed = {stated, (0, 0, 0)} if header.flags & _DESCRIBED else {stated}
        is_same = (fields[2], fields[3]) == (header.flags, header.method)
        if not is_same or fields[6:9] not in allowed or rest[:name_bytes] != header.raw_name:
            raise _refused("an entry and the directory contradict each other")
        _refuse_extras(rest[name_bytes:], header)
        return header.offset + _LOCAL.size + len(rest)

    def _descriptor(self, position: int, header: _Header) -> int:
        """Length of the data descriptor there, which says once more what the directory says."""
        raw = self._read(position, len(_DESCRIPTOR_MARK) + _DESCRIPTOR.size)
        stated = _DESCRIPTOR.pack(header.crc, header.packed_bytes, header.content_bytes)
        for form in (_DESCRIPTOR_MARK + stated, stated):
            if raw.startswith(form):
                return len(form)
        raise _refused("an entry and the directory contradict each other")

    def _read(self, position: int, size: int) -> bytes:
        self._stream.seek(position)
        return self._stream.read(size)


def _refused(reason: str) -> _FramingError:
    return _FramingError(broken(reason))


def _refuse_unknown(header: _Header) -> None:
    """What is not supported, and what contradicts itself without looking any further."""
    if header.flags & _ENCRYPTED:
        raise _refused("it is encrypted")
    if header.flags & _PATCHED or header.method not in {STORED, DEFLATED}:
        raise _refused(f"an entry is compressed by a method other than deflate (number {header.method})")
    if _LONG_FULL in (header.packed_bytes, header.content_bytes, header.offset):
        raise _refused("it is in the zip64 format, which a file of this size does not need")
    if header.method == STORED and header.packed_bytes != header.content_bytes:
        raise _refused("an entry that is not compressed has two sizes")
    if header.method == STORED and header.flags & _DESCRIBED and header.packed_bytes:
        raise _refused("the length of an entry that is not compressed is stated after it only")
    _refuse_extras(header.extra, header)


def _refuse_extras(extra: bytes, header: _Header) -> None:
    """Extra fields that some readers heed: other sizes, another name."""
    for kind, content in _extras(extra):
        if kind == _ZIP64_EXTRA:
            raise _refused("it is in the zip64 format, which a file of this size does not need")
        if kind == _UNICODE_PATH_EXTRA and content[_UNICODE_PATH_HEAD:] != _name_of(header).encode():
            raise _refused("an entry has two names")


def _extras(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """The extra fields; what cannot be one ends them."""
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        yield kind, extra[position + 4 : position + 4 + length]
        position += 4 + length


def _name_of(header: _Header) -> str:
    """The name as readers that know UTF-8 show it; those of old systems in their own alphabet."""
    try:
        return header.raw_name.decode()
    except UnicodeDecodeError as error:
        if header.flags & _IN_UTF8:
            raise _refused("the name of an entry is not UTF-8") from error
        return header.raw_name.decode("cp437")
