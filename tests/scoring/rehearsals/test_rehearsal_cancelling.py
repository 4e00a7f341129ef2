"""A rehearsal that is cancelled: whatever it was at, nothing more of it is written."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring import services
from scoring.models import Evaluation, Rehearsal, RehearsedEvaluation
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from scoring.services import rehearsing
from scoring.states import State
from tests.factories import user_make
from tests.scoring.candidates import flipped_world, key_of, publish, rehearsed
from tests.scoring.rehearsals.test_rehearsal_admin import staff
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError
from trek_site.shared.jobs import Job
from trek_site.shared.leases import claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def started(world, runs):
    """A rehearsal of three evaluations, none of them begun."""
    pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
    return Rehearsal.objects.get(pk=pk)


def endings():
    rows = RehearsedEvaluation.objects.order_by("pk")
    return list(rows.values_list("state", "outcome"))


class TestCancelling:
    """Safe whatever is done and whatever is under way."""

    def test_what_has_ended_stays_and_what_waits_is_not_begun(self, started, rung):
        first, second, third = started.evaluations.order_by("pk")
        services.rehearsed_run(first.pk)
        services.rehearsal_cancel(started.pk)
        services.rehearsed_run(second.pk)
        services.rehearsed_run(third.pk)
        services.rehearsal_conclude(started.pk)
        assert endings() == [
            (State.FINISHED, RehearsedOutcome.SCORED),
            (State.FINISHED, RehearsedOutcome.CANCELLED),
            (State.FINISHED, RehearsedOutcome.CANCELLED),
        ]
        started.refresh_from_db()
        assert (started.state, started.outcome, started.report) == (
            State.FINISHED,
            RehearsalOutcome.CANCELLED,
            {},
        )
        assert (started.finished_at is None, started.deadline_at, started.failure_id) == (False, None, "")

    def test_a_worker_that_is_at_an_evaluation_can_no_longer_write(self, started, monkeypatch):
        row = started.evaluations.order_by("pk").first()
        judge = rehearsing._judged

        def cancelled_meanwhile(*args):
            found = judge(*args)
            services.rehearsal_cancel(started.pk)
            return found

        monkeypatch.setattr(rehearsing, "_judged", cancelled_meanwhile)
        services.rehearsed_run(row.pk)
        row.refresh_from_db()
        assert (row.outcome, row.results_digest, row.lease_token) == (RehearsedOutcome.CANCELLED, "", None)

    def test_a_worker_that_is_at_the_report_can_no_longer_write(self, started, monkeypatch):
        compare = rehearsing.rehearsal_report

        def cancelled_meanwhile(rehearsal):
            report = compare(rehearsal)
            services.rehearsal_cancel(started.pk)
            return report

        monkeypatch.setattr(rehearsing, "rehearsal_report", cancelled_meanwhile)
        for _ in services.rehearsal_help(started.pk):
            pass
        started.refresh_from_db()
        assert (started.outcome, started.report) == (RehearsalOutcome.CANCELLED, {})

    def test_nobody_rings_for_it_any_more(self, started, rung):
        services.rehearsal_cancel(started.pk)
        assert services.rehearsals_sweep() == 0
        assert [name for name, _ in rung if name == Job.REHEARSE] == []

    def test_a_lease_on_it_is_gone(self, started):
        row = started.evaluations.first()
        mine = claim(RehearsedEvaluation.objects.filter(pk=row.pk), state=State.RUNNING)
        services.rehearsal_cancel(started.pk)
        assert not RehearsedEvaluation.objects.filter(lease_token=mine.token).exists()

    def test_nothing_of_it_is_carried_over(self, started, rung):
        services.rehearsal_cancel(started.pk)
        publish("corrected")
        before = Evaluation.objects.count()
        services.rehearsals_sweep()
        assert Evaluation.objects.count() == before

    def test_the_same_one_can_be_started_again(self, started):
        services.rehearsal_cancel(started.pk)
        again = services.rehearsal_start(
            baseline=services.BoardKey(
                version_id=started.baseline_version_id, evaluator_version=started.baseline_evaluator
            ),
            candidate=services.BoardKey(
                version_id=started.candidate_version_id, evaluator_version=started.candidate_evaluator
            ),
        )
        assert again != started.pk

    def test_it_is_in_the_audit_log_once(self, started):
        curator = user_make(is_superuser=True)
        services.rehearsal_cancel(started.pk, actor=curator)
        services.rehearsal_cancel(started.pk, actor=curator)
        event = AuditEvent.objects.get(action="rehearsal.cancelled")
        assert (event.actor, event.object_id, event.detail) == (curator, str(started.pk), {"unfinished": 3})

    def test_who_may_not_start_one_may_not_cancel_one(self, started):
        with pytest.raises(PermissionRefusedError):
            services.rehearsal_cancel(started.pk, actor=user_make())
        started.refresh_from_db()
        assert started.state == State.RUNNING

    def test_one_that_has_a_report_keeps_it(self, world, runs):
        reported = rehearsed(world, flipped_world())
        with pytest.raises(ConflictError):
            services.rehearsal_cancel(reported.pk)
        assert Rehearsal.objects.get().outcome == RehearsalOutcome.REPORTED
        with pytest.raises(NotFoundError):
            services.rehearsal_cancel(reported.pk + 1)


class TestDoors:
    """In the admin after one more question, and at the command line."""

    def test_the_command_cancels(self, started, capsys):
        call_command("rehearse", "--cancel", str(started.pk))
        assert capsys.readouterr().out == f"cancelled {started.pk}\n"
        with pytest.raises(CommandError, match="there is no report: cancelled"):
            call_command("rehearse", "--verify", str(started.pk))

    def test_a_curator_is_asked_and_then_it_is_cancelled(self, client, started):
        staff(client, "view_rehearsal", "add_rehearsal")
        shown = reverse("admin:scoring_rehearsal_change", args=[started.pk])
        address = reverse("admin:scoring_rehearsal_cancel", args=[started.pk])
        assert address in client.get(shown).content.decode()
        assert "0 of 3 evaluations have ended" in client.get(address).content.decode()
        assert Rehearsal.objects.get().state == State.RUNNING
        page = client.post(address, follow=True).content.decode()
        assert "Cancelled: there will be no report." in page
        assert "data-poll-seconds" not in page
        assert address not in page
        assert "has ended already: cancelled" in client.get(address).content.decode()

    @pytest.mark.parametrize("rights", [(), ("view_rehearsal",)])
    def test_others_are_refused(self, client, started, rights):
        staff(client, *rights)
        address = reverse("admin:scoring_rehearsal_cancel", args=[started.pk])
        assert client.get(address).status_code == client.post(address).status_code == 403
        assert Rehearsal.objects.get().state == State.RUNNING

    def test_a_reported_one_says_that_it_is_too_late(self, client, world, runs):
        reported = rehearsed(world, flipped_world())
        staff(client, "view_rehearsal", "add_rehearsal")
        page = client.post(reverse("admin:scoring_rehearsal_cancel", args=[reported.pk]), follow=True)
        assert "The rehearsal has ended already." in page.content.decode()


class TestNextStep:
    """What is foretold and not there yet is never left without a way to it."""

    def told(self, pk, capsys):
        with pytest.raises(CommandError, match="not what was foretold"):
            call_command("rehearse", "--verify", str(pk))
        return capsys.readouterr().out.splitlines()[-1]

    def test_of_an_evaluator_it_names_the_command(self, world, runs, rung, capsys):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(world, "trek-1.0.0-paper"))
        for _ in services.rehearsal_help(pk):
            pass
        command = "manage.py evaluate_submissions --evaluator trek-1.0.0-paper"
        assert self.told(pk, capsys).endswith(command)
        call_command("evaluate_submissions", "--evaluator", "trek-1.0.0-paper")
        capsys.readouterr()
        assert "wait for a worker" in self.told(pk, capsys)
        for evaluation in Evaluation.objects.unfinished():
            services.evaluation_run(evaluation.pk)
        call_command("rehearse", "--verify", str(pk))
        assert capsys.readouterr().out.splitlines()[-1] == ("3 of 3 results as foretold, to the byte.")

    def test_of_a_version_it_names_the_sweep(self, world, runs, rung, capsys):
        pk = rehearsed(world, flipped_world()).pk
        publish("corrected")
        assert "The sweep of any worker queues" in self.told(pk, capsys)
        services.rehearsals_sweep()
        assert "wait for a worker" in self.told(pk, capsys)
