"""Makes everything there is to download of a release: whole, or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from kb_browser.exports.archive import archive_write, checksums_text
from kb_browser.exports.distributions import distributions_of
from kb_browser.exports.parquet import parquet_write
from kb_browser.exports.shelf import (
    ARCHIVE_FILE,
    CHECKSUMS_FILE,
    LAYOUT,
    PARQUET_TYPE,
    STATISTICS_FILE,
    ExportColumn,
    ExportFile,
    ExportIndex,
    index_read,
    index_write,
)
from kb_browser.exports.tables import Table, csv_table, gold_table
from kb_browser.exports.wording import TABLE_WORDS
from kb_browser.release_checks.release import parse_release
from kb_browser.release_files import AIRPORTS_FILE, MANIFEST_FILE, ReleaseFolder
from kb_browser.store import load_dataset
from kb_browser.world.statistics import statistics_of
from scoring.engine.display import counted
from scoring.tracks.trek.dataset import (
    ATTRACTION_FOLDER,
    CAR_FOLDER,
    FLIGHTS,
    GOLD,
    HOTEL_FOLDER,
    QUERIES,
)

Say = Callable[[str], None]
DIGEST_CHARACTERS_SHOWN: Final = 12


def exports_make(release: Path, target: Path, *, say: Say) -> ExportIndex:
    """Make the downloads of a release folder.

    Args:
        release: The release in the official layout.
        target: The folder that they get; one with the same downloads in it is left as it is.
        say: Told in a few words what is being done.

    Raises:
        DatasetError: The release cannot be read.
        OSError: The target cannot be written.
    """
    folder = ReleaseFolder(release)
    digest = folder.digest()
    known = index_read(target, digest)
    if known is not None:
        return known
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=target.parent, prefix=".making-"))
    try:
        index = ExportIndex(layout=LAYOUT, digest=digest, files=tuple(_make_all(folder, draft, say)))
        index_write(index, draft)
        # mkdtemp makes the folder private; the site may run as another user.
        draft.chmod(0o755)
        _take_name(draft, target, digest)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return index


def _make_all(folder: ReleaseFolder, draft: Path, say: Say) -> Iterator[ExportFile]:
    files, manifest = folder.files(), folder.manifest()
    checksums = checksums_text(folder.checksums())
    say(f"packing {counted(len(files), 'file')}")
    extra = {MANIFEST_FILE: manifest} if manifest is not None else {}
    root = f"trek-{folder.digest()[:DIGEST_CHARACTERS_SHOWN]}"
    archive_write(_Joined(files, extra), checksums, root=root, target=draft / ARCHIVE_FILE)
    yield _described(draft / ARCHIVE_FILE, "The whole release: every file, unchanged", "application/gzip")
    for table in _tables(files):
        say(f"writing the table of {table.name}")
        place = draft / f"{table.name}.parquet"
        rows = parquet_write(table, place)
        yield _described(place, TABLE_WORDS[table.name], PARQUET_TYPE, table=table, rows=rows)
    say("counting")
    _write_statistics(folder, draft / STATISTICS_FILE)
    yield _described(draft / STATISTICS_FILE, "The figures of this page", "application/json")
    (draft / CHECKSUMS_FILE).write_bytes(checksums)
    yield _described(draft / CHECKSUMS_FILE, "SHA-256 of every file of the release", "text/plain")


class _Joined(Mapping[str, bytes]):
    """Two mappings as one, so that files are still read one after the other."""

    def __init__(self, first: Mapping[str, bytes], second: Mapping[str, bytes]) -> None:
        self._first, self._second = first, second

    def __getitem__(self, path: str) -> bytes:
        return self._second[path] if path in self._second else self._first[path]

    def __iter__(self) -> Iterator[str]:
        yield from self._first
        yield from self._second

    def __len__(self) -> int:
        return len(self._first) + len(self._second)


def _tables(files: Mapping[str, bytes]) -> Iterator[Table]:
    yield csv_table("tasks", files, [QUERIES], index="query_index")
    if GOLD in files:
        yield gold_table(files[GOLD])
    yield csv_table("flights", files, [FLIGHTS])
    for name, folder in (("hotels", HOTEL_FOLDER), ("attractions", ATTRACTION_FOLDER), ("cars", CAR_FOLDER)):
        yield csv_table(name, files, [path for path in files if path.startswith(f"{folder}/")])
    if AIRPORTS_FILE in files:
        yield csv_table("airports", files, [AIRPORTS_FILE])


def _write_statistics(folder: ReleaseFolder, target: Path) -> None:
    release = parse_release(folder.files(), folder.manifest(), folder.checksums())
    dataset, _ = load_dataset(folder.path)
    counted = {
        "groups": statistics_of(release, dataset).as_json(),
        "distributions": distributions_of(release),
    }
    target.write_text(json.dumps(counted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _described(
    place: Path, title: str, media_type: str, *, table: Table | None = None, rows: int | None = None
) -> ExportFile:
    with place.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    columns = table.columns if table is not None else ()
    return ExportFile(
        name=place.name,
        title=title,
        media_type=media_type,
        size_bytes=place.stat().st_size,
        sha256=sha256,
        rows=rows,
        columns=tuple(
            ExportColumn(name=column.name, kind=column.kind.value, description=column.description)
            for column in columns
        ),
    )


def _take_name(draft: Path, target: Path, digest: str) -> None:
    """Give the finished folder its name; whoever was quicker made the same."""
    if target.is_dir() and index_read(target, digest) is None:
        # Of an older layout, or left without an index: out of the way before the new one takes its place.
        shutil.rmtree(target)
    try:
        draft.rename(target)
    except OSError:
        if index_read(target, digest) is None:
            raise
