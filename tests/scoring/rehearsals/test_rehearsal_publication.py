"""Publishing brings exactly what was foretold, to byte and rank, and leaves the old board alone."""

import pytest
from django.core.management import CommandError, call_command

from scoring import services
from scoring.board_filters import BoardFilters
from scoring.models import Evaluation, LeaderboardEntry
from scoring.selectors import board_page, rehearsal_fulfilled, submission_status
from tests.factories import version_make
from tests.scoring.candidates import (
    PAPER,
    carry_over,
    flipped_world,
    publish,
    refusing,
    rehearsed,
    report_of,
    scored_make,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rung")]


class TestPublication:
    """Publishing brings exactly what was foretold, and leaves the old board as it was."""

    def test_every_digest_and_every_rank_is_the_foretold_one(self, world, runs):
        candidate = flipped_world()
        rehearsal = rehearsed(world, candidate)
        old = list(LeaderboardEntry.objects.order_by("pk").values())
        publish(candidate.name)
        assert sorted(rehearsal_fulfilled(rehearsal.pk).missing) == sorted(run.public_id for run in runs)
        carry_over()
        found = rehearsal_fulfilled(rehearsal.pk)
        assert found.is_complete
        assert (found.expected, found.newcomers) == (3, 0)
        foretold = dict(rehearsal.evaluations.values_list("submission", "results_digest"))
        real = Evaluation.objects.filter(dataset_version=candidate.pk)
        assert dict(real.values_list("submission", "results_digest")) == foretold
        ranks = LeaderboardEntry.objects.filter(dataset_version=candidate.pk)
        assert dict(ranks.values_list("evaluation__submission__public_id", "rank")) == {
            line.entrant.public_id: line.now for line in report_of(rehearsal).standings
        }
        assert list(LeaderboardEntry.objects.filter(dataset_version=world.pk).order_by("pk").values()) == old

    def test_the_stored_figures_are_the_foretold_ones(self, world, runs):
        candidate = flipped_world()
        rehearsal = rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        for row in rehearsal.evaluations.all():
            entry = LeaderboardEntry.objects.get(
                evaluation__submission=row.submission_id, dataset_version=candidate.pk
            )
            assert {key: getattr(entry, key) for key in row.figures} == row.figures

    def test_a_run_that_came_after_the_rehearsal_is_carried_over_like_the_rest(self, world, runs):
        candidate = flipped_world()
        rehearsal = rehearsed(world, candidate)
        late = scored_make(world, refusing(7))
        publish(candidate.name)
        carry_over()
        assert Evaluation.objects.filter(submission=late.pk, dataset_version=candidate.pk).count() == 1
        assert rehearsal_fulfilled(rehearsal.pk).newcomers == 1

    def test_a_version_that_was_not_rehearsed_begins_with_an_empty_board(self, world, runs):
        candidate = flipped_world()
        publish(candidate.name)
        assert services.rehearsals_sweep() == 0

    def test_a_board_is_history_once_its_version_is_superseded(self, world, runs):
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        version_make()
        assert services.rehearsals_carry_over() == 0

    def test_carrying_over_twice_queues_nothing_more(self, world, runs):
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        assert services.rehearsals_carry_over() == 3
        assert services.rehearsals_carry_over() == 0

    def test_a_board_that_is_not_as_foretold_is_noticed(self, world, runs):
        candidate = flipped_world()
        rehearsal = rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        there = Evaluation.objects.filter(dataset_version=candidate.pk)
        there.filter(submission=runs[0].pk).update(results_digest="0" * 64)
        LeaderboardEntry.objects.filter(evaluation__in=there, evaluation__submission=runs[1].pk).update(
            rank=7
        )
        found = rehearsal_fulfilled(rehearsal.pk)
        assert (found.differing, found.moved) == ([runs[0].public_id], [runs[1].public_id])
        assert not found.is_complete

    def test_another_evaluator_also_scores_what_was_carried_over(self, world, runs):
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        assert services.evaluations_queue(PAPER) == 6
        assert services.evaluations_queue(PAPER) == 0
        assert Evaluation.objects.filter(evaluator_version=PAPER, dataset_version=candidate.pk).count() == 3

    def test_each_board_leads_to_its_own_scores(self, client, world, runs):
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        gold = runs[0].public_id
        new = {row.public_id: row for row in board_page(BoardFilters(), None).rows}[gold]
        old = {row.public_id: row for row in board_page(BoardFilters(version="small"), None).rows}[gold]
        assert (old.url, new.url) == (f"/entries/{gold}/", f"/entries/{gold}/?version=corrected")
        for row, name, digest in ((old, "small", world.digest), (new, "corrected", candidate.digest)):
            page = client.get(row.url).context["page"]
            assert (page.header.version_name, page.header.release_digest) == (name, digest)
            task = client.get(page.tasks[1].url).context["page"]
            assert task.is_perfect == (name == "small")
            assert [task.entry_url, task.header.version_name] == [row.url, name]
            assert client.get(task.next_url).context["page"].header.version_name == name
        assert client.get(f"/entries/{gold}/?version=none").status_code == 404

    def test_its_owner_follows_the_submission_as_before(self, world, runs):
        before = submission_status(runs[0].public_id, runs[0].owner)
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        services.rehearsals_sweep()
        assert submission_status(runs[0].public_id, runs[0].owner) == before
        carry_over()
        assert submission_status(runs[0].public_id, runs[0].owner) == before

    def test_withdrawing_takes_it_off_every_board(self, world, runs):
        candidate = flipped_world()
        rehearsed(world, candidate)
        publish(candidate.name)
        carry_over()
        services.entry_withdraw(runs[0].public_id, runs[0].owner)
        ranks = LeaderboardEntry.objects.filter(evaluation__submission=runs[0].pk)
        assert set(ranks.values_list("rank", "unranked_reason")) == {(None, "withdrawn")}

    def test_the_command_verifies_what_publication_brought(self, world, runs, capsys):
        candidate = flipped_world()
        pk = rehearsed(world, candidate).pk
        publish(candidate.name)
        with pytest.raises(CommandError, match="not what was foretold"):
            call_command("rehearse", "--verify", str(pk))
        carry_over()
        capsys.readouterr()
        call_command("rehearse", "--verify", str(pk))
        last = capsys.readouterr().out.splitlines()[-1]
        assert last == "3 of 3 results as foretold, to the byte."
