"""Rehearsing: who may, which worker does, what is left behind; and nothing of it is seen on a board."""

import logging
import uuid

import pytest

from scoring import services
from scoring.board_filters import BoardFilters
from scoring.models import (
    BoardRevision,
    Evaluation,
    LeaderboardEntry,
    Rehearsal,
    RehearsedEvaluation,
    TaskOutcome,
)
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from scoring.selectors import board_page, rehearsal_page
from scoring.services import judging, rehearsing
from scoring.states import State
from tests.factories import user_make, version_make
from tests.scoring.candidates import flipped_world, key_of, rehearsed, report_of
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import (
    NotFoundError,
    PermissionRefusedError,
    UnprocessableError,
)
from trek_site.shared.jobs import Job
from trek_site.shared.leases import claim, seconds_from_now

pytestmark = pytest.mark.django_db


def board_tables():
    """Everything that a board is made of."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Evaluation, TaskOutcome, LeaderboardEntry, BoardRevision)
    ]


class TestNothingIsSeen:
    """A rehearsal leaves every board as it is."""

    def test_no_table_of_a_board_changes(self, world, runs):
        before = board_tables()
        rehearsed(world, flipped_world())
        assert board_tables() == before

    def test_no_page_changes_and_the_draft_is_not_there(self, world, runs):
        before = board_page(BoardFilters(), None)
        candidate = flipped_world()
        rehearsed(world, candidate)
        assert board_page(BoardFilters(), None) == before
        with pytest.raises(NotFoundError):
            board_page(BoardFilters(version=candidate.name), None)


class TestStarting:
    """What may be rehearsed, and by whom."""

    def test_the_candidate_must_be_another_board_of_the_same_track(self, world, runs):
        with pytest.raises(UnprocessableError, match="the baseline itself"):
            services.rehearsal_start(baseline=key_of(world), candidate=key_of(world))
        other = version_make(track="other", is_published=False)
        with pytest.raises(UnprocessableError, match="another track"):
            services.rehearsal_start(baseline=key_of(world), candidate=key_of(other))
        with pytest.raises(UnprocessableError, match="no evaluator"):
            services.rehearsal_start(baseline=key_of(world), candidate=key_of(world, "none"))

    def test_only_who_has_the_permission_may_start_and_it_is_audited(self, world, runs):
        candidate = flipped_world()
        with pytest.raises(PermissionRefusedError):
            rehearsed(world, candidate, actor=user_make(is_staff=True))
        curator = user_make(is_superuser=True)
        rehearsal = rehearsed(world, candidate, actor=curator)
        event = AuditEvent.objects.get(action="rehearsal.started")
        assert (event.actor, event.object_id) == (curator, str(rehearsal.pk))
        assert rehearsal.requested_by == curator

    def test_only_staff_with_the_permission_see_one(self, world, runs):
        pk = rehearsed(world, flipped_world()).pk
        assert rehearsal_page(pk, user_make(is_superuser=True, is_staff=True)).pk == pk
        for viewer in (None, user_make(), user_make(is_staff=True), user_make(is_superuser=True)):
            with pytest.raises(NotFoundError):
                rehearsal_page(pk, viewer)


class TestRunning:
    """Claimed by lease, fenced, brought back, always ended."""

    @pytest.fixture
    def started(self, world, runs):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
        return Rehearsal.objects.get(pk=pk)

    def test_a_finished_one_is_left_alone(self, started):
        first = started.evaluations.first()
        services.rehearsed_run(first.pk)
        before = RehearsedEvaluation.objects.filter(pk=first.pk).values().get()
        services.rehearsed_run(first.pk)
        assert RehearsedEvaluation.objects.filter(pk=first.pk).values().get() == before
        assert (before["state"], before["outcome"], before["attempts"]) == (
            State.FINISHED,
            RehearsedOutcome.SCORED,
            1,
        )

    def test_one_that_another_worker_holds_is_left_alone(self, started):
        first = started.evaluations.first()
        claim(RehearsedEvaluation.objects.filter(pk=first.pk), state=State.RUNNING)
        services.rehearsed_run(first.pk)
        first.refresh_from_db()
        assert (first.attempts, first.state) == (1, State.RUNNING)

    def test_a_stale_worker_writes_nothing(self, started, monkeypatch):
        judged = rehearsing.judged

        def taken_over_meanwhile(*args):
            found = judged(*args)
            RehearsedEvaluation.objects.update(lease_token=uuid.uuid4())
            return found

        monkeypatch.setattr(rehearsing, "judged", taken_over_meanwhile)
        first = started.evaluations.first()
        services.rehearsed_run(first.pk)
        first.refresh_from_db()
        assert (first.state, first.outcome, first.results_digest) == (State.RUNNING, "", "")

    def test_a_worker_that_learns_of_its_loss_stops(self, started, monkeypatch):
        class Lost:
            def is_set(self):
                return True

        seen = []
        evaluate_all = judging.evaluate_all

        def counted(*args):
            for result in evaluate_all(*args):
                seen.append(result)
                yield result

        run = rehearsing._run
        monkeypatch.setattr(judging, "evaluate_all", counted)
        monkeypatch.setattr(rehearsing, "_run", lambda mine, lost: run(mine, Lost()))
        services.rehearsed_run(started.evaluations.first().pk)
        assert len(seen) == 1

    def test_a_report_by_a_stale_writer_is_void(self, started, monkeypatch):
        compare = rehearsing.rehearsal_report

        def taken_over_meanwhile(rehearsal):
            Rehearsal.objects.update(lease_token=uuid.uuid4())
            return compare(rehearsal)

        monkeypatch.setattr(rehearsing, "rehearsal_report", taken_over_meanwhile)
        list(services.rehearsal_help(started.pk))
        started.refresh_from_db()
        assert (started.state, started.report) == (State.RUNNING, {})

    def test_the_report_waits_for_the_last_evaluation(self, started):
        first, *others = started.evaluations.all()
        services.rehearsed_run(first.pk)
        services.rehearsal_conclude(started.pk)
        started.refresh_from_db()
        assert (started.state, started.attempts) == (State.RUNNING, 0)
        for row in others:
            services.rehearsed_run(row.pk)
        started.refresh_from_db()
        assert (started.outcome, started.attempts) == (RehearsalOutcome.REPORTED, 1)

    def test_a_bug_in_the_report_ends_the_rehearsal_as_our_fault(self, started, monkeypatch, caplog):
        monkeypatch.setattr(rehearsing, "rehearsal_report", lambda rehearsal: 1 / 0)
        with caplog.at_level(logging.ERROR):
            list(services.rehearsal_help(started.pk))
        started.refresh_from_db()
        assert started.outcome == RehearsalOutcome.FAILED
        assert started.failure_id in {getattr(record, "failure_id", "") for record in caplog.records}

    def test_a_candidate_that_changed_meanwhile_is_not_compared(self, started):
        Rehearsal.objects.update(candidate_digest="0" * 64)
        list(services.rehearsal_help(started.pk))
        assert set(started.evaluations.values_list("outcome", flat=True)) == {RehearsedOutcome.FAILED}


class TestSweep:
    """Nothing is left behind."""

    def test_it_rings_for_every_evaluation_and_then_for_the_report(self, world, runs, rung):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
        rows = list(RehearsedEvaluation.objects.order_by("pk").values_list("pk", flat=True))
        assert services.rehearsals_sweep() == 3
        assert rung == [(Job.REHEARSE, {"rehearsed_id": row}) for row in rows]
        assert services.rehearsals_sweep() == 0
        # Every evaluation has ended, and whoever should have written the report died.
        rehearsing.fail(RehearsedEvaluation.objects.all(), "E-1")
        rung.clear()
        assert services.rehearsals_sweep() == 1
        assert rung == [(Job.REHEARSE, {"rehearsed_id": rows[0]})]
        services.rehearsed_run(rows[0])
        assert Rehearsal.objects.get(pk=pk).outcome == RehearsalOutcome.REPORTED

    def test_what_used_up_its_attempts_ends_and_the_report_names_it(self, world, runs):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
        hopeless = RehearsedEvaluation.objects.filter(submission=runs[0].pk)
        hopeless.update(attempts=5, state=State.RUNNING)
        services.rehearsals_sweep()
        list(services.rehearsal_help(pk))
        assert len(report_of(Rehearsal.objects.get(pk=pk)).failed) == 1

    def test_one_past_its_deadline_ends_without_a_report(self, world, runs):
        services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
        Rehearsal.objects.update(deadline_at=seconds_from_now(-1))
        services.rehearsals_sweep()
        rehearsal = Rehearsal.objects.get()
        assert (rehearsal.state, rehearsal.outcome) == (State.FINISHED, RehearsalOutcome.FAILED)
