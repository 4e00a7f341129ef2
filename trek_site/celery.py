"""The Celery application, and what a worker does around its jobs.

Before it forks, a worker loads the published datasets once, so that its children share them. From then on its
main process sweeps.
"""

from __future__ import annotations

import gc
import logging
import logging.config
import os
from collections.abc import Callable
from typing import Any, cast

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_ready
from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string
from kombu.entity import Queue

from trek_site import fsbroker
from trek_site.shared.jobs import QUEUES
from trek_site.shared.sweeping import start_sweeping

logger = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trek_site.settings.dev")  # noqa: TID251  (Django reads it.)
fsbroker.register()

app = Celery("trek_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
# A worker takes from every queue unless its command line names some.
app.conf.task_queues = [Queue(name) for name in dict.fromkeys(QUEUES.values())]
app.conf.task_routes = {job.value: {"queue": queue} for job, queue in QUEUES.items()}
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]  # Celery is not typed.
def use_the_sites_logging(**_kwargs: Any) -> None:
    """Keep Celery from installing handlers of its own."""
    logging.config.dictConfig(settings.LOGGING)


@worker_init.connect  # type: ignore[untyped-decorator]  # Celery is not typed.
def load_datasets(**_kwargs: Any) -> None:
    """Load what every job needs, once, before the children are forked."""
    for dotted in settings.TREK_WORKER_PRELOADS:
        load = cast("Callable[[], object]", import_string(dotted))
        try:
            load()
        except Exception:  # A door: without the preload each child loads for itself, only later.
            logger.exception("preload failed", extra={"preload": dotted})
    connections.close_all()
    # Objects that exist now are never garbage; left out of collections, their pages stay shared.
    gc.collect()
    gc.freeze()


@worker_ready.connect  # type: ignore[untyped-decorator]  # Celery is not typed.
def sweep_from_here_on(sender: Any, **_kwargs: Any) -> None:
    """Start the sweep in the worker's main process."""
    start_sweeping(sender.timer)
