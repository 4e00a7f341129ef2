"""What stands beside the status of a submission: the report as a file, what is lost, what is declared."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.engine.intake import Asked, Mode, TaskSet, report_text
from scoring.selectors import said_of_entry, status_extras, submission_status
from scoring.tracks import intake_of
from submissions import storage
from submissions.models import QuotaEntry, SubmissionFinding
from submissions.services import submission_check
from submissions.states import Outcome, State, Visibility
from tests.factories import (
    bundle_of,
    curator_make,
    entry_make,
    manifest_make,
    small_world,
    submission_make,
    upload_make,
    user_make,
    valid_make,
)

pytestmark = pytest.mark.django_db
LINKS = {"links": {"paper_url": "https://papers.example.org/1"}}


class TestTheReport:
    """The bytes of the command line, with id and state filled in."""

    def test_it_is_what_the_command_line_writes(self, client, settings, tmp_path):
        settings.TREK_DATA_DIR = tmp_path
        world = small_world()
        owner = user_make()
        public_id = upload_make(bundle_of(missing={7, 8}), owner=owner, version=world).public_id
        status = submission_status(public_id, owner)
        submission_check(status.pk)
        client.force_login(owner)
        answer = client.get(f"/submissions/{public_id}/report.json")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="trek-report-{public_id}.json"'
        status = submission_status(public_id, owner)
        with storage.stored_opened(status.file_sha256) as stream:
            report = intake_of("trek").read_bundle(
                stream,
                Asked(
                    file_name=status.file_name,
                    tasks=TaskSet.of("trek", world.task_count),
                    today=timezone.now().date(),
                    mode=Mode.ENTRY,
                    manifest=status.manifest,
                ),
            )
        expected = report_text(report.as_json(bundle=public_id, state=status.state_key))
        assert answer.content.decode() == expected
        assert json.loads(expected)["state"] == "needs_confirmation"

    def test_nobody_else_reads_it(self, client):
        submission = submission_make(visibility=Visibility.PUBLIC)
        client.force_login(user_make())
        assert client.get(f"/submissions/{submission.public_id}/report.json").status_code == 404


class TestWhatIsOnlyCounted:
    """Warnings without a place are told as well: the totals above them count them."""

    def test_a_code_without_a_finding_is_shown_with_its_meaning(self, client):
        report = {"totals": {"F": 0, "R": 0, "W": 4, "I": 0}, "not_shown": {"L02": 3, "L06": 1}, "counts": {}}
        submission = submission_make(state=State.CHECKED, outcome=Outcome.VALID, counts=report)
        status = submission_status(submission.public_id, submission.owner)
        (group,) = status_extras(status).groups
        assert (group.severity, group.total) == ("W", 4)
        assert [(code.code, code.total, code.text) for code in group.codes] == [
            ("L02", 3, "Times of flights that are not those of the data."),
            ("L06", 1, "Nights without a hotel."),
        ]
        client.force_login(submission.owner)
        page = client.get(f"/submissions/{submission.public_id}/").content.decode()
        assert "Nothing to report" not in page
        assert "Nights without a hotel." in page


class TestWhatConfirmingCosts:
    """Said in tasks, before anybody confirms."""

    def lost(self, counts, findings):
        submission = submission_make(
            state=State.CHECKED, outcome=Outcome.NEEDS_CONFIRMATION, counts={"counts": counts, **findings[1]}
        )
        SubmissionFinding.objects.bulk_create(
            SubmissionFinding(
                submission=submission,
                ordinal=n,
                code="R501",
                severity="R",
                stage="record",
                task=task,
                message="m",
            )
            for n, task in enumerate(findings[0])
        )
        return status_extras(submission_status(submission.public_id, submission.owner)).lost

    @pytest.mark.parametrize(
        ("missing", "tasks", "total", "words"),
        [
            (0, [], 0, ""),
            (1, [], 0, "1 task without a record"),
            (797, [], 0, "797 tasks without a record"),
            (0, [3, 3, 4], 3, "2 with a record that cannot be scored"),
            (2, [5], 1, "2 tasks without a record and 1 with a record that cannot be scored"),
            (0, [5], 9, "at least 1 with a record that cannot be scored"),
            (0, [None], 1, "1 line that cannot be read"),
        ],
    )
    def test_in_words(self, missing, tasks, total, words):
        totals = {"totals": {"F": 0, "R": total, "W": 0, "I": 0}}
        assert self.lost({"tasks_missing": missing}, (tasks, totals)) == words


class TestDeciding:
    """Asked once more before anything is shown or taken away."""

    def test_an_entry_is_published_without_names_until_a_day(self, client):
        submission = entry_make(valid_make()).evaluation.submission
        client.force_login(submission.owner)
        day = timezone.now().date() + timedelta(days=30)
        address = f"/submissions/{submission.public_id}/publish/"
        assert "may read the plans" in client.get(address).content.decode()
        client.post(address, {"visibility": "anonymous", "until": day.isoformat()})
        submission.refresh_from_db()
        assert (submission.visibility, submission.anonymous_until.date()) == ("anonymous", day)

    @pytest.mark.parametrize("until", ["2001-01-01", "2999-01-01", "soon"])
    def test_a_day_that_will_not_do_is_said_at_the_field(self, client, until):
        submission = entry_make(valid_make()).evaluation.submission
        client.force_login(submission.owner)
        answer = client.post(
            f"/submissions/{submission.public_id}/publish/", {"visibility": "anonymous", "until": until}
        )
        submission.refresh_from_db()
        assert (answer.status_code, submission.visibility) == (422, "private")
        assert list(answer.context["form"].errors) == ["until"]

    def test_a_used_up_quota_is_said_on_the_page(self, client):
        submission = entry_make(valid_make()).evaluation.submission
        for _ in range(3):
            valid_make(owner=submission.owner, visibility=Visibility.PUBLIC)
        assert QuotaEntry.objects.filter(kind="publish").count() == 3
        client.force_login(submission.owner)
        answer = client.post(f"/submissions/{submission.public_id}/publish/")
        assert answer.status_code == 429
        assert "Next entry possible at" in answer.content.decode()

    def test_what_cannot_be_decided_has_no_button(self, client):
        submission = submission_make()
        client.force_login(submission.owner)
        for action, words in (
            ("publish", "There is nothing to publish"),
            ("withdraw", "nothing to withdraw"),
        ):
            page = client.get(f"/submissions/{submission.public_id}/{action}/").content.decode()
            assert words in page
            assert page.count('method="post"') == 1  # signing out


class TestWhatIsDeclared:
    """The manifest as everybody may read it."""

    def entry(self, **changes):
        manifest = manifest_make(sections=LINKS, label="a-run", description="Words of a person")
        return entry_make(valid_make(manifest=manifest, **changes)).evaluation.submission

    def texts(self, submission, viewer):
        sections = said_of_entry(submission.public_id, viewer)
        return {section.title: {line.label: line.text for line in section.lines} for section in sections}

    def test_everything_but_the_address_for_contact(self):
        found = self.texts(self.entry(visibility=Visibility.PUBLIC), None)
        assert found["Submitter"] == {
            "Name": "R. Example",
            "Affiliation": "Example Lab",
            "Maker of the model": "yes",
        }
        assert found["Links"] == {"Paper": "https://papers.example.org/1"}
        assert found["Model 1"]["Temperature"] == "0.0"
        assert "r@example.org" not in repr(found)

    def test_an_entry_does_not_name_the_one_without_names_that_it_replaces(self, client):
        predecessor = self.entry(visibility=Visibility.ANONYMOUS)
        manifest = manifest_make(supersedes=predecessor.public_id)
        successor = entry_make(
            valid_make(
                manifest=manifest,
                visibility=Visibility.PUBLIC,
                owner=predecessor.owner,
                supersedes=predecessor,
            )
        ).evaluation.submission
        assert successor.manifest["entry"]["supersedes"] == predecessor.public_id
        for address in (f"/entries/{successor.public_id}/", f"/api/v1/entries/{successor.public_id}/"):
            assert predecessor.public_id not in client.get(address).content.decode()

    def test_without_names_only_what_can_name_nobody(self):
        submission = self.entry(visibility=Visibility.ANONYMOUS)
        for stranger in (None, user_make(), curator_make()):
            found = self.texts(submission, stranger)
            assert set(found) == {"Run", "Disclosure", "Consent"}
            assert "Training data" not in found["Disclosure"]
            assert found["Run"]["Answers per task"] == "1"
        assert "Submitter" in self.texts(submission, submission.owner)

    @pytest.mark.parametrize(("visibility", "is_marked"), [("public", True), ("anonymous", False)])
    def test_an_entry_with_a_paper_is_marked_unless_that_would_name_it(self, client, visibility, is_marked):
        submission = self.entry(visibility=visibility)
        for address in ("/", f"/entries/{submission.public_id}/"):
            page = client.get(address).content.decode()
            assert (">documented<" in page) == is_marked
            assert ("without names" in page) == (not is_marked)
