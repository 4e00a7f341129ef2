"""Who of the staff looked at what is not public."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from submissions.models.submission import Submission
from submissions.states import Door


class StaffLook(models.Model):
    """Somebody of the staff opened private work of others: once a day and door, however often they did.

    Attributes:
        day: In UTC.
        door: By which way.
    """

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="staff_looks")
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_looks")
    day = models.DateField()
    door = models.CharField(max_length=10, choices=Door.choices)

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "staff", "day", "door"], name="staff_look_once_a_day"
            ),
            models.CheckConstraint(condition=Q(door__in=Door.values), name="staff_look_door_known"),
        ]

    def __str__(self) -> str:
        return f"{self.staff} at {self.submission} on {self.day}"
