"""A release on disk: which of its files count, their bytes, and one digest over all of them. No Django."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scoring.engine.errors import DatasetError, DatasetFault
from scoring.tracks.trek.dataset import (
    ATTRACTION_FOLDER,
    ATTRACTION_SUFFIX,
    CAR_FOLDER,
    CAR_SUFFIX,
    FLIGHTS,
    GOLD,
    HOTEL_FOLDER,
    HOTEL_SUFFIX,
    KB_FOLDER,
    QUERIES,
)

MANIFEST_FILE = "manifest.json"
AIRPORTS_FILE = f"{KB_FOLDER}/flight_data/VALID_airports_id.csv"

CITY_FILE_SUFFIXES: Mapping[str, str] = {
    HOTEL_FOLDER: HOTEL_SUFFIX,
    ATTRACTION_FOLDER: ATTRACTION_SUFFIX,
    CAR_FOLDER: CAR_SUFFIX,
}
"""Folder inside the release to the ending of its per-city files; the rest of the name is the city."""

_SINGLE_FILES = (QUERIES, GOLD, FLIGHTS, AIRPORTS_FILE)


def city_file(folder: str, city: str) -> str:
    """The path inside a release of one city's file; ``folder`` is a key of CITY_FILE_SUFFIXES."""
    return f"{folder}/{unicodedata.normalize('NFC', city)}{CITY_FILE_SUFFIXES[folder]}"


def city_of(path: str) -> str:
    """The city named by a per-city file; "" for any other path."""
    folder, _, name = path.rpartition("/")
    suffix = CITY_FILE_SUFFIXES.get(folder)
    return name[: -len(suffix)] if suffix is not None and name.endswith(suffix) else ""


def counts(path: str) -> bool:
    """Whether a file at this place inside a release counts, told by its path alone.

    Hidden files never do: some systems put one beside each file that they copy, under nearly its name.
    """
    if path in _SINGLE_FILES:
        return True
    folder, _, name = path.rpartition("/")
    suffix = CITY_FILE_SUFFIXES.get(folder)
    return suffix is not None and name.endswith(suffix) and not name.startswith(".")


def digest_over(checksums: Mapping[str, str]) -> str:
    """The digest of a release whose files that count have these SHA-256, by path, in hex."""
    lines = (f"{checksum}  {path}\n" for path, checksum in sorted(checksums.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


class ReleaseFiles(Mapping[str, bytes]):
    """Path inside the release to the file's bytes, in code-point order of paths; read when asked for.

    Bytes that no longer have the digest they had when the folder was first digested are refused with a
    DatasetError, so that nothing is ever filed under the digest of other bytes; so is a file that went away.
    """

    def __init__(self, located: Mapping[str, Path], sha256: Mapping[str, str]) -> None:
        self._located = located
        self._sha256 = sha256

    def __getitem__(self, path: str) -> bytes:
        place = self._located[path]
        with still_there(path):
            content = place.read_bytes()
        if path in self._sha256 and hashlib.sha256(content).hexdigest() != self._sha256[path]:
            raise _refusal(path, "file_changed", "changed while the release was being read")
        return content

    def __iter__(self) -> Iterator[str]:
        return iter(self._located)

    def __len__(self) -> int:
        return len(self._located)


@contextmanager
def still_there(path: str) -> Iterator[None]:
    """Turn a file that went away while a release was being read into a fault of that release.

    Raises:
        DatasetError: Naming the file by its path inside the release.
    """
    try:
        yield
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _refusal(path, "file_gone", "went away while the release was being read") from error


class ReleaseFolder:
    """The files of a release that count, told by their names alone; anything beside them is ignored.

    Paths are NFC whatever the file system does to names. Neighbours such as embedding matrices, prose,
    the manifest and our own prepared snapshot never enter the digest.

    Raises:
        DatasetError: The folder or its task file is missing, or two names differ only in normalisation.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_dir():
            raise _refusal(path.name, "folder_missing", "there is no such folder")
        self._located = dict(sorted(_locate(path)))
        if QUERIES not in self._located:
            raise _refusal(QUERIES, "task_file_missing", "the release has no task file")
        self._sha256: dict[str, str] = {}

    def files(self) -> ReleaseFiles:
        """Every file that counts, lazily read."""
        return ReleaseFiles(self._located, self._sha256)

    def checksums(self) -> Mapping[str, str]:
        """SHA-256 in hex of every file that counts, by path; computed once per folder object."""
        if not self._sha256:
            self._sha256.update({path: _sha256_of(path, place) for path, place in self._located.items()})
        return self._sha256

    def located(self) -> Mapping[str, Path]:
        """Where each file that counts lies, by path."""
        return self._located

    def digest(self) -> str:
        """SHA-256 of one line ``<sha256>  <path>`` per file, sorted by path: what ``sha256sum`` prints."""
        return digest_over(self.checksums())

    def manifest(self) -> bytes | None:
        """The manifest's bytes, None where the release has none; never part of the digest."""
        place = self.path / MANIFEST_FILE
        return place.read_bytes() if place.is_file() else None


def _locate(folder: Path) -> Iterator[tuple[str, Path]]:
    """Path inside the release and place on disk of every file that counts, each path once."""
    for name in _SINGLE_FILES:
        if (folder / name).is_file():
            yield name, folder / name
    for subfolder, suffix in CITY_FILE_SUFFIXES.items():
        seen: set[str] = set()
        for place in sorted((folder / subfolder).glob(f"*{suffix}")):
            path = f"{subfolder}/{_file_name(place)}"
            if not counts(path):
                continue
            if path in seen:
                raise _refusal(path, "file_twice", "two files have this name after normalisation")
            seen.add(path)
            if place.is_file():
                yield path, place


def _file_name(place: Path) -> str:
    """The name of a file as NFC text. Names are UTF-8 on disk, whatever the locale takes them for."""
    try:
        name = os.fsencode(place.name).decode("utf-8")
    except UnicodeDecodeError as error:
        shown = os.fsencode(place.name).decode("ascii", "backslashreplace")
        raise _refusal(shown, "file_name", "the file's name is not UTF-8") from error
    return unicodedata.normalize("NFC", name)


def _sha256_of(path: str, place: Path) -> str:
    with still_there(path), place.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _refusal(file: str, rule: str, detail: str) -> DatasetError:
    return DatasetError([DatasetFault(file=file, row=None, rule=rule, detail=detail)])
