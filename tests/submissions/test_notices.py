"""Mail about how a submission fares: to whoever wants it, once, and never in the way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.db.models.signals import post_save

from scoring.models import Evaluation
from scoring.services import submission_evaluate
from scoring.services.evaluating import _fail as fail_evaluation
from submissions import services
from submissions.models import Notice, Submission
from submissions.services import checking
from submissions.services.notices import notice_put, notice_send, notices_sweep
from submissions.states import NOTICE_ATTEMPTS, NOTICE_PAUSES, NoticeKind, Visibility
from tests.factories import (
    bundle_of,
    evaluation_make,
    submission_make,
    team_make,
    upload_make,
    user_make,
    valid_make,
)

pytestmark = pytest.mark.django_db


class AwayBackend:
    """A mail server that takes nothing."""

    def __init__(self, **options):
        pass

    def send_messages(self, messages):
        raise ConnectionRefusedError


@pytest.fixture
def reader():
    return user_make(wants_mail=True)


@pytest.fixture
def rung(monkeypatch):
    sent = []

    def ring(name, **ids):
        sent.append((name, ids))
        return True

    monkeypatch.setattr("submissions.services.notices.ring", ring)
    return sent


def kinds(**which):
    return sorted(Notice.objects.filter(**which).values_list("kind", flat=True))


def send_all():
    return [notice_send(notice.pk) for notice in Notice.objects.all()]


def put_off(seconds):
    """As if so much time had passed."""
    Notice.objects.update(due_at=F("due_at") - timedelta(seconds=seconds))


def received(world, owner, content, **changes):
    return upload_make(content, version=world, owner=owner, **changes).pk


class TestWhen:
    """Every end has its mail, in the transaction that makes it so."""

    def test_each_end_of_a_check_is_told(self, world, reader):
        for content, kind in (
            (b"no records\n", "invalid"),
            (bundle_of(missing={3}), "needs_confirmation"),
        ):
            pk = received(world, reader, content)
            services.submission_check(pk)
            assert kinds(submission=pk) == [kind]

    def test_scores_are_told_once_however_often_it_is_scored(self, world, reader):
        pk = received(world, reader, bundle_of())
        services.submission_check(pk)
        submission_evaluate(pk)
        submission_evaluate(pk)
        assert kinds(submission=pk) == ["scored"]

    def test_failures_of_ours_are_told(self, reader):
        checked = submission_make(owner=reader)
        assert checking._fail(Submission.objects.filter(pk=checked.pk), "E-0123456789") == 1
        scored = valid_make(owner=reader)
        evaluation_make(scored)
        fail_evaluation(Evaluation.objects.filter(submission=scored), "E-0123456789")
        assert [kinds(submission=one) for one in (checked, scored)] == [["failed"], ["failed"]]
        assert send_all() == [True, True]
        assert "quote E-0123456789" in mail.outbox[0].body

    def test_a_format_check_is_looked_at_without_mail(self, world, reader):
        pk = received(world, reader, b"no records\n", purpose="check")
        services.submission_check(pk)
        assert kinds() == []

    def test_the_end_of_anonymity_is_told_a_week_before_and_when_it_comes(self, reader, rung):
        day = (datetime.now(UTC) + timedelta(days=20)).date()
        submission = valid_make(owner=reader)
        services.submission_publish(submission.public_id, reader, visibility=Visibility.ANONYMOUS, until=day)
        notices_sweep()
        assert kinds() == []
        row = Submission.objects.filter(pk=submission.pk)
        row.update(anonymous_until=F("anonymous_until") - timedelta(days=14))
        for _ in range(2):
            notices_sweep()
        assert kinds() == ["anonymity_ends"]
        row.update(published_at=F("published_at") - timedelta(days=30))
        row.update(anonymous_until=F("anonymous_until") - timedelta(days=14))
        assert services.anonymity_end(submission.pk)
        assert kinds() == ["anonymity_ended", "anonymity_ends"]


class TestWhom:
    """Those who act on it and want mail, asked again when it goes out."""

    def test_who_did_not_ask_for_mail_gets_none(self):
        assert notice_put(valid_make().pk, NoticeKind.SCORED) == 0

    def test_a_submission_of_a_team_is_told_to_its_members_of_the_day(self, reader):
        member, gone, silent = user_make(wants_mail=True), user_make(wants_mail=True), user_make()
        team = team_make(silent, member, gone)
        submission = valid_make(owner=reader, team=team)
        assert notice_put(submission.pk, NoticeKind.SCORED) == 2
        gone.memberships.all().delete()
        send_all()
        assert [one.to for one in mail.outbox] == [[member.email]]
        assert [notice.recipient for notice in Notice.objects.all()] == [member]

    def test_all_members_are_noted_or_none(self):
        team = team_make(user_make(wants_mail=True), user_make(wants_mail=True))
        submission, noted = valid_make(team=team), []

        class Killed(BaseException):
            pass

        def killed(**given):
            noted.append(given["instance"])
            if len(noted) == 2:
                raise Killed

        post_save.connect(killed, sender=Notice)
        try:
            with pytest.raises(Killed):
                notice_put(submission.pk, NoticeKind.SCORED)
        finally:
            post_save.disconnect(killed, sender=Notice)
        assert (len(noted), Notice.objects.count()) == (2, 0)

    def test_an_address_that_was_not_confirmed_gets_none(self, reader):
        reader.emailaddress_set.create(email=reader.email, verified=False, primary=True)
        assert notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED) == 0

    def test_whoever_changes_their_mind_before_it_goes_out_gets_none(self, reader):
        notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        type(reader).objects.update(wants_mail=False)
        assert (send_all(), mail.outbox, kinds()) == ([False], [], [])


class TestSending:
    """Once, with bounded attempts; a mail server that is away holds nothing up."""

    def test_it_says_what_happened_and_where_to_look(self, reader, settings):
        settings.TREK_SITE_URL = "https://trek.example.org"
        submission = valid_make(owner=reader, label="wayfarer-1")
        notice_put(submission.pk, NoticeKind.SCORED)
        send_all()
        (sent,) = mail.outbox
        assert (sent.subject, sent.to) == ("Scored: wayfarer-1", [reader.email])
        assert sent.body == (
            "The submission wayfarer-1 is scored.\n\n"
            f"https://trek.example.org/submissions/{submission.public_id}/\n\n"
            "You get this mail because your profile says so: https://trek.example.org/accounts/\n"
        )

    @pytest.mark.parametrize("kind", NoticeKind)
    def test_every_kind_has_its_words(self, reader, kind):
        submission = valid_make(owner=reader, label="run-7")
        notice_put(submission.pk, kind)
        send_all()
        (sent,) = mail.outbox
        assert sent.subject.endswith(": run-7")
        assert "run-7" in sent.body.splitlines()[0]

    def test_a_mail_that_was_sent_is_not_sent_again(self, reader, rung):
        submission = valid_make(owner=reader)
        assert (notice_put(submission.pk, NoticeKind.SCORED), send_all()) == (1, [True])
        put_off(86400)
        assert (notice_put(submission.pk, NoticeKind.SCORED), send_all(), notices_sweep()) == (0, [False], 0)
        assert len(mail.outbox) == 1

    def test_its_job_is_named_on_commit(self, reader, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        assert len(callbacks) == 1

    def test_a_mail_server_that_is_away_is_tried_again_by_the_sweep_and_at_last_left(
        self, reader, rung, settings
    ):
        notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        (notice,) = Notice.objects.all()
        assert notices_sweep() == 0  # The message of the commit comes first.
        settings.EMAIL_BACKEND = f"{__name__}.AwayBackend"
        for pause in NOTICE_PAUSES:
            assert not notice_send(notice.pk)
            assert not notice_send(notice.pk)  # Not before its pause is over.
            put_off(pause.total_seconds() + NOTICE_PAUSES[0].total_seconds())
            notices_sweep()
        assert len(rung) == NOTICE_ATTEMPTS - 1
        (notice,) = Notice.objects.all()
        assert (notice.attempts, notice.sent_at) == (NOTICE_ATTEMPTS, None)

    def test_what_was_rung_for_is_left_to_the_message_while_others_wait(self, reader, rung, monkeypatch):
        monkeypatch.setattr("submissions.services.notices.RINGS_PER_SWEEP", 1)
        for _ in range(2):
            notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        put_off(NOTICE_PAUSES[0].total_seconds())
        assert [notices_sweep() for _ in range(3)] == [1, 1, 0]
        assert {ids["notice_id"] for _, ids in rung} == set(Notice.objects.values_list("pk", flat=True))
        assert send_all() == [True, True]

    def test_what_could_not_be_rung_for_is_not_put_off(self, reader, monkeypatch):
        notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        put_off(NOTICE_PAUSES[0].total_seconds())
        before = Notice.objects.get().due_at
        monkeypatch.setattr("submissions.services.notices.ring", lambda name, **ids: False)
        assert (notices_sweep(), Notice.objects.get().due_at) == (0, before)

    def test_a_mail_server_that_comes_back_is_given_the_mail(self, reader, settings):
        notice_put(valid_make(owner=reader).pk, NoticeKind.SCORED)
        backend, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.AwayBackend"
        assert send_all() == [False]
        settings.EMAIL_BACKEND = backend
        put_off(NOTICE_PAUSES[0].total_seconds())
        assert send_all() == [True]
        assert len(mail.outbox) == 1
