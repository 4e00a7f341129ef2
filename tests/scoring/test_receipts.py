"""Receipts: written with the results, signed by the site, and what `trek verify` says of them."""

from __future__ import annotations

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models.functions import Now

from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring import services
from scoring.models import Evaluation, Receipt, SigningKey, TaskOutcome
from scoring.receipts import SEED_BYTES, read_receipt
from scoring.selectors import keys_text, receipt_text
from scoring.services import evaluating
from scoring.signing import KEY_FILE, NoSigningKeyError, signer
from submissions.models import Submission
from submissions.services import submission_check, submission_confirm
from tests.factories import bundle_of, upload_make, user_make
from trek_site.cli import main

pytestmark = pytest.mark.django_db

SEED, OTHER_SEED = "11" * SEED_BYTES, "22" * SEED_BYTES
BUNDLE = BUNDLES / "trek_weak-agent.jsonl"


@pytest.fixture(autouse=True)
def _key(settings):
    settings.TREK_SIGNING_KEY = SEED


def scored(world, content=None, **said):
    """A public submission of these bytes, scored."""
    receipt = upload_make(
        bundle_of() if content is None else content, version=world, visibility="public", **said
    )
    submission_check(receipt.pk)
    submission = Submission.objects.get(pk=receipt.pk)
    if submission.outcome == "needs_confirmation":
        submission_confirm(submission.public_id, submission.owner)
    services.submission_evaluate(receipt.pk)
    return Submission.objects.get(pk=receipt.pk)


def without_receipts(monkeypatch):
    """As the evaluations of a site that knows no receipts."""
    monkeypatch.setattr(evaluating, "receipt_store", lambda *_: None)


def told(tmp_path: Path, submission, bundle: bytes) -> int:
    """The exit status of the command line, offline, about what the site gives out."""
    (tmp_path / "receipt.json").write_text(receipt_text(submission.public_id, submission.owner))
    (tmp_path / "keys.json").write_text(keys_text())
    (tmp_path / "bundle").write_bytes(bundle)
    words = [str(tmp_path / "receipt.json"), "--release", str(SMALL_WORLD), "--bundle"]
    return main(["verify", *words, str(tmp_path / "bundle"), "--key", str(tmp_path / "keys.json")])


class TestWriting:
    @pytest.mark.parametrize("name", ["trek_weak-agent.jsonl", "trek_middling-agent.jsonl.gz"])
    def test_what_the_site_signs_is_what_the_command_line_finds(self, world, tmp_path, capsys, name):
        services.receipts_sweep()
        content = (BUNDLES / name).read_bytes()
        submission = scored(world, content, file_name=name)
        assert Receipt.objects.get().key.fingerprint == signer().fingerprint
        assert told(tmp_path, submission, content) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "verified"

    def test_it_says_what_the_evaluation_says(self, world):
        services.receipts_sweep()
        submission, evaluation = scored(world), Evaluation.objects.get()
        said = read_receipt(receipt_text(submission.public_id, None).encode()).signed.receipt
        assert (said.track, said.submission, said.evaluator_version) == (
            "trek", submission.public_id, evaluation.evaluator_version,
        )  # fmt: skip
        assert (said.bundle_sha256, said.bundle_bytes) == (submission.file_sha256, submission.file_bytes)
        assert (said.release_digest, said.results_digest) == (world.digest, evaluation.results_digest)
        assert said.evaluated_at == evaluation.finished_at.strftime("%Y-%m-%dT%H:%M:%SZ")
        assert (len(said.tasks), dict(said.summary)) == (40, evaluation.summary)

    def test_nobody_is_named_in_it(self, world):
        names = {"label": "secret-label", "display_name": "Secret Agent", "organisation": "Secret U"}
        services.receipts_sweep()
        submission = scored(world, **names, file_name="trek_secret-label.jsonl")
        text = receipt_text(submission.public_id, None).lower()
        assert "secret" not in text
        assert submission.owner.username not in text

    def test_equal_bytes_give_equal_digests(self, world):
        bodies = [scored(world) and json.loads(row.body) for row in Receipt.objects.all()]
        for body in bodies:
            del body["submission"], body["evaluated_at"]
        assert all(body == bodies[0] for body in bodies)

    def test_several_answers_that_the_manifest_explains_are_replayed_without_it(self, world, tmp_path):
        first, *others = bundle_of().splitlines(keepends=True)
        changed = json.dumps({**json.loads(first), "refusal_reason": "Another one."}).encode() + b"\n"
        content = changed + first + b"".join(others)
        run = {"attempts_per_task": 2, "selection": "vote"}
        services.receipts_sweep()
        submission = scored(world, content, sections={"run": run})
        assert json.loads(Receipt.objects.get().body)["bundle"]["selection_declared"] is True
        assert told(tmp_path, submission, content) == 0


class TestTheKey:
    def test_without_a_key_it_is_scored_and_signed_later(self, world, settings, tmp_path, caplog):
        settings.TREK_SIGNING_KEY = ""
        settings.TREK_DATA_DIR.mkdir(exist_ok=True)
        (settings.TREK_DATA_DIR / KEY_FILE).write_text("no key")
        submission = scored(world)
        assert Evaluation.objects.get().outcome == "scored"
        assert (Receipt.objects.get().signature, services.receipts_sweep()) == ("", 0)
        assert "nothing to sign with" in caplog.text
        settings.TREK_SIGNING_KEY = SEED
        assert services.receipts_sweep() == 1
        assert services.receipts_sweep() == 0
        assert told(tmp_path, submission, bundle_of()) == 0

    def test_an_unreadable_place_for_it_stops_nothing(self, world, settings):
        settings.TREK_SIGNING_KEY = ""
        (settings.TREK_DATA_DIR / KEY_FILE).mkdir(parents=True)
        scored(world)
        services.receipts_sweep()
        assert Receipt.objects.get().signature == ""

    def test_another_key_retires_the_one_before_and_old_receipts_stay_good(self, world, settings, tmp_path):
        services.receipts_sweep()
        submission = scored(world)
        settings.TREK_SIGNING_KEY = OTHER_SEED
        services.receipts_sweep()
        states = [one["state"] for one in json.loads(keys_text())["keys"]]
        assert states == ["current", "retired"]
        assert json.loads(keys_text())["keys"][0]["key"] == signer().fingerprint
        assert told(tmp_path, submission, bundle_of()) == 0

    def test_a_retired_key_signs_no_more(self, world, settings, caplog):
        services.receipts_sweep()
        settings.TREK_SIGNING_KEY = OTHER_SEED
        services.receipts_sweep()
        settings.TREK_SIGNING_KEY = SEED
        scored(world)
        services.receipts_sweep()
        assert Receipt.objects.get().signature == ""
        assert "the key in use was retired" in caplog.text

    def test_where_none_is_set_one_is_made_once_for_its_owner_only(self, settings):
        settings.TREK_SIGNING_KEY = ""
        settings.TREK_DATA_DIR.mkdir(exist_ok=True)
        with ThreadPoolExecutor(8) as threads:
            made = list(threads.map(lambda _: signer().fingerprint, range(32)))
        place = settings.TREK_DATA_DIR / KEY_FILE
        assert len(set(made)) == 1
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert [one.name for one in settings.TREK_DATA_DIR.iterdir() if "signing" in one.name] == [KEY_FILE]

    def test_no_message_quotes_it(self, settings):
        settings.TREK_SIGNING_KEY = SEED[:-1]
        with pytest.raises(NoSigningKeyError) as refusal:
            signer()
        assert "11" not in str(refusal.value)


class TestFromBefore:
    @pytest.mark.parametrize("name", sorted(path.name for path in BUNDLES.glob("trek_*agent*")))
    def test_stored_results_give_the_same_receipt(self, world, monkeypatch, name):
        content = (BUNDLES / name).read_bytes()
        services.receipts_sweep()
        scored(world, content, file_name=name)
        with_results = json.loads(Receipt.objects.get().body)
        without_receipts(monkeypatch)
        before = scored(world, content, file_name=name)
        assert services.receipts_sweep() == 1
        afterwards = json.loads(Receipt.objects.get(evaluation__submission=before).body)
        for member in ("results", "summary", "evaluator", "release", "bundle"):
            assert afterwards[member] == with_results[member]

    def test_results_that_were_changed_get_none_and_it_is_said(self, world, monkeypatch, client, caplog):
        without_receipts(monkeypatch)
        submission = scored(world)
        row = TaskOutcome.objects.filter(query_index=3).get()
        TaskOutcome.objects.filter(pk=row.pk).update(is_perfect=not row.is_perfect)
        assert (services.receipts_sweep(), services.receipts_sweep()) == (1, 0)
        assert Receipt.objects.get().fault == "not_reproduced"
        assert "stored results without their digest" in caplog.text
        page = client.get(f"/entries/{submission.public_id}/receipt/")
        assert "do not give the digest" in page.content.decode()
        assert client.get(f"/entries/{submission.public_id}/receipt.json").status_code == 404

    @pytest.mark.parametrize("damage", [b"", b"\x01damaged", b"\xff"])
    def test_results_that_cannot_be_read_keep_nobody_waiting(self, world, monkeypatch, damage):
        without_receipts(monkeypatch)
        damaged, sound = scored(world), scored(world)
        row = TaskOutcome.objects.get(evaluation__submission=damaged, query_index=3)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE scoring_taskoutcome SET outcomes = %s WHERE id = %s", [damage, row.pk])
        assert services.receipts_sweep() == 2
        faults = dict(Receipt.objects.values_list("evaluation__submission", "fault"))
        assert faults == {damaged.pk: "not_reproduced", sound.pk: ""}

    def test_an_evaluator_that_is_gone_is_said(self, world, monkeypatch):
        without_receipts(monkeypatch)
        scored(world)
        Evaluation.objects.update(evaluator_version="trek-0.1.0")
        services.receipts_sweep()
        assert Receipt.objects.get().fault == "evaluator_gone"

    def test_a_sweep_makes_so_many_and_the_next_one_goes_on(self, world, monkeypatch):
        without_receipts(monkeypatch)
        for _ in range(3):
            scored(world)
        monkeypatch.setattr("scoring.services.receipts.MADE_PER_SWEEP", 2)
        assert [services.receipts_sweep() for _ in range(3)] == [2, 1, 0]


class TestItStays:
    @pytest.mark.parametrize("changes", [{"body": "{}"}, {"signature": ""}, {"made_at": Now()}])
    def test_what_was_signed_is_never_changed(self, world, changes):
        services.receipts_sweep()
        scored(world)
        with pytest.raises(DatabaseError), transaction.atomic():
            Receipt.objects.update(**changes)

    def test_nor_deleted(self, world):
        services.receipts_sweep()
        scored(world)
        with pytest.raises(DatabaseError), transaction.atomic():
            Receipt.objects.all().delete()

    @pytest.mark.parametrize("changes", [{"public_key": "0" * 64}, {"fingerprint": "0" * 64}])
    def test_a_key_is_never_changed_nor_deleted(self, changes):
        services.receipts_sweep()
        with pytest.raises(DatabaseError), transaction.atomic():
            SigningKey.objects.update(**changes)
        with pytest.raises(DatabaseError), transaction.atomic():
            SigningKey.objects.all().delete()

    def test_a_retired_key_stays_retired(self):
        services.receipts_sweep()
        SigningKey.objects.update(retired_at=Now())
        with pytest.raises(DatabaseError), transaction.atomic():
            SigningKey.objects.update(retired_at=None)

    def test_two_keys_are_never_current(self):
        services.receipts_sweep()
        with pytest.raises(IntegrityError), transaction.atomic():
            SigningKey.objects.create(fingerprint="0" * 64, public_key="0" * 64, introduced_at=Now())

    @pytest.mark.parametrize(
        "wrong",
        [
            {"body": "{}", "fault": "not_reproduced"}, {"body": "", "fault": ""},
            {"body": "{}", "signature": "00"}, {"body": "{}", "signed_at": Now()},
        ],
    )  # fmt: skip
    def test_the_database_knows_what_a_receipt_is(self, world, monkeypatch, wrong):
        without_receipts(monkeypatch)
        scored(world)
        with pytest.raises(IntegrityError), transaction.atomic():
            Receipt.objects.create(evaluation=Evaluation.objects.get(), made_at=Now(), **wrong)


def test_users_of_a_team_see_the_receipt_of_what_is_private_and_others_do_not(world, client):
    services.receipts_sweep()
    receipt = upload_make(bundle_of(), version=world)
    submission_check(receipt.pk)
    services.submission_evaluate(receipt.pk)
    mine = Submission.objects.get()
    for address in ("receipt/", "receipt.json"):
        client.force_login(mine.owner)
        assert client.get(f"/entries/{mine.public_id}/{address}").status_code == 200
        client.force_login(user_make())
        assert client.get(f"/entries/{mine.public_id}/{address}").status_code == 404
