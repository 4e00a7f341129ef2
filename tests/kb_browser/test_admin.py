"""Curation in the admin: what a curator may do, sees and sets off, and nothing else."""

import importlib
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.admin.sites import site
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import RequestFactory
from django.urls import reverse

from kb_browser.models import Curation, DatasetVersion, Task
from kb_browser.selectors import release_path
from kb_browser.services import curation_run
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import small_world, user_make, version_check, version_make
from trek_site.accounts.models import AuditEvent

pytestmark = pytest.mark.django_db
curators = importlib.import_module("kb_browser.migrations.0006_curators")
exporters = importlib.import_module("kb_browser.migrations.0007_exports")
RIGHTS = {*curators.PERMISSIONS, ("kb_browser", "export_datasetversion")}

ROOM = "admin:kb_browser_datasetversion"


@pytest.fixture(autouse=True)
def _folders(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path


@pytest.fixture
def group():
    """Made by the migration, which a test that empties tables takes away."""
    curators.make(apps, SimpleNamespace(connection=connection))
    exporters.give(apps, SimpleNamespace(connection=connection))
    return Group.objects.get(name=curators.GROUP)


@pytest.fixture
def curator(client, group):
    user = user_make(is_staff=True)
    user.groups.add(group)
    client.force_login(user)
    return user


def may(user, *codenames):
    """A member of the staff with just these rights."""
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return user


class TestRights:
    """The group has an exact set of rights, and each page asks for its own."""

    def test_the_group_may_just_this(self, group):
        found = {
            (permission.content_type.app_label, permission.codename) for permission in group.permissions.all()
        }
        assert {right for right in found if right[0] in {"accounts", "kb_browser"}} == RIGHTS
        assert {right for right in found if right[0] == "submissions"} == {
            ("submissions", "view_submission"),
            ("submissions", "change_submission"),
        }
        assert not {right for right in found if right[0] in {"auth", "admin"}}

    def test_curators_see_their_part_of_the_admin_only(self, client, curator):
        page = client.get(reverse("admin:index")).content.decode()
        for name in ("datasetversion", "curation", "task"):
            assert reverse(f"admin:kb_browser_{name}_changelist") in page
        assert reverse("admin:accounts_auditevent_changelist") in page
        assert reverse("admin:submissions_submission_changelist") in page
        for name in ("accounts_user", "accounts_apitoken", "auth_group"):
            assert reverse(f"admin:{name}_changelist") not in page
            assert client.get(reverse(f"admin:{name}_changelist")).status_code == 403

    @pytest.mark.parametrize(
        ("name", "right"),
        [
            ("import", "import_datasetversion"),
            ("build", "build_datasetversion"),
            ("check", "check_datasetversion"),
            ("publish", "publish_datasetversion"),
            ("export", "export_datasetversion"),
        ],
    )
    def test_each_page_asks_for_its_right(self, client, name, right):
        version = version_make(is_published=False)
        arguments = [version.pk] if name in {"check", "publish", "export"} else []
        address = reverse(f"{ROOM}_{name}", args=arguments)
        user = user_make(is_staff=True)
        client.force_login(user)
        every = {codename for _, codename in RIGHTS}
        may(user, *(every - {right}))
        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403
        may(user, right)
        assert client.get(address).status_code == 200
        assert Curation.objects.count() == 0

    def test_buttons_are_shown_to_those_who_may_press_them(self, client):
        version = version_make(is_published=False)
        user = may(user_make(is_staff=True), "view_datasetversion", "check_datasetversion")
        client.force_login(user)
        versions = client.get(reverse(f"{ROOM}_changelist")).content.decode()
        one = client.get(reverse(f"{ROOM}_change", args=[version.pk])).content.decode()
        assert "Import…" not in versions
        assert "Build…" not in versions
        assert "Check…" in one
        assert "Publish…" not in one

    def test_nothing_is_added_or_deleted_by_hand(self, curator):
        request = RequestFactory().get("/")
        request.user = curator
        for model in (DatasetVersion, Task, Curation, AuditEvent):
            assert not site.get_model_admin(model).has_add_permission(request)
            assert not site.get_model_admin(model).has_delete_permission(request)
        for model in (Task, Curation, AuditEvent):
            assert not site.get_model_admin(model).has_change_permission(request)


class TestPages:
    """Every page opens, and each leads on."""

    def test_lists_and_details_are_shown(self, client, curator):
        version = version_make()
        for name, pk in (("datasetversion", version.pk), ("task", Task.objects.first().pk)):
            assert client.get(reverse(f"admin:kb_browser_{name}_changelist")).status_code == 200
            assert client.get(reverse(f"admin:kb_browser_{name}_change", args=[pk])).status_code == 200
        assert client.get(reverse("admin:kb_browser_curation_changelist")).status_code == 200
        events = client.get(reverse("admin:accounts_auditevent_changelist")).content.decode()
        assert "version.published" in events

    def test_words_are_written_through_the_service(self, client, curator):
        version = version_make(is_published=False, changelog="")
        address = reverse(f"{ROOM}_change", args=[version.pk])
        client.post(address, {"changelog": "More cities.", "licence": "CC BY 4.0", "name": "other"})
        row = DatasetVersion.objects.get()
        assert (row.changelog, row.name) == ("More cities.", version.name)
        event = AuditEvent.objects.get(action="version.described")
        assert (event.actor, event.detail["changelog"]) == (curator, "More cities.")

    def test_a_published_one_has_no_form(self, client, curator):
        version = version_make()
        address = reverse(f"{ROOM}_change", args=[version.pk])
        page = client.get(address).content.decode()
        assert "<textarea" not in page
        assert "Publish…" not in page
        assert client.post(address, {"changelog": "x", "licence": "y"}).status_code == 403

    def test_the_publish_page_lists_every_reason_against(self, client, curator):
        version = version_make(is_published=False, changelog="", licence="")
        page = client.get(reverse(f"{ROOM}_publish", args=[version.pk])).content.decode()
        for reason in ("It was not checked.", "Its changelog is empty.", "Its licence is not named."):
            assert reason in page
        assert 'type="submit"' not in page.split("submit-row")[1]

    def test_the_publish_page_says_what_it_supersedes(self, client, curator):
        current, version = version_make(), version_make(is_published=False)
        version_check(version.name)
        page = client.get(reverse(f"{ROOM}_publish", args=[version.pk])).content.decode()
        assert f"in place of {current.name}" in page

    def test_the_version_and_publish_pages_lead_to_a_rehearsal(self, client, curator):
        version_make()
        version = version_make(is_published=False)
        version_check(version.name)
        start = f'{reverse("admin:scoring_rehearsal_start")}?candidate={version.pk}"'
        for name in ("change", "publish"):
            address = reverse(f"{ROOM}_{name}", args=[version.pk])
            assert start in client.get(address).content.decode()
        client.force_login(may(user_make(is_staff=True), "view_datasetversion", "publish_datasetversion"))
        for name in ("change", "publish"):
            address = reverse(f"{ROOM}_{name}", args=[version.pk])
            assert start not in client.get(address).content.decode()

    def test_an_empty_folder_is_said_to_be_empty(self, client, curator):
        assert "nothing to import yet" in client.get(reverse(f"{ROOM}_import")).content.decode()

    def test_a_name_from_outside_the_folder_is_no_choice(self, client, curator, tmp_path):
        (tmp_path / "incoming").mkdir()
        answer = client.post(reverse(f"{ROOM}_import"), {"source": "../small", "name": "x"})
        assert answer.status_code == 200
        assert Curation.objects.count() == 0

    def test_a_job_that_does_not_exist_leads_back(self, client, curator):
        assert client.get(reverse("admin:kb_browser_curation_change", args=[99])).status_code == 302


class TestWork:
    """From the press of a button to the published version."""

    def test_import_check_and_publish(self, client, curator, tmp_path):
        (tmp_path / "incoming").mkdir()
        (tmp_path / "incoming" / "small").symlink_to(SMALL_WORLD)
        self.press(client, reverse(f"{ROOM}_import"), source="small", name="one", changelog="The first.")
        version = DatasetVersion.objects.get()
        self.press(client, reverse(f"{ROOM}_check", args=[version.pk]))
        page = client.get(reverse(f"{ROOM}_change", args=[version.pk])).content.decode()
        assert "✓ as stated" in page
        assert "26/26" in page
        self.press(client, reverse(f"{ROOM}_publish", args=[version.pk]))
        version.refresh_from_db()
        assert version.state == "published"
        assert list(AuditEvent.objects.order_by("pk").values_list("action", "actor")) == [
            ("import.requested", curator.pk),
            ("version.imported", curator.pk),
            ("check.requested", curator.pk),
            ("version.checked", curator.pk),
            ("publish.requested", curator.pk),
            ("version.published", curator.pk),
            ("export.requested", curator.pk),
        ]

    def test_downloads_that_failed_are_made_again_at_the_press_of_a_button(self, client, curator):
        version = small_world()
        address = reverse(f"{ROOM}_change", args=[version.pk])
        hidden = release_path(version.digest).rename(release_path("hidden"))
        answer = client.post(reverse(f"{ROOM}_export", args=[version.pk]))
        curation_run(Curation.objects.get().pk)
        failure_id = Curation.objects.get().failure_id
        for page in (answer.url, address, f"/datasets/{version.name}/"):
            assert failure_id in client.get(page).content.decode()
        assert "Make downloads…" in client.get(address).content.decode()
        hidden.rename(release_path(version.digest))
        self.press(client, reverse(f"{ROOM}_export", args=[version.pk]))
        page = client.get(address).content.decode()
        assert "✓ 10 files" in page
        assert "Make downloads…" not in page
        assert "release.tar.gz" in client.get(f"/datasets/{version.name}/").content.decode()

    def press(self, client, address, **fields):
        answer = client.post(address, fields)
        assert answer.status_code == 302, answer.content.decode()
        waiting = client.get(answer.url).content.decode()
        assert "for a worker" in waiting
        assert "data-poll-seconds" in waiting
        curation_run(Curation.objects.filter(state="queued").latest("pk").pk)
        done = client.get(answer.url).content.decode()
        assert "✓ Done." in done, done
        assert "data-poll-seconds" not in done

    def test_a_refusal_is_read_on_the_page_of_the_job(self, client, curator):
        version = version_make(is_published=False, changelog="")
        answer = client.post(reverse(f"{ROOM}_publish", args=[version.pk]))
        curation_run(Curation.objects.get().pk)
        page = client.get(answer.url).content.decode()
        assert "✗ Refused." in page
        assert "It was not checked." in page

    def test_a_second_job_on_the_same_version_is_refused_in_words(self, client, curator):
        version_make(is_published=False)
        name = DatasetVersion.objects.get().name
        given = {"profile": "small", "seed": 1, "name": name}
        assert client.post(reverse(f"{ROOM}_build"), given).status_code == 302
        assert "is not finished yet" in client.post(reverse(f"{ROOM}_build"), given).content.decode()

    def test_several_are_checked_at_once(self, client, curator):
        pks = [version_make(is_published=False).pk for _ in range(2)]
        client.post(reverse(f"{ROOM}_changelist"), {"action": "check_selected", "_selected_action": pks})
        assert Curation.objects.filter(kind="check").count() == 2
