"""Releases from archives: the same version as from the folder, and nothing that an archive can do to us."""

import gzip
import io
import shutil
import stat
import tarfile
import unicodedata
import zipfile

import pytest

from kb_browser import archives, release_copies
from kb_browser.progress import untold
from kb_browser.release_copies import keep
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError

QUERIES = "trek_queries.csv"
CITY = "api/data/v2/hotel_data/Arlow_hotel.csv"
DIGEST = ReleaseFolder(SMALL_WORLD).digest()


@pytest.fixture
def store(tmp_path):
    return tmp_path / "releases"


def files():
    """Path to content of the small world, manifest and all."""
    located = dict(ReleaseFolder(SMALL_WORLD).located())
    return {path: place.read_bytes() for path, place in located.items()} | {
        "manifest.json": (SMALL_WORLD / "manifest.json").read_bytes()
    }


def zipped(place, members, *, root=""):
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{root}{name}", content)
    return place


def tarred(place, members, *, root="", change=lambda info: info):
    with tarfile.open(place, "w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(f"{root}{name}")
            info.size = len(content)
            archive.addfile(change(info), io.BytesIO(content))
    return place


def rule_of(source, store):
    """The rule by which an archive is refused; nothing of it may be left."""
    with pytest.raises(DatasetError) as caught:
        keep(source, store, untold)
    assert list(store.iterdir()) == []
    (fault,) = caught.value.faults
    return fault.rule


class TestTheSameRelease:
    """Whatever it is wrapped in, the same files are one release."""

    @pytest.mark.parametrize("root", ["", "./", "trek-1/", "a/b/"])
    @pytest.mark.parametrize(("pack", "name"), [(zipped, "world.zip"), (tarred, "world.tar.gz")])
    def test_an_archive_has_the_digest_of_its_folder(self, tmp_path, store, pack, name, root):
        kept = keep(pack(tmp_path / name, files(), root=root), store, untold)
        assert kept.digest == DIGEST
        assert ReleaseFolder(store / DIGEST).checksums() == ReleaseFolder(SMALL_WORLD).checksums()
        assert (store / DIGEST / "manifest.json").is_file()
        assert {place.name for place in store.iterdir()} - {".archives"} == {DIGEST}

    def test_what_does_not_belong_is_passed_by(self, tmp_path, store):
        extra = {
            "README.md": b"prose",
            "api/data/v2/hotel_data/._Arlow_hotel.csv": b"left by a copy",
            "__MACOSX/._trek_queries.csv": b"x",
            "api/data/v2/embeddings/matrix.npy": b"\0" * 100,
        }
        assert keep(zipped(tmp_path / "world.zip", files() | extra), store, untold).digest == DIGEST
        assert not list((store / DIGEST).rglob("*.npy"))
        assert not list((store / DIGEST).rglob("._*"))

    def test_decomposed_names_are_composed(self, tmp_path, store):
        members = {unicodedata.normalize("NFD", name): content for name, content in files().items()}
        assert members.keys() != files().keys()
        assert keep(tarred(tmp_path / "world.tgz", members), store, untold).digest == DIGEST

    def test_names_that_forgot_to_say_that_they_are_utf_8(self, tmp_path, store, monkeypatch):
        place = zipped(tmp_path / "world.zip", files())
        unmarked = zipfile.ZipInfo._encodeFilenameFlags
        monkeypatch.setattr(
            zipfile.ZipInfo,
            "_encodeFilenameFlags",
            lambda info: (unmarked(info)[0], unmarked(info)[1] & ~0x800),
        )
        zipped(place, files())
        assert keep(place, store, untold).digest == DIGEST


class TestWhatIsRefused:
    """Each for its own reason, and nothing is left of it."""

    @pytest.mark.parametrize("name", ["../x.csv", "/etc/x.csv", "a/../../x.csv", "a\\..\\x.csv", "C:/x.csv"])
    @pytest.mark.parametrize(("pack", "ending"), [(zipped, "zip"), (tarred, "tar.gz")])
    def test_paths_that_lead_outside(self, tmp_path, store, pack, ending, name):
        place = pack(tmp_path / f"world.{ending}", files() | {name: b"x"})
        assert rule_of(place, store) == "archive_path"
        assert not (tmp_path / "x.csv").exists()

    @pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
    def test_links_and_devices_in_a_tar(self, tmp_path, store, kind):
        def change(info):
            if info.name == CITY:
                info.type, info.linkname, info.size = kind, "/etc/passwd", 0
            return info

        place = tarred(tmp_path / "world.tar.gz", files() | {CITY: b""}, change=change)
        assert rule_of(place, store) == "archive_link"

    def test_a_link_in_a_zip(self, tmp_path, store):
        place = zipped(tmp_path / "world.zip", files())
        info = zipfile.ZipInfo(CITY)
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        with zipfile.ZipFile(place, "a") as archive:
            archive.writestr(info, "/etc/passwd")
        assert rule_of(place, store) == "archive_link"

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_two_members_of_one_name(self, tmp_path, store):
        place = zipped(tmp_path / "world.zip", files())
        with zipfile.ZipFile(place, "a") as archive:
            archive.writestr(QUERIES, b"other")
        assert rule_of(place, store) == "file_twice"

    def test_members_that_overlap(self, tmp_path, store):
        place = zipped(tmp_path / "world.zip", files())
        with zipfile.ZipFile(place) as archive:
            first, second = (f"{info.header_offset:08x}" for info in archive.infolist()[1:3])
        content = place.read_bytes()
        directory = content.rindex(b"PK\x01\x02" + content[content.rindex(b"PK\x01\x02") + 4 :][:2])
        little = bytes.fromhex(second)[::-1]
        head, tail = content[: len(content) // 2], content[len(content) // 2 :]
        assert little in tail
        place.write_bytes(head + tail.replace(little, bytes.fromhex(first)[::-1], 1))
        assert directory
        assert rule_of(place, store) == "archive_overlap"

    def test_what_packs_too_well(self, tmp_path, store):
        place = zipped(tmp_path / "world.zip", {QUERIES: b"\n" * 40_000_000})
        assert rule_of(place, store) == "archive_ratio"

    def test_a_bomb_that_does_not_count_as_a_file_of_the_release(self, tmp_path, store):
        place = tarred(tmp_path / "world.tar.gz", files() | {"noise.bin": b"\0" * 300_000_000})
        assert rule_of(place, store) == "archive_ratio"

    def test_more_members_than_any_release_has(self, tmp_path, store, monkeypatch):
        monkeypatch.setattr(archives, "MEMBERS_MAX", 10)
        assert rule_of(zipped(tmp_path / "world.zip", files()), store) == "archive_too_large"

    @pytest.mark.parametrize("bound", ["MEMBER_BYTES_MAX", "TOTAL_BYTES_MAX"])
    def test_more_bytes_than_any_release_has(self, tmp_path, store, monkeypatch, bound):
        monkeypatch.setattr(archives, bound, 10_000)
        assert rule_of(zipped(tmp_path / "world.zip", files()), store) == "archive_too_large"

    @pytest.mark.parametrize("name", ["world.zip", "world.tar.gz"])
    def test_what_is_no_archive(self, tmp_path, store, name):
        (tmp_path / name).write_bytes(b"nothing of the kind" * 100)
        assert rule_of(tmp_path / name, store) == "archive_damaged"

    @pytest.mark.parametrize(("pack", "name"), [(zipped, "world.zip"), (tarred, "world.tar.gz")])
    def test_what_breaks_off(self, tmp_path, store, pack, name):
        place = pack(tmp_path / name, files())
        place.write_bytes(place.read_bytes()[:-20_000])
        assert rule_of(place, store) == "archive_damaged"

    def test_a_tar_whose_bytes_are_damaged(self, tmp_path, store):
        place = tarred(tmp_path / "world.tar.gz", files())
        content = bytearray(gzip.decompress(place.read_bytes()))
        packed = bytearray(gzip.compress(bytes(content)))
        packed[len(packed) // 2] ^= 0xFF
        place.write_bytes(packed)
        assert rule_of(place, store) == "archive_damaged"

    def test_an_archive_without_a_release(self, tmp_path, store):
        assert rule_of(zipped(tmp_path / "world.zip", {"README.md": b"x"}), store) == "task_file_missing"

    def test_a_name_that_is_no_utf_8(self, tmp_path, store):
        def change(info):
            if info.name == CITY:
                info.name = "api/data/v2/hotel_data/Arl\udcf6w_hotel.csv"
            return info

        place = tarred(tmp_path / "world.tar.gz", files() | {CITY: b""}, change=change)
        assert rule_of(place, store) == "file_name"


class TestInterruptions:
    """An import goes on where it was; what changed meanwhile is refused."""

    @pytest.fixture(params=["folder", "zip", "tar.gz"])
    def source(self, request, tmp_path):
        if request.param == "folder":
            return shutil.copytree(SMALL_WORLD, tmp_path / "world", ignore=shutil.ignore_patterns(".trek"))
        return (zipped if request.param == "zip" else tarred)(tmp_path / f"world.{request.param}", files())

    def test_finished_files_are_not_written_again(self, source, store, monkeypatch):
        written = []
        write = release_copies._write

        def counted(place, chunks, **given):
            if len(written) == 10:
                raise KeyboardInterrupt
            write(place, chunks, **given)
            written.append(given["shown"])

        monkeypatch.setattr(release_copies, "_write", counted)
        with pytest.raises(KeyboardInterrupt):
            keep(source, store, untold)
        assert not (store / DIGEST).exists()
        first, written[:] = list(written), ["…"] * 11
        assert keep(source, store, untold).digest == DIGEST
        again = [name for name in written if name != "…"]
        assert len(first) == 10
        assert set(first) & set(again) <= {"manifest.json"}
        assert {*first, *again} >= set(ReleaseFolder(SMALL_WORLD).located())
        assert {place.name for place in store.iterdir()} - {".archives"} == {DIGEST}

    def test_a_file_that_was_half_written_is_written_anew(self, source, store, monkeypatch):
        def killed(_descriptor):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(release_copies.os, "fsync", killed)
            with pytest.raises(KeyboardInterrupt):
                keep(source, store, untold)
        assert keep(source, store, untold).digest == DIGEST
        assert not list((store / DIGEST).rglob("*.part"))

    def test_a_file_that_changes_while_it_is_copied_is_refused(self, tmp_path, store):
        source = shutil.copytree(SMALL_WORLD, tmp_path / "world")

        def meddle(step):
            if step.done == 3:
                with (source / QUERIES).open("a") as stream:
                    stream.write("\n")

        with pytest.raises(DatasetError, match="file_changed"):
            keep(source, store, meddle)
        assert list(store.iterdir()) == []

    def test_an_archive_that_changes_while_it_is_read_is_refused(self, tmp_path, store):
        place = zipped(tmp_path / "world.zip", files())

        def meddle(step):
            if step.text == "unpacking file 3":
                with place.open("ab") as stream:
                    stream.write(b"more")

        with pytest.raises(DatasetError, match="file_changed"):
            keep(place, store, meddle)
        assert list(store.iterdir()) == []

    def test_a_copy_that_was_spoilt_before_it_was_continued_is_refused(self, tmp_path, store):
        source = shutil.copytree(SMALL_WORLD, tmp_path / "world")
        spoilt = store / f".import-{ReleaseFolder(source).digest()}" / QUERIES
        spoilt.parent.mkdir(parents=True)
        spoilt.write_text("query\n")
        with pytest.raises(DatasetError, match="digest_differs"):
            keep(source, store, untold)
        assert list(store.iterdir()) == []
        assert keep(source, store, untold).digest == DIGEST
