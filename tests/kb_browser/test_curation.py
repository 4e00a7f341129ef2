"""Curation work: asked for by those who may, done once, ended always."""

from threading import Event

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from kb_browser import services
from kb_browser.models import Curation, DatasetVersion
from kb_browser.progress import Step
from kb_browser.release_checks.run import Findings
from kb_browser.selectors import curation_of, dataset_load, dataset_version_current, releases_folder
from kb_browser.services import curating, workmanship
from kb_browser.states import CurationKind
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetFault
from tests.factories import user_make, version_make
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError, UnprocessableError
from trek_site.shared.jobs import Job
from trek_site.shared.leased_work import LeaseLostError
from trek_site.shared.leases import MAX_ATTEMPTS, claim, seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path
    dataset_load.cache_clear()
    yield
    dataset_load.cache_clear()


def ask(kind="import", name="small", **arguments):
    if kind == "import":
        arguments = {"path": str(SMALL_WORLD), **arguments}
    return services.curation_request(CurationKind(kind), name, **arguments)


def done(job):
    services.curation_run(job.pk)
    return curation_of(job.pk)


class TestAsking:
    """Rights first, then what can be known at once."""

    @pytest.mark.parametrize("kind", CurationKind)
    def test_without_the_right_nothing_is_asked_for(self, kind):
        version_make(name="one", is_published=False)
        with pytest.raises(PermissionRefusedError):
            services.curation_request(kind, "one", actor=user_make(is_staff=True))
        assert (
            Curation.objects.count(),
            AuditEvent.objects.filter(action__endswith="requested").count(),
        ) == (0, 0)

    @pytest.mark.parametrize("kind", ["check", "publish"])
    def test_a_version_that_is_not_there_is_said_at_once(self, kind):
        with pytest.raises(NotFoundError):
            ask(kind, "none")

    def test_a_name_that_will_not_do_is_said_at_once(self):
        with pytest.raises(UnprocessableError):
            ask(name=" ")

    def test_one_piece_of_work_at_a_time_per_version(self):
        ask()
        with pytest.raises(ConflictError, match="not finished yet"):
            ask("build", profile="small")
        assert AuditEvent.objects.filter(action__endswith="requested").count() == 1
        ask(name="other")

    def test_it_is_noted_with_its_arguments(self):
        job = ask(licence="CC0")
        event = AuditEvent.objects.get()
        assert (event.action, event.object_id, event.actor) == ("import.requested", "trek small", None)
        assert event.detail == {"curation": job.pk, "path": str(SMALL_WORLD), "licence": "CC0"}


class TestWorking:
    """Each kind of work, to its end."""

    def test_from_an_import_to_the_current_version(self):
        assert done(ask(changelog="The first.")).outcome == "done"
        assert done(ask("check")).outcome == "done"
        report = DatasetVersion.objects.get().report
        assert (report["error_count"], len(report["probes"]) >= 25) == (0, True)
        assert report["gold"]["feasible"] == {"perfect": 26, "tasks": 26}
        assert DatasetVersion.objects.get().statistics
        assert done(ask("publish")).outcome == "done"
        current = dataset_version_current("trek")
        assert (current.name, current.licence, current.changelog) == ("small", "CC-BY-4.0", "The first.")

    def test_what_is_built_is_the_release_of_the_command(self):
        assert done(ask("build", profile="small", seed=20260101)).outcome == "done"
        version = DatasetVersion.objects.get()
        assert version.digest == services.dataset_version_import(SMALL_WORLD, name="small").digest
        assert version.source == "built from the profile small and the seed 20260101"
        assert not list((releases_folder().parent / "builds").iterdir())

    def test_a_release_that_contradicts_itself_is_refused_with_every_fault(self, tmp_path):
        (tmp_path / "bad").mkdir()
        (tmp_path / "bad" / "trek_queries.csv").write_text("query\n")
        job = done(ask(path=str(tmp_path / "bad")))
        assert job.outcome == "refused"
        assert any("column_missing" in reason for reason in job.reasons)
        assert any("flights.csv: file_missing" in reason for reason in job.reasons)
        assert DatasetVersion.objects.count() == 0

    def test_publishing_what_is_not_fit_is_refused_with_every_reason(self):
        version_make(name="one", is_published=False, changelog="", licence="")
        job = done(ask("publish", "one"))
        assert job.reasons == (
            "one is not fit for publishing.",
            "It was not checked.",
            "Its changelog is empty.",
            "Its licence is not named.",
        )

    def test_a_check_that_finds_errors_has_done_its_work_and_leaves_a_draft(self, tmp_path, monkeypatch):
        done(ask())
        DatasetVersion.objects.update(state="checked", checked_at=Now())
        monkeypatch.setattr("kb_browser.examination.check_release", lambda release: _one_error())
        assert done(ask("check")).outcome == "done"
        version = DatasetVersion.objects.get()
        assert (version.state, version.report["error_count"], version.report["probes"]) == ("draft", 1, [])

    def test_a_stored_copy_that_rotted_is_refused(self):
        done(ask())
        folder = releases_folder() / DatasetVersion.objects.get().digest
        with (folder / "trek_gold.jsonl").open("a") as stream:
            stream.write("\n")
        job = done(ask("check"))
        assert job.outcome == "refused"
        assert "digest_differs" in job.reasons[0]

    def test_a_bug_of_ours_ends_with_an_id(self, monkeypatch):
        def broken(_curation, _progress):
            raise ZeroDivisionError

        monkeypatch.setattr(curating, "WORKS", {CurationKind.IMPORT: broken})
        job = done(ask())
        assert (job.outcome, job.is_final) == ("failed", True)
        assert job.failure_id.startswith("E-")

    def test_an_import_twice_is_one_version(self):
        done(ask())
        assert done(ask()).outcome == "done"
        assert DatasetVersion.objects.count() == 1
        assert AuditEvent.objects.filter(action="version.imported").count() == 1


def _one_error():
    return Findings(errors=[DatasetFault(file="x", row=1, rule="made_up", detail="for a test")], notes=[])


class TestTakingTurns:
    """One worker at a time, and whoever lost the row writes nothing."""

    def test_a_second_worker_stops_at_once(self, monkeypatch):
        job = ask()
        claim(Curation.objects.filter(pk=job.pk))
        monkeypatch.setattr(curating, "WORKS", {})
        services.curation_run(job.pk)
        assert Curation.objects.get().attempts == 1

    def test_progress_is_written_and_stops_whoever_lost_the_row(self):
        job = ask()
        mine = claim(Curation.objects.filter(pk=job.pk), state="running")
        tell = curating._Reporter(mine, Event())
        tell(Step(text="copying", done=3, total=9))
        facts = curation_of(job.pk)
        assert (facts.progress_text, facts.progress_done, facts.progress_total) == ("copying", 3, 9)
        Curation.objects.update(lease_token=None)
        with pytest.raises(LeaseLostError):
            tell(Step(text="hashing"))

    def test_progress_is_not_written_more_often_than_anybody_can_read(self, django_assert_num_queries):
        job = ask()
        mine = claim(Curation.objects.filter(pk=job.pk), state="running")
        tell = curating._Reporter(mine, Event())
        with django_assert_num_queries(1):
            for number in range(1000):
                tell(Step(text="copying", done=number, total=1000))

    def test_a_lost_heartbeat_stops_the_work(self):
        lost = Event()
        lost.set()
        mine = claim(Curation.objects.filter(pk=ask().pk), state="running")
        with pytest.raises(LeaseLostError):
            curating._Reporter(mine, lost)(Step(text="copying"))

    def test_a_result_after_the_lease_is_void(self, monkeypatch):
        def lose(curation, _progress):
            Curation.objects.filter(pk=curation.pk).update(lease_token=None, lease_until=None)

        monkeypatch.setattr(curating, "WORKS", {CurationKind.IMPORT: lose})
        assert done(ask()).state == "running"

    def test_an_import_that_was_interrupted_goes_on(self, monkeypatch):
        job = ask()

        def interrupted(curation, progress):
            def until(step):
                progress(step)
                if step.done == 20:
                    raise OSError(5, "the disk was away")

            workmanship.WORKS[CurationKind.IMPORT](curation, until)

        with monkeypatch.context() as patch:
            patch.setattr(curating, "WORKS", {CurationKind.IMPORT: interrupted})
            assert done(job).state == "running"
        (draft,) = releases_folder().glob(".import-*")
        kept = {place: place.stat().st_ino for place in draft.rglob("*") if place.is_file()}
        assert len(kept) == 20
        assert done(job).outcome == "done"
        (release,) = releases_folder().iterdir()
        assert all(
            (release / place.relative_to(draft)).stat().st_ino == inode for place, inode in kept.items()
        )
        assert Curation.objects.get().attempts == 2


class TestSweeping:
    """What nobody works on is rung for; what cannot end otherwise is ended."""

    @pytest.fixture
    def rung(self, monkeypatch):
        calls = []
        monkeypatch.setattr(
            "trek_site.shared.leased_work.ring", lambda job, **ids: calls.append((job, ids)) or True
        )
        return calls

    def test_what_was_left_behind_is_rung_for(self, rung):
        job = ask()
        Curation.objects.update(rung_at=seconds_from_now(-60))
        assert services.curations_sweep() == 1
        assert rung == [(Job.CURATE, {"curation_id": job.pk})]
        assert services.curations_sweep() == 0

    @pytest.mark.parametrize("spent", [{"attempts": MAX_ATTEMPTS}, {"deadline_at": seconds_from_now(-1)}])
    def test_what_had_its_chances_is_ended(self, rung, spent):
        job = ask()
        Curation.objects.update(**spent)
        assert services.curations_sweep() == 1
        assert (curation_of(job.pk).outcome, rung) == ("failed", [])

    def test_ended_work_is_left_alone(self, rung):
        done(ask())
        Curation.objects.update(rung_at=seconds_from_now(-60))
        assert services.curations_sweep() == 0


@pytest.mark.parametrize(
    "change",
    [
        {"state": "finished"},
        {"outcome": "done"},
        {"state": "finished", "outcome": "done"},
        {"state": "finished", "outcome": "failed", "deadline_at": None},
        {"failure_id": "E-1"},
    ],
)
def test_the_database_refuses_what_does_not_go_together(change):
    ask()
    with pytest.raises(IntegrityError), transaction.atomic():
        Curation.objects.update(**change)


class TestCommand:
    """The operator's door."""

    def test_work_done_here(self, capsys):
        call_command("curate", "import", str(SMALL_WORLD), "--name=one", "--changelog=New.", "--here")
        call_command("curate", "check", "--name=one", "--here")
        call_command("curate", "publish", "--name=one", "--here")
        assert dataset_version_current("trek").name == "one"
        call_command("curate", "show", "--name=one")
        call_command("curate", "list")
        printed = capsys.readouterr().out
        assert "0 errors" in printed
        assert "publish  one" in printed

    def test_a_refusal_is_listed_and_fails(self):
        version_make(name="one", is_published=False, changelog="")
        with pytest.raises(CommandError, match="Its changelog is empty"):
            call_command("curate", "publish", "--name=one", "--here")

    def test_without_a_word_it_is_put_in_line(self, capsys):
        call_command("curate", "build", "--profile=small", "--name=one")
        assert "build one, queued" in capsys.readouterr().out
        assert Curation.objects.get().state == "queued"

    def test_a_report_that_is_not_there(self):
        version_make(name="one", is_published=False)
        with pytest.raises(CommandError, match="not checked"):
            call_command("curate", "show", "--name=one")
        with pytest.raises(CommandError, match="no version"):
            call_command("curate", "show", "--name=none")
