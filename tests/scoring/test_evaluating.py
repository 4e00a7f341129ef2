"""Evaluating: the known scores, exactly once, and a failure of ours is never a zero."""

import json
import logging
import math
import uuid
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from kb_browser.selectors import dataset_load
from kb_browser.world.bundles import BUNDLES
from scoring import services
from scoring.columns import COLUMNS
from scoring.engine.model import CheckOutcome, DimensionKey, Scores, TaskId, TaskResult, Verdict
from scoring.models import SCORE_COLUMNS, BoardRevision, Evaluation, LeaderboardEntry, TaskOutcome
from scoring.services import evaluating, judging
from scoring.states import Outcome, State
from scoring.storable import outcome_row, storable
from scoring.tracks import DEFAULT
from submissions import storage
from submissions.models import Submission
from submissions.services import submission_check, submission_confirm
from tests.factories import bundle_of, evaluation_make, submission_make, upload_make, user_make, valid_make
from trek_site.shared.jobs import Job
from trek_site.shared.leases import claim, seconds_from_now

pytestmark = pytest.mark.django_db

KNOWN = json.loads((BUNDLES / "known_scores.json").read_text())["scores"]


@pytest.fixture
def rung(monkeypatch):
    sent = []
    monkeypatch.setattr(
        "trek_site.shared.leased_work.ring", lambda name, **ids: sent.append((name, ids)) or True
    )
    return sent


def checked(world, content, **said):
    """A submission of these bytes, received and checked; confirmed where that is needed."""
    owner = user_make(is_staff=True)
    receipt = upload_make(content, owner=owner, version=world, **said)
    submission_check(receipt.pk)
    submission = Submission.objects.get(pk=receipt.pk)
    if submission.outcome == "needs_confirmation":
        submission_confirm(submission.public_id, owner)
    return submission


class TestKnownScores:
    """The site's scores are the evaluator's."""

    @pytest.mark.parametrize("name", sorted(KNOWN))
    def test_a_bundle_of_known_quality_scores_what_it_should(self, world, name):
        submission = checked(world, (BUNDLES / name).read_bytes(), file_name=name)
        services.submission_evaluate(submission.pk)
        evaluation = Evaluation.objects.get()
        assert (evaluation.state, evaluation.outcome, evaluation.attempts) == (
            State.FINISHED,
            Outcome.SCORED,
            1,
        )
        found = {key: evaluation.summary[key] for key in KNOWN[name]}
        assert found == pytest.approx(KNOWN[name], abs=1e-12)
        entry = LeaderboardEntry.objects.get()
        assert entry.overall == evaluation.summary["weighted_overall"]
        assert entry.tp_feasible == evaluation.summary["task_perfect_feasible"]
        assert TaskOutcome.objects.filter(evaluation=evaluation).count() == 40

    def test_gold_is_perfect_on_every_task(self, world):
        submission = checked(world, bundle_of())
        services.submission_evaluate(submission.pk)
        assert TaskOutcome.objects.filter(is_perfect=True).count() == 40
        assert LeaderboardEntry.objects.get().overall == 1.0

    def test_the_digests_say_what_was_read(self, world):
        submission = checked(world, bundle_of())
        services.submission_evaluate(submission.pk)
        evaluation = Evaluation.objects.get()
        assert (evaluation.bundle_sha256, evaluation.release_digest) == (submission.file_sha256, world.digest)
        assert len(evaluation.results_digest) == 64
        assert services.evaluation_verify(evaluation.pk)

    def test_equal_bytes_give_equal_digests(self, world):
        for _ in range(2):
            services.submission_evaluate(checked(world, bundle_of(failing=[3, 4])).pk)
        assert Evaluation.objects.values("results_digest").distinct().count() == 1

    def test_a_public_one_is_on_the_board_at_once(self, world):
        services.submission_evaluate(checked(world, bundle_of(), visibility="public").pk)
        services.submission_evaluate(checked(world, bundle_of(failing=range(9)), visibility="public").pk)
        services.submission_evaluate(checked(world, bundle_of()).pk)
        ranks = LeaderboardEntry.objects.order_by("pk").values_list("rank", "unranked_reason")
        assert list(ranks) == [(1, ""), (2, ""), (None, "private")]
        # One for each that the public sees; of the private one the log tells nothing.
        assert BoardRevision.objects.get().revision == 2


class TestStarting:
    """One evaluation per submission, version and evaluator; and only of what may be scored."""

    @pytest.mark.parametrize(
        "given",
        [
            {},
            {"state": "checking"},
            {"state": "failed"},
            {"state": "checked", "outcome": "invalid"},
            {"state": "checked", "outcome": "needs_confirmation"},
        ],
    )
    def test_nothing_else_is_scored(self, given):
        submission = submission_make(**given)
        assert services.evaluation_start(submission.pk) is None
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.count() == 0

    def test_starting_twice_finds_the_first_one(self):
        submission = valid_make()
        assert services.evaluation_start(submission.pk) == services.evaluation_start(submission.pk)
        assert Evaluation.objects.count() == 1

    def test_an_unknown_evaluator_is_a_mistake_of_the_caller(self):
        with pytest.raises(LookupError):
            services.evaluation_start(valid_make().pk, "none")

    def test_another_evaluator_adds_a_row_and_leaves_the_first(self, world, capsys, rung):
        submission = checked(world, bundle_of())
        services.submission_evaluate(submission.pk)
        before = Evaluation.objects.filter(evaluator_version=DEFAULT).values().get()
        call_command("evaluate_submissions", "--evaluator", "trek-1.0.0-paper")
        assert capsys.readouterr().out == "queued 1\n"
        assert rung == [(Job.EVALUATE_SUBMISSION, {"submission_id": submission.pk})]
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.filter(outcome=Outcome.SCORED).count() == 2
        assert Evaluation.objects.filter(evaluator_version=DEFAULT).values().get() == before


class TestTwice:
    """The same job may come again, late, or beside itself."""

    def test_a_finished_one_is_left_alone(self, world):
        submission = checked(world, bundle_of())
        services.submission_evaluate(submission.pk)
        before = Evaluation.objects.values().get()
        services.submission_evaluate(submission.pk)
        services.evaluation_run(before["id"])
        assert Evaluation.objects.values().get() == before
        assert BoardRevision.objects.get().revision == 0

    def test_a_row_that_another_worker_holds_is_left_alone(self):
        evaluation = evaluation_make()
        claim(Evaluation.objects.filter(pk=evaluation.pk), state=State.RUNNING)
        services.evaluation_run(evaluation.pk)
        assert Evaluation.objects.get().attempts == 1

    def test_a_stale_worker_writes_nothing(self, world, monkeypatch):
        submission = checked(world, bundle_of())
        evaluated = evaluating._evaluated

        def taken_over_meanwhile(*given, **named):
            found = evaluated(*given, **named)
            Evaluation.objects.update(lease_token=uuid.uuid4())
            return found

        monkeypatch.setattr(evaluating, "_evaluated", taken_over_meanwhile)
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().state == State.RUNNING
        assert TaskOutcome.objects.count() == LeaderboardEntry.objects.count() == 0
        assert BoardRevision.objects.count() == 0

    def test_a_worker_that_learns_of_its_loss_stops(self, world, monkeypatch):
        submission = checked(world, bundle_of())
        evaluate_all = judging.evaluate_all
        seen = []

        class Lost:
            def is_set(self):
                return len(seen) >= 3

        def counted(*args):
            for result in evaluate_all(*args):
                seen.append(result.task_id)
                yield result

        run = evaluating._run
        monkeypatch.setattr(judging, "evaluate_all", counted)
        monkeypatch.setattr(evaluating, "_run", lambda mine, lost: run(mine, Lost()))
        services.submission_evaluate(submission.pk)
        assert len(seen) == 3
        assert Evaluation.objects.get().state == State.RUNNING

    def test_everything_is_stored_or_nothing(self, world, monkeypatch):
        submission = checked(world, bundle_of())

        def bug(*args, **kwargs):
            raise ZeroDivisionError

        monkeypatch.setattr(evaluating, "boards_refresh", bug)
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().outcome == Outcome.FAILED
        assert TaskOutcome.objects.count() == LeaderboardEntry.objects.count() == 0


class TestOurFailures:
    """A bug of ours says so with an id; there is no entry and no zero."""

    def test_an_evaluator_that_raises_ends_failed_with_an_id_that_is_in_the_log(
        self, world, monkeypatch, caplog
    ):
        submission = checked(world, bundle_of())

        def hostile(*args):
            raise RecursionError

        monkeypatch.setattr(judging, "evaluate_all", hostile)
        with caplog.at_level(logging.ERROR):
            services.submission_evaluate(submission.pk)
        evaluation = Evaluation.objects.get()
        assert (evaluation.state, evaluation.outcome) == (State.FINISHED, Outcome.FAILED)
        (record,) = [record for record in caplog.records if record.getMessage() == "work failed"]
        assert record.failure_id == evaluation.failure_id
        assert record.exc_info[0] is RecursionError
        assert LeaderboardEntry.objects.count() == 0

    def test_stored_bytes_that_changed_are_never_scored(self, world):
        submission = checked(world, bundle_of())
        path = storage.upload_path(submission.file_sha256)
        content = bytearray(path.read_bytes())
        content[100] ^= 1
        path.write_bytes(bytes(content))
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().outcome == Outcome.FAILED
        assert TaskOutcome.objects.count() == 0

    def test_a_dataset_that_changed_is_never_scored_against(self, world):
        submission = checked(world, bundle_of())
        folder = storage.Path(storage.settings.TREK_DATA_DIR) / "releases" / world.digest
        for snapshot in (folder / ".trek").iterdir():
            snapshot.unlink()
        (folder / "trek_gold.jsonl").write_text("")
        dataset_load.cache_clear()
        services.submission_evaluate(submission.pk)
        dataset_load.cache_clear()
        assert Evaluation.objects.get().outcome == Outcome.FAILED

    def test_a_score_that_is_no_number_is_our_fault_and_not_absent(self, world, monkeypatch):
        submission = checked(world, bundle_of())
        evaluate_all = judging.evaluate_all

        def hostile(*args):
            for result in evaluate_all(*args):
                yield TaskResult(
                    task_id=result.task_id,
                    scores={**result.scores, DimensionKey("d0_keyword"): math.nan},
                    is_perfect=False,
                    gates=(),
                    run=result.run,
                    outcomes=(),
                )

        monkeypatch.setattr(judging, "evaluate_all", hostile)
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().outcome == Outcome.FAILED

    def test_a_passing_fault_gives_the_row_back_and_five_are_the_end(self, world, monkeypatch, rung):
        submission = checked(world, bundle_of())

        def out_of_memory(*args):
            raise MemoryError

        monkeypatch.setattr(judging, "evaluate_all", out_of_memory)
        for attempt in range(1, 6):
            services.submission_evaluate(submission.pk)
            evaluation = Evaluation.objects.get()
            assert (evaluation.state, evaluation.attempts) == (State.RUNNING, attempt)
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().attempts == 5
        services.evaluations_sweep()
        assert Evaluation.objects.get().outcome == Outcome.FAILED

    def test_a_run_that_is_not_reproduced_is_reported(self, world, monkeypatch, capsys):
        services.submission_evaluate(checked(world, bundle_of()).pk)
        call_command("verify_evaluations")
        assert capsys.readouterr().out == "agree 1/1\n"
        other = replace(judging.digested([]), total="0" * 64)
        monkeypatch.setattr(judging, "digested", lambda results: other)
        with pytest.raises(CommandError, match="Not reproduced"):
            call_command("verify_evaluations")

    def test_one_that_cannot_be_read_does_not_hide_the_others(self, world, capsys, caplog, settings):
        lost, kept = checked(world, bundle_of()), checked(world, bundle_of(failing=[5]))
        for submission in (lost, kept):
            services.submission_evaluate(submission.pk)
        for stored in settings.TREK_DATA_DIR.rglob(f"*{lost.file_sha256}*"):
            stored.chmod(0o600)
            stored.write_bytes(b"not what it was")
        evaluation = Evaluation.objects.get(submission=lost)
        with pytest.raises(CommandError, match=rf"^Cannot be read again: {evaluation.pk}\.$"):
            call_command("verify_evaluations")
        assert capsys.readouterr().out == "agree 1/2\n"
        assert "evaluation not verified" in caplog.messages


class TestSweep:
    """Whatever was forgotten is found; whatever is past saving is ended."""

    def test_a_valid_submission_that_nobody_was_told_of_is_queued_and_rung_for(self, rung):
        submission = valid_make()
        services.evaluations_sweep()
        assert Evaluation.objects.get().submission_id == submission.pk
        assert rung == [(Job.EVALUATE_SUBMISSION, {"submission_id": submission.pk})]
        assert services.evaluations_sweep() == 0

    def test_rows_in_work_and_finished_ones_are_left_alone(self, rung):
        evaluation_make(state=State.RUNNING, lease_until=seconds_from_now(10), lease_token=uuid.uuid4())
        evaluation_make(state=State.FINISHED)
        evaluation_make(state=State.FINISHED, outcome=Outcome.FAILED)
        assert services.evaluations_sweep() == 0

    def test_a_dead_workers_row_is_rung_for(self, rung):
        evaluation = evaluation_make(
            state=State.RUNNING, attempts=1, lease_until=seconds_from_now(-1), lease_token=uuid.uuid4()
        )
        services.evaluations_sweep()
        assert rung == [(Job.EVALUATE_SUBMISSION, {"submission_id": evaluation.submission_id})]

    def test_poison_ends_after_five_attempts_and_holds_nobody_up(self, rung):
        evaluation_make(
            state=State.RUNNING, attempts=5, lease_until=seconds_from_now(-1), lease_token=uuid.uuid4()
        )
        healthy = evaluation_make()
        services.evaluations_sweep()
        assert Evaluation.objects.filter(outcome=Outcome.FAILED).count() == 1
        assert rung == [(Job.EVALUATE_SUBMISSION, {"submission_id": healthy.submission_id})]

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_a_deadline_that_passed_is_our_fault(self, state, rung):
        evaluation_make(state=state, deadline_at=seconds_from_now(-1))
        services.evaluations_sweep()
        evaluation = Evaluation.objects.get()
        assert (evaluation.outcome, evaluation.lease_token) == (Outcome.FAILED, None)
        assert evaluation.failure_id.startswith("E-")

    def test_the_command_says_how_many(self, capsys, rung):
        valid_make()
        call_command("ring_evaluations")
        assert capsys.readouterr().out == "rung, queued or ended 2\n"


class TestStoring:
    """Results become rows that every database takes."""

    def test_odd_characters_and_numbers_in_facts_do_not_fail_a_run(self):
        odd = {"a\x00": ["\ud800x", math.inf, {"b": math.nan}], "ok": "é"}
        assert storable(odd) == {"a\ufffd": ["\ufffdx", None, {"b": None}], "ok": "é"}

    def test_a_result_is_stored_with_its_reasons(self):
        evaluation = evaluation_make()
        outcome = CheckOutcome(code="trek.x.y", verdict=Verdict.FAILED, path="/plan", facts={"n": "\x00"})
        result = TaskResult(
            task_id=TaskId(1),
            scores={DimensionKey(column): 0.5 for column in SCORE_COLUMNS},
            is_perfect=False,
            gates=("g",),
            run={"total_tokens": 10**300},
            outcomes=(outcome,),
        )
        outcome_row(evaluation.pk, result).save()
        row = TaskOutcome.objects.get()
        assert (row.gates, row.run) == (["g"], {"total_tokens": 10**300})
        assert row.outcomes == [
            {"code": "trek.x.y", "verdict": "failed", "path": "/plan", "facts": {"n": "\ufffd"}}
        ]

    @pytest.mark.parametrize("value", [None, math.nan, math.inf, True, "0.5"])
    def test_a_figure_that_is_no_number_does_not_exist(self, value):
        scores = Scores(measures={}, summary={column.metric: value for column in COLUMNS})
        assert set(evaluating.figures_of(scores).values()) == {None}

    @pytest.mark.parametrize(("tokens", "stored"), [(0.0, 0.0), (1e15, 1e15), (1e16, None), (-1.0, None)])
    def test_an_absurd_token_count_is_left_out_and_the_scores_stand(self, tokens, stored):
        scores = Scores(measures={}, summary={"avg_total_tokens": tokens, "weighted_overall": 0.5})
        figures = evaluating.figures_of(scores)
        assert (figures["tokens_per_task"], figures["overall"]) == (stored, 0.5)


def test_a_worker_loads_the_current_dataset_before_it_forks(world, caplog):
    with caplog.at_level(logging.INFO):
        services.datasets_preload()
    assert "dataset loaded" in caplog.messages
