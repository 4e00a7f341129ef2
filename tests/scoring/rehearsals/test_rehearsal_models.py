"""What the database refuses of rehearsals, whoever writes."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from scoring.models import Rehearsal, RehearsedEvaluation
from scoring.rehearsal_states import (
    REHEARSAL_OUTCOMES,
    REHEARSED_OUTCOMES,
    RehearsalOutcome,
    RehearsedOutcome,
)
from scoring.states import State
from scoring.tracks import DEFAULT
from tests.factories import entry_make, version_make
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def rehearsal_make(**changes):
    given = {
        "baseline_version_id": changes.pop("baseline", None) or version_make().pk,
        "baseline_evaluator": DEFAULT,
        "candidate_version_id": changes.pop("candidate", None) or version_make(is_published=False).pk,
        "candidate_evaluator": DEFAULT,
        "candidate_digest": "d" * 64,
        "state": State.RUNNING,
        "created_at": Now(),
        "deadline_at": seconds_from_now(3600),
        **changes,
    }
    return Rehearsal.objects.create(**given)


def row_make(**changes):
    evaluation = entry_make().evaluation
    given = {
        "rehearsal": rehearsal_make(baseline=evaluation.dataset_version_id),
        "submission_id": evaluation.submission_id,
        "baseline": evaluation,
        "deadline_at": seconds_from_now(3600),
        **changes,
    }
    return RehearsedEvaluation.objects.create(**given)


def refused(model, pk, **changes):
    """Whether the database refuses to change a row like that."""
    try:
        with transaction.atomic():
            model.objects.filter(pk=pk).update(**changes)
    except IntegrityError:
        return True
    return False


FINAL = {"state": "finished", "finished_at": Now(), "deadline_at": None}


class TestRehearsal:
    """One comparison at a time, always with an end."""

    def test_the_same_comparison_is_under_way_once_only(self):
        first = rehearsal_make()
        again = {"baseline": first.baseline_version_id, "candidate": first.candidate_version_id}
        with pytest.raises(IntegrityError, match=r"rehearsal_one_at_a_time|UNIQUE"), transaction.atomic():
            rehearsal_make(**again)
        Rehearsal.objects.filter(pk=first.pk).update(outcome="reported", **FINAL)
        assert rehearsal_make(**again).pk != first.pk

    def test_a_board_is_not_compared_with_itself(self):
        version = version_make()
        with pytest.raises(IntegrityError, match="rehearsal_of_something_else"), transaction.atomic():
            rehearsal_make(baseline=version.pk, candidate=version.pk)
        assert rehearsal_make(baseline=version.pk, candidate=version.pk, candidate_evaluator="other").pk

    @pytest.mark.parametrize("state", State)
    @pytest.mark.parametrize("outcome", RehearsalOutcome)
    def test_state_and_outcome_are_a_pair_of_the_table(self, state, outcome):
        pk = rehearsal_make().pk
        changes = {
            "state": state,
            "outcome": outcome,
            "failure_id": "E-1" if outcome == "failed" else "",
        }
        changes |= FINAL if state == State.FINISHED else {}
        assert refused(Rehearsal, pk, **changes) == (outcome not in REHEARSAL_OUTCOMES.get(state, ()))

    @pytest.mark.parametrize(
        "changes",
        [
            {"deadline_at": None},
            {**FINAL, "outcome": "reported", "deadline_at": Now()},
            {**FINAL, "outcome": "reported", "finished_at": None},
            {**FINAL, "outcome": "reported", "lease_token": "0" * 32},
            {**FINAL, "outcome": "reported", "failure_id": "E-1"},
            {**FINAL, "outcome": "failed"},
        ],
    )
    def test_an_end_is_complete(self, changes):
        assert refused(Rehearsal, rehearsal_make().pk, **changes)


class TestRehearsedEvaluation:
    """One per submission, always with an end that says what it is."""

    def test_a_submission_is_in_a_rehearsal_once(self):
        row = row_make()
        with pytest.raises(IntegrityError, match=r"rehearsed_unique|UNIQUE"), transaction.atomic():
            row_make(rehearsal=row.rehearsal, submission_id=row.submission_id)

    @pytest.mark.parametrize("state", State)
    @pytest.mark.parametrize("outcome", RehearsedOutcome)
    def test_state_and_outcome_are_a_pair_of_the_table(self, state, outcome):
        changes = {
            "state": state,
            "outcome": outcome,
            "results_digest": "d" * 64 if outcome == "scored" else "",
            "reason": "It does not fit." if outcome == "refused" else "",
            "failure_id": "E-1" if outcome == "failed" else "",
        }
        changes |= FINAL if state == State.FINISHED else {}
        assert refused(RehearsedEvaluation, row_make().pk, **changes) == (
            outcome not in REHEARSED_OUTCOMES[state]
        )

    @pytest.mark.parametrize(
        "changes",
        [
            {"deadline_at": None},
            {**FINAL, "outcome": "scored"},
            {**FINAL, "outcome": "refused"},
            {**FINAL, "outcome": "failed"},
            {**FINAL, "outcome": "refused", "reason": "x", "results_digest": "d"},
            {**FINAL, "outcome": "scored", "results_digest": "d", "reason": "x"},
            {**FINAL, "outcome": "scored", "results_digest": "d", "failure_id": "E-1"},
            {**FINAL, "outcome": "scored", "results_digest": "d", "lease_token": "0" * 32},
            {**FINAL, "outcome": "scored", "results_digest": "d", "finished_at": None},
        ],
    )
    def test_an_end_is_complete(self, changes):
        assert refused(RehearsedEvaluation, row_make().pk, **changes)
