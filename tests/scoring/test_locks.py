"""Beside each other: who cancels, queues, reviews and withdraws stands in line for the submission first."""

import pytest

from scoring import services
from scoring.models import Evaluation, LeaderboardEntry
from scoring.services.queueing import evaluations_adopt
from scoring.states import Outcome, ReviewVerdict
from submissions.models import Submission
from tests.factories import user_make
from tests.scoring.test_concurrency import THREADS, at_once, valid

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    """Messages are dropped: these tests deliver jobs themselves."""
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: True)


def test_cancelling_beside_queueing_leaves_nothing_under_way():
    pks = valid(THREADS)

    def cancel(pk):
        row = Submission.objects.get(pk=pk)
        services.entry_cancel(row.public_id, row.owner)

    acts = [(act, pk) for pk in pks for act in (cancel, services.evaluation_start)]
    acts += [(lambda _: evaluations_adopt(), None)] * 2
    at_once(lambda act: act[0](act[1]), acts)
    assert set(Submission.objects.values_list("state", flat=True)) == {"cancelled"}
    assert set(Evaluation.objects.values_list("outcome", flat=True)) <= {Outcome.CANCELLED}


def test_reviewing_and_withdrawing_beside_each_other_wait_for_the_submission():
    pks = valid(2)
    for pk in pks:
        services.submission_evaluate(pk)
    rows, curator = list(Submission.objects.filter(pk__in=pks)), user_make(is_staff=True, is_superuser=True)
    verdict = services.Judgement(verdict=ReviewVerdict.WITHDRAWN, public_reason="So it is.")
    acts = [lambda row=row: services.entry_withdraw(row.public_id, row.owner) for row in rows]
    acts += [lambda row=row: services.review_record(row.public_id, verdict, actor=curator) for row in rows]
    at_once(lambda act: act(), acts * 2)
    ranks = LeaderboardEntry.objects.values_list("rank", flat=True)
    assert list(ranks) == [None, None]
