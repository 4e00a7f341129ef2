"""The upload form."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.tracks import intake_of
from submissions.examples import EXAMPLES
from submissions.models import Submission
from tests.factories import LINE, submission_make, user_make, version_make
from tests.manifests import form_fields, manifest_make

pytestmark = pytest.mark.django_db

ADDRESS = "/submit/"


def typed(**changes):
    """The form's fields, filled in with the least that will do."""
    task_set = {"benchmark": {"name": "TREK", "task_set": "trek-2"}}
    manifest = manifest_make(
        **{"label": "", "display_name": "Wayfarer (Meridian)", "sections": task_set, **changes}
    )
    return form_fields({name: part for name, part in manifest.items() if name != "manifest_version"})


TYPED = typed()
# A label is given by the name of the file, where the manifest has none.
TYPED["manifest/entry/label"] = ""


def upload(name="trek_run-1.jsonl", content=LINE):
    return SimpleUploadedFile(name, content)


@pytest.fixture
def submitter(client):
    user = user_make()
    client.force_login(user)
    return user


class TestTheForm:
    """Everything that is wrong is said at once, and nothing that was typed is lost."""

    def test_visitors_are_asked_to_sign_in(self, client):
        assert client.get(ADDRESS).url == f"/accounts/sign-in/?next={ADDRESS}"

    def test_says_so_when_there_is_nothing_to_answer(self, client, submitter):
        assert "Uploads are not open yet" in client.get(ADDRESS).content.decode()

    def test_an_upload_leads_to_its_status(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, "file": upload()})
        submission = Submission.objects.get()
        assert (answer.status_code, answer.url) == (302, f"/submissions/{submission.public_id}/")
        assert (submission.owner, submission.label, submission.display_name, submission.open_weights) == (
            submitter,
            "run-1",
            "Wayfarer (Meridian)",
            "no",
        )

    def test_all_mistakes_are_said_at_once_and_the_text_is_kept(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, typed(label="no spaces allowed", track="custom"))
        page = answer.content.decode()
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {
            "file",
            "manifest/entry/label",
            "manifest/entry/description",
        }
        assert 'value="no spaces allowed"' in page
        assert 'value="Wayfarer (Meridian)"' in page
        assert not Submission.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            (("trek_a.jsonl", b""), 422, "file"),
            (("trek_a.zip", LINE), 415, "file"),
            (("trek_a.jsonl", b"\x1f\x8brest"), 415, "file"),
            (("records.jsonl", LINE), 422, "manifest/entry/label"),
        ],
    )
    @pytest.mark.usefixtures("submitter")
    def test_a_file_that_will_not_do_is_refused_in_the_form(self, client, sent, status, field):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, "file": upload(*sent)})
        assert answer.status_code == status
        assert field in answer.context["form"].errors

    def test_a_taken_label_is_refused_beside_the_label(self, client, submitter):
        version_make()
        client.post(ADDRESS, {**TYPED, "file": upload()})
        answer = client.post(ADDRESS, {**TYPED, "file": upload()})
        assert answer.status_code == 409
        assert "manifest/entry/label" in answer.context["form"].errors

    def test_a_second_click_leads_to_the_first_upload(self, client, submitter):
        version_make()
        shown = client.get(ADDRESS).content.decode()
        key = re.search(r'name="idempotency_key" value="([^"]+)"', shown).group(1)
        answers = [
            client.post(ADDRESS, {**TYPED, "idempotency_key": key, "file": upload()}) for _ in range(2)
        ]
        assert len({answer.url for answer in answers}) == 1
        assert Submission.objects.count() == 1

    def test_a_used_up_quota_is_said_in_the_form(self, client, submitter):
        version_make()
        for number in range(2):
            client.post(ADDRESS, {**TYPED, "file": upload(f"trek_{number}.jsonl")})
        answer = client.post(ADDRESS, {**TYPED, "file": upload("trek_3.jsonl")})
        assert answer.status_code == 429
        assert "Quota reached" in answer.content.decode()

    def test_of_two_files_none_is_taken(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, "file": [upload(), upload("trek_other.jsonl")]})
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["file"])
        assert not Submission.objects.exists()

    @pytest.mark.parametrize(
        "field", ["entry/label", "entry/display_name", "entry/description", "submitter/affiliation"]
    )
    def test_a_nul_is_a_mistake_and_no_fault(self, client, submitter, field):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, f"manifest/{field}": "a\0b", "file": upload()})
        assert answer.status_code == 422
        assert f"manifest/{field}" in answer.context["form"].errors

    def test_extra_members_change_nothing(self, client, submitter):
        version_make()
        client.post(
            ADDRESS, {**TYPED, "state": "checked", "outcome": "valid", "owner": "1", "file": upload()}
        )
        assert (Submission.objects.get().state, Submission.objects.get().owner) == ("received", submitter)

    def test_a_post_without_the_form_s_secret_is_refused(self, submitter):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(submitter)
        assert strict.post(ADDRESS, {**TYPED, "file": upload()}).status_code == 403

    def test_the_page_makes_few_queries(self, client, submitter, django_assert_max_num_queries):
        version_make()
        with django_assert_max_num_queries(12):
            assert client.get(reverse("submissions:submit")).status_code == 200


class TestTooLarge:
    """What nobody would take is refused before it is read."""

    def test_a_body_beyond_every_limit_is_answered_413(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, "file": upload()}, CONTENT_LENGTH="400000000")
        assert answer.status_code == 413
        assert "That is more than we take" in answer.content.decode()


YAML = b"""\
benchmark: {name: TREK, task_set: trek-2}
entry: {label: from-a-file, display_name: Read from a file, track: standard}
models:
- {name: A, vendor: V, identifier: a-1, role: agent, open_weights: no, temperature: 0.2, fine_tuned: no}
- {name: B, vendor: V, identifier: b-1, role: verifier, open_weights: no, temperature: 3, fine_tuned: no}
"""


def manifest_file(content=YAML, name="metadata.yaml"):
    return SimpleUploadedFile(name, content)


class TestTheManifest:
    """Nobody types twice what stands in a file or was said before."""

    def test_a_file_fills_in_the_fields_and_sends_nothing(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {"action": "load", "manifest_file": manifest_file()})
        form = answer.context["form"]
        assert (answer.status_code, form.is_bound) == (200, False)
        assert form["manifest/entry/label"].value() == "from-a-file"
        assert form["manifest/models/1/role"].value() == "verifier"
        assert "Filled in from metadata.yaml." in answer.content.decode()
        assert not Submission.objects.exists()

    def test_a_file_that_cannot_be_read_is_told_and_changes_nothing(self, client, submitter):
        version_make()
        given = {"action": "load", "manifest/entry/label": "typed", "manifest_file": manifest_file(b"a: [")}
        answer = client.post(ADDRESS, given)
        assert answer.context["form"]["manifest/entry/label"].value() == "typed"
        assert "metadata.yaml, line 1, column 5" in answer.content.decode()

    def test_each_mistake_of_a_file_stands_at_its_field_with_its_place(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {"file": upload(), "manifest_file": manifest_file()})
        form = answer.context["form"]
        assert answer.status_code == 422
        assert form["manifest/entry/display_name"].value() == "Read from a file"
        found = {mistake.pointer: mistake for mistake in form.mistakes()}
        wrong = found["/models/1/temperature"]
        assert (wrong.place, wrong.code, wrong.anchor) == (
            "Temperature (2)",
            "F205",
            "id_manifest/models/1/temperature",
        )
        assert wrong.text.endswith("(line 5, column 88 of the file)")

    def test_a_sound_file_is_taken_as_it_is(self, client, submitter):
        version = version_make()
        raw = json.dumps({**manifest_make(version=version, label="own"), "x_seen": 1}).encode()
        answer = client.post(
            ADDRESS, {"file": upload("trek_own.jsonl"), "manifest_file": manifest_file(raw, "m.json")}
        )
        assert answer.status_code == 302
        assert Submission.objects.get().manifest["x_seen"] == 1

    def test_the_last_one_is_taken_over_but_for_what_is_of_one_run(self, client, submitter):
        version_make()
        client.post(ADDRESS, {**TYPED, "file": upload()})
        form = client.post(ADDRESS, {"action": "last"}).context["form"]
        assert form["manifest/entry/display_name"].value() == "Wayfarer (Meridian)"
        assert form["manifest/models/0/fine_tuned"].value() == "false"
        for name in ("entry/label", "run/started", "consent/statement"):
            assert not form[f"manifest/{name}"].value()

    def test_models_are_added_and_taken_out(self, client, submitter):
        version_make()
        two = client.post(ADDRESS, {**TYPED, "action": "add:/models"}).context["form"]
        assert "manifest/models/1/name" in two.fields
        named = {**TYPED, "manifest/models/1/name": "Second", "action": "remove:/models/0"}
        one = client.post(ADDRESS, named).context["form"]
        assert one["manifest/models/0/name"].value() == "Second"
        assert "manifest/models/1/name" not in one.fields

    def test_of_two_models_each_says_its_part(self, client, submitter):
        version_make()
        second = {name.replace("/0/", "/1/"): text for name, text in TYPED.items() if "/models/0/" in name}
        roles = {"manifest/models/0/role": "planner", "manifest/models/1/role": "verifier"}
        client.post(ADDRESS, {**TYPED, **second, **roles, "file": upload()})
        assert [model["role"] for model in Submission.objects.get().manifest["models"]] == [
            "planner",
            "verifier",
        ]

    @pytest.mark.parametrize(
        "action", ["add:/nothing", "remove:/models/x", "remove:/models/99999999", "remove:", "add:", "else"]
    )
    def test_a_button_that_there_is_not_changes_nothing(self, client, submitter, action):
        version_make()
        form = client.post(ADDRESS, {**TYPED, "action": action}).context["form"]
        assert form["manifest/models/0/name"].value() == TYPED["manifest/models/0/name"]

    def test_an_archive_needs_nothing_typed(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {"file": upload("anything.zip", EXAMPLES["example.zip"]())})
        assert answer.status_code == 302
        assert Submission.objects.get().kind == "zip"

    def test_a_later_version_begins_with_the_manifest_of_the_earlier(self, client, submitter):
        version_make()
        client.post(ADDRESS, {**TYPED, "file": upload()})
        earlier = Submission.objects.get()
        form = client.get(f"{ADDRESS}?supersedes={earlier.public_id}").context["form"]
        assert form["manifest/entry/supersedes"].value() == earlier.public_id
        assert form["manifest/entry/display_name"].value() == "Wayfarer (Meridian)"
        mended = client.get(f"{ADDRESS}?from={earlier.public_id}").context["form"]
        assert mended["manifest/entry/label"].value() == "run-1"

    def test_nobody_begins_with_the_manifest_of_a_stranger(self, client, submitter):
        stranger = submission_make(version=version_make())
        for asked in ("from", "supersedes"):
            form = client.get(f"{ADDRESS}?{asked}={stranger.public_id}").context["form"]
            assert not form["manifest/entry/display_name"].value()
            assert not form["manifest/entry/supersedes"].value()


class TestChecks:
    """A file and nothing else; the report is its sender's alone."""

    def test_a_check_leads_to_its_report_and_is_no_entry(self, client, submitter):
        version_make()
        answer = client.post("/submit/check/", {"file": upload("records.jsonl")})
        submission = Submission.objects.get()
        assert (answer.status_code, answer.url) == (302, f"/submissions/{submission.public_id}/")
        assert (submission.purpose, submission.manifest, submission.team) == ("check", {}, None)

    def test_without_a_file_the_form_says_so(self, client, submitter):
        version_make()
        answer = client.post("/submit/check/", {})
        assert answer.status_code == 422
        assert "Choose the file to upload." in answer.content.decode()

    def test_a_used_up_quota_says_when_to_come_back(self, client, submitter):
        version = version_make()
        for _ in range(2):
            submission_make(owner=submitter, version=version, purpose="check")
        answer = client.post("/submit/check/", {"file": upload()})
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "30")
        assert "Next one possible as soon as one of them is checked" in answer.content.decode()


class TestTheGuide:
    """What has to be known, from the tables that the check reads."""

    def test_every_member_and_every_code_stands_there(self, client):
        page = client.get("/submit/how/").content.decode()
        codes = intake_of("trek").codes
        members = {
            field.pointer.rpartition("/")[2]
            for group in intake_of("trek").form_groups()
            for field in group.fields
        }
        assert [code for code in codes if f">{code}<" not in page] == []
        assert [name for name in members if f">{name}<" not in page] == []

    @pytest.mark.parametrize("name", EXAMPLES)
    def test_examples_are_downloads(self, client, name):
        answer = client.get(f"/submit/examples/{name}")
        assert (answer.status_code, answer.content) == (200, EXAMPLES[name]())
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
