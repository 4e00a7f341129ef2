"""Messages are nudges: sent after the commit, lost without harm."""

from __future__ import annotations

import pytest
from django.db import transaction
from kombu import Connection

from trek_site.celery import app
from trek_site.shared.jobs import QUEUES, Job, enqueue_on_commit, ring


@pytest.fixture
def sent(monkeypatch):
    """Names and ids of the messages that would have been sent."""
    messages: list[tuple[Job, dict[str, object]]] = []
    monkeypatch.setattr("trek_site.shared.jobs.ring", lambda name, **ids: messages.append((name, ids)))
    return messages


@pytest.mark.django_db(transaction=True)
def test_a_message_goes_out_after_the_commit_and_not_before(sent):
    with transaction.atomic():
        enqueue_on_commit(Job.CHECK_SUBMISSION, submission_id=7)
        before = list(sent)

    assert before == []
    assert sent == [(Job.CHECK_SUBMISSION, {"submission_id": 7})]


@pytest.mark.django_db(transaction=True)
def test_nothing_goes_out_when_the_transaction_is_rolled_back(sent):
    def fail() -> None:
        with transaction.atomic():
            enqueue_on_commit(Job.CHECK_SUBMISSION, submission_id=7)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()

    assert sent == []


@pytest.mark.stack
def test_a_message_reaches_the_queue_of_its_job(sends_jobs):
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(QUEUES[Job.EVALUATE_SUBMISSION])
        queue.clear()

        assert ring(Job.EVALUATE_SUBMISSION, submission_id=41)

        message = queue.get(timeout=5)
        message.ack()
        queue.close()
    assert message.headers["task"] == Job.EVALUATE_SUBMISSION.value
    assert message.payload[1] == {"submission_id": 41}


def test_a_broker_that_is_away_is_tried_once_more_and_at_once():
    policy = app.conf.task_publish_retry_policy
    assert (policy["max_retries"], policy["interval_start"], policy["interval_max"]) == (1, 0, 0.1)


@pytest.mark.stack
def test_a_broker_that_is_away_raises_nothing(sends_jobs, monkeypatch, caplog):
    # Port 1 refuses at once; the pool of the application is set aside for it.
    away = Connection("redis://127.0.0.1:1/0", transport_options={"socket_connect_timeout": 2})
    producer = app.amqp.Producer(away, auto_declare=False)
    original = app.amqp.send_task_message
    monkeypatch.setattr(
        app.amqp, "send_task_message", lambda _producer, *args, **kwargs: original(producer, *args, **kwargs)
    )

    assert not ring(Job.CHECK_SUBMISSION, submission_id=7)

    assert [record.message for record in caplog.records if record.name == "trek_site.shared.jobs"] == [
        "job not published"
    ]
