"""Why there may be no receipt of an evaluation."""

from __future__ import annotations

from django.db import models


class ReceiptFault(models.TextChoices):
    """What stands in the way; empty where nothing does."""

    NONE = "", "none"
    NOT_REPRODUCED = "not_reproduced", "the stored results do not give the digest that was noted with them"
    EVALUATOR_GONE = "evaluator_gone", "the evaluator that scored it can no longer be run here"
