"""How far a version has come: every move, who may make it, and what readers see meanwhile."""

import threading
import time

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models.functions import Now
from django.utils import timezone

from kb_browser import selectors, services
from kb_browser.models import DatasetVersion
from kb_browser.services import publishing
from kb_browser.states import MOVES, READABLE, VersionState
from scoring.tracks import DEFAULT
from tests.factories import user_make, version_check, version_make
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import ConflictError, UnprocessableError

DRAFT, CHECKED, PUBLISHED, SUPERSEDED = VersionState


def draft(**changes):
    return version_make(is_published=False, **changes)


def reasons_of(name):
    with pytest.raises(UnprocessableError) as caught:
        services.dataset_version_publish("trek", name)
    return [error["detail"] for error in caught.value.errors]


def row_in(state):
    """A version in any state."""
    version = version_make(is_published=state in READABLE)
    if state == CHECKED:
        version_check(version.name)
    if state == SUPERSEDED:
        version_make()
    return DatasetVersion.objects.filter(pk=version.pk)


@pytest.mark.django_db
class TestMoves:
    """The table of moves and the database agree."""

    @pytest.mark.parametrize("source", VersionState)
    @pytest.mark.parametrize("target", VersionState)
    def test_the_database_lets_just_these_through(self, source, target):
        rows = row_in(source)
        other = draft(track="other")
        times = {}
        if source == DRAFT:
            times["checked_at"] = Now()
        if (source in READABLE) != (target in READABLE):
            times["published_at"] = Now() if target in READABLE else None
        if (source == SUPERSEDED) != (target == SUPERSEDED):
            times["superseded_at"] = Now() if target == SUPERSEDED else None
            times["superseded_by"] = other.pk if target == SUPERSEDED else None
        if target == PUBLISHED:
            DatasetVersion.objects.filter(state=PUBLISHED).exclude(pk=rows.get().pk).update(
                state=SUPERSEDED, superseded_at=Now(), superseded_by=other.pk
            )
        allowed = target in MOVES[source]
        try:
            with transaction.atomic():
                changed = rows.update(state=target, **times)
        except IntegrityError:
            changed = 0
        assert bool(changed) == allowed

    @pytest.mark.parametrize("state", READABLE)
    @pytest.mark.parametrize(
        "column",
        ["changelog", "licence", "source", "digest", "name", "counts", "checksums", "statistics", "report"],
    )
    def test_nothing_published_is_edited(self, state, column):
        rows = row_in(state)
        value = {"x": 1} if isinstance(getattr(rows.get(), column), dict) else "x"
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            rows.update(**{column: value})

    def test_not_even_together_with_superseding(self):
        rows = row_in(PUBLISHED)
        successor = draft()
        with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
            rows.update(state=SUPERSEDED, superseded_at=Now(), superseded_by=successor.pk, licence="x")

    def test_one_version_of_a_track_is_current(self):
        row_in(PUBLISHED)
        other = row_in(CHECKED)
        with pytest.raises(IntegrityError), transaction.atomic():
            other.update(state=PUBLISHED, published_at=Now())

    def test_what_is_published_is_described(self):
        for missing in ({"changelog": ""}, {"licence": ""}):
            version = draft(track="other", **missing)
            version_check(version.name)
            with pytest.raises(IntegrityError), transaction.atomic():
                DatasetVersion.objects.filter(pk=version.pk).update(state=PUBLISHED, published_at=Now())

    def test_whether_it_is_published_follows_from_the_state(self):
        assert [row_in(state).get().is_published for state in (DRAFT, CHECKED)] == [False, False]
        assert [row_in(state).get().is_published for state in READABLE] == [True, True]


@pytest.mark.django_db
class TestPublishing:
    """Refused with every reason at once, or done whole."""

    def test_every_reason_is_said_at_once(self):
        version = draft(changelog="", licence="")
        assert reasons_of(version.name) == [
            "It was not checked.",
            "Its changelog is empty.",
            "Its licence is not named.",
        ]

    def test_errors_and_probes_block(self):
        version = draft(changelog="")
        probe = {
            "code": "gold",
            "mismatch_count": 2,
            "mismatches": [{"text": "task 3: d3_budget must be 1.0, is 0.5"}],
        }
        DatasetVersion.objects.filter(pk=version.pk).update(
            checked_at=Now(),
            report={"evaluator_version": DEFAULT, "error_count": 3, "probes": [probe]},
        )
        assert reasons_of(version.name) == [
            "The check found 3 errors; see the report.",
            "The probe gold does not match: task 3: d3_budget must be 1.0, is 0.5",
            "Its changelog is empty.",
        ]

    def test_a_check_by_other_rules_does_not_count(self):
        version = draft()
        version_check(version.name)
        DatasetVersion.objects.filter(pk=version.pk).update(
            report={"evaluator_version": "trek-0.9.0", "error_count": 0, "probes": []}
        )
        assert reasons_of(version.name) == [
            "It was checked by other rules than the current ones; check it again."
        ]

    def test_a_refused_one_stays_what_it_was_and_so_does_the_current_one(self):
        current, version = version_make(), draft()
        before = list(DatasetVersion.objects.order_by("pk").values())
        reasons_of(version.name)
        assert list(DatasetVersion.objects.order_by("pk").values()) == before
        assert selectors.dataset_version_current("trek") == current

    def test_the_current_one_is_superseded(self):
        old, new = version_make(), draft()
        version_check(new.name)
        curator = user_make()
        found = services.dataset_version_publish("trek", new.name, actor=curator)
        superseded = selectors.dataset_version_named("trek", old.name)
        assert (found.state, superseded.state, superseded.superseded_by) == (PUBLISHED, SUPERSEDED, new.name)
        assert superseded.superseded_at <= found.published_at
        assert superseded.published_at == old.published_at
        assert superseded.is_published
        assert [version.name for version in selectors.dataset_versions("trek")] == [new.name, old.name]
        assert list(AuditEvent.objects.filter(actor=curator).values_list("action", "object_id")) == [
            ("version.published", f"trek {new.name}"),
            ("version.superseded", f"trek {old.name}"),
        ]

    def test_another_track_is_left_alone(self):
        other = version_make(track="other")
        version_make()
        assert selectors.dataset_version_current("other") == other

    def test_a_fault_in_the_middle_leaves_everything_as_it_was(self, monkeypatch):
        current, version = version_make(), draft()
        version_check(version.name)
        events = AuditEvent.objects.count()

        def broken(*_given, **_detail):
            raise ZeroDivisionError

        monkeypatch.setattr(publishing, "audit", broken)
        with pytest.raises(ZeroDivisionError):
            services.dataset_version_publish("trek", version.name)
        assert selectors.dataset_version_current("trek") == current
        assert DatasetVersion.objects.get(pk=version.pk).state == CHECKED
        assert AuditEvent.objects.count() == events

    def test_publishing_again_writes_nothing(self):
        version = version_make()
        events = AuditEvent.objects.count()
        services.dataset_version_publish("trek", version.name)
        assert AuditEvent.objects.count() == events


@pytest.mark.django_db
class TestDescribing:
    """A draft's words may be written, a published one's never."""

    def test_it_is_written_and_noted_once(self):
        version, curator = draft(), user_make()
        for _ in range(2):
            found = services.dataset_version_describe(
                "trek", version.name, changelog=" More. ", licence="CC0", actor=curator
            )
        assert (found.changelog, found.licence) == ("More.", "CC0")
        assert AuditEvent.objects.filter(action="version.described", actor=curator).count() == 1

    def test_a_published_one_is_refused_unless_nothing_changes(self):
        version = version_make()
        words = {"changelog": version.changelog, "licence": version.licence}
        assert services.dataset_version_describe("trek", version.name, **words) == version
        with pytest.raises(ConflictError, match="new version"):
            services.dataset_version_describe("trek", version.name, **words | {"licence": "CC0"})


def in_threads(*works):
    """Run each in a thread with a connection of its own; what each returned or raised."""
    found = [None] * len(works)

    def run(place, work):
        try:
            found[place] = work()
        except Exception as fault:  # noqa: BLE001  # Handed to the test.
            found[place] = fault
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.django_db(transaction=True)
class TestMeanwhile:
    """Readers and other curators beside a publication."""

    def test_a_reader_sees_the_old_one_or_the_new_one_and_nothing_else(self, monkeypatch):
        old, new = version_make(), draft()
        version_check(new.name)
        supersede = publishing._supersede

        def slowly(*given):
            supersede(*given)
            time.sleep(0.3)

        monkeypatch.setattr(publishing, "_supersede", slowly)
        done = threading.Event()

        def publish():
            try:
                time.sleep(0.05)
                services.dataset_version_publish("trek", new.name)
            finally:
                done.set()

        def read():
            seen = []
            while True:
                is_last = done.is_set()
                seen.append(
                    tuple((version.name, version.state) for version in selectors.dataset_versions("trek"))
                )
                seen.append(selectors.dataset_version_current("trek").name)
                if is_last:
                    return seen

        failure, seen, also_seen = in_threads(publish, read, read)
        assert failure is None
        before = ((old.name, "published"),)
        after = ((new.name, "published"), (old.name, "superseded"))
        for views in (seen, also_seen):
            assert set(views) <= {before, after, old.name, new.name}
            assert views[0] == before
            assert views[-2:] == [after, new.name]
            # Once new, never old again.
            lists = [view for view in views if isinstance(view, tuple)]
            assert lists == sorted(lists, key=len)

    def test_of_two_publications_at_once_one_supersedes_the_other(self):
        version_make()
        names = [draft().name for _ in range(2)]
        for name in names:
            version_check(name)
        found = in_threads(
            *(lambda name=name: services.dataset_version_publish("trek", name) for name in names)
        )
        assert not [fault for fault in found if isinstance(fault, Exception)]
        states = sorted(version.state for version in selectors.dataset_versions("trek"))
        assert states == ["published", "superseded", "superseded"]
        assert AuditEvent.objects.filter(action="version.published").count() == 3


@pytest.mark.django_db(transaction=True)
def test_older_rows_are_filled_in_as_if_each_had_superseded_the_one_before():
    """The migrations, on rows as they were before them: back to the old tables and forth again."""
    before, everything = ("kb_browser", "0002_published_is_immutable"), MigrationExecutor(connection)
    leaves = everything.loader.graph.leaf_nodes()
    everything.migrate([before])
    try:
        old = MigrationExecutor(connection).loader.project_state([before]).apps
        versions = old.get_model("kb_browser", "DatasetVersion").objects
        for number, name in enumerate(("first", "second", "third", "draft")):
            is_published = name != "draft"
            versions.create(
                track="trek",
                name=name,
                digest=f"{number:064}",
                task_count=0,
                imported_at=timezone.now(),
                is_published=is_published,
                published_at=timezone.now() if is_published else None,
            )
    finally:
        MigrationExecutor(connection).migrate(leaves)
    found = [(version.name, version.state, version.superseded_by) for version in selectors.dataset_versions()]
    assert found == [
        ("third", "published", ""),
        ("second", "superseded", "third"),
        ("first", "superseded", "second"),
    ]
    assert DatasetVersion.objects.get(name="draft").state == "draft"
    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic():
        DatasetVersion.objects.filter(name="third").update(licence="x")
