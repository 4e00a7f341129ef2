"""The pages of receipts and the API: who sees what, and what is said about a receipt that somebody brings."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import services
from scoring.models import Receipt, SigningKey
from scoring.receipts import RECEIPT_BYTES_MAX, read_keys, read_receipt
from scoring.signing import signer
from submissions.models import Submission
from tests.receipts import SIGNER, receipt_of, signed
from tests.scoring.candidates import scored_make
from trek_site.accounts.attempts import Brake
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _brakes():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def entry(world, rung, settings):
    """A public entry with a signed receipt."""
    settings.TREK_SIGNING_KEY = "11" * 32
    services.receipts_sweep()
    return scored_make(world, display_name="Gold")


def given_out(client, submission: Submission) -> bytes:
    return client.get(f"/entries/{submission.public_id}/receipt.json").content


def brought(client, content: bytes | str):
    given = {"text": content} if isinstance(content, str) else {"file": SimpleUploadedFile("r.json", content)}
    return client.post("/verify/", given)


class TestTheReceiptOfAnEntry:
    def test_the_page_shows_every_digest_and_the_commands(self, client, entry):
        said = read_receipt(given_out(client, entry)).signed
        text = client.get(f"/entries/{entry.public_id}/receipt/").content.decode()
        for value in (
            said.receipt.bundle_sha256, said.receipt.release_digest, said.receipt.configuration,
            said.receipt.results_digest, said.receipt.tasks_digest, said.signature.key, said.signature.value,
            *(task.sha256 for task in said.receipt.tasks), "trek verify receipt.json",
        ):  # fmt: skip
            assert value in text

    def test_page_file_and_api_give_the_same_bytes(self, client, entry):
        answer = client.get(f"/api/v1/entries/{entry.public_id}/receipt/")
        assert answer.content == given_out(client, entry)
        assert answer.headers["Content-Type"] == "application/json"
        again = client.get(
            f"/api/v1/entries/{entry.public_id}/receipt/", headers={"if-none-match": answer.headers["ETag"]}
        )
        assert (again.status_code, again.content) == (304, b"")

    def test_the_entry_leads_to_it(self, client, entry):
        assert (
            f"/entries/{entry.public_id}/receipt/"
            in client.get(f"/entries/{entry.public_id}/").content.decode()
        )

    def test_one_that_is_not_signed_yet_is_promised(self, client, world, rung, settings):
        settings.TREK_SIGNING_KEY = "11" * 32
        waiting = scored_make(world, display_name="Gold")
        assert "not made yet" in client.get(f"/entries/{waiting.public_id}/receipt/").content.decode()
        answer = client.get(f"/api/v1/entries/{waiting.public_id}/receipt/")
        assert (answer.status_code, "ask again" in answer.json()["detail"]) == (404, True)

    def test_an_anonymous_one_names_nobody(self, client, entry):
        Submission.objects.update(visibility="anonymous", anonymous_until=seconds_from_now(30 * 86400))
        submission = Submission.objects.get()
        for address in ("receipt/", "receipt.json"):
            text = client.get(f"/entries/{entry.public_id}/{address}").content.decode()
            for name in (submission.label, "Gold", submission.owner.username, submission.file_name):
                assert name not in text

    @pytest.mark.parametrize("address", ["receipt/", "receipt.json"])
    def test_it_takes_few_queries(self, client, entry, django_assert_max_num_queries, address):
        with django_assert_max_num_queries(12):
            client.get(f"/entries/{entry.public_id}/{address}")


class TestTheKeys:
    def test_they_are_there_for_everybody(self, client, entry):
        answer = client.get("/verify/keys.json")
        keys, faults = read_keys(answer.content)
        assert (faults, [one.key for one in keys]) == ((), [signer().fingerprint])
        assert signer().fingerprint in client.get("/verify/").content.decode()

    def test_a_site_without_any_says_so(self, client, db):
        assert json.loads(client.get("/verify/keys.json").content)["keys"] == []
        assert "No receipt was signed" in client.get("/verify/").content.decode()


class TestBringingOne:
    def test_ours_is_told_from_file_and_from_text(self, client, entry):
        content = given_out(client, entry)
        for given in (content, content.decode(), content.decode().strip() + "\r\n"):
            answer = brought(client, given)
            assert answer.status_code == 200
            said = answer.context["page"].brought
            assert (said.is_ours, said.is_latest, said.display_name) == (True, True, "Gold")
            assert f"/entries/{entry.public_id}/" in answer.content.decode()

    def test_one_changed_byte_is_told(self, client, entry):
        content = given_out(client, entry)
        answer = brought(client, content.replace(b'"n_error":0', b'"n_error":1'))
        said = answer.context["page"].brought
        assert (said.is_ours, said.entry_url) == (False, "")
        assert [step.name for step in said.steps if step.status != "ok"] == ["signature"]

    def test_somebody_elses_is_not_ours_whatever_it_names(self, client, entry):
        said = brought(client, signed(receipt_of(), SIGNER)).context["page"].brought
        assert (said.is_ours, said.steps[-1].found) == (False, SIGNER.fingerprint)

    def test_a_retired_key_is_told(self, client, entry, settings):
        content = given_out(client, entry)
        settings.TREK_SIGNING_KEY = "22" * 32
        services.receipts_sweep()
        said = brought(client, content).context["page"].brought
        assert (said.is_ours, said.is_retired_key) == (True, True)

    def test_what_the_reader_may_not_see_is_not_linked(self, client, world, rung, settings):
        settings.TREK_SIGNING_KEY = "11" * 32
        services.receipts_sweep()
        private = scored_make(world, display_name="Hidden", visibility="private")
        owner = Client()
        owner.force_login(private.owner)
        content = given_out(owner, private)
        assert brought(owner, content).context["page"].brought.display_name == "Hidden"
        answer = brought(client, content)
        said = answer.context["page"].brought
        assert (said.is_ours, said.entry_url, said.display_name) == (True, "", "")
        assert "Hidden" not in answer.content.decode()
        assert f"/entries/{private.public_id}" not in answer.content.decode()

    @pytest.mark.parametrize(
        "content", [b"[" * 10_000, b"{}", b"\xff", b"<script>", b'{"a":1,"a":2}', b"NaN"]
    )
    def test_what_is_no_receipt_is_told_to_be_none(self, client, db, content):
        answer = brought(client, content)
        said = answer.context["page"].brought
        assert (answer.status_code, said.is_ours, said.receipt) == (200, False, None)
        assert "<script>alert" not in answer.content.decode()

    @pytest.mark.parametrize("name", [r"\ud800", r"\u202e\u001b[2J"])
    def test_a_repeated_name_is_told_whatever_is_in_it(self, client, db, name):
        for content in (f'{{"{name}":1,"{name}":2}}', f'{{"{name}":1,"{name}":2}}'.encode()):
            answer = brought(client, content)
            assert answer.status_code == 200
            assert f"duplicate member (name {name})" in answer.content.decode()

    def test_of_many_faults_the_first_are_told(self, client, db):
        said = brought(client, b"{" + b",".join([b'"a":1'] * 1000) + b"}").context["page"].brought
        assert said.steps[0].detail.count("duplicate member") == 10

    @pytest.mark.parametrize("given", [{}, {"text": "  "}])
    def test_nothing_is_a_mistake_in_the_form(self, client, db, given):
        answer = client.post("/verify/", given)
        assert answer.status_code == 422
        assert "Choose the file, or paste its text." in answer.content.decode()

    def test_both_are_a_mistake_too(self, client, db):
        answer = client.post("/verify/", {"text": "{}", "file": SimpleUploadedFile("r.json", b"{}")})
        assert answer.status_code == 422

    def test_more_than_a_receipt_can_have_is_not_read(self, client, db):
        said = brought(client, b" " * (RECEIPT_BYTES_MAX + 1)).context["page"].brought
        assert "more than" in said.steps[0].detail

    def test_much_more_is_refused_before_it_is_read(self, client, db):
        answer = client.post("/verify/", {}, headers={"content-length": str(4 * 1024 * 1024)})
        assert answer.status_code == 413

    def test_it_cannot_be_sent_from_elsewhere(self, db):
        assert brought(Client(enforce_csrf_checks=True), "{}").status_code == 403

    def test_it_cannot_be_asked_without_end(self, client, db, monkeypatch):
        monkeypatch.setattr(
            "scoring.receipt_views.CHECKS_FROM_ADDRESS",
            Brake(name="verify-test", limit=2, window_s=600),
        )
        assert [brought(client, "{}").status_code for _ in range(3)] == [200, 200, 429]

    def test_nothing_is_kept_of_it(self, client, entry):
        before = (Receipt.objects.count(), SigningKey.objects.count())
        brought(client, signed(receipt_of(), SIGNER))
        assert (Receipt.objects.count(), SigningKey.objects.count()) == before
