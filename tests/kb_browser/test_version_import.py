"""Dataset versions: imported whole or not at all, and frozen once published."""

import shutil

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from kb_browser import selectors, services, store
from kb_browser.models import DatasetVersion, Task
from kb_browser.release_files import ReleaseFolder
from kb_browser.selectors import dataset_load, release_path, releases_folder
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError
from tests.factories import small_world, version_check, version_make
from trek_site.shared.errors import ConflictError, NotFoundError, UnprocessableError

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(tmp_path):
    """A copy of the small world that may be spoilt."""
    return shutil.copytree(SMALL_WORLD, tmp_path / "release")


@pytest.fixture(autouse=True)
def _empty_store(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"
    dataset_load.cache_clear()
    yield
    dataset_load.cache_clear()


class TestImporting:
    """A release is copied under its digest, read, and only then named."""

    def test_it_becomes_a_draft_with_its_tasks(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small", licence="CC BY 4.0")
        assert (version.track, version.name, version.state) == ("trek", "small", "draft")
        assert version.digest == ReleaseFolder(SMALL_WORLD).digest()
        assert version.task_count == 40
        assert version.counts["feasible"] + version.counts["infeasible"] == 40
        tasks = selectors.tasks_of(version.pk)
        assert [task.query_index for task in tasks] == list(range(40))
        assert {task.infeasible_type for task in tasks if not task.is_feasible} <= {
            "entity",
            "route",
            "budget",
        }
        assert {task.infeasible_type for task in tasks if task.is_feasible} == {""}

    def test_the_files_are_copied_unchanged(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small")
        copied = ReleaseFolder(release_path(version.digest))
        assert copied.checksums() == ReleaseFolder(SMALL_WORLD).checksums()

    def test_importing_twice_changes_nothing(self):
        first = services.dataset_version_import(SMALL_WORLD, name="small")
        assert services.dataset_version_import(SMALL_WORLD, name="small") == first
        assert DatasetVersion.objects.count() == 1
        assert Task.objects.count() == 40

    def test_the_same_files_have_one_name(self):
        services.dataset_version_import(SMALL_WORLD, name="small")
        with pytest.raises(ConflictError, match="known as small"):
            services.dataset_version_import(SMALL_WORLD, name="other")

    def test_a_name_belongs_to_one_release(self, release):
        services.dataset_version_import(SMALL_WORLD, name="small")
        (release / "trek_gold.jsonl").write_text((release / "trek_gold.jsonl").read_text() + "\n")
        with pytest.raises(ConflictError):
            services.dataset_version_import(release, name="small")
        assert DatasetVersion.objects.count() == 1

    @pytest.mark.parametrize("name", ["", " ", "x" * 65, "a/b", "..", "-a", "ä", "a\n"])
    def test_the_name_is_short_and_fits_an_address(self, name):
        with pytest.raises(UnprocessableError):
            services.dataset_version_import(SMALL_WORLD, name=name)

    def test_nothing_is_kept_of_a_release_that_contradicts_itself(self, release):
        queries = release / "trek_queries.csv"
        queries.write_text(queries.read_text().replace("hard_constraints", "soft_constraints", 1))
        with pytest.raises(DatasetError) as caught:
            services.dataset_version_import(release, name="small")
        assert [(fault.file, fault.rule) for fault in caught.value.faults] == [
            ("trek_queries.csv", "column_missing")
        ]
        assert DatasetVersion.objects.count() == 0
        assert list(releases_folder().iterdir()) == []

    def test_a_missing_folder_is_a_fault_of_the_release(self, tmp_path):
        with pytest.raises(DatasetError):
            services.dataset_version_import(tmp_path / "nowhere", name="small")

    def test_the_projection_can_be_made_anew(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small")
        before = selectors.tasks_of(version.pk)
        Task.objects.filter(query_index__gte=5).delete()
        assert services.tasks_project("trek", "small") == 40
        assert selectors.tasks_of(version.pk) == before
        with pytest.raises(NotFoundError):
            services.tasks_project("trek", "none")


class TestLoading:
    """The evaluator reads the stored copy, by digest, or nothing."""

    def test_the_snapshot_gives_the_same_dataset_as_the_files(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small")
        from_snapshot = dataset_load(version.digest)
        shutil.rmtree(release_path(version.digest) / store.SNAPSHOT_FOLDER)
        dataset_load.cache_clear()
        assert dataset_load(version.digest).tasks == from_snapshot.tasks

    def test_a_damaged_snapshot_is_built_anew(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small")
        (snapshot,) = (release_path(version.digest) / store.SNAPSHOT_FOLDER).glob("*.snapshot")
        snapshot.write_bytes(snapshot.read_bytes()[:-7] + b"damaged")
        dataset_load.cache_clear()
        assert len(dataset_load(version.digest).tasks) == 40

    def test_a_copy_that_changed_is_refused(self):
        version = services.dataset_version_import(SMALL_WORLD, name="small")
        folder = release_path(version.digest)
        shutil.rmtree(folder / store.SNAPSHOT_FOLDER)
        (folder / "trek_gold.jsonl").write_text("")
        dataset_load.cache_clear()
        with pytest.raises(DatasetError, match="digest_differs"):
            dataset_load(version.digest)


class TestPublishing:
    """Nothing published is ever edited."""

    def test_publishing_twice_changes_nothing(self):
        version_make(name="one", is_published=False)
        version_check("one")
        first = services.dataset_version_publish("trek", "one")
        assert first.is_published
        assert services.dataset_version_publish("trek", "one") == first

    def test_an_unknown_one_is_not_found(self):
        with pytest.raises(NotFoundError):
            services.dataset_version_publish("trek", "none")

    @pytest.mark.parametrize(
        "change", [{"name": "x"}, {"digest": "0" * 64}, {"state": "draft", "published_at": None}]
    )
    def test_the_database_refuses_every_change_of_a_published_one(self, change):
        version = version_make()
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            DatasetVersion.objects.filter(pk=version.pk).update(**change)
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            DatasetVersion.objects.get(pk=version.pk).save()

    def test_a_draft_may_still_change(self):
        version = version_make(is_published=False)
        assert DatasetVersion.objects.filter(pk=version.pk).update(licence="CC BY 4.0") == 1

    def test_a_published_one_cannot_be_deleted_on_postgresql(self):
        if connection.vendor != "postgresql":
            pytest.skip("needs PostgreSQL: SQLite's trigger leaves deleting to the tests' clean-up")
        version = version_make(task_count=0)
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            DatasetVersion.objects.filter(pk=version.pk).delete()

    def test_published_and_its_time_go_together(self):
        version = version_make(is_published=False)
        with pytest.raises(IntegrityError), transaction.atomic():
            DatasetVersion.objects.filter(pk=version.pk).update(published_at=Now())


class TestReading:
    """Drafts do not exist for anybody but their curator."""

    def test_the_newest_published_one_is_current(self):
        assert selectors.dataset_version_current("trek") is None
        version_make(name="old")
        new = version_make(name="new")
        version_make(name="draft", is_published=False)
        version_make(name="elsewhere", track="other")
        assert selectors.dataset_version_current("trek") == new
        assert [version.name for version in selectors.dataset_versions("trek")] == ["new", "old"]

    def test_a_draft_is_not_found_by_name(self):
        version_make(name="draft", is_published=False)
        with pytest.raises(NotFoundError):
            selectors.dataset_version_named("trek", "draft")

    def test_tasks_are_found_by_kind_and_text(self):
        version = version_make(task_count=4)
        assert selectors.task_indexes(version.pk, is_feasible=True) == {0, 2}
        assert selectors.task_indexes(version.pk, text="NUMBER 3") == {3}
        assert selectors.task_indexes(version.pk, is_feasible=True, text="number 3") == frozenset()


class TestCommand:
    """The operator's door."""

    def test_it_imports_publishes_and_says_so(self, capsys):
        call_command("import_release", str(SMALL_WORLD), "--name=small", "--changelog=New.", "--publish")
        printed = capsys.readouterr()
        assert printed.out.startswith("trek small: 40 tasks, published, ")
        assert "copying" in printed.err
        assert selectors.dataset_version_current("trek") is not None

    def test_publishing_without_a_changelog_lists_what_is_missing(self):
        with pytest.raises(CommandError, match="Its changelog is empty"):
            call_command("import_release", str(SMALL_WORLD), "--name", "small", "--publish")
        assert DatasetVersion.objects.get().state == "checked"
        call_command("import_release", str(SMALL_WORLD), "--name=small", "--changelog=New.", "--publish")
        assert DatasetVersion.objects.get().changelog == "New."

    def test_a_release_that_is_not_sound_stays_a_draft_and_fails(self, release):
        gold = release / "trek_gold.jsonl"
        gold.write_text(gold.read_text().replace('"is_feasible": true', '"is_feasible": false', 1))
        with pytest.raises(CommandError, match="did not find it sound"):
            call_command("import_release", str(release), "--name", "small")
        version = DatasetVersion.objects.get()
        assert version.state == "draft"
        assert "gold_not_perfect" in {fault["rule"] for fault in version.report["errors"]}

    def test_it_lists_the_faults_of_a_bad_release(self, release):
        (release / "trek_queries.csv").write_text("query\n")
        with pytest.raises(CommandError, match="nothing was imported"):
            call_command("import_release", str(release), "--name", "small")

    def test_it_passes_a_refusal_on(self):
        small_world()
        with pytest.raises(CommandError, match="known as small"):
            call_command("import_release", str(SMALL_WORLD), "--name", "other")
