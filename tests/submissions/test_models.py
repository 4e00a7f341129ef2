"""Every promise about a submission's state is a constraint of the database."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from submissions.models import Submission, SubmissionFinding
from submissions.states import FINAL, MOVES, OUTCOMES, Outcome, State, sources
from tests.factories import submission_make, user_make, valid_make

pytestmark = pytest.mark.django_db

PAIRS = [(state, outcome) for state in State for outcome in Outcome]


class TestTable:
    """States and moves are one table."""

    def test_every_state_has_moves_and_outcomes(self):
        assert set(MOVES) == set(State) == set(OUTCOMES)

    def test_what_is_checked_may_still_be_cancelled_and_other_ends_lead_nowhere(self):
        assert {state for state in State if not MOVES[state]} == {State.CANCELLED, State.FAILED}
        assert MOVES[State.CHECKED] == {State.CANCELLED}

    def test_every_state_before_the_end_of_the_check_may_fail(self):
        assert {State.CHECKED, State.CANCELLED, State.FAILED} == FINAL
        assert sources(State.FAILED) == set(State) - FINAL

    def test_a_check_may_begin_again_after_a_dead_worker(self):
        assert sources(State.CHECKING) == {State.RECEIVED, State.CHECKING}


class TestConstraints:
    """The database refuses what services promise not to write."""

    @pytest.mark.parametrize(("state", "outcome"), PAIRS)
    def test_only_the_pairs_of_the_table_can_be_stored(self, state, outcome):
        if outcome in OUTCOMES[state]:
            assert submission_make(state=state, outcome=outcome).pk
        else:
            with pytest.raises(IntegrityError, match="submission_state_and_outcome"), transaction.atomic():
                submission_make(state=state, outcome=outcome)

    @pytest.mark.parametrize("state", [State.RECEIVED, State.CHECKING])
    def test_a_state_that_is_not_final_has_a_deadline(self, state):
        with pytest.raises(IntegrityError, match="deadline"), transaction.atomic():
            submission_make(state=state, deadline_at=None)

    def test_a_final_state_has_none(self):
        with pytest.raises(IntegrityError, match="deadline"), transaction.atomic():
            valid_make(deadline_at=Now())

    def test_a_final_state_has_no_lease(self):
        with pytest.raises(IntegrityError, match="lease"), transaction.atomic():
            valid_make(lease_token=uuid.uuid4())

    @pytest.mark.parametrize(("state", "failure_id"), [(State.FAILED, ""), (State.RECEIVED, "E-1")])
    def test_a_failure_has_an_id_and_nothing_else_has(self, state, failure_id):
        with pytest.raises(IntegrityError, match="failure"), transaction.atomic():
            submission_make(state=state, failure_id=failure_id)

    def test_only_what_asks_for_it_can_be_confirmed(self):
        with pytest.raises(IntegrityError, match="confirmed"), transaction.atomic():
            valid_make(confirmed_at=Now())

    @pytest.mark.parametrize(
        "given",
        [
            {"visibility": "public", "published_at": None},
            {"visibility": "private", "published_at": Now()},
            {"visibility": "private", "withdrawn_at": Now()},
        ],
    )
    def test_public_has_a_time_and_private_has_none(self, given):
        with pytest.raises(IntegrityError, match="public"), transaction.atomic():
            submission_make(**given)

    def test_a_label_is_unique_per_owner_ignoring_case(self):
        first = submission_make(label="Agent-v1")
        submission_make(label="agent-V1")
        with pytest.raises(IntegrityError), transaction.atomic():
            submission_make(owner=first.owner, label="agent-v1")

    @pytest.mark.parametrize(
        "refused", [{"state": State.CHECKED, "outcome": Outcome.INVALID}, {"state": State.FAILED}]
    )
    def test_a_refused_upload_gives_its_label_back(self, refused):
        first = submission_make(label="agent", **refused)
        assert submission_make(owner=first.owner, label="agent").pk

    def test_an_idempotency_key_is_unique_per_owner(self):
        first = submission_make(idempotency_key="k")
        submission_make(idempotency_key="k")
        with pytest.raises(IntegrityError), transaction.atomic():
            submission_make(owner=first.owner, idempotency_key="k")

    def test_any_number_have_no_key(self):
        owner = user_make()
        submission_make(owner=owner)
        submission_make(owner=owner)
        assert Submission.objects.filter(owner=owner, idempotency_key=None).count() == 2

    def test_public_ids_are_random_and_unique(self):
        first = submission_make()
        assert len(first.public_id) == 12
        with pytest.raises(IntegrityError), transaction.atomic():
            submission_make(public_id=first.public_id)

    def test_findings_keep_their_order_and_known_severities(self):
        submission = submission_make()
        given = {"submission": submission, "code": "R401", "stage": "json", "message": "x"}
        SubmissionFinding.objects.create(ordinal=0, severity="R", **given)
        with pytest.raises(IntegrityError), transaction.atomic():
            SubmissionFinding.objects.create(ordinal=0, severity="R", **given)
        with pytest.raises(IntegrityError), transaction.atomic():
            SubmissionFinding.objects.create(ordinal=1, severity="X", **given)
