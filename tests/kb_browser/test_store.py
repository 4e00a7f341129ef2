"""The prepared snapshot: equal to the files it was made from, and never trusted beyond them."""

from __future__ import annotations

import multiprocessing
import shutil
import time

import pytest

from kb_browser.store import SNAPSHOT_FOLDER, load_dataset, snapshot_path, snapshot_read, snapshot_write
from kb_browser.world.bundles import SMALL_WORLD
from scoring.tracks.trek import snapshot


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    shutil.copytree(SMALL_WORLD, folder, ignore=shutil.ignore_patterns(".trek"))
    return folder


def stages(path, **options) -> list[str]:
    """What loading says it does; a release that is read anew says so."""
    said: list[str] = []
    load_dataset(path, progress=said.append, **options)
    return [stage.split()[0] for stage in said]


READ = ["hashing", "reading", "writing"]
PREPARED = ["hashing"]


def test_the_snapshot_gives_the_very_dataset_of_the_files(release):
    read, digest = load_dataset(release)
    prepared, same_digest = load_dataset(release)
    assert digest == same_digest
    assert snapshot.encode(prepared) == snapshot.encode(read)
    assert prepared.tasks == read.tasks


def test_the_second_time_nothing_is_read(release):
    assert stages(release) == READ
    assert stages(release) == PREPARED


def test_one_changed_byte_rebuilds_the_snapshot_and_drops_the_stale_one(release):
    load_dataset(release)
    stale = set((release / SNAPSHOT_FOLDER).iterdir())
    queries = release / "trek_queries.csv"
    queries.write_bytes(queries.read_bytes().replace(b"mixed", b"mixen", 1))
    assert stages(release) == READ
    assert len(list((release / SNAPSHOT_FOLDER).iterdir())) == 1
    assert not stale & set((release / SNAPSHOT_FOLDER).iterdir())


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: content[:-1], id="a byte is missing"),
        pytest.param(lambda content: content + b"\0", id="a byte too many"),
        pytest.param(
            lambda content: content[:-9] + bytes([content[-9] ^ 1]) + content[-8:], id="a bit flipped"
        ),
        pytest.param(lambda content: content[:20], id="cut in the header"),
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(lambda content: b"something else entirely", id="another kind of file"),
        pytest.param(lambda content: content.replace(b"layout", b"lamout", 1), id="another header"),
        pytest.param(
            lambda content: content.replace(b'"bytes"', b"[[[[[", 1), id="a header that is not JSON"
        ),
    ],
)
def test_a_damaged_snapshot_is_rebuilt(release, damage):
    dataset, digest = load_dataset(release)
    place = snapshot_path(digest, release / SNAPSHOT_FOLDER)
    sound = place.read_bytes()
    place.write_bytes(damage(sound))
    assert snapshot_read(digest, place.parent) is None
    assert stages(release) == READ
    assert place.read_bytes() == sound
    assert snapshot.encode(load_dataset(release)[0]) == snapshot.encode(dataset)


def test_a_snapshot_of_an_older_layout_is_rebuilt(release, monkeypatch):
    _, digest = load_dataset(release)
    old = snapshot_path(digest, release / SNAPSHOT_FOLDER)
    monkeypatch.setattr(snapshot, "LAYOUT", snapshot.LAYOUT + 1)
    new = snapshot_path(digest, release / SNAPSHOT_FOLDER)
    shutil.copy(old, new)
    assert snapshot_read(digest, new.parent) is None
    assert stages(release) == READ


def test_a_snapshot_under_the_name_of_another_release_is_not_taken_for_it(release):
    _, digest = load_dataset(release)
    other = "0" * 64
    shutil.copy(
        snapshot_path(digest, release / SNAPSHOT_FOLDER), snapshot_path(other, release / SNAPSHOT_FOLDER)
    )
    assert snapshot_read(other, release / SNAPSHOT_FOLDER) is None


def test_a_folder_nobody_may_write_puts_the_snapshot_into_the_cache(release, tmp_path):
    cache = tmp_path / "cache"
    release.chmod(0o555)
    try:
        assert stages(release, cache_dir=cache) == READ
        assert not (release / SNAPSHOT_FOLDER).exists()
        assert stages(release, cache_dir=cache) == PREPARED
    finally:
        release.chmod(0o755)


def test_without_a_cache_a_folder_nobody_may_write_is_read_each_time(release):
    release.chmod(0o555)
    try:
        assert stages(release) == READ
        assert stages(release) == READ
    finally:
        release.chmod(0o755)


def test_a_cache_that_is_no_folder_is_passed_by(release, tmp_path):
    nonsense = tmp_path / "file"
    nonsense.write_text("")
    release.chmod(0o555)
    try:
        assert stages(release, cache_dir=nonsense) == READ
    finally:
        release.chmod(0o755)


def test_a_writer_that_fails_leaves_nothing_behind(release, monkeypatch, tmp_path):
    dataset, digest = load_dataset(release)

    def refuse(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kb_browser.store.os.fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        snapshot_write(digest, dataset, tmp_path / "full")
    assert list((tmp_path / "full").iterdir()) == []


def _build(release, start, results) -> None:
    start.wait()
    dataset, digest = load_dataset(release)
    results.put((digest, len(dataset.tasks)))


def test_builders_at_the_same_time_leave_one_sound_snapshot(release):
    context = multiprocessing.get_context("spawn")
    start, results = context.Event(), context.Queue()
    builders = [context.Process(target=_build, args=(release, start, results)) for _ in range(3)]
    for builder in builders:
        builder.start()
    start.set()
    answers = {results.get(timeout=60) for _ in builders}
    for builder in builders:
        builder.join(timeout=60)
    assert [builder.exitcode for builder in builders] == [0, 0, 0]
    assert len(answers) == 1
    assert stages(release) == PREPARED
    assert len(list((release / SNAPSHOT_FOLDER).iterdir())) == 1


def test_readers_never_see_a_half_written_snapshot(release):
    dataset, digest = load_dataset(release)
    home = release / SNAPSHOT_FOLDER
    context = multiprocessing.get_context("fork")
    writer = context.Process(target=_write_often, args=(digest, dataset, home))
    writer.start()
    try:
        deadline = time.monotonic() + 0.5
        while time.monotonic() < deadline:
            assert snapshot_read(digest, home) is not None
    finally:
        writer.join(timeout=60)
    assert writer.exitcode == 0


def _write_often(digest, dataset, home) -> None:
    for _ in range(20):
        snapshot_write(digest, dataset, home)
