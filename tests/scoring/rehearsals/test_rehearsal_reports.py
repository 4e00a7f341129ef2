"""What a rehearsal says about a candidate made by hand, on the page and at the command line."""

import pytest
from django.core.management import CommandError, call_command

from scoring import services
from scoring.models import Rehearsal
from scoring.rehearsal_states import RehearsalOutcome
from scoring.selectors import rehearsal_told
from scoring.services import rehearsing
from scoring.tracks import DEFAULT
from tests.scoring.candidates import (
    PAPER,
    flipped_world,
    key_of,
    rehearsed,
    report_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rung")]


class TestReport:
    """What a candidate with one other fact would change."""

    def test_a_flipped_verdict_is_told_with_task_dimension_and_submissions(self, world, runs):
        report = report_of(rehearsed(world, flipped_world()))
        (task,) = report.tasks
        concerned = tuple(sorted(run.public_id for run in runs[:2]))
        assert (task.query_index, task.count) == (1, 2)
        assert [(flip.dimension, flip.was, flip.now, flip.submissions) for flip in task.flips] == [
            ("perfect", "+", "-", concerned),
            ("b2_opening_hours", "+", "-", concerned),
        ]
        assert (report.flip_count, report.are_tasks_matched, report.remark) == (2, True, "")

    def test_owners_and_figures_of_the_flip_are_told_and_others_are_not(self, world, runs):
        report = report_of(rehearsed(world, flipped_world()))
        assert {line.owner for line in report.owners} == {run.owner.username for run in runs[:2]}
        lines = {line.entrant.public_id: line for line in report.standings}
        gold, _, one = (lines[run.public_id] for run in runs)
        assert (gold.is_changed, one.is_changed) == (True, False)
        figures = {change.key: (change.was, change.now) for change in gold.figures}
        assert figures["tp_feasible"] == (1.0, pytest.approx(25 / 26))
        assert (gold.was, gold.now, one.was, one.now) == (1, 1, None, None)

    def test_another_evaluator_over_the_same_data_is_a_candidate_too(self, world, runs):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(world, PAPER))
        assert len(list(services.rehearsal_help(pk))) == 3
        assert report_of(Rehearsal.objects.get(pk=pk)).candidate.evaluator == PAPER

    def test_a_failure_of_ours_is_named_and_the_others_are_compared(self, world, runs, monkeypatch):
        judged = rehearsing.judged

        def broken(submission_id, *args):
            if submission_id == runs[0].pk:
                raise ZeroDivisionError
            return judged(submission_id, *args)

        monkeypatch.setattr(rehearsing, "judged", broken)
        rehearsal = rehearsed(world, flipped_world())
        report = report_of(rehearsal)
        (loss,) = report.failed
        assert loss.entrant.public_id == runs[0].public_id
        assert loss.reason.startswith("E-")
        assert len(report.standings) == 2
        # It holds a rank today, so that the one behind it would move up.
        assert [(line.was, line.now) for line in report.ranks_changed] == [(2, 1)]
        assert rehearsal.outcome == RehearsalOutcome.REPORTED


class TestCommand:
    """`manage.py rehearse`."""

    def test_it_prints_the_report(self, world, runs, capsys):
        flipped_world()
        call_command("rehearse", "--baseline", "small", "--candidate", "corrected")
        told = capsys.readouterr()
        lines = told.out.splitlines()
        assert lines[0] == f"small by {DEFAULT} -> corrected by {DEFAULT}: reported, 3/3"
        assert lines[1:5] == [
            "3 submissions rehearsed, 2 of them with another result.",
            "2 verdicts flip, on 1 task.",
            "0 ranks change.",
            "2 owners affected.",
        ]
        assert lines[5].startswith("task 1: 2 submissions; ")
        assert "B2: met -> not met, 2: " in lines[7]
        assert told.err.splitlines()[1:] == ["1/3", "2/3", "3/3"]

    @pytest.mark.parametrize(
        ("given", "refusal"),
        [
            (["--baseline", "small"], "name a --baseline"),
            (["--baseline", "small", "--candidate", "none"], "no version none"),
            (["--baseline", "small", "--candidate", "small"], "the baseline itself"),
            (["--verify", "7"], "no such rehearsal"),
        ],
    )
    def test_what_cannot_be_done_is_said(self, world, given, refusal):
        with pytest.raises(CommandError, match=refusal):
            call_command("rehearse", *given)


class TestQueries:
    """A page costs as much for many submissions as for few."""

    def test_a_page_and_a_report(self, world, runs, django_assert_num_queries):
        rehearsal = rehearsed(world, flipped_world())
        with django_assert_num_queries(3):
            # The rehearsal, its progress, the requests of the tasks that flip.
            rehearsal_told(rehearsal.pk)
        with django_assert_num_queries(3):
            # The evaluations with all they are compared with, and the two versions.
            rehearsing.rehearsal_report(rehearsal)

    def test_a_sweep_with_nothing_to_do(self, world, runs, django_assert_max_num_queries):
        rehearsed(world, flipped_world())
        with django_assert_max_num_queries(6):
            services.rehearsals_sweep()
