"""Which files of a folder are the release, and the digest over them."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import unicodedata

import pytest

from kb_browser.release_files import ReleaseFolder, city_of
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError

HOTELS = "api/data/v2/hotel_data"


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    shutil.copytree(SMALL_WORLD, folder, ignore=shutil.ignore_patterns(".trek"))
    return folder


def rules_of(refusal: pytest.ExceptionInfo[DatasetError]) -> list[tuple[str, str]]:
    return [(fault.file, fault.rule) for fault in refusal.value.faults]


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(DatasetError) as refusal:
        ReleaseFolder(tmp_path / "nowhere")
    assert rules_of(refusal) == [("nowhere", "folder_missing")]


def test_a_folder_without_a_task_file_is_refused(release):
    (release / "trek_queries.csv").unlink()
    with pytest.raises(DatasetError) as refusal:
        ReleaseFolder(release)
    assert rules_of(refusal) == [("trek_queries.csv", "task_file_missing")]


def test_neighbours_are_no_part_of_the_release(release):
    before = ReleaseFolder(release).digest()
    (release / HOTELS / "Port Arden_hotel.npy").write_bytes(b"\x93NUMPY")
    (release / HOTELS / "Port Arden_hotel_embeddings.csv").mkdir()
    (release / HOTELS / "notes.csv").write_text("a,b\n")
    (release / "api/data/v2/KB_AUDIT.md").write_text("prose")
    (release / "manifest.json").unlink()
    folder = ReleaseFolder(release)
    assert folder.digest() == before
    assert len(folder.files()) == 40


def test_the_digest_is_what_sha256sum_prints(release):
    folder = ReleaseFolder(release)
    paths = list(folder.files())
    printed = subprocess.run(["sha256sum", *paths], cwd=release, capture_output=True, check=True).stdout
    assert folder.digest() == hashlib.sha256(printed).hexdigest()


def test_one_changed_byte_is_another_digest(release):
    before = ReleaseFolder(release).digest()
    place = release / HOTELS / "Port Arden_hotel.csv"
    content = bytearray(place.read_bytes())
    content[-2] ^= 1
    place.write_bytes(content)
    assert ReleaseFolder(release).digest() != before


def test_paths_are_composed_whatever_the_file_system_does_to_names(release):
    place = release / HOTELS / "San Mareño_hotel.csv"
    place.rename(release / HOTELS / unicodedata.normalize("NFD", place.name))
    folder = ReleaseFolder(release)
    assert f"{HOTELS}/San Mareño_hotel.csv" in folder.files()
    assert folder.digest() == ReleaseFolder(SMALL_WORLD).digest()


def test_two_names_that_are_one_after_composing_are_refused(release):
    place = release / HOTELS / "San Mareño_hotel.csv"
    shutil.copy(place, release / HOTELS / unicodedata.normalize("NFD", place.name))
    with pytest.raises(DatasetError) as refusal:
        ReleaseFolder(release)
    assert rules_of(refusal) == [(f"{HOTELS}/San Mareño_hotel.csv", "file_twice")]


def test_a_file_that_changes_while_it_is_read_is_refused(release):
    folder = ReleaseFolder(release)
    files = folder.files()
    folder.digest()
    (release / "trek_gold.jsonl").write_bytes(b"{}\n")
    with pytest.raises(DatasetError) as refusal:
        files["trek_gold.jsonl"]
    assert rules_of(refusal) == [("trek_gold.jsonl", "file_changed")]


@pytest.mark.parametrize(
    ("path", "city"),
    [
        (f"{HOTELS}/L'Arvenne_hotel.csv", "L'Arvenne"),
        ("api/data/v2/car_data/San Mareño_rental_cars.csv", "San Mareño"),
        (f"{HOTELS}/L'Arvenne_attraction.csv", ""),
        ("trek_queries.csv", ""),
    ],
)
def test_a_city_is_named_by_its_file(path, city):
    assert city_of(path) == city
