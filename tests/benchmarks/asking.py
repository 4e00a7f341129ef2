"""Asks pages and runs jobs of one site as `tests.benchmarks.large_board` orders it, a line of JSON each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlencode

import django

django.setup()

# Models can be imported only now.
from django.core.cache import caches  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from scoring.links import entry_task_url, entry_url  # noqa: E402
from scoring.models import BoardRevision, BoardStandings, LeaderboardEntry  # noqa: E402
from scoring.selectors import history, rank_effects  # noqa: E402
from scoring.services import board_costs_make, board_refresh, board_standings_make  # noqa: E402

OK: Final = 200


def _ask(url: str) -> float:
    client = Client(SERVER_NAME="localhost")
    begun = time.perf_counter()
    response = client.get(url)
    took = time.perf_counter() - begun
    assert response.status_code == OK, (url, response.status_code)
    return took


def _count(url: str) -> int:
    _ask(url)
    with CaptureQueriesContext(connection) as queries:
        _ask(url)
    return len(queries)


def _pages() -> Mapping[str, str]:
    """The addresses by name: of entries in the middle that have verdicts task by task."""
    one, other = (
        row.evaluation.submission.public_id
        for row in LeaderboardEntry.objects.filter(evaluation__task_outcomes__query_index=0)
        .select_related("evaluation__submission")
        .order_by("rank", "pk")[4:6]
    )
    return {
        "board": reverse("scoring:board"),
        "last page": f"{reverse('scoring:board')}?page=100000",
        "one lab": f"{reverse('scoring:board')}?q=Lab+7",
        "entry": entry_url(one),
        "task": entry_task_url(one, 400),
        "compare": f"{reverse('scoring:comparison')}?{urlencode({'a': one, 'b': other})}",
        "log": reverse("scoring:board_log"),
        "runs": reverse("scoring:board_runs"),
        "failures": reverse("scoring:analysis_failures"),
        "empty": "/healthz",
    }


def _forget() -> None:
    """As after a change of the board, and in a process that was just started."""
    for cache in caches.all():
        cache.clear()
    selectors = [module for name, module in sys.modules.items() if ".selectors" in name]
    for member in [member for module in selectors for member in vars(module).values()]:
        if hasattr(member, "cache_clear"):
            member.cache_clear()
    rank_effects._replays.clear()


def _jobs() -> Iterator[tuple[str, float, float]]:
    board = BoardRevision.objects.get(revision__gte=1)
    yield _timed("fold of the log: ranks now", lambda: history.ranks_at(board))
    yield _timed("fold of the log: ranks at its middle", lambda: history.ranks_at(board, board.revision // 2))
    yield _timed("what every event did to the ranks", lambda: rank_effects.effects_of([board]))
    yield _timed("the same with nothing new", lambda: rank_effects.effects_of([board]))
    yield _timed("ranking the board, nothing to move", lambda: _refresh(board))
    BoardStandings.objects.all().delete()
    yield _timed("standings of a new state", lambda: board_standings_make(board.pk))
    board.refresh_from_db()
    assert BoardStandings.objects.get().revision == board.revision
    yield _timed("standings once more, nothing to do", lambda: board_standings_make(board.pk))
    yield _timed("costs of a new state", lambda: board_costs_make(board.pk))


def _refresh(board: BoardRevision) -> int:
    return board_refresh(board.dataset_version_id, board.evaluator_version)


def _timed(name: str, work: Callable[[], object]) -> tuple[str, float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return name, time.process_time() - cpu, time.perf_counter() - wall


def _answer(order: Mapping[str, Any]) -> Any:
    match order["do"]:
        case "pages":
            return _pages()
        case "count":
            return _count(order["url"])
        case "jobs":
            return list(_jobs())
        case _:
            if order["fresh"]:
                _forget()
            return _ask(order["url"])


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()
