"""Dataset versions, and the tasks in them as a projection for browsing.

The files of a release, kept under their digest, are what the evaluator reads. These rows say which releases
the site knows; they can be rebuilt from the files at any time.
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

NAME_CHARACTERS_MAX: Final = 64


class DatasetVersion(models.Model):
    """One release under the name by which people cite it.

    A draft may change; once published a version never does. That is also a trigger of the database (see the
    migrations), so that no code path, shell or admin form can edit one.

    Attributes:
        track: Slug of the benchmark.
        digest: SHA-256 of the release's file list, in hex; also the name of its folder.
        counts: Figures for people, by name: ``feasible``, ``infeasible`` …
    """

    track = models.CharField(max_length=40)
    name = models.CharField(max_length=NAME_CHARACTERS_MAX)
    digest = models.CharField(max_length=64)
    task_count = models.PositiveIntegerField()
    counts = models.JSONField(default=dict, blank=True)
    licence = models.CharField(max_length=120, blank=True)
    is_published = models.BooleanField(default=False)
    published_at = models.DateTimeField(null=True, blank=True)
    imported_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ["track", "-published_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["track", "digest"], name="dataset_version_digest_unique"),
            models.UniqueConstraint(fields=["track", "name"], name="dataset_version_name_unique"),
            models.CheckConstraint(
                condition=Q(is_published=True, published_at__isnull=False)
                | Q(is_published=False, published_at__isnull=True),
                name="dataset_version_published_has_a_time",
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
