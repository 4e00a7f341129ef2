"""A release inside an archive: which members count, and their bytes as a bounded stream. No Django.

Members are never unpacked by the archive's own names: only files of the official layout are written, under
paths that this project makes. An archive with anything that a release has no use for and an attacker has
(links, devices, absolute or climbing paths, two members of one name, members that overlap) is refused whole.
"""

from __future__ import annotations

import gzip
import hashlib
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from kb_browser.release_files import MANIFEST_FILE, counts
from scoring.engine.errors import DatasetError, DatasetFault
from scoring.tracks.trek.dataset import QUERIES

MEMBERS_MAX: Final = 20_000
MEMBER_BYTES_MAX: Final = 1 << 30
TOTAL_BYTES_MAX: Final = 4 << 30
# CSV of a knowledge base packs ten to twenty times; what packs better is no release.
RATIO_MAX: Final = 200
CHUNK_BYTES: Final = 1 << 20

_ZIP_LOCAL_HEADER_BYTES: Final = 30
_ZIP_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ZIP_ENCRYPTED: Final = 0x1
_ZIP_UTF8: Final = 0x800


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the release.

    Attributes:
        path: Inside the release, NFC.
        size: Bytes, as the archive states them.
        stream: Its content; good until the next member is asked for.
    """

    path: str
    size: int
    stream: IO[bytes]

    def chunks(self) -> Iterator[bytes]:
        """The content, exactly as many bytes as stated.

        Raises:
            DatasetError: The archive holds more or fewer.
        """
        left = self.size
        while chunk := self.stream.read(CHUNK_BYTES):
            left -= len(chunk)
            if left < 0:
                break
            yield chunk
        if left:
            raise _refusal(self.path, "archive_size", "the content has another size than the archive states")


@dataclass(frozen=True, slots=True)
class OpenArchive:
    """A release inside an archive that was looked through once.

    Attributes:
        size: Bytes of all members together, unpacked, as the archive states them.
        members: In the order of the archive.
    """

    size: int
    members: Iterator[Member]


def is_archive(path: Path) -> bool:
    """Whether this is a file that can be taken for an archive, told by its name."""
    return path.is_file() and path.name.endswith((".zip", ".tar.gz", ".tgz"))


def archive_digest(path: Path) -> str:
    """SHA-256 of the packed bytes in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def open_archive(path: Path) -> Iterator[OpenArchive]:
    """The members of a release.

    Members of no interest are passed by. The folder in which the release lies inside the archive is found by
    its task file.

    Raises:
        DatasetError: It is no archive, is damaged, or holds what no release holds.
    """
    opened = _zip if path.name.endswith(".zip") else _tar
    try:
        yield opened(path)
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise _refusal(path.name, "archive_damaged", f"the archive cannot be read: {error}") from error
    except OSError as error:
        # A damaged stream of gzip says so by an OSError without a number; trouble with the disk has one.
        if error.errno is not None:
            raise
        raise _refusal(path.name, "archive_damaged", f"the archive cannot be read: {error}") from error


class _Gatekeeper:
    """Decides about one member after another, and counts."""

    def __init__(self, archive: Path, root: str) -> None:
        self._packed = archive.stat().st_size
        self._name = archive.name
        self._root = root
        self._seen: set[str] = set()
        self._members = 0
        self._bytes = 0

    def path_of(self, name: str, size: int, *, is_plain: bool, is_folder: bool) -> str | None:
        """The path inside the release; None for what is passed by.

        Raises:
            DatasetError: The member must not be in any archive that we open.
        """
        parts = name.rstrip("/").split("/")
        if name.startswith("/") or ".." in parts or "\\" in name or "\0" in name or ":" in parts[0]:
            raise _refusal(self._name, "archive_path", f"the member {name!r} has a path that leads outside")
        if not is_plain and not is_folder:
            raise _refusal(self._name, "archive_link", f"the member {name!r} is neither file nor folder")
        self._count(name, size)
        path = None if is_folder else _inside(self._root, name)
        if path is None:
            return None
        if path in self._seen:
            raise _refusal(path, "file_twice", "two members have this name after normalisation")
        if size > MEMBER_BYTES_MAX:
            raise _refusal(path, "archive_too_large", f"{size} bytes; at most {MEMBER_BYTES_MAX} are read")
        self._seen.add(path)
        return path

    def _count(self, name: str, size: int) -> None:
        self._members += 1
        self._bytes += size
        if self._members > MEMBERS_MAX:
            raise _refusal(self._name, "archive_too_large", f"more than {MEMBERS_MAX} members")
        if self._bytes > TOTAL_BYTES_MAX:
            raise _refusal(self._name, "archive_too_large", f"more than {TOTAL_BYTES_MAX} bytes unpacked")
        if self._bytes > CHUNK_BYTES and self._bytes > RATIO_MAX * self._packed:
            raise _refusal(self._name, "archive_ratio", f"{name!r} packs more than {RATIO_MAX} times")


def _inside(root: str, name: str) -> str | None:
    """A member's path inside the release, which lies in the folder `root`; None for one of no interest."""
    path = unicodedata.normalize("NFC", name).removeprefix("./")
    if not path.startswith(root):
        return None
    path = path[len(root) :]
    return path if path == MANIFEST_FILE or counts(path) else None


def _size_of(root: str, sizes: Sequence[tuple[str, int]]) -> int:
    return sum(size for name, size in sizes if _inside(root, name) is not None)


def _zip(path: Path) -> OpenArchive:
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        _refuse_overlaps(path.name, infos, archive.start_dir)
        sizes = [(_zip_name(info), info.file_size) for info in infos]
    root = _root_of([name for name, _ in sizes])
    return OpenArchive(_size_of(root, sizes), _zip_members(path, root))


def _zip_members(path: Path, root: str) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        gate = _Gatekeeper(path, root)
        for info in archive.infolist():
            name = _zip_name(info)
            kind = stat.S_IFMT(info.external_attr >> 16)
            inside = gate.path_of(
                name, info.file_size, is_plain=kind in (0, stat.S_IFREG), is_folder=info.is_dir()
            )
            if inside is None:
                continue
            if info.flag_bits & _ZIP_ENCRYPTED or info.compress_type not in _ZIP_METHODS:
                raise _refusal(inside, "archive_method", "the member is encrypted or packed in a rare way")
            with archive.open(info) as stream:
                yield Member(inside, info.file_size, stream)


def _refuse_overlaps(name: str, infos: list[zipfile.ZipInfo], directory: int) -> None:
    """Members that share bytes are how a small archive becomes a huge one."""
    ends = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < ends:
            raise _refusal(name, "archive_overlap", f"the member {info.filename!r} overlaps another")
        ends = info.header_offset + _ZIP_LOCAL_HEADER_BYTES + info.compress_size
        if ends > directory:
            raise _refusal(name, "archive_overlap", f"the member {info.filename!r} ends behind the archive")


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The member's name; tools that forget to mark UTF-8 are read as what they meant."""
    if info.flag_bits & _ZIP_UTF8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError as error:
        raise _refusal(info.filename, "file_name", "the member's name is not UTF-8") from error


@contextmanager
def _tar_stream(path: Path) -> Iterator[tarfile.TarFile]:
    """The archive as a stream; once read, its checksum has been looked at.

    Damage in the middle looks like the end to the library, so the stream is read on to its own end.
    """
    with gzip.open(path) as stream:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            yield archive
        while chunk := stream.read(CHUNK_BYTES):
            if chunk.strip(b"\0") or stream.tell() > TOTAL_BYTES_MAX:
                raise _refusal(path.name, "archive_damaged", "there is more behind the end of the archive")


def _tar_members(path: Path, root: str) -> Iterator[Member]:
    gate = _Gatekeeper(path, root)
    with _tar_stream(path) as archive:
        for info in archive:
            inside = _passed(gate, info)
            stream = archive.extractfile(info) if inside is not None else None
            if inside is not None and stream is not None:
                yield Member(inside, info.size, stream)


def _tar(path: Path) -> OpenArchive:
    """Read to the end once: the task file comes late, and of a refused archive nothing is written."""
    gate = _Gatekeeper(path, "")
    sizes: list[tuple[str, int]] = []
    with _tar_stream(path) as archive:
        for info in archive:
            _passed(gate, info)
            sizes.append((info.name, info.size))
    root = _root_of([name for name, _ in sizes])
    return OpenArchive(_size_of(root, sizes), _tar_members(path, root))


def _passed(gate: _Gatekeeper, info: tarfile.TarInfo) -> str | None:
    try:
        info.name.encode("utf-8")
    except UnicodeError as error:
        shown = info.name.encode("ascii", "backslashreplace").decode()
        raise _refusal(shown, "file_name", "the member's name is not UTF-8") from error
    return gate.path_of(info.name, info.size, is_plain=info.isreg(), is_folder=info.isdir())


def _root_of(names: list[str]) -> str:
    """The folder that holds the task file, with its slash; "" at the top, and where there is no task file.

    Of several the outermost counts.
    """
    found = [
        name.removeprefix("./")[: -len(QUERIES)]
        for name in names
        if name == QUERIES or name.endswith(f"/{QUERIES}")
    ]
    return unicodedata.normalize("NFC", min(found, key=len, default=""))


def _refusal(file: str, rule: str, detail: str) -> DatasetError:
    return DatasetError([DatasetFault(file=file, row=None, rule=rule, detail=detail)])
