"""Many readers of a board of five thousand entries while two workers score: how long they wait, and for what.

The site behind gunicorn as in production, one process of it, on a private PostgreSQL and Redis; readers ask
over loopback and pause as people do. Between the pages they ask for one with nothing on it: what that takes
longer than on an idle machine is the machine's own queue, so that the ratio to it is what is worth comparing.
"""

from __future__ import annotations

import http.client
import itertools
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Final
from urllib.parse import urlsplit

import psycopg

from tests.benchmarks.full_release import bundle_path, release_folder
from tests.benchmarks.large_board import Asker, environment, seed
from tests.benchmarks.measuring import report
from tests.processes import running_server, running_worker
from tests.servers import private_postgres, private_redis

ENTRIES: Final = 5_000
WITH_TASKS: Final = 10
READERS: Final = 32
LASTS_S: Final = 60
PAUSE_S: Final = 3.0
WORKERS: Final = 2
UPLOADS: Final = 40
OK: Final = 200

Waits = Mapping[str, Sequence[tuple[float, int]]]
"""By page, how long each answer took in seconds, and its status; 0 where there was none."""


def main() -> None:
    """Measure and print."""
    release = release_folder()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="trek-reading-")))
        database = stack.enter_context(private_postgres()).url
        of = {
            **environment(database, folder),
            "CELERY_BROKER_URL": stack.enter_context(private_redis()).url,
        }
        seed(of, "version", str(release))
        seed(of, "entries", str(ENTRIES), str(WITH_TASKS))
        pages, queries = _pages(of)
        seed(of, "upload", str(bundle_path()), str(UPLOADS))
        server = stack.enter_context(running_server({**of, "TREK_ROLE": "web"}, folder))
        address = urlsplit(server.address).netloc
        alone = _read(address, pages)
        with _workers({**of, "TREK_ROLE": "worker", "TREK_LOG_LEVEL": "INFO"}, folder):
            before = _scored(database)
            beside = _read(address, pages)
            scored = _scored(database) - before
    for title, waits in (
        ("with no worker", alone),
        (f"while {WORKERS} workers scored {scored} runs", beside),
    ):
        report(f"{READERS} readers of {ENTRIES:,} entries for {LASTS_S} s, {title}", *_lines(waits, queries))


def _pages(of: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, int]]:
    asker = Asker(of)
    try:
        pages: Mapping[str, str] = asker.tell(do="pages")
        return pages, {name: asker.tell(do="count", url=url) for name, url in pages.items()}
    finally:
        asker.stop()


@contextmanager
def _workers(of: Mapping[str, str], folder: Path) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(WORKERS):
            stack.enter_context(running_worker(of, folder))
        yield


def _scored(database: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute(
            "SELECT count(*) FROM scoring_evaluation WHERE outcome = 'scored'"
        ).fetchone()
    return 0 if row is None else int(row[0])


def _read(address: str, pages: Mapping[str, str]) -> Waits:
    """Let all readers read for a while."""
    waits: dict[str, list[tuple[float, int]]] = defaultdict(list)
    until = time.monotonic() + LASTS_S
    with ThreadPoolExecutor(READERS) as pool:
        for found in pool.map(lambda number: _reader(address, pages, number, until), range(READERS)):
            for name, *wait in found:
                waits[name].append((wait[0], wait[1]))
    return waits


def _reader(
    address: str, pages: Mapping[str, str], number: int, until: float
) -> Sequence[tuple[str, float, int]]:
    generator, found = random.Random(number), []
    names = itertools.cycle(generator.sample(sorted(pages), len(pages)))
    time.sleep(generator.uniform(0, PAUSE_S))
    while time.monotonic() < until:
        name = next(names)
        begun = time.perf_counter()
        found.append((name, *_got(address, pages[name], begun)))
        time.sleep(generator.uniform(0.5, 1.5) * PAUSE_S)
    return found


def _got(address: str, url: str, begun: float) -> tuple[float, int]:
    connection = http.client.HTTPConnection(address, timeout=60)
    try:
        connection.request("GET", url)
        answer = connection.getresponse()
        answer.read()
        return time.perf_counter() - begun, answer.status
    except OSError:
        return time.perf_counter() - begun, 0
    finally:
        connection.close()


def _lines(waits: Waits, queries: Mapping[str, int]) -> Iterator[str]:
    empty = median(wait for wait, _ in waits["empty"])
    for name, of_page in sorted(waits.items()):
        times = [1000 * wait for wait, _ in of_page]
        failed = sum(status != OK for _, status in of_page)
        yield (
            f"{name:<10}{len(times):>5} asked, {failed} failed   queries {queries[name]:>2}"
            f"   p50 {median(times):7.1f}   p95 {quantiles(times, n=20)[-1]:7.1f} ms"
            f"   p50 to the empty page's {median(times) / 1000 / empty:6.2f}"
        )


if __name__ == "__main__":
    main()
