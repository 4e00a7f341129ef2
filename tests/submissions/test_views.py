"""The upload form."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from submissions.models import Submission
from tests.factories import LINE, user_make, version_make
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
        with django_assert_max_num_queries(5):
            assert client.get(reverse("submissions:submit")).status_code == 200


class TestTooLarge:
    """What nobody would take is refused before it is read."""

    def test_a_body_beyond_every_limit_is_answered_413(self, client, submitter):
        version_make()
        answer = client.post(ADDRESS, {**TYPED, "file": upload()}, CONTENT_LENGTH="400000000")
        assert answer.status_code == 413
        assert "That is more than we take" in answer.content.decode()
