"""Pages of a board of ten thousand entries beside those of smaller ones, and the work on the large one.

Sites in one private PostgreSQL, alike but for the number of entries; the same addresses are asked of all in
turn, each in a process of its own, within the site (no network). `fresh` is a process that was just started
and has nothing of the board; `kept` is the same once more. A page of the board has at most 100 rows, so that
one of ten entries is a shorter page, and one of a hundred an equal one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.benchmarks.full_release import release_folder
from tests.benchmarks.measuring import ROOT, report
from tests.servers import PrivateServer, database_make, private_postgres

SIZES: Final = (10, 100, 10_000)
WITH_TASKS: Final = 10
REPEATS: Final = 11


class Asker:
    """A process that asks pages of one site when told to."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.asking"],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, **order: Any) -> Any:
        """Give one order; its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process that asks has ended at {order}")
        return json.loads(line)

    def stop(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Measure and print."""
    release = release_folder()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="trek-large-board-")))
        server = stack.enter_context(private_postgres())
        seed(environment(server.url, folder), "version", str(release))
        sites = [stack.enter_context(site(server, folder, number)) for number in SIZES]
        _pages(sites)
        _jobs(sites[-1])


@contextmanager
def site(server: PrivateServer, folder: Path, number: int) -> Iterator[Asker]:
    """A copy of the prepared site with so many entries, and somebody who asks it."""
    of = environment(database_make(server, f"board_{number}", like="trek"), folder)
    seed(of, "entries", str(number), str(WITH_TASKS))
    asker = Asker(of)
    try:
        yield asker
    finally:
        asker.stop()


def environment(database: str, folder: Path) -> dict[str, str]:
    """What a process of such a site is started with."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TREK_", "DJANGO_"))}
    return {
        **kept,
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": "trekfs://",
        "DJANGO_SETTINGS_MODULE": "trek_site.settings.dev",
        "TREK_DATA_DIR": str(folder),
        "TREK_DEBUG": "off",
        "TREK_LOG_LEVEL": "ERROR",
        "TREK_ROLE": "manage",
    }


def seed(of: Mapping[str, str], *words: str) -> None:
    """Run one command of `tests.benchmarks.seeding`."""
    subprocess.run([sys.executable, "-m", "tests.benchmarks.seeding", *words], cwd=ROOT, env=of, check=True)


def _pages(sites: Sequence[Asker]) -> None:
    lines = []
    pages = [one.tell(do="pages") for one in sites]
    for name in pages[0]:
        urls = [page[name] for page in pages]
        counted = {one.tell(do="count", url=url) for one, url in zip(sites, urls, strict=True)}
        parts = [f"{name:<10}queries {'/'.join(map(str, sorted(counted))):>3}"]
        for state in ("fresh", "kept"):
            rounds = _rounds(sites, urls, is_fresh=state == "fresh")
            times = [1000 * median(times) for times in zip(*rounds, strict=True)]
            ratios = [median(times[-1] / times[place] for times in rounds) for place in (0, 1)]
            said = " ".join(f"{one:6.1f}" for one in times)
            parts.append(f"{state} {said} ms, ratios {ratios[0]:5.2f} {ratios[1]:5.2f}")
        lines.append("   ".join(parts))
    sizes = ", ".join(f"{size:,}" for size in SIZES)
    report(f"Pages of boards of {sizes} entries, 800 tasks; ratios of the last to the others", *lines)


def _rounds(sites: Sequence[Asker], urls: Sequence[str], *, is_fresh: bool) -> Sequence[Sequence[float]]:
    """Times of all sites, asked one after the other from either end in turn, after one round to warm up."""
    rounds = []
    for repeat in range(REPEATS + 1):
        order = range(len(sites)) if repeat % 2 else reversed(range(len(sites)))
        found = {place: sites[place].tell(do="ask", url=urls[place], fresh=is_fresh) for place in order}
        rounds.append([found[place] for place in range(len(sites))])
    return rounds[1:]


def _jobs(large: Asker) -> None:
    found = large.tell(do="jobs")
    report(
        f"Work on a board of {SIZES[-1]:,} entries, processor time (waiting for the database apart)",
        *(f"{name:<44}{cpu:7.2f} s   wall {wall:7.2f} s" for name, cpu, wall in found),
    )


if __name__ == "__main__":
    main()
