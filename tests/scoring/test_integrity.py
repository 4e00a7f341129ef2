"""What is noticed while a bundle is scored is stored with the results, and shown to whom it is for."""

import pytest
from django.contrib.admin import site
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from scoring import selectors, services
from scoring.board_filters import BoardFilters
from scoring.filters import TaskFilters
from scoring.models import (
    Appeal,
    BundlePrint,
    IntegrityFinding,
    IntegrityReview,
    LeaderboardEntry,
    PrintMark,
)
from scoring.states import ReviewVerdict, Unranked
from scoring.tracks import TREK_PAPER
from submissions.models import StaffLook
from tests.factories import bundle_of, curator_make, user_make
from tests.scoring.noticed import CLEARED, codes_of, compared, gold_copy, judged, scored, standing

pytestmark = pytest.mark.django_db


class TestFindings:
    """Stored with the results, and holding where their kind does."""

    def test_a_copy_of_the_gold_is_held_and_its_score_stands(self, world):
        submission = scored(world, gold_copy())
        assert codes_of(submission) == ["S801", "S806", "S813"]
        assert standing(submission) == (None, Unranked.HELD)
        assert LeaderboardEntry.objects.get().overall == 1.0
        finding = IntegrityFinding.objects.get(code="S801")
        assert (finding.holds, finding.settled_by, finding.task_count) == (True, None, len(finding.tasks))

    def test_what_does_not_hold_leaves_the_rank(self, world):
        submission = scored(world, bundle_of())
        assert codes_of(submission) == ["S806"]
        assert standing(submission) == (1, "")

    def test_the_prints_are_kept_once_for_a_version(self, world):
        submission = scored(world, bundle_of())
        kept = BundlePrint.objects.get()
        assert (len(kept.prints), kept.submission_id, PrintMark.objects.count()) == (
            8 * 40,
            submission.pk,
            16,
        )
        services.evaluation_start(submission.pk, TREK_PAPER.evaluator_version)
        services.submission_evaluate(submission.pk)
        assert BundlePrint.objects.count() == 1
        assert IntegrityFinding.objects.filter(code="S806").count() == 2

    def test_another_evaluation_of_the_same_bytes_stays_cleared(self, world):
        submission = scored(world, gold_copy())
        services.review_record(submission.public_id, CLEARED, actor=curator_make())
        services.evaluation_start(submission.pk, TREK_PAPER.evaluator_version)
        services.submission_evaluate(submission.pk)
        reasons = LeaderboardEntry.objects.values_list("rank", "unranked_reason")
        assert list(reasons) == [(1, ""), (1, "")]

    def test_a_finding_of_a_code_comes_once_for_an_evaluation(self, world):
        scored(world, bundle_of())
        finding = IntegrityFinding.objects.get()
        with pytest.raises(IntegrityError), transaction.atomic():
            IntegrityFinding.objects.create(
                evaluation=finding.evaluation, code=finding.code, found_at=finding.found_at
            )

    def test_the_board_lists_it_without_a_rank_and_says_why(self, world):
        scored(world, gold_copy())
        page = selectors.board_page(BoardFilters(), None)
        assert (page.rows, [row.unranked_reason for row in page.unranked]) == (
            [], ["Held back until a reviewer has looked at it."]
        )  # fmt: skip


class TestCurators:
    """Lists of what waits, and one page to decide on."""

    AT = "/admin/scoring/integrityfinding/"

    def test_a_curator_looks_and_decides(self, world, client):
        submission = scored(world, gold_copy(), display_name="A copy")
        client.force_login(curator_make())
        listed = client.get(f"{self.AT}?state=open").content.decode()
        assert f">{submission.public_id}</a>" in listed
        assert "A copy" not in listed
        finding = IntegrityFinding.objects.get(code="S801")
        page = f"{self.AT}reviews/{submission.public_id}/"
        assert client.get(f"{self.AT}{finding.pk}/change/").headers["Location"] == page
        shown = client.get(page).content.decode()
        assert "A copy" in shown
        assert submission.owner.username in shown
        assert client.post(page, {"verdict": "cleared"}).status_code == 200
        client.post(page, {"verdict": "cleared", "public_reason": "Ours.", "note": "Asked them."})
        review = IntegrityReview.objects.get()
        assert (review.verdict, review.public_reason, review.note) == ("cleared", "Ours.", "Asked them.")
        assert standing(submission) == (1, "")
        assert submission.public_id not in client.get(f"{self.AT}?state=open").content.decode()
        decided = client.get("/admin/scoring/integrityreview/").content.decode()
        assert submission.public_id in decided
        assert "Ours." not in decided

    def test_lists_show_nothing_that_only_a_noted_look_shows(self):
        columns = {
            model.__name__: list(site._registry[model].list_display)
            for model in (IntegrityFinding, IntegrityReview, Appeal)
        }
        assert columns == {
            "IntegrityFinding": ["code", "submission", "holds", "is_open", "found_at"],
            "IntegrityReview": ["at", "about", "verdict", "by"],
            "Appeal": ["at", "submission", "by", "is_answered"],
        }

    def test_appeals_wait_in_a_list_without_their_words(self, world, client):
        submission, curator = scored(world, gold_copy()), curator_make()
        services.review_record(submission.public_id, judged(ReviewVerdict.UNRANKED), actor=curator)
        services.appeal_make(submission.public_id, "Look again.", submission.owner)
        client.force_login(curator)
        waiting = client.get("/admin/scoring/appeal/?state=open").content.decode()
        assert submission.public_id in waiting
        assert "Look again." not in waiting
        assert not StaffLook.objects.exists()
        services.review_record(submission.public_id, CLEARED, actor=curator)
        assert submission.public_id not in client.get("/admin/scoring/appeal/?state=open").content.decode()
        assert submission.public_id in client.get("/admin/scoring/appeal/?state=settled").content.decode()

    def test_staff_without_the_right_sees_nothing(self, world, client):
        submission = scored(world, gold_copy())
        client.force_login(user_make(is_staff=True))
        assert client.get(self.AT).status_code == 403
        assert client.get(f"{self.AT}reviews/{submission.public_id}/").status_code == 403

    def test_the_list_asks_no_more_with_more_findings(self, world, client, django_assert_max_num_queries):
        for _ in range(3):
            scored(world, gold_copy())
        client.force_login(curator_make())
        with django_assert_max_num_queries(12):
            client.get(self.AT)


class TestPages:
    """Owners see all of theirs; everybody sees reviews and the loophole of the rules."""

    def test_everybody_sees_reviews_and_no_findings(self, world):
        submission = scored(world, gold_copy())
        services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator_make())
        services.appeal_make(submission.public_id, "It is secret.", submission.owner)
        page = selectors.entry_page(submission.public_id, TaskFilters(), None).integrity
        assert (page.findings, page.is_held, page.can_appeal) == ((), False, False)
        assert [(line.verdict, line.public_reason, line.appeal) for line in page.reviews] == [
            ("asked", "So it is.", "")
        ]

    def test_everybody_learns_of_a_review_only_the_codes_that_are_public(self, world, client):
        scored(world, bundle_of())
        submission = scored(world, bundle_of())
        compared()
        evaluation = submission.evaluations.get()
        IntegrityFinding.objects.create(evaluation=evaluation, code="S811", found_at=evaluation.finished_at)
        services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator_make())
        at = f"/api/v1/entries/{submission.public_id}/"
        for reader in (None, submission.owner):
            if reader is not None:
                client.force_login(reader)
            (review,) = client.get(at).json()["integrity"]["reviews"]
            assert review["codes"] == ["S811"]
            assert "S808" not in client.get(f"/entries/{submission.public_id}/").content.decode()
        own = selectors.submission_integrity(submission.public_id, submission.owner)
        assert own.reviews[0].codes == ["S806", "S808", "S811"]

    def test_the_tag_of_an_entry_changes_with_what_is_noticed_and_said(self, world):
        submission = scored(world, bundle_of())
        evaluation = submission.evaluations.get()

        def tag():
            return selectors.entry_page(submission.public_id, TaskFilters(), None).etag

        tags = [tag(), tag()]
        IntegrityFinding.objects.create(evaluation=evaluation, code="S811", found_at=evaluation.finished_at)
        tags.append(tag())
        for change in ({"figures": {"bills": 2}}, {"holds": True}):
            IntegrityFinding.objects.filter(code="S811").update(**change)
            tags.append(tag())
        for _ in range(2):
            services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator_make())
            tags.append(tag())
        assert tags[0] == tags[1]
        assert len(set(tags)) == len(tags) - 1

    def test_the_tag_of_a_status_changes_with_the_figures_of_a_finding(self, world):
        submission = scored(world, bundle_of())
        tags = []
        for count in (3, 3, 4):
            IntegrityFinding.objects.update(task_count=count)
            tags.append(selectors.submission_status(submission.public_id, submission.owner).etag)
        assert tags[0] == tags[1] != tags[2]

    def test_the_owner_appeals_with_a_form(self, world, client):
        submission = scored(world, gold_copy())
        services.review_record(submission.public_id, judged(ReviewVerdict.UNRANKED), actor=curator_make())
        client.force_login(submission.owner)
        shown = client.get(f"/submissions/{submission.public_id}/").content.decode()
        assert "Plans equal to the reference plans" in shown
        assert f'action="/submissions/{submission.public_id}/appeal/"' in shown
        client.post(f"/submissions/{submission.public_id}/appeal/", {"text": "Look again."})
        assert Appeal.objects.get().text == "Look again."
        assert "Look again." in client.get(f"/submissions/{submission.public_id}/").content.decode()

    def test_programs_read_and_appeal(self, world, client):
        submission = scored(world, gold_copy())
        client.force_login(submission.owner)
        at = f"/api/v1/submissions/{submission.public_id}/"
        found = client.get(f"{at}integrity/").json()
        assert ([one["code"] for one in found["findings"]], found["is_held"], found["can_appeal"]) == (
            ["S801", "S806", "S813"], True, False
        )  # fmt: skip
        assert client.get(at).json()["is_held"] is True
        services.review_record(submission.public_id, judged(ReviewVerdict.UNRANKED), actor=curator_make())
        answer = client.post(f"{at}appeal/", {"text": "No."}, content_type="application/json")
        assert (answer.status_code, answer.json()["reviews"][0]["appeal"]) == (200, "No.")
        again = client.post(f"{at}appeal/", {"text": "No."}, content_type="application/json")
        assert again.status_code == 409

    def test_an_entry_carries_what_is_public(self, world, client):
        submission = scored(world, bundle_of())
        services.review_record(submission.public_id, CLEARED, actor=curator_make())
        found = client.get(f"/api/v1/entries/{submission.public_id}/").json()["integrity"]
        assert [one["verdict"] for one in found["reviews"]] == ["cleared"]
        assert (found["findings"], found["is_held"]) == ([], False)


def test_an_operator_reviews_from_the_command_line(world, capsys):
    submission = scored(world, gold_copy())
    call_command("review_submission", submission.public_id, verdict="cleared", reason="A run of ours.")
    review = IntegrityReview.objects.get()
    assert (review.verdict, review.by, standing(submission)) == ("cleared", None, (1, ""))
    with pytest.raises(CommandError):
        call_command("review_submission", "nosuchthing", verdict="cleared", reason="None.")
