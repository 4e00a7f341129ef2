"""Why an entry holds no rank; and ending a submission that was not scored yet."""

import pytest

from scoring import services
from scoring.models import Evaluation, LeaderboardEntry
from scoring.services.evaluating import _fail
from scoring.services.queueing import evaluations_adopt
from scoring.states import Outcome, State
from scoring.tracks import DEFAULT
from submissions.models import Notice, Submission
from submissions.selectors import usage_of
from tests.factories import entry_make, evaluation_make, user_make, valid_make, version_make
from trek_site.shared.errors import ConflictError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


def standing(submission):
    row = LeaderboardEntry.objects.get(evaluation__submission=submission)
    return row.rank, row.unranked_reason


class TestReasons:
    """Each in one word, the heaviest first."""

    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            ({"visibility": "public"}, ""),
            ({"visibility": "anonymous"}, ""),
            ({"visibility": "private"}, "private"),
            ({"visibility": "public", "withdrawn_at": True, "superseded_at": True}, "withdrawn"),
            ({"visibility": "public", "superseded_at": True}, "superseded"),
            ({"visibility": "public", "unranked_by": ["Gold was seen."]}, "disclosure"),
        ],
    )
    def test_they_follow_from_the_submission(self, given, reason):
        given = {name: seconds_from_now(0) if value is True else value for name, value in given.items()}
        version = version_make()
        submission = valid_make(version=version, **given)
        entry_make(submission)
        services.board_refresh(version.pk, DEFAULT)
        assert standing(submission) == ((1, "") if not reason else (None, reason))

    def test_a_later_version_takes_the_place_once_it_is_published(self):
        version = version_make()
        first = valid_make(version=version, visibility="public")
        second = valid_make(version=version, owner=first.owner, supersedes=first)
        for submission in (first, second):
            entry_make(submission)
        services.board_refresh(version.pk, DEFAULT)
        assert [standing(one) for one in (first, second)] == [(1, ""), (None, "private")]
        services.entry_publish(second.public_id, second.owner)
        assert [standing(one) for one in (first, second)] == [(None, "superseded"), (1, "")]

    def test_one_without_scores_takes_nobody_s_place(self):
        version = version_make()
        first = valid_make(version=version, visibility="public")
        entry_make(first)
        second = valid_make(version=version, owner=first.owner, supersedes=first)
        services.entry_publish(second.public_id, second.owner)
        services.board_refresh(version.pk, DEFAULT)
        assert standing(first) == (1, "")


class TestCancelling:
    """As long as nothing was scored."""

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_its_evaluations_end_with_it(self, state):
        evaluation = evaluation_make(state=state)
        submission = evaluation.submission
        for _ in range(2):
            services.entry_cancel(submission.public_id, submission.owner)
        row = Evaluation.objects.get()
        assert (row.state, row.outcome, row.lease_token) == (State.FINISHED, Outcome.CANCELLED, None)
        assert Submission.objects.get(pk=submission.pk).state == "cancelled"
        services.submission_evaluate(submission.pk)
        assert Evaluation.objects.get().outcome == Outcome.CANCELLED

    def test_what_is_scored_can_only_be_withdrawn(self):
        submission = entry_make(valid_make()).evaluation.submission
        with pytest.raises(ConflictError, match="withdraw"):
            services.entry_cancel(submission.public_id, submission.owner)
        assert Submission.objects.get(pk=submission.pk).state == "checked"


class TestCancelledMeanwhile:
    """Whatever is under way for a submission that may no longer be scored ends as cancelled."""

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_its_rows_end_without_a_mail_and_without_giving_anything_back(self, state):
        owner = user_make(wants_mail=True)
        evaluation = evaluation_make(valid_make(owner=owner), state=state)
        services.entry_cancel(evaluation.submission.public_id, owner)
        used = usage_of(owner, "trek").today.used
        late = evaluation_make(evaluation.submission, evaluator_version="other", state=state)
        assert [_fail(Evaluation.objects.all(), "E-0123456789") for _ in range(2)] == [1, 0]
        late.refresh_from_db()
        assert (late.outcome, late.failure_id) == (Outcome.CANCELLED, "")
        assert (Notice.objects.count(), usage_of(owner, "trek").today.used) == (0, used)

    def test_it_is_neither_queued_nor_adopted(self):
        submission = valid_make()
        services.entry_cancel(submission.public_id, submission.owner)
        assert (services.evaluation_start(submission.pk), evaluations_adopt()) == (None, 0)
        assert not Evaluation.objects.exists()

    def test_what_is_adopted_is_counted_once(self):
        valid_make()
        assert [evaluations_adopt() for _ in range(2)] == [1, 0]


class TestOurFailures:
    """A failure of ours costs nobody their quota, whichever step failed."""

    def test_everything_is_given_back_once(self):
        owner = user_make()
        submission = valid_make(owner=owner, visibility="public")
        evaluation_make(submission, state=State.RUNNING)
        rows = Evaluation.objects.all()
        assert [_fail(rows, "E-0123456789") for _ in range(2)] == [1, 0]
        usage = usage_of(owner, "trek")
        assert (usage.today.used, usage.published.used) == (0, 0)

    def test_the_failure_of_another_evaluator_gives_nothing_back(self):
        submission = entry_make(valid_make()).evaluation.submission
        evaluation_make(submission, evaluator_version="other", state=State.RUNNING)
        _fail(Evaluation.objects.unfinished(), "E-0123456789")
        assert usage_of(submission.owner, "trek").today.used == 1
