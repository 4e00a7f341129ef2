"""What was noticed in bundles, what curators said about it, and what owners answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from scoring.models.evaluations import Evaluation
from scoring.states import APPEAL_CHARS, REVIEW_NOTE_CHARS, REVIEW_REASON_CHARS, ReviewVerdict


class Appeal(models.Model):
    """An owner's answer to a review, once for each; a later review may take it up.

    Triggers of the database refuse every later change (see the migrations), here as for reviews.
    """

    review = models.OneToOneField("scoring.IntegrityReview", on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField(max_length=APPEAL_CHARS)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="appeals")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="appeal_says_something")]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class IntegrityReview(models.Model):
    """What a curator decided about a submission, written once and never changed; the newest one counts.

    Attributes:
        codes: Of the findings that were open when it was written.
        public_reason: For everybody who may read the entry.
        note: For curators only.
        answers: The appeal that it answers; None for a review of a curator's own accord.
    """

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="integrity_reviews"
    )
    verdict = models.CharField(max_length=10, choices=ReviewVerdict.choices)
    codes = models.JSONField(default=list, blank=True)
    public_reason = models.TextField(max_length=REVIEW_REASON_CHARS)
    note = models.TextField(max_length=REVIEW_NOTE_CHARS, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="integrity_reviews",
    )
    at = models.DateTimeField()
    answers = models.OneToOneField(
        Appeal, on_delete=models.PROTECT, null=True, blank=True, related_name="answer"
    )

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["submission", "-id"], name="integrity_review_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict__in=ReviewVerdict.values), name="integrity_review_verdict_known"
            ),
            models.CheckConstraint(condition=~Q(public_reason=""), name="integrity_review_gives_a_reason"),
        ]

    def __str__(self) -> str:
        return f"review {self.pk}: {self.verdict}"


class IntegrityFinding(models.Model):
    """One signal that was found in the bundle of an evaluation.

    Attributes:
        task_count: How many tasks it concerns; 0 where it concerns the bundle as a whole.
        tasks: The first of them.
        figures: What was counted, by name.
        holds: Whether it keeps the entry off the ranks until it is settled.
        settled_by: The review that settled it; None while it is open.
    """

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="integrity_findings")
    code = models.CharField(max_length=10)
    task_count = models.PositiveIntegerField(default=0)
    tasks = models.JSONField(default=list, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    holds = models.BooleanField(default=False)
    found_at = models.DateTimeField()
    settled_by = models.ForeignKey(
        IntegrityReview, on_delete=models.PROTECT, null=True, blank=True, related_name="settled"
    )

    class Meta:
        ordering = ["-found_at", "-pk"]
        indexes = [
            # Asked for every entry of a board whenever it is ranked.
            models.Index(
                fields=["evaluation"],
                condition=Q(holds=True, settled_by__isnull=True),
                name="integrity_finding_holding",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "code"], name="integrity_finding_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.code} of evaluation {self.evaluation_id}"


class BundlePrint(models.Model):
    """The plans of a submission as digests, to find entries of other accounts with the same plans.

    Attributes:
        prints: Eight bytes for each task of the dataset version, zeros where nothing is to be compared.
        plan_count: How many are not zeros.
        compared_at: When it was compared with all that came before; None until then.
        rung_at: When the sweep last sent a message for it; None for never.
        attempts: How many messages the sweep sent; one more than it sends once it has given up.
    """

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="bundle_prints"
    )
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="bundle_prints"
    )
    prints = models.BinaryField()
    plan_count = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    compared_at = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(compared_at__isnull=True), name="bundle_print_uncompared"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["submission", "dataset_version"], name="bundle_print_unique"),
        ]

    def __str__(self) -> str:
        return f"print of submission {self.submission_id}"


class PrintMark(models.Model):
    """One of the few smallest digests of a bundle: bundles that share many plans share some of these."""

    bundle_print = models.ForeignKey(BundlePrint, on_delete=models.CASCADE, related_name="marks")
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    mark = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["dataset_version", "mark"], name="print_mark_found_by")]
        constraints = [models.UniqueConstraint(fields=["bundle_print", "mark"], name="print_mark_unique")]

    def __str__(self) -> str:
        return f"mark {self.mark}"


class BundlePair(models.Model):
    """Two submissions of different accounts with many plans in common; only curators see both.

    Attributes:
        shared: Tasks answered with the same plan.
        comparable: Plans of the bundle that has fewer.
    """

    earlier = models.ForeignKey(BundlePrint, on_delete=models.CASCADE, related_name="pairs_later")
    later = models.ForeignKey(BundlePrint, on_delete=models.CASCADE, related_name="pairs_earlier")
    shared = models.PositiveIntegerField()
    comparable = models.PositiveIntegerField()
    found_at = models.DateTimeField()

    class Meta:
        ordering = ["-shared", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["earlier", "later"], name="bundle_pair_unique"),
            models.CheckConstraint(
                condition=Q(shared__lte=F("comparable")) & ~Q(earlier=F("later")), name="bundle_pair_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shared} plans of {self.comparable} shared"
