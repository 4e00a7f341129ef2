"""Every promise about evaluations, scores and ranks is a constraint of the database."""

import math
import uuid

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models.functions import Now

from scoring.models import (
    SCORE_COLUMNS,
    SHARE_COLUMNS,
    BoardRevision,
    Evaluation,
    LeaderboardEntry,
    TaskOutcome,
)
from scoring.states import FINAL, MOVES, OUTCOMES, Outcome, State, sources
from scoring.tracks import EVALUATORS
from tests.factories import entry_make, evaluation_make, outcomes_make, version_make

pytestmark = pytest.mark.django_db

NOT_FINITE = [math.nan, math.inf, -math.inf]
OUT_OF_BOUNDS = [-0.001, 1.001, -1e300, 1e300]


class TestTable:
    """States and moves are one table."""

    def test_every_state_has_moves_and_outcomes(self):
        assert set(MOVES) == set(State) == set(OUTCOMES)
        assert {State.FINISHED} == FINAL
        assert sources(State.RUNNING) == {State.QUEUED, State.RUNNING}
        assert sources(State.FINISHED) == {State.QUEUED, State.RUNNING}


class TestEvaluations:
    """The database refuses what services promise not to write."""

    @pytest.mark.parametrize(
        ("state", "outcome"), [(state, outcome) for state in State for outcome in Outcome]
    )
    def test_only_the_pairs_of_the_table_can_be_stored(self, state, outcome):
        if outcome in OUTCOMES[state]:
            assert evaluation_make(state=state, outcome=outcome).pk
        else:
            with pytest.raises(IntegrityError, match="evaluation_state_and_outcome"), transaction.atomic():
                evaluation_make(state=state, outcome=outcome)

    def test_one_submission_version_and_evaluator_is_one_evaluation(self):
        first = evaluation_make()
        with pytest.raises(IntegrityError), transaction.atomic():
            evaluation_make(first.submission)
        assert evaluation_make(first.submission, evaluator_version="other").pk

    @pytest.mark.parametrize(
        "given",
        [
            {"deadline_at": None},
            {"finished_at": Now()},
            {"state": State.RUNNING, "deadline_at": None},
            {"state": State.FINISHED, "deadline_at": Now()},
            {"state": State.FINISHED, "finished_at": None},
        ],
    )
    def test_what_is_not_final_has_a_deadline_and_what_is_has_an_end(self, given):
        with pytest.raises(IntegrityError, match="deadline"), transaction.atomic():
            evaluation_make(**given)

    def test_a_finished_one_has_no_lease(self):
        with pytest.raises(IntegrityError, match="lease"), transaction.atomic():
            evaluation_make(state=State.FINISHED, lease_token=uuid.uuid4())

    @pytest.mark.parametrize(
        "given",
        [
            {"failure_id": "E-1"},
            {"state": State.FINISHED, "outcome": Outcome.FAILED, "failure_id": ""},
            {"state": State.FINISHED, "outcome": Outcome.SCORED, "failure_id": "E-1"},
        ],
    )
    def test_a_failure_has_an_id_and_nothing_else_has(self, given):
        with pytest.raises(IntegrityError, match="failure"), transaction.atomic():
            evaluation_make(**given)

    @pytest.mark.parametrize(
        "given",
        [
            {"results_digest": "d"},
            {"state": State.FINISHED, "outcome": Outcome.SCORED, "results_digest": ""},
            {"state": State.FINISHED, "outcome": Outcome.FAILED, "results_digest": "d"},
        ],
    )
    def test_what_was_scored_has_a_digest_and_nothing_else_has(self, given):
        with pytest.raises(IntegrityError, match="digest"), transaction.atomic():
            evaluation_make(**given)


class TestScores:
    """A score is a finite number in 0..1, or absent."""

    def test_every_official_key_has_a_column_and_a_bound(self):
        for track in EVALUATORS:
            assert tuple(text.key for text in track.dimensions) == SCORE_COLUMNS
        names = {constraint.name for constraint in TaskOutcome._meta.constraints}
        assert {f"task_outcome_{column}_bounded" for column in SCORE_COLUMNS} <= names
        names = {constraint.name for constraint in LeaderboardEntry._meta.constraints}
        assert {f"entry_{column}_bounded" for column in SHARE_COLUMNS} <= names

    @pytest.mark.parametrize("column", SCORE_COLUMNS)
    def test_a_task_score_out_of_bounds_is_refused_by_the_database(self, column):
        for value in OUT_OF_BOUNDS:
            with pytest.raises(IntegrityError, match=f"{column}_bounded"), transaction.atomic():
                outcomes_make(evaluation_make(), [0], **{column: value})

    @pytest.mark.parametrize("column", SHARE_COLUMNS)
    def test_a_figure_out_of_bounds_is_refused_by_the_database(self, column):
        for value in OUT_OF_BOUNDS:
            with pytest.raises(IntegrityError, match=f"{column}_bounded"), transaction.atomic():
                entry_make(**{column: value})

    @pytest.mark.parametrize("value", NOT_FINITE)
    def test_what_is_not_finite_never_reaches_a_score(self, value):
        entry = entry_make()
        outcomes_make(entry.evaluation, [0])
        with pytest.raises(ValueError, match="finite"), transaction.atomic():
            outcomes_make(entry.evaluation, [1], d0_keyword=value)
        with pytest.raises(ValueError, match="finite"), transaction.atomic():
            TaskOutcome.objects.update(d0_keyword=value)
        with pytest.raises(ValueError, match="finite"), transaction.atomic():
            LeaderboardEntry.objects.update(overall=value)
        assert TaskOutcome.objects.get().d0_keyword == 1.0

    @pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
    def test_postgresql_refuses_it_even_in_a_statement_of_its_own(self, value):
        if connection.vendor != "postgresql":
            pytest.skip("needs PostgreSQL: SQLite has no NaN, the field refuses it before")
        entry = entry_make()
        for statement in (
            "UPDATE scoring_leaderboardentry SET overall = %s::float8 WHERE id = %s",
            "UPDATE scoring_leaderboardentry SET tokens_per_task = %s::float8 WHERE id = %s",
        ):
            with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement, [value, entry.pk])

    @pytest.mark.parametrize("value", [math.inf, -1.0, 1e16])
    def test_a_token_count_is_bounded_too(self, value):
        with pytest.raises((IntegrityError, DataError)), transaction.atomic():
            entry_make(tokens_per_task=value)

    def test_one_task_of_an_evaluation_has_one_outcome(self):
        evaluation = evaluation_make()
        outcomes_make(evaluation, [0])
        with pytest.raises(IntegrityError), transaction.atomic():
            outcomes_make(evaluation, [0])


class TestEntries:
    """A rank, or a reason for having none."""

    @pytest.mark.parametrize(("rank", "reason"), [(None, ""), (1, "private"), (0, ""), (0, "private")])
    def test_never_both_and_never_neither(self, rank, reason):
        with pytest.raises(IntegrityError), transaction.atomic():
            entry_make(rank=rank, unranked_reason=reason)

    def test_an_evaluation_has_one_entry(self):
        entry = entry_make()
        with pytest.raises(IntegrityError), transaction.atomic():
            LeaderboardEntry.objects.create(
                evaluation=entry.evaluation,
                dataset_version_id=entry.dataset_version_id,
                evaluator_version=entry.evaluator_version,
            )

    def test_a_board_has_one_revision(self):
        version = version_make()
        BoardRevision.objects.create(dataset_version_id=version.pk, evaluator_version="e", changed_at=Now())
        with pytest.raises(IntegrityError), transaction.atomic():
            BoardRevision.objects.create(
                dataset_version_id=version.pk, evaluator_version="e", changed_at=Now()
            )

    def test_whoever_may_not_see_it_does_not_find_it(self):
        entry = entry_make()
        assert list(LeaderboardEntry.objects.visible_to(None)) == [entry]
        assert list(Evaluation.objects.visible_to(None)) == [entry.evaluation]
