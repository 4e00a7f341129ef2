"""Upload to page in one process, jobs run in place: what a submitter does and sees."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from kb_browser.world.bundles import BUNDLES
from scoring.models import LeaderboardEntry
from scoring.services import Judgement, review_record
from scoring.states import ReviewVerdict
from scoring.tracks import TREK_INTAKE
from tests.factories import small_world, user_make
from tests.manifests import form_fields, manifest_make
from trek_site.accounts.services import token_issue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def submitter(client):
    small_world()
    user = user_make()
    client.force_login(user)
    return user


# The carried bundles are made of the reference plans, which holds them back until somebody says so.
CLEARED = Judgement(verdict=ReviewVerdict.CLEARED, public_reason="A run of ours.")


def upload(client, name, **said):
    """Send a carried bundle through the form; the page that the browser ends on."""
    content = SimpleUploadedFile(name, (BUNDLES / name).read_bytes())
    fields = form_fields(manifest_of(name, **said))
    return client.post(reverse("submissions:submit"), {**fields, "file": content}, follow=True)


def manifest_of(name, **said):
    """What is said about a bundle; it goes by the label in its name."""
    return manifest_make(**{"label": TREK_INTAKE.label_in(name), **said})


def text_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


class TestForm:
    """A browser."""

    def test_a_sound_run_is_scored_and_published_by_its_owner(self, client, submitter):
        page = upload(client, "trek_strong-agent.jsonl", display_name="Strong Agent")
        status = page.context["page"]
        assert (page.status_code, status.state_key, status.can_publish) == (200, "scored", True)
        before = client.get("/").context["page"]
        assert ([row.display_name for row in before.rows], len(before.unranked)) == ([], 1)
        client.post(f"/submissions/{status.public_id}/publish/")
        assert LeaderboardEntry.objects.get().unranked_reason == "held"
        review_record(status.public_id, CLEARED, actor=None)
        board = text_of(client, "/")
        assert "Strong Agent" in board
        entry = LeaderboardEntry.objects.get()
        assert entry.rank == 1
        assert f"{100 * entry.overall:.1f}" in board
        assert "Strong Agent" in text_of(client, status.entry_url)
        client.logout()
        assert "Strong Agent" in text_of(client, "/")
        assert client.get(f"/submissions/{status.public_id}/").status_code in {302, 404}

    def test_a_run_with_gaps_waits_for_a_confirmation(self, client, submitter):
        page = upload(client, "trek_weak-agent.jsonl", display_name="Weak Agent")
        status = page.context["page"]
        assert (status.state_key, status.can_confirm) == ("needs_confirmation", True)
        assert "W606" in page.content.decode()
        client.post(f"/submissions/{status.public_id}/confirm/")
        page = client.get(f"/submissions/{status.public_id}/")
        assert page.context["page"].state_key == "scored"
        assert LeaderboardEntry.objects.get().evaluation.missing_tasks > 0

    def test_a_bad_file_gets_every_finding_and_its_label_back(self, client, submitter):
        page = upload(client, "trek_invalid.jsonl", label="agent")
        status = page.context["page"]
        assert (status.state_key, LeaderboardEntry.objects.count()) == ("invalid", 0)
        assert {line.code for line in status.findings} >= {"F601", "R401", "R501", "R503"}
        assert upload(client, "trek_strong-agent.jsonl", label="agent").context["page"].state_key == "scored"

    def test_the_board_orders_runs_of_known_quality(self, client, submitter):
        for name in ("trek_middling-agent.jsonl.gz", "trek_strong-agent.jsonl", "trek_gold-copy.jsonl"):
            sent = upload(client, name, visibility="public").context["page"]
            review_record(sent.public_id, CLEARED, actor=None)
        page = client.get("/").context["page"]
        assert [row.display_name for row in page.rows] == ["gold-copy", "strong-agent", "middling-agent"]
        assert [row.rank for row in page.rows] == [1, 2, 3]
        assert page.revision == 6


class TestApi:
    """A program with a token."""

    def test_upload_status_report_and_board(self, client):
        world = small_world()
        _, plain = token_issue(user_make(), name="script")
        headers = {"Authorization": f"Bearer {plain}"}
        name = "trek_middling-agent.jsonl.gz"
        receipt = client.post(
            "/api/v1/submissions/",
            {
                "file": SimpleUploadedFile(name, (BUNDLES / name).read_bytes()),
                "manifest": json.dumps(manifest_of(name, visibility="public")),
            },
            headers=headers,
        )
        assert receipt.status_code == 202
        status = client.get(receipt.json()["status_url"], headers=headers)
        assert (status.status_code, status.json()["state"]) == (200, "published")
        review_record(status.json()["id"], CLEARED, actor=None)
        board = client.get("/api/v1/boards/trek/").json()
        assert [row["id"] for row in board["rows"]] == [receipt.json()["id"]]
        assert board["version"]["digest"] == world.digest
