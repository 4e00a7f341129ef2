"""Reviews and appeals: on record for good, and on the board at once."""

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from scoring import selectors, services
from scoring.models import (
    Appeal,
    BoardRevision,
    IntegrityReview,
)
from scoring.states import ReviewVerdict, Unranked
from submissions.models import Notice, Submission
from submissions.services import notice_send
from submissions.states import NoticeKind
from tests.factories import bundle_of, curator_make, upload_make, user_make
from tests.scoring.noticed import CLEARED, gold_copy, judged, scored, standing
from trek_site.accounts.models import AuditEvent, User
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError, UnprocessableError

pytestmark = pytest.mark.django_db


class TestReviews:
    """On record for good, and on the board at once."""

    @pytest.mark.parametrize(
        ("verdict", "expected"),
        [
            (ReviewVerdict.ASKED, (None, Unranked.HELD)),
            (ReviewVerdict.CLEARED, (1, "")),
            (ReviewVerdict.HELD, (None, Unranked.HELD)),
            (ReviewVerdict.UNRANKED, (None, Unranked.REVIEWED)),
            (ReviewVerdict.WITHDRAWN, (None, Unranked.WITHDRAWN)),
        ],
    )
    def test_each_verdict_shows_on_the_board_in_the_same_transaction(self, world, verdict, expected):
        submission = scored(world, gold_copy())
        before = BoardRevision.objects.get().revision
        services.review_record(submission.public_id, judged(verdict), actor=curator_make())
        assert standing(submission) == expected
        assert BoardRevision.objects.get().revision > before

    def test_a_curator_can_hold_back_what_nothing_holds(self, world):
        submission = scored(world, bundle_of())
        curator = curator_make()
        services.review_record(submission.public_id, judged(ReviewVerdict.HELD), actor=curator)
        assert standing(submission) == (None, Unranked.HELD)
        services.review_record(submission.public_id, CLEARED, actor=curator)
        assert standing(submission) == (1, "")

    def test_a_review_that_clears_lets_the_owner_publish_what_one_withdrew(self, world):
        submission, curator = scored(world, bundle_of()), curator_make()
        services.review_record(submission.public_id, judged(ReviewVerdict.WITHDRAWN), actor=curator)
        with pytest.raises(ConflictError, match="moderator"):
            services.entry_publish(submission.public_id, submission.owner)
        services.review_record(submission.public_id, CLEARED, actor=curator)
        assert standing(submission) == (None, Unranked.WITHDRAWN)
        services.entry_publish(submission.public_id, submission.owner)
        assert standing(submission) == (1, "")

    def test_it_is_written_down_who_did_what(self, world):
        submission, curator = scored(world, gold_copy()), curator_make()
        services.review_record(submission.public_id, CLEARED, actor=curator)
        event = AuditEvent.objects.get(object_type="submission")
        assert (event.actor, event.action, event.object_id) == (
            curator, "review.cleared", submission.public_id
        )  # fmt: skip
        assert event.detail == {"codes": ["S801", "S806", "S813"], "reason": "A run of ours."}

    def test_each_review_is_told_by_mail_to_those_who_want_it(self, world):
        submission, curator = scored(world, gold_copy()), curator_make()
        User.objects.filter(pk=submission.owner_id).update(wants_mail=True)
        for verdict in (ReviewVerdict.ASKED, ReviewVerdict.HELD):
            services.review_record(submission.public_id, judged(verdict), actor=curator)
        told = Notice.objects.filter(kind=NoticeKind.REVIEWED)
        reviews = IntegrityReview.objects.order_by("pk").values_list("pk", flat=True)
        assert list(told.order_by("pk").values_list("occasion", flat=True)) == list(reviews)
        assert [notice_send(notice.pk) for notice in told] == [True, True]
        assert {letter.subject for letter in mail.outbox} == {f"Reviewed: {submission.label}"}
        assert f"/submissions/{submission.public_id}/" in mail.outbox[0].body

    def test_nobody_else_may(self, world):
        submission = scored(world, gold_copy())
        for actor in (user_make(), user_make(is_staff=True), submission.owner):
            with pytest.raises(PermissionRefusedError):
                services.review_record(submission.public_id, CLEARED, actor=actor)
        assert IntegrityReview.objects.count() == 0

    def test_a_review_gives_a_reason(self, world):
        submission = scored(world, gold_copy())
        for reason in (" ", "x" * 2001):
            with pytest.raises(UnprocessableError):
                services.review_record(
                    submission.public_id, judged(ReviewVerdict.CLEARED, reason), actor=curator_make()
                )

    def test_what_was_not_scored_is_not_reviewed(self, world):
        receipt = upload_make(bundle_of(), owner=user_make(), version=world)
        public_id = Submission.objects.get(pk=receipt.pk).public_id
        with pytest.raises(ConflictError):
            services.review_record(public_id, CLEARED, actor=curator_make())

    @pytest.mark.parametrize("change", ["update", "delete"])
    def test_the_database_refuses_every_change(self, world, change):
        submission = scored(world, gold_copy())
        services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator_make())
        services.appeal_make(submission.public_id, "Please look again.", submission.owner)
        for rows in (IntegrityReview.objects.all(), Appeal.objects.all()):
            with pytest.raises(IntegrityError), transaction.atomic():
                rows.update(at=rows[0].at) if change == "update" else rows._raw_delete(rows.db)


class TestAppeals:
    """Once for each review, by its owner, answered by a review."""

    def test_an_owner_answers_once_and_a_review_answers_that(self, world):
        submission, curator = scored(world, gold_copy()), curator_make()
        services.review_record(submission.public_id, judged(ReviewVerdict.UNRANKED), actor=curator)
        assert selectors.submission_integrity(submission.public_id, submission.owner).can_appeal
        services.appeal_make(submission.public_id, " It was an accident. ", submission.owner)
        with pytest.raises(ConflictError):
            services.appeal_make(submission.public_id, "Again.", submission.owner)
        services.review_record(submission.public_id, CLEARED, actor=curator)
        page = selectors.submission_integrity(submission.public_id, submission.owner)
        assert [(line.verdict, line.appeal, line.answers_appeal) for line in page.reviews] == [
            ("cleared", "", True), ("unranked", "It was an accident.", False)
        ]  # fmt: skip
        assert (page.is_held, page.can_appeal) == (False, False)
        assert standing(submission) == (1, "")

    def test_nobody_else_appeals(self, world):
        submission, curator = scored(world, gold_copy()), curator_make()
        services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator)
        with pytest.raises(NotFoundError):
            services.appeal_make(submission.public_id, "Mine.", user_make())
        with pytest.raises(PermissionRefusedError):
            services.appeal_make(submission.public_id, "Mine.", curator)

    def test_there_is_nothing_to_say_against_no_review_or_a_clearing_one(self, world):
        submission = scored(world, gold_copy())
        with pytest.raises(ConflictError):
            services.appeal_make(submission.public_id, "Why?", submission.owner)
        services.review_record(submission.public_id, CLEARED, actor=curator_make())
        with pytest.raises(ConflictError):
            services.appeal_make(submission.public_id, "Why?", submission.owner)

    @pytest.mark.parametrize("text", ["", "  ", "x" * 4001])
    def test_an_appeal_says_something_of_some_length(self, world, text):
        submission = scored(world, gold_copy())
        services.review_record(submission.public_id, judged(ReviewVerdict.ASKED), actor=curator_make())
        with pytest.raises(UnprocessableError):
            services.appeal_make(submission.public_id, text, submission.owner)
