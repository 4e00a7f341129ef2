"""Every job has a name, a function, a queue and limits."""

from __future__ import annotations

import pytest

from trek_site.celery import app
from trek_site.shared.jobs import HARD_LIMIT_S, LIMITS, QUEUES, Job
from trek_site.shared.leases import LEASE_S

pytestmark = pytest.mark.usefixtures("jobs_are_known")


@pytest.mark.parametrize("job", list(Job))
def test_every_job_is_registered_routed_and_limited(job):
    task = app.tasks[job.value]

    assert (task.acks_late, task.reject_on_worker_lost, task.ignore_result) == (True, True, True)
    assert (task.soft_time_limit, task.time_limit) == LIMITS[job]
    assert app.amqp.router.route({}, job.value)["queue"].name == QUEUES[job]


def test_nothing_else_is_registered():
    ours = {name for name in app.tasks if not name.startswith("celery.")}

    assert ours == {job.value for job in Job}


def test_a_worker_takes_from_every_queue():
    assert set(app.amqp.queues) == set(QUEUES.values())


def test_a_lease_outlasts_a_job():
    assert LEASE_S > HARD_LIMIT_S


def test_what_takes_long_waits_in_a_line_of_its_own():
    long = {job for job in Job if LIMITS[job][1] > HARD_LIMIT_S}

    assert long == {Job.CURATE, Job.BOARD_STANDINGS, Job.BOARD_COSTS}
    evaluating = {QUEUES[job] for job in (Job.CHECK_SUBMISSION, Job.EVALUATE_SUBMISSION, Job.COMPARE_BUNDLES)}
    assert not evaluating & {QUEUES[job] for job in long}
    assert [job for job in Job if QUEUES[job] == QUEUES[Job.CURATE]] == [Job.CURATE]
