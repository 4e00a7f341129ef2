"""`trek submit` and `trek status` against a site that runs: what is sent, said, and left for another try."""

from __future__ import annotations

import io
import json
import socket
from contextlib import redirect_stdout

import pytest

from kb_browser.world.bundles import SMALL_WORLD
from submissions import parts
from submissions.models import ResumableUpload, Submission
from tests.factories import bundle_of, team_make
from tests.manifests import manifest_make
from trek_site.cli import credentials, main
from trek_site.client import FileToSend, Site, SiteError, UnreachableError, uploading

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def out_of(capsys):
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def sound(submitter):
    """A run in which all can be scored, and its manifest."""
    bundle = submitter.bundle("trek_sound.jsonl", bundle_of())
    return str(bundle), "--manifest", str(submitter.manifest(bundle))


def test_a_sound_run_is_sent_and_seen_through(submitter, sound, capsys, tmp_path):
    document = tmp_path / "out.json"
    assert submitter.run("submit", *sound, "--wait", "--json", str(document)) == 0
    row = Submission.objects.get()
    page = f"{submitter.site}/submissions/{row.public_id}/"
    assert out_of(capsys) == ["Scored: Only you can see the scores until you publish them.", page]
    found = json.loads(document.read_text())
    assert (found["page_url"], found["status"]["state"], found["report"]["totals"]["F"]) == (
        page,
        "scored",
        0,
    )
    assert (row.owner, row.label, row.manifest["entry"]["label"]) == (submitter.user, "sound", "sound")
    assert ResumableUpload.objects.get().submission == row


def test_without_waiting_the_page_is_printed_and_status_goes_on(submitter, sound, capsys):
    assert submitter.run("submit", *sound) == 0
    row = Submission.objects.get()
    page = f"{submitter.site}/submissions/{row.public_id}/"
    assert out_of(capsys) == [f"{row.public_id}  {page}"]
    assert submitter.run("status", row.public_id, "--wait") == 0
    assert out_of(capsys)[-1] == page


def test_the_same_file_and_manifest_are_one_submission_until_asked_otherwise(submitter, sound, capsys):
    assert [submitter.run("submit", *sound) for _ in range(2)] == [0, 0]
    assert Submission.objects.count() == 1
    assert "received before" in capsys.readouterr().err
    # The label is taken by the first one, which the site says.
    assert submitter.run("submit", *sound, "--again") == 1
    assert "already have an entry labelled sound" in capsys.readouterr().err


def test_what_the_site_finds_is_said_in_the_words_of_the_validator(submitter, capsys):
    bundle = submitter.bundle("trek_broken.jsonl", bundle_of() + b"{\n" + bundle_of()[:50] + b"\n")
    manifest = str(submitter.manifest(bundle))
    with redirect_stdout(io.StringIO()) as here:
        main(["validate", str(bundle), "--manifest", manifest, "--release", str(SMALL_WORLD)])
    assert submitter.run("submit", str(bundle), "--manifest", manifest, "--wait") == 1
    lines = out_of(capsys)
    expected = here.getvalue().splitlines()
    assert expected[0].startswith(("Refused", "Warnings", "Cannot be scored"))
    assert lines[: len(expected) - 1] == expected[:-1]
    assert lines[-1] == f"{submitter.site}/submissions/{Submission.objects.get().public_id}/"


def test_a_part_of_a_run_can_be_checked_without_a_manifest(submitter, capsys):
    bundle = submitter.bundle("so-far.jsonl", bundle_of(missing=range(3, 40)))
    assert submitter.run("submit", str(bundle), "--check", "--wait") == 0
    assert out_of(capsys)[-2].startswith("Checked: ")
    bad = submitter.bundle("bad.jsonl", b"{\n")
    assert submitter.run("submit", str(bad), "--check", "--wait") == 1


def test_a_run_can_be_sent_for_a_team_by_its_name(submitter, sound):
    team = team_make(submitter.user, name="Lab Seven")
    assert submitter.run("submit", *sound, "--team", "Lab Six") == 1
    assert submitter.run("submit", *sound, "--team", "Lab Seven") == 0
    assert Submission.objects.get().team == team


def test_mistakes_in_the_manifest_are_told_before_anything_is_sent(submitter, capsys):
    bundle = submitter.bundle("trek_a.jsonl", bundle_of())
    manifest = submitter.home / "metadata.json"
    manifest.write_text(json.dumps({**manifest_make(label="a"), "consent": {}}))
    assert submitter.run("submit", str(bundle), "--manifest", str(manifest)) == 1
    assert out_of(capsys)[0].startswith("  F2")
    assert ResumableUpload.objects.count() == 0


@pytest.mark.parametrize(
    "words",
    [
        ["trek_missing.jsonl", "--check"],
        ["{sound}"],
        ["{sound}", "--manifest", "missing.json"],
    ],
)
def test_wrong_use_sends_nothing(submitter, sound, words, capsys):
    assert submitter.run("submit", *[word.format(sound=sound[0]) for word in words]) == 2
    assert ResumableUpload.objects.count() == 0


def test_a_token_that_opens_nothing_is_wrong_use(submitter, sound, monkeypatch, capsys):
    monkeypatch.setenv("TREK_TOKEN", "tpk_wrong")
    assert submitter.run("submit", *sound) == 2
    assert "wrong, expired or revoked" in capsys.readouterr().err


def test_there_may_be_no_such_submission(submitter, capsys):
    assert submitter.run("status", "abcdefghjkmn") == 1
    assert submitter.run("status", "../x") == 2


@pytest.mark.parametrize("server", ["http://example.org", "example.org", "ftp://example.org"])
def test_a_token_is_not_sent_where_others_can_read_it(submitter, server, capsys):
    assert main(["status", "abcdefghjkmn", "--server", server]) == 2


class TestGoingOn:
    """Connections that break and processes that die: nothing is sent twice, nothing is lost."""

    @pytest.fixture(autouse=True)
    def _small_portions(self, monkeypatch):
        monkeypatch.setattr(uploading, "PORTION_BYTES", 50_000)
        monkeypatch.setattr(uploading, "CHUNK_BYTES", 10_000)

    def site(self, submitter, **given):
        return Site(address=submitter.site, token=credentials.token(), wait=lambda _s: None, **given)

    def file(self, submitter):
        return FileToSend.at(submitter.bundle("trek_large.jsonl", bundle_of(padding=10_000)))

    def test_a_command_that_was_killed_is_gone_on_with_by_the_next(self, submitter):
        file, site = self.file(submitter), self.site(submitter)

        class Killed(BaseException):
            pass

        def killed(done, _size):
            if done > 120_000:
                raise Killed

        with pytest.raises(Killed):
            uploading.upload(site, file, progress=killed)
        # What was sent of the last portion may count too, once the server has seen the end of it.
        assert ResumableUpload.objects.get().received_bytes >= 100_000
        said = []
        going_on = self.site(submitter, say=said.append)
        found = uploading.upload(going_on, file)
        row = ResumableUpload.objects.get()
        assert (row.public_id, row.received_bytes) == (found, file.size)
        assert said[0].startswith("going on after ")

    def test_a_connection_that_breaks_is_made_again(self, submitter, monkeypatch):
        file, said = self.file(submitter), []
        site = self.site(submitter, say=said.append)
        original, broken = uploading._send_portion, iter([True, True, False, True])

        def breaking(*arguments):
            if next(broken, False):
                raise ConnectionResetError("cut")
            return original(*arguments)

        monkeypatch.setattr(uploading, "_send_portion", breaking)
        uploading.upload(site, file)
        assert ResumableUpload.objects.get().received_bytes == file.size
        assert said == [
            "the connection broke (cut); trying again in 1 s",
            "the connection broke (cut); trying again in 2 s",
            "the connection broke (cut); trying again in 1 s",
        ]

    def test_an_upload_that_was_thrown_away_meanwhile_is_begun_again(self, submitter):
        file, site = self.file(submitter), self.site(submitter)
        dropped = []

        def dropping(done, _size):
            if done >= 50_000 and not dropped:
                dropped.append(ResumableUpload.objects.all().delete())

        found = uploading.upload(site, file, progress=dropping)
        assert ResumableUpload.objects.get().public_id == found

    def test_an_upload_that_the_site_lost_is_sent_again(self, submitter):
        said = []
        file, site = self.file(submitter), self.site(submitter, say=said.append)
        lost = []

        def losing(done, size):
            if done == size and not lost:
                lost.extend(parts.parts_folder().glob("*/*"))
                for part in lost:
                    part.unlink()

        receipt = uploading.send(site, file, {"purpose": "check"}, progress=losing)
        row = Submission.objects.get()
        assert (row.public_id, row.file_sha256) == (receipt["id"], file.sha256)
        assert said == ["the site lost the upload; beginning again"]

    def test_a_file_that_changes_while_it_is_sent_is_not_submitted(self, submitter, capsys):
        bundle = submitter.bundle("so-far.jsonl", bundle_of())
        file, site = FileToSend.at(bundle), self.site(submitter)
        bundle.write_bytes(bundle_of()[::-1])
        upload_id = uploading.upload(site, file)
        with pytest.raises(SiteError, match="SHA-256"):
            uploading.submit(site, upload_id, {"purpose": "check"})
        assert Submission.objects.count() == 0

    def test_nobody_there_is_said_after_some_tries(self, submitter, unused_port):
        waited = []
        site = Site(address=f"http://127.0.0.1:{unused_port}", token="x", wait=waited.append)
        with pytest.raises(UnreachableError):
            uploading.upload(site, self.file(submitter))
        assert waited == [1, 2, 4, 8, 16, 32, 60]


@pytest.fixture
def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
