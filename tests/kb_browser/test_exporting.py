"""Making downloads of a version: by another process, once, with a trace when it fails."""

import logging

import pytest
from django.core.management import CommandError, call_command

from kb_browser.downloads import exports_failure, exports_of, exports_path
from kb_browser.exports.shelf import LAYOUT
from kb_browser.selectors import release_path
from kb_browser.services.exporting import ExportsFailedError, exports_build
from tests.factories import small_world, version_make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"


def test_they_are_made_once_and_each_step_is_told():
    version = small_world()
    told = []
    index = exports_build(version, progress=lambda step: told.append(step.text))
    assert (index.layout, index.digest) == (LAYOUT, version.digest)
    assert told[0] == "packing 40 files"
    assert "counting" in told
    told.clear()
    assert exports_build(version, progress=lambda step: told.append(step.text)) == index
    assert told == []


def test_a_failure_leaves_its_id_for_the_page_and_its_reason_in_the_log(caplog):
    version = version_make()
    with caplog.at_level(logging.ERROR), pytest.raises(ExportsFailedError) as failure:
        exports_build(version)
    assert exports_failure(version.digest) == failure.value.failure_id
    (record,) = [record for record in caplog.records if record.message == "exports failed"]
    assert "there is no such folder" in record.complaints
    assert exports_of(version.digest) is None


def test_a_later_success_forgets_the_failure():
    version = small_world()
    hidden = release_path(version.digest).rename(release_path("hidden"))
    with pytest.raises(ExportsFailedError):
        exports_build(version)
    hidden.rename(release_path(version.digest))
    exports_build(version)
    assert exports_failure(version.digest) == ""


def test_who_stops_listening_stops_the_work():
    version = small_world()

    def stop(_step):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exports_build(version, progress=stop)
    assert exports_of(version.digest) is None
    assert exports_failure(version.digest) == ""


def test_the_command_makes_all_or_one(capsys):
    version = small_world()
    call_command("export_release")
    call_command("export_release", "small")
    assert capsys.readouterr().out == "trek small: 10 files\n" * 2
    assert exports_path(version.digest).is_dir()


@pytest.mark.parametrize("is_published", [True, False])
def test_the_command_says_what_it_cannot_do(is_published):
    version = version_make(is_published=is_published)
    with pytest.raises(CommandError):
        call_command("export_release", version.name)
