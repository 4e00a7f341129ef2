"""Rehearsals of boards on which a test puts the runs itself, or none."""

import pytest

from scoring import services
from scoring.models import Evaluation, LeaderboardEntry, Rehearsal, RehearsedEvaluation
from scoring.selectors import rehearsal_fulfilled
from scoring.services import rehearsing
from scoring.tracks import DEFAULT
from tests.factories import bundle_of, entry_make, small_world
from tests.scoring.candidates import (
    PAPER,
    carry_over,
    flipped_world,
    key_of,
    publish,
    refusing,
    rehearsed,
    report_of,
    scored_make,
    shorter_world,
)
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import ConflictError, UnprocessableError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rung")]


@pytest.fixture
def world(db):
    """The small world with an empty board."""
    return small_world()


class TestStarting:
    """What may be rehearsed."""

    def test_a_board_without_results_cannot_be_compared_and_leaves_no_row(self, world):
        with pytest.raises(UnprocessableError, match="no results"):
            services.rehearsal_start(baseline=key_of(world), candidate=key_of(world, PAPER))
        assert (Rehearsal.objects.count(), AuditEvent.objects.filter(object_type="rehearsal").count()) == (
            0,
            0,
        )

    def test_the_same_one_cannot_be_under_way_twice_but_can_be_repeated(self, world):
        entry_make(evaluator_version=DEFAULT)
        board = LeaderboardEntry.objects.get()
        baseline = services.BoardKey(version_id=board.dataset_version_id, evaluator_version=DEFAULT)
        candidate = services.BoardKey(version_id=board.dataset_version_id, evaluator_version=PAPER)
        first = services.rehearsal_start(baseline=baseline, candidate=candidate)
        with pytest.raises(ConflictError):
            services.rehearsal_start(baseline=baseline, candidate=candidate)
        rehearsing.fail(RehearsedEvaluation.objects.all(), "E-1")
        services.rehearsal_conclude(first)
        assert services.rehearsal_start(baseline=baseline, candidate=candidate) != first


class TestReport:
    """What a candidate would change."""

    def test_ranks_are_told_as_the_ranking_gives_them(self, world):
        five, one = scored_make(world, refusing(5)), scored_make(world, refusing(1))
        report = report_of(rehearsed(world, flipped_world()))
        # Equals today, by one task each; the one that flips was met by the first only.
        lines = {line.entrant.public_id: (line.was, line.now) for line in report.standings}
        assert lines == {five.public_id: (1, 2), one.public_id: (1, 1)}
        assert [line.entrant.public_id for line in report.ranks_changed] == [five.public_id]

    def test_bundles_that_do_not_fit_are_listed_with_the_reason(self, world):
        fitting = scored_make(world, refusing(3))
        report = report_of(rehearsed(world, shorter_world()))
        assert report.standings == ()
        (loss,) = report.refused
        assert loss.entrant.public_id == fitting.public_id
        assert "F601" in loss.reason
        assert "30" in loss.reason
        assert [line.owner for line in report.owners] == [fitting.owner.username]

    def test_with_another_number_of_tasks_only_figures_are_compared_and_it_says_so(self, world):
        run = scored_make(world, bundle_of(missing=range(30, 40)))
        report = report_of(rehearsed(world, shorter_world()))
        assert (report.tasks, report.are_tasks_matched) == ((), False)
        assert report.remark.startswith("The candidate has 30 tasks, the baseline 40")
        (line,) = report.standings
        assert (line.entrant.public_id, line.was, line.now) == (run.public_id, 1, 1)
        counts = {change.key: (change.was, change.now) for change in line.counts}
        assert (counts["n_tasks"], counts["n_missing"]) == ((40, 30), (10, 0))


class TestPublication:
    """Publishing brings what was foretold."""

    def test_of_another_number_of_tasks_only_what_fits_is_carried_over(self, world):
        scored_make(world)
        candidate = shorter_world()
        fitting = scored_make(world, bundle_of(missing=range(30, 40)))
        rehearsal = rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        carried = Evaluation.objects.filter(dataset_version=candidate.pk)
        assert list(carried.values_list("submission", "outcome")) == [(fitting.pk, "scored")]
        assert rehearsal_fulfilled(rehearsal.pk).is_complete
