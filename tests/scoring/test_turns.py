"""Whoever has sent much does not keep others from being scored, and a rehearsal keeps nobody."""

import pytest

from scoring.models import Evaluation, RehearsedEvaluation
from scoring.services import rehearsal_start
from scoring.states import Outcome, State
from scoring.tasks import evaluate_submission, rehearse
from submissions.models import Submission
from submissions.services import submission_check
from submissions.states import State as CheckState
from tests.factories import bundle_of, entry_make, upload_make, user_make, valid_make
from tests.scoring.candidates import PAPER, key_of
from trek_site.shared.jobs import Job

pytestmark = [pytest.mark.django_db, pytest.mark.stack]


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """The messages of these tests, kept instead of sent: they deliver jobs themselves."""
    kept = []
    for module in ("trek_site.shared.jobs", "trek_site.shared.leased_work", "scoring.services.rehearsing"):
        monkeypatch.setattr(f"{module}.ring", lambda name, **ids: kept.append((name, ids)) or True)
    return kept


def checked_make(world, owner, number=0):
    pk = upload_make(bundle_of(failing=[number]), owner=owner, version=world, label=f"run-{number}").pk
    submission_check(pk)
    return pk


def scored():
    return set(Evaluation.objects.filter(outcome=Outcome.SCORED).values_list("submission", flat=True))


def test_one_submission_behind_many_of_another_account_is_scored_within_two_turns(world):
    busy = user_make(is_staff=True)
    many = [checked_make(world, busy, number) for number in range(4)]
    one = checked_make(world, user_make())
    for pk in many[:2]:
        evaluate_submission(pk)
    assert scored() == {many[0], one}
    # Those whose messages nobody has read yet are in line as well.
    assert Evaluation.objects.filter(state=State.QUEUED).count() == 3
    assert {party for (party,) in Evaluation.objects.values_list("party")} == set(
        Submission.objects.values_list("party", flat=True)
    )


def test_a_rehearsal_gives_way_to_who_waits_for_a_check_or_a_score(world, sent):
    entry_make(valid_make(version=world))
    rehearsal_start(baseline=key_of(world), candidate=key_of(world, PAPER))
    rehearsed = RehearsedEvaluation.objects.get()
    received = upload_make(owner=user_make(), version=world)
    waiting = checked_make(world, user_make())
    for _ in range(2):
        sent.clear()
        rehearse(rehearsed.pk)
        # Its message is sent again, since this one was used for something else.
        assert sent[-1] == (Job.REHEARSE, {"rehearsed_id": rehearsed.pk})
        assert RehearsedEvaluation.objects.get().state == State.QUEUED
    assert Submission.objects.get(pk=received.pk).state == CheckState.CHECKED
    assert waiting in scored()
    rehearse(rehearsed.pk)
    assert RehearsedEvaluation.objects.get().state == State.FINISHED
