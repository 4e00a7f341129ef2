"""Is the process alive, and is the site fit to serve: `/healthz` and `/readyz`.

Answers are small and public: they name no address, no version and no fault's own words.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from celery import current_app
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb_browser.selectors import dataset_version_current, release_path
from scoring.selectors.waiting import evaluation_waiting_s
from scoring.tracks import TRACKS
from submissions.selectors import submission_waiting_s
from submissions.selectors.stored_files import files_not_sound
from trek_site.shared.jobs import PUBLISH_FAULTS
from trek_site.shared.sweeping import swept_s

logger = logging.getLogger(__name__)

CONNECT_WITHIN_S: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """What a load balancer and an alarm have to know.

    Attributes:
        database: Whether a statement was answered.
        broker: Whether a connection was made.
        dataset: Whether a dataset version is published and its files are where they belong.
        oldest_waiting_s: Age of the oldest row that is not final, in seconds; None when none is, or when the
            database cannot say.
        files_not_sound: How many stored uploads are known not to be what was received; None likewise.
        swept_s: Seconds since a worker last looked for rows that were left behind; None when none ever did.
    """

    database: bool
    broker: bool
    dataset: bool
    oldest_waiting_s: float | None
    files_not_sound: int | None
    swept_s: float | None

    @property
    def is_ready(self) -> bool:
        """Whether pages and uploads work. A broker that is away delays work and harms nothing else."""
        return self.database and self.dataset

    def as_json(self) -> dict[str, object]:
        """The body of `/readyz`."""
        return {
            "ready": self.is_ready,
            "database": self.database,
            "broker": self.broker,
            "dataset": self.dataset,
            "oldest_waiting_s": self.oldest_waiting_s,
            "files_not_sound": self.files_not_sound,
            "swept_s": self.swept_s,
        }


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  (A view.)
    """The process answers; nothing else is looked at, so that a fault elsewhere restarts nothing."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  (A view.)
    """200 when pages and uploads work, else 503; the body says what is missing."""
    found = readiness()
    return JsonResponse(found.as_json(), status=200 if found.is_ready else 503)


def readiness() -> Readiness:
    """Look at everything once; takes a few seconds at most, and raises nothing for what is away."""
    database = _holds("database", _database_answers)
    return Readiness(
        database=database,
        broker=_holds("broker", _broker_connects),
        dataset=database and _holds("dataset", _dataset_is_there),
        oldest_waiting_s=_oldest_waiting_s() if database else None,
        files_not_sound=files_not_sound() if database else None,
        swept_s=_rounded(swept_s()),
    )


def _holds(what: str, test: Callable[[], bool]) -> bool:
    try:
        return test()
    except Exception:  # A door: whatever is wrong with it, it is not ready, and the log says why.
        logger.exception("not ready", extra={"what": what})
        return False


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError as fault:
        logger.warning("database away", extra={"fault": type(fault).__name__})
        return False


def _broker_connects() -> bool:
    try:
        with current_app.connection_for_write(connect_timeout=CONNECT_WITHIN_S) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=CONNECT_WITHIN_S)
            broker.default_channel.close()
    except PUBLISH_FAULTS as fault:
        logger.warning("broker away", extra={"fault": type(fault).__name__})
        return False
    return True


def _dataset_is_there() -> bool:
    current = [dataset_version_current(track.slug) for track in TRACKS]
    published = [version for version in current if version is not None]
    # Not loaded here: a web process needs no dataset, and a worker loads its own before it takes a job.
    return bool(published) and all(release_path(version.digest).is_dir() for version in published)


def _oldest_waiting_s() -> float | None:
    ages = [age for age in (submission_waiting_s(), evaluation_waiting_s()) if age is not None]
    return _rounded(max(ages, default=None))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
