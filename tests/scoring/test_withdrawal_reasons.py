"""Why an entry was withdrawn: kept as long as it is, and told with its names."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from submissions import services
from submissions.models import Submission
from submissions.states import Visibility
from tests.factories import entry_make, valid_make
from trek_site.accounts.services import token_issue
from trek_site.shared.errors import UnprocessableError

pytestmark = pytest.mark.django_db


class TestKeeping:
    """Told to whoever reads the entry, as long as it is withdrawn."""

    def test_it_is_kept_until_the_entry_is_published_again(self):
        submission = valid_make(visibility=Visibility.PUBLIC)
        for reason in (" Two runs were mixed up.\r\nSee the paper. ", "another"):
            services.submission_withdraw(submission.public_id, submission.owner, reason=reason)
            submission.refresh_from_db()
            assert submission.withdrawal_reason == "Two runs were mixed up.\nSee the paper."
        services.submission_publish(submission.public_id, submission.owner)
        submission.refresh_from_db()
        assert submission.withdrawal_reason == ""

    @pytest.mark.parametrize("reason", ["x" * 1001, "turned \u202e round", "null \0"])
    def test_what_will_not_do_is_refused_and_nothing_is_withdrawn(self, reason):
        submission = valid_make(visibility=Visibility.PUBLIC)
        with pytest.raises(UnprocessableError):
            services.submission_withdraw(submission.public_id, submission.owner, reason=reason)
        submission.refresh_from_db()
        assert submission.withdrawn_at is None

    def test_there_is_none_without_a_withdrawal(self):
        submission = valid_make(visibility=Visibility.PUBLIC)
        with pytest.raises(IntegrityError), transaction.atomic():
            Submission.objects.filter(pk=submission.pk).update(withdrawal_reason="x")


class TestTelling:
    """Asked by the form and the API; on the entry's page with the names only."""

    SAID = "Two runs were <b>mixed up</b>."

    def test_the_form_keeps_what_was_typed_and_the_page_tells_it(self, client):
        entry = entry_make(valid_make(visibility=Visibility.PUBLIC))
        submission = entry.evaluation.submission
        client.force_login(submission.owner)
        address = f"/submissions/{submission.public_id}/withdraw/"
        refused = client.post(address, {"reason": "turned \u202e round"})
        assert refused.status_code == 422
        assert "turned" in refused.content.decode()
        assert client.post(address, {"reason": self.SAID}).status_code == 302
        for page in (f"/entries/{submission.public_id}/", f"/submissions/{submission.public_id}/"):
            assert "&lt;b&gt;mixed up" in client.get(page).content.decode()

    def test_without_names_only_its_owner_reads_it(self, client):
        entry = entry_make(
            valid_make(
                visibility=Visibility.ANONYMOUS,
                anonymous_until=timezone.now() + timedelta(days=9),
                withdrawn_at=timezone.now(),
                withdrawal_reason=self.SAID,
            )
        )
        submission = entry.evaluation.submission
        for address in (f"/entries/{submission.public_id}/", f"/api/v1/entries/{submission.public_id}/"):
            answer = client.get(address)
            assert answer.status_code == 200
            assert "mixed up" not in answer.content.decode()
        client.force_login(submission.owner)
        assert "mixed up" in client.get(address).content.decode()

    def test_the_api_takes_it(self, client):
        entry = entry_make(valid_make(visibility=Visibility.PUBLIC))
        submission = entry.evaluation.submission
        _, token = token_issue(submission.owner, name="t")
        headers = {"Authorization": f"Bearer {token}"}
        address = f"/api/v1/submissions/{submission.public_id}/withdraw/"
        wrong = client.post(address, {"why": "x"}, content_type="application/json", headers=headers)
        assert wrong.status_code in {400, 422}
        answer = client.post(address, {"reason": self.SAID}, content_type="application/json", headers=headers)
        assert answer.json()["withdrawal_reason"] == self.SAID
        assert client.post(address, headers=headers).json()["withdrawal_reason"] == self.SAID
