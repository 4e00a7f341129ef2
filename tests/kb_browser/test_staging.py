"""What an import needs of the disk, what it remembers of archives, and what a sweep removes."""

import os
import shutil
import tarfile
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.utils import timezone

from kb_browser import release_copies
from kb_browser.progress import untold
from kb_browser.release_copies import NoRoomError, keep
from kb_browser.release_files import ReleaseFolder
from kb_browser.services import dataset_version_import, releases_sweep
from kb_browser.staging import _last_written, abandoned, remove
from kb_browser.states import CurationKind
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError
from scoring.tracks.trek.dataset import GOLD, QUERIES, read_dataset
from tests.factories import curation_make
from trek_site.shared.errors import UnavailableError


@pytest.fixture
def archive(tmp_path):
    """The small world, packed."""
    place = tmp_path / "small.tar.gz"
    with tarfile.open(place, "w:gz") as packed:
        packed.add(SMALL_WORLD, arcname="world", filter=lambda info: None if ".trek" in info.name else info)
    return place


@pytest.fixture
def store(tmp_path):
    return tmp_path / "releases"


def told_of(source, store):
    """What is told while a release is kept."""
    told = []
    kept = keep(source, store, lambda step: told.append(step.text))
    return kept, told


class TestKnownArchives:
    """The bytes of an archive tell which release it holds, once it was unpacked."""

    def test_the_same_archive_is_not_unpacked_again(self, archive, store):
        kept, first = told_of(archive, store)
        again, second = told_of(archive, store)
        assert again == kept
        assert "unpacking file 1" in first
        assert second == ["hashing the archive"]

    def test_another_archive_of_the_same_files_is(self, archive, store, tmp_path):
        kept, _ = told_of(archive, store)
        other = tmp_path / "again.tar.gz"
        with tarfile.open(other, "w:gz", compresslevel=1) as packed:
            packed.add(store / kept.digest, arcname="elsewhere")
        again, told = told_of(other, store)
        assert again == kept
        assert "unpacking file 1" in told

    @pytest.mark.parametrize("damage", ["changed", "removed", "note"])
    def test_what_is_no_longer_kept_whole_is_not_taken_for_known(self, archive, store, damage):
        kept, _ = told_of(archive, store)
        match damage:
            case "changed":
                (store / kept.digest / GOLD).write_bytes(b"")
            case "removed":
                shutil.rmtree(store / kept.digest)
            case "note":
                (note,) = (store / ".archives").iterdir()
                note.write_text("../../elsewhere")
        _, told = told_of(archive, store)
        assert "unpacking file 1" in told


class TestRoom:
    """Too little room is said before anything is written, with how much it takes."""

    @pytest.fixture
    def nearly_full(self, monkeypatch):
        monkeypatch.setattr(release_copies.shutil, "disk_usage", lambda _path: SimpleNamespace(free=12_000))

    @pytest.mark.parametrize("kind", ["folder", "archive"])
    def test_it_is_refused_with_what_is_needed(self, nearly_full, archive, store, kind):
        source = archive if kind == "archive" else SMALL_WORLD
        with pytest.raises(NoRoomError) as refusal:
            keep(source, store, untold)
        folder = ReleaseFolder(SMALL_WORLD)
        stored = sum(place.stat().st_size for place in folder.located().values())
        manifest = len(folder.manifest()) if kind == "archive" else 0
        assert (refusal.value.needed, refusal.value.free) == (2 * (stored + manifest), 12_000)
        assert list(store.iterdir()) == []

    def test_what_was_written_by_an_earlier_attempt_is_not_needed_again(self, store, monkeypatch):
        folder = ReleaseFolder(SMALL_WORLD)
        draft = store / f".import-{folder.digest()}"
        for path, place in folder.located().items():
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, draft / path)
        monkeypatch.setattr(release_copies.shutil, "disk_usage", lambda _path: SimpleNamespace(free=0))
        assert keep(SMALL_WORLD, store, untold).digest == folder.digest()

    @pytest.mark.django_db
    def test_a_curator_reads_it_as_a_refusal(self, nearly_full, settings, tmp_path):
        settings.TREK_DATA_DIR = tmp_path
        with pytest.raises(UnavailableError, match=r"There is no room for this release: .* are needed"):
            dataset_version_import(SMALL_WORLD, name="small")


class TestFilesThatGoAway:
    """A file that is removed between hashing and reading is named."""

    @pytest.fixture
    def source(self, tmp_path):
        return shutil.copytree(SMALL_WORLD, tmp_path / "source")

    def test_while_it_is_read(self, source):
        folder = ReleaseFolder(source)
        files = folder.files()
        folder.checksums()
        (source / QUERIES).unlink()
        with pytest.raises(DatasetError, match=f"{QUERIES}: file_gone"):
            read_dataset(files)
        with pytest.raises(KeyError):
            files["no/such/path"]

    def test_while_it_is_hashed(self, source):
        folder = ReleaseFolder(source)
        (source / GOLD).unlink()
        with pytest.raises(DatasetError, match=f"{GOLD}: file_gone"):
            folder.checksums()

    def test_while_it_is_copied(self, source, store):
        def remove(step):
            if step.text == "copying files":
                (source / QUERIES).unlink(missing_ok=True)

        with pytest.raises(DatasetError, match=f"{QUERIES}: file_gone"):
            keep(source, store, remove)
        assert list(store.iterdir()) == []

    def test_with_the_whole_folder(self, source):
        folder = ReleaseFolder(source)
        shutil.rmtree(source)
        with pytest.raises(DatasetError, match="file_gone"):
            folder.digest()


@pytest.mark.django_db
class TestSweep:
    """Half-made folders go once nobody can come back to them; what is whole stays."""

    @pytest.fixture
    def data(self, settings, tmp_path):
        settings.TREK_DATA_DIR = tmp_path
        return tmp_path

    def made(self, data, path, *, days=3.0):
        """A folder with a file in it, both written so many days ago."""
        (data / path).mkdir(parents=True)
        (data / path / "part").write_text("x")
        then = (timezone.now() - timedelta(days=days)).timestamp()
        for place in (data / path / "part", data / path):
            os.utime(place, (then, then))
        return data / path

    HALF_MADE = ("releases/.import-1", "releases/.unpack-1", "exports/.making-1", "builds/full-1")

    def test_old_folders_go_and_whole_ones_stay(self, data, capsys):
        half_made = [self.made(data, path) for path in self.HALF_MADE]
        whole = [self.made(data, path) for path in ("releases/1a", "exports/1a", "incoming/new", "uploads/1")]
        call_command("sweep_releases")
        assert capsys.readouterr().out == "removed 4\n"
        assert [place.exists() for place in half_made] == [False] * 4
        assert [place.exists() for place in whole] == [True] * 4
        assert releases_sweep() == 0

    def test_what_was_being_deleted_when_a_sweep_died_goes_too(self, data):
        place = self.made(data, "releases/.removed-1")
        assert (releases_sweep(), place.exists()) == (1, False)

    def test_folders_that_vanish_meanwhile_stop_nothing(self, data):
        first, second, third = (self.made(data, f"builds/{name}") for name in "abc")
        found = abandoned(data, older_than=2**40)
        assert next(found) == first
        shutil.rmtree(second)
        assert (list(found), remove(second), remove(third)) == ([third], False, True)
        assert (_last_written(first) is None, _last_written(second)) == (False, None)

    @pytest.mark.parametrize("path", HALF_MADE)
    def test_a_folder_in_which_something_was_written_lately_stays(self, data, path):
        place = self.made(data, path)
        (place / "deeper").mkdir()
        assert (releases_sweep(), place.exists()) == (0, True)

    @pytest.mark.parametrize("kind", [CurationKind.IMPORT, CurationKind.BUILD, CurationKind.EXPORT])
    def test_work_in_line_may_go_on_with_a_folder_of_any_age(self, data, kind):
        place = self.made(data, "releases/.import-1")
        curation_make(kind, "one")
        assert (releases_sweep(), place.exists()) == (0, True)

    def test_work_that_has_ended_keeps_nothing(self, data):
        self.made(data, "releases/.import-1")
        curation_make("import", "one", outcome="failed", failure_id="E-1")
        assert releases_sweep() == 1

    def test_an_import_that_goes_on_is_seen_to_be_at_it(self, data):
        digest = ReleaseFolder(SMALL_WORLD).digest()
        self.made(data, f"releases/.import-{digest}")

        def sweep(step):
            if step.text == "copying files":
                assert releases_sweep() == 0

        keep(SMALL_WORLD, data / "releases", sweep)
        assert (data / "releases" / digest).is_dir()
