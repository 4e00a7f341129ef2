"""Making downloads: as work of its own, by another process, once; never at the cost of a version."""

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from kb_browser.dataset_pages import downloads_part
from kb_browser.downloads import exports_of, exports_path
from kb_browser.exports.shelf import INDEX_FILE, LAYOUT
from kb_browser.models import Curation, DatasetVersion
from kb_browser.selectors import curation_of, release_path
from kb_browser.services import curation_request, curation_run, dataset_version_import, exports_sweep
from kb_browser.services.exporting import ExportsFailedError, exports_build
from kb_browser.states import CurationKind
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import curation_make, small_world, user_make, version_check, version_make
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import NotFoundError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"


def state_of(name):
    return downloads_part(name, user_make())[1].state


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


def test_a_failure_tells_what_the_other_process_said():
    version = version_make()
    with pytest.raises(ExportsFailedError, match=r"exit status 1(.|\n)*there is no such folder"):
        exports_build(version)
    assert exports_of(version.digest) is None


def test_who_stops_listening_stops_the_work():
    version = small_world()

    def stop(_step):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        exports_build(version, progress=stop)
    assert exports_of(version.digest) is None


class TestWork:
    """Downloads follow publishing as work of their own, and a curator may ask for them again."""

    def test_publishing_is_done_whatever_becomes_of_the_downloads(self):
        version = version_make(is_published=False)
        version_check(version.name)
        publish = curation_request(CurationKind.PUBLISH, version.name, actor=user_make(is_superuser=True))
        curation_run(publish.pk)
        export = Curation.objects.get(kind=CurationKind.EXPORT)
        assert (export.requested_by_id, export.state) == (
            Curation.objects.get(pk=publish.pk).requested_by_id,
            "queued",
        )
        assert state_of(version.name) == "pending"
        curation_run(export.pk)
        assert curation_of(publish.pk).outcome == "done"
        assert curation_of(export.pk).outcome == "failed"
        assert DatasetVersion.objects.get().state == "published"
        (_, downloads) = downloads_part(version.name, user_make())
        assert (downloads.state, downloads.failure_id) == ("failed", curation_of(export.pk).failure_id)

    def test_what_was_refused_has_no_downloads_to_make(self):
        version = version_make(is_published=False)
        curation_run(curation_request(CurationKind.PUBLISH, version.name).pk)
        assert not Curation.objects.filter(kind=CurationKind.EXPORT).exists()

    def test_after_a_failure_they_are_made_by_asking_again(self):
        version = small_world()
        hidden = release_path(version.digest).rename(release_path("hidden"))
        curation_run(curation_request(CurationKind.EXPORT, version.name).pk)
        assert state_of(version.name) == "failed"
        hidden.rename(release_path(version.digest))
        again = curation_request(CurationKind.EXPORT, version.name)
        assert state_of(version.name) == "pending"
        curation_run(again.pk)
        assert state_of(version.name) == "ready"

    def test_drafts_have_none(self):
        version = version_make(is_published=False)
        with pytest.raises(NotFoundError):
            curation_request(CurationKind.EXPORT, version.name)
        assert state_of_draft(version.name) == "closed"


def state_of_draft(name):
    return downloads_part(name, user_make(is_superuser=True))[1].state


class TestSweep:
    """Nobody has to think of downloads: what is missing long after publishing is put in line."""

    @pytest.fixture
    def version(self):
        """Published a long time ago, with its files, by somebody who left before its downloads were made."""
        draft = dataset_version_import(SMALL_WORLD, name="long-ago", licence="CC0", changelog="The first.")
        version_check(draft.name)
        DatasetVersion.objects.update(state="published", published_at=seconds_from_now(-3600))
        return draft

    def run_all(self):
        for pk in Curation.objects.filter(state="queued").values_list("pk", flat=True):
            curation_run(pk)

    def later(self):
        Curation.objects.update(finished_at=seconds_from_now(-3600))

    def test_what_is_missing_is_put_in_line_once(self, version):
        assert (exports_sweep(), exports_sweep()) == (1, 0)
        job = Curation.objects.get()
        assert (job.kind, job.name, job.requested_by, job.arguments) == (
            "export", version.name, None, {"layout": LAYOUT},
        )  # fmt: skip
        assert AuditEvent.objects.filter(action="export.requested").count() == 1
        self.run_all()
        self.later()
        assert (state_of(version.name), exports_sweep()) == ("ready", 0)

    def test_whoever_published_just_now_may_be_at_it(self, version):
        version_make()
        Curation.objects.all().delete()
        assert exports_sweep() == 1
        assert Curation.objects.get().name == version.name

    def test_those_of_an_older_layout_are_made_anew(self, version):
        exports_path(version.digest).mkdir(parents=True)
        (exports_path(version.digest) / INDEX_FILE).write_text(
            f'{{"layout": {LAYOUT - 1}, "digest": "{version.digest}", "files": []}}'
        )
        curation_make("export", version.name, outcome="done", arguments={"layout": LAYOUT - 1})
        self.later()
        assert (state_of(version.name), exports_sweep()) == ("pending", 1)
        self.run_all()
        assert state_of(version.name) == "ready"

    def test_a_failure_is_left_to_curators_until_the_program_is_another(self, version):
        failed = curation_make("export", version.name, outcome="failed", failure_id="E-1")
        self.later()
        assert exports_sweep() == 0
        Curation.objects.filter(pk=failed.pk).update(arguments={"layout": LAYOUT - 1})
        assert exports_sweep() == 1

    def test_other_work_on_the_version_goes_first(self, version):
        other = curation_make("check", version.name)
        assert exports_sweep() == 0
        Curation.objects.filter(pk=other.pk).update(
            state="finished", outcome="done", finished_at=Now(), deadline_at=None
        )
        assert exports_sweep() == 1


class TestCommands:
    """The operator's doors."""

    def test_all_or_one_are_made_here(self, capsys):
        version = small_world()
        call_command("export_release")
        call_command("export_release", "small")
        assert capsys.readouterr().out == "trek small: 10 files\n" * 2
        assert exports_path(version.digest).is_dir()

    @pytest.mark.parametrize("is_published", [True, False])
    def test_what_cannot_be_done_is_said(self, is_published):
        version = version_make(is_published=is_published)
        with pytest.raises(CommandError):
            call_command("export_release", version.name)
        with pytest.raises(CommandError):
            call_command("curate", "export", f"--name={version.name}", "--here")

    def test_a_version_is_imported_and_published_with_its_downloads(self, capsys):
        call_command("import_release", str(SMALL_WORLD), "--name=one", "--changelog=New.", "--publish")
        assert "trek one: 40 tasks, published" in capsys.readouterr().out
        assert state_of("one") == "ready"

    def test_a_published_version_stays_published_when_its_downloads_fail(self, capsys, settings):
        (settings.TREK_DATA_DIR).mkdir()
        (settings.TREK_DATA_DIR / "exports").write_text("in the way")
        with pytest.raises((CommandError, OSError)):
            call_command("import_release", str(SMALL_WORLD), "--name=one", "--changelog=New.", "--publish")
        assert "trek one: 40 tasks, published" in capsys.readouterr().out
        assert DatasetVersion.objects.get().state == "published"
