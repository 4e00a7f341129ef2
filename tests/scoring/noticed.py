"""Bundles that something is noticed in, and what came of it."""

import json

from scoring import services
from scoring.models import (
    BundlePrint,
    IntegrityFinding,
    LeaderboardEntry,
)
from scoring.services import Judgement
from scoring.states import ReviewVerdict
from submissions.models import Submission
from submissions.services import submission_check
from tests.factories import gold_answers, upload_make, user_make

CLEARED = Judgement(verdict=ReviewVerdict.CLEARED, public_reason="A run of ours.")


def gold_copy():
    lines = [
        {**answer, "query_index": index, "submitted": True, "tool_call_count": 8}
        for index, answer in enumerate(gold_answers())
    ]
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


def scored(world, content, *, owner=None, team=None, **said):
    """A submission of these bytes, scored."""
    given = {"visibility": "public", **said}
    receipt = upload_make(content, owner=owner or user_make(), team=team, version=world, **given)
    submission_check(receipt.pk)
    services.submission_evaluate(receipt.pk)
    return Submission.objects.get(pk=receipt.pk)


def compared():
    for pk in (
        BundlePrint.objects.filter(compared_at__isnull=True).order_by("pk").values_list("pk", flat=True)
    ):
        services.bundles_compare(pk)


def codes_of(submission):
    found = IntegrityFinding.objects.filter(evaluation__submission=submission)
    return sorted(found.values_list("code", flat=True))


def standing(submission):
    entry = LeaderboardEntry.objects.get(evaluation__submission=submission)
    return entry.rank, entry.unranked_reason


def judged(verdict, reason="So it is."):
    return Judgement(verdict=verdict, public_reason=reason)
