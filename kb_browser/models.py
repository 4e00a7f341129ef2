"""Dataset versions, the tasks in them as a projection for browsing, and the work of their curators.

The files of a release, kept under their digest, are what the evaluator reads. These rows say which releases
the site knows; the tasks can be rebuilt from the files at any time.
"""

from __future__ import annotations

import functools
import operator
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from kb_browser.states import (
    CURATION_OUTCOMES,
    CURATION_UNFINISHED,
    READABLE,
    CurationKind,
    CurationOutcome,
    CurationState,
    VersionState,
)
from trek_site.shared.leases import LeasedRow

NAME_CHARACTERS_MAX: Final = 64
LICENCE_CHARACTERS_MAX: Final = 120
SOURCE_CHARACTERS_MAX: Final = 200


class DatasetVersionQuerySet(models.QuerySet["DatasetVersion"]):
    """The questions that are asked about versions, each in one place."""

    def readable(self) -> Self:
        """Those that were ever published: everybody may see them."""
        return self.filter(state__in=READABLE)

    def current(self) -> Self:
        """The one of each track that new submissions answer."""
        return self.filter(state=VersionState.PUBLISHED)


class DatasetVersion(models.Model):
    """One release under the name by which people cite it.

    A draft may change; once published a version never does, except that a newer one may supersede it. That
    is also a trigger of the database (see the migrations), so that no code path, shell or form can edit one.

    Attributes:
        track: Slug of the benchmark.
        digest: SHA-256 of the release's file list, in hex; also the name of its folder.
        is_published: Whether it can be cited; the database derives it from the state.
        counts: Figures for people, by name: ``feasible``, ``infeasible`` …
        changelog: What is new against the version before, for those who cite it.
        source: Where the release came from: an archive, a folder, or profile and seed.
        checksums: SHA-256 in hex by path of every file that counts.
        statistics: Shares and medians of tasks and records, by name.
        report: What the last check found: broken rules, the gold's scores, every probe.
        checked_at: When the last check ended, whatever it found.
        superseded_by: The version that took this one's place.
    """

    track = models.CharField(max_length=40)
    name = models.CharField(max_length=NAME_CHARACTERS_MAX)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=VersionState.choices, default=VersionState.DRAFT)
    is_published = models.GeneratedField(
        expression=models.ExpressionWrapper(Q(state__in=READABLE), output_field=models.BooleanField()),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    task_count = models.PositiveIntegerField()
    counts = models.JSONField(default=dict, blank=True)
    licence = models.CharField(max_length=LICENCE_CHARACTERS_MAX, blank=True)
    changelog = models.TextField(blank=True)
    source = models.CharField(max_length=SOURCE_CHARACTERS_MAX, blank=True)
    checksums = models.JSONField(default=dict, blank=True)
    statistics = models.JSONField(default=dict, blank=True)
    report = models.JSONField(default=dict, blank=True)
    imported_at = models.DateTimeField(editable=False)
    checked_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="supersedes"
    )

    objects = DatasetVersionQuerySet.as_manager()

    class Meta:
        ordering = ["track", "-published_at", "-pk"]
        permissions = [
            ("import_datasetversion", "Can import a release as a dataset version"),
            ("build_datasetversion", "Can build a release and import it"),
            ("check_datasetversion", "Can have a dataset version checked"),
            ("publish_datasetversion", "Can publish a dataset version"),
            ("export_datasetversion", "Can have the downloads of a dataset version made"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["track", "digest"], name="dataset_version_digest_unique"),
            models.UniqueConstraint(fields=["track", "name"], name="dataset_version_name_unique"),
            models.UniqueConstraint(
                fields=["track"],
                condition=Q(state=VersionState.PUBLISHED),
                name="dataset_version_one_current_per_track",
            ),
            models.CheckConstraint(
                condition=Q(state__in=READABLE, published_at__isnull=False)
                | (~Q(state__in=READABLE) & Q(published_at__isnull=True)),
                name="dataset_version_published_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(
                    state=VersionState.SUPERSEDED, superseded_at__isnull=False, superseded_by__isnull=False
                )
                | (
                    ~Q(state=VersionState.SUPERSEDED)
                    & Q(superseded_at__isnull=True, superseded_by__isnull=True)
                ),
                name="dataset_version_superseded_has_a_successor",
            ),
            models.CheckConstraint(
                condition=Q(state=VersionState.DRAFT) | Q(checked_at__isnull=False),
                name="dataset_version_checked_has_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=READABLE) | (~Q(changelog="") & ~Q(licence="")),
                name="dataset_version_published_is_described",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.track} {self.name}"


class InfeasibleType(models.TextChoices):
    """Why a task cannot be fulfilled."""

    NONE = "", "feasible"
    ENTITY = "entity", "entity"
    ROUTE = "route", "route"
    BUDGET = "budget", "budget"


class Task(models.Model):
    """One task of a version, as much of it as pages list and filter by.

    Attributes:
        query_index: Position in the task file from 0; the task's id in every record.
        cities: Names of the cities to visit, in the order of the request.
        budget: In the currency of the release; None when the request names none.
    """

    dataset_version = models.ForeignKey(DatasetVersion, on_delete=models.CASCADE, related_name="tasks")
    query_index = models.PositiveIntegerField()
    query = models.TextField()
    is_feasible = models.BooleanField()
    infeasible_type = models.CharField(
        max_length=10, choices=InfeasibleType.choices, default=InfeasibleType.NONE, blank=True
    )
    cities = models.JSONField(default=list, blank=True)
    departure = models.CharField(max_length=128, blank=True)
    trip_type = models.CharField(max_length=20, blank=True)
    days = models.PositiveSmallIntegerField()
    persons = models.PositiveSmallIntegerField()
    budget = models.FloatField(null=True, blank=True)
    personas = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["dataset_version", "query_index"]
        constraints = [
            models.UniqueConstraint(fields=["dataset_version", "query_index"], name="task_index_unique"),
            models.CheckConstraint(
                condition=Q(is_feasible=False) | Q(infeasible_type=""), name="task_feasible_has_no_type"
            ),
        ]

    def __str__(self) -> str:
        return f"task {self.query_index}"


def _curation_state_and_outcome_agree() -> Q:
    pairs = (Q(state=state, outcome__in=sorted(ends)) for state, ends in CURATION_OUTCOMES.items())
    return functools.reduce(operator.or_, pairs)


class CurationQuerySet(models.QuerySet["Curation"]):
    """The questions that are asked about curation work."""

    def latest_of(self, version: DatasetVersion, kind: CurationKind) -> Curation | None:
        """The last work of that kind that was asked for; None where there was none."""
        asked = self.filter(track=version.track, name=version.name, kind=kind)
        return asked.order_by("-queued_at", "-pk").first()


class Curation(LeasedRow):
    """A piece of long work on a version, asked for by a curator and carried out by whichever worker is free.

    Attributes:
        name: Name of the version that is made or worked on; before an import there is no row of it.
        arguments: What else the work needs, by name: ``path``, ``licence``, ``profile`` …
        progress_text: What is being done at the moment.
        progress_total: Of how many; 0 where it cannot be counted.
        reasons: Why it was refused, one sentence each.
        failure_id: Found in the log when the failure is ours.
        requested_by: None for whoever works at the command line.
    """

    kind = models.CharField(max_length=10, choices=CurationKind.choices)
    track = models.CharField(max_length=40)
    name = models.CharField(max_length=NAME_CHARACTERS_MAX)
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(
        max_length=10, choices=CurationState.choices, default=CurationState.QUEUED, editable=False
    )
    outcome = models.CharField(
        max_length=10,
        choices=CurationOutcome.choices,
        default=CurationOutcome.NONE,
        blank=True,
        editable=False,
    )
    progress_text = models.CharField(max_length=200, blank=True, editable=False)
    progress_done = models.PositiveIntegerField(default=0, editable=False)
    progress_total = models.PositiveIntegerField(default=0, editable=False)
    reasons = models.JSONField(default=list, blank=True, editable=False)
    failure_id = models.CharField(max_length=20, blank=True, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="curations"
    )
    queued_at = models.DateTimeField(editable=False)
    started_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = CurationQuerySet.as_manager()

    class Meta:
        ordering = ["-queued_at", "-pk"]
        verbose_name = "curation job"
        constraints = [
            models.UniqueConstraint(
                fields=["track", "name"],
                condition=Q(state__in=CURATION_UNFINISHED),
                name="curation_one_at_a_time_per_version",
            ),
            models.CheckConstraint(
                condition=_curation_state_and_outcome_agree(), name="curation_state_and_outcome"
            ),
            models.CheckConstraint(
                condition=Q(state=CurationState.FINISHED, deadline_at__isnull=True)
                | (~Q(state=CurationState.FINISHED) & Q(deadline_at__isnull=False)),
                name="curation_deadline_unless_final",
            ),
            models.CheckConstraint(
                condition=~Q(state=CurationState.FINISHED) | Q(lease_token__isnull=True),
                name="curation_final_has_no_lease",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=CurationOutcome.FAILED) & ~Q(failure_id=""))
                | (~Q(outcome=CurationOutcome.FAILED) & Q(failure_id="")),
                name="curation_failure_has_an_id",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.name}"

    @property
    def has_no_result(self) -> bool:
        """Whether it has ended without having been done."""
        return self.outcome in (CurationOutcome.REFUSED, CurationOutcome.FAILED)
