"""Background jobs: their names, how one is declared, and how one is sent off.

A message is a nudge and the row is the truth: it carries ids only, may be lost, and may come twice. Services
name a job; they never import the module that carries it out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from celery import current_app, shared_task  # noqa: TID251  (This is where it is wrapped.)
from django.db import transaction
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

SOFT_LIMIT_S: Final = 30
HARD_LIMIT_S: Final = 40

# Copying, building and checking a whole release; five attempts fit into the deadline of such work.
LONG_SOFT_LIMIT_S: Final = 900
LONG_HARD_LIMIT_S: Final = 960

# Testing ten thousand entries of a board against each other takes 20 s of a processor, their costs 30 s.
BOARDS_SOFT_LIMIT_S: Final = 240
BOARDS_HARD_LIMIT_S: Final = 300

# What a broker that is away, full or badly installed raises while publishing. ImportError is among them since
# kombu imports parts of its Redis transport only when it first connects.
PUBLISH_FAULTS: Final = (KombuError, RedisError, OSError, ImportError)


class Job(StrEnum):
    """Every job of the site; the value is the name on the wire and never changes meaning."""

    CHECK_SUBMISSION = "submissions.check_submission"
    EVALUATE_SUBMISSION = "scoring.evaluate_submission"
    COMPARE_BUNDLES = "scoring.compare_bundles"
    BOARD_STANDINGS = "scoring.board_standings"
    BOARD_COSTS = "scoring.board_costs"
    SEND_NOTICE = "submissions.send_notice"
    CURATE = "kb_browser.curate"
    REHEARSE = "scoring.rehearse"


QUEUES: Final[Mapping[Job, str]] = MappingProxyType(
    {
        Job.CHECK_SUBMISSION: "check",
        Job.EVALUATE_SUBMISSION: "evaluate",
        Job.COMPARE_BUNDLES: "evaluate",
        # Of their own, so that what takes long on a large board does not stand before an evaluation.
        Job.BOARD_STANDINGS: "boards",
        Job.BOARD_COSTS: "boards",
        # Of its own, so that a mail server that answers slowly holds up nothing else's messages.
        Job.SEND_NOTICE: "mail",
        # Of its own, so that a worker can be kept from work that takes minutes.
        Job.CURATE: "curate",
        # Of its own, so that hundreds of these do not stand before an evaluation that somebody waits for.
        Job.REHEARSE: "rehearse",
    }
)

LIMITS: Final[Mapping[Job, tuple[int, int]]] = MappingProxyType(
    dict.fromkeys(Job, (SOFT_LIMIT_S, HARD_LIMIT_S))
    | {
        Job.BOARD_STANDINGS: (BOARDS_SOFT_LIMIT_S, BOARDS_HARD_LIMIT_S),
        Job.BOARD_COSTS: (BOARDS_SOFT_LIMIT_S, BOARDS_HARD_LIMIT_S),
        Job.CURATE: (LONG_SOFT_LIMIT_S, LONG_HARD_LIMIT_S),
    }
)
"""After how many seconds a job is told to tidy up, and after how many it is stopped."""


def job(name: Job) -> Callable[[Callable[..., None]], Any]:
    """Declare the function that carries out a job.

    It is acknowledged only when it has ended, handed to another worker when this one is lost, and stopped
    at its hard limit (with a chance to tidy up at its soft one). There is no retry here: a row whose job
    failed is found by its lease (`trek_site.shared.leases`). A broker may hand a long job to a second worker
    while the first is at it; the lease makes that one stop at once.
    """
    soft_limit_s, hard_limit_s = LIMITS[name]
    return shared_task(  # type: ignore[no-any-return]  # Celery is not typed.
        name=name.value,
        queue=QUEUES[name],
        acks_late=True,
        reject_on_worker_lost=True,
        ignore_result=True,
        soft_time_limit=soft_limit_s,
        time_limit=hard_limit_s,
    )


def ring(name: Job, **ids: object) -> bool:
    """Send one message now; for the sweeper, which finds rows that nobody works on.

    Returns:
        Whether the broker took it. A broker that is away is logged and otherwise ignored, because the sweep
        comes round again.
    """
    try:
        current_app.signature(name.value, kwargs=ids, queue=QUEUES[name]).apply_async()
    except PUBLISH_FAULTS as fault:
        logger.warning("job not published", extra={"job": name.value, "fault": type(fault).__name__, **ids})
        return False
    return True


def enqueue_on_commit(name: Job, **ids: object) -> None:
    """Send one message once the surrounding transaction is committed; at once when there is none.

    Never raises for a broker that is away: the committed row is what counts, and the sweep repeats the nudge.
    """
    transaction.on_commit(partial(ring, name, **ids))
