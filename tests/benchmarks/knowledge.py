"""Searching all 212,530 records beside looking one row up by its primary key, on both main databases.

The records lie in a file beside either database, so that only the yardstick differs: the row of a dataset
version, fetched through the same mapper that pages use. A question is a search with its counts, and the
records that the page shows. Each question and the look-up take turns; a whole page is set beside the page of
one record.

    python -m tests.benchmarks.knowledge FILE     (one database, named in the environment)
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from kb_browser.knowledge.making import knowledge_make
from kb_browser.knowledge.opening import KnowledgeFile
from tests.benchmarks.full_release import release_folder
from tests.benchmarks.large_board import environment
from tests.benchmarks.measuring import ROOT, report, seconds
from tests.servers import private_postgres

REPEATS: Final = 51
QUESTIONS: Final = (
    "paris", "parsi", "edinbrugh", "hotel", "airport", "international airport", "united states",
    "museum paris", "pairs musuem", "spa gym parking", "family restrooms with children", "free wi-fi",
    "abha caravan", "london to tokyo", "a", "ab", "hot", "nothing at all", "0098", "x" * 200,
)  # fmt: skip


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="trek-knowledge-")))
        file = folder / "full.sqlite3"
        taken = seconds(lambda: knowledge_make(release_folder(), file, say=lambda _message: None))
        lines = [f"making the file: {taken:.0f} s, {file.stat().st_size / 1e6:.0f} MB"]
        server = stack.enter_context(private_postgres())
        for name, url in (("SQLite", f"sqlite:///{folder / 'main.sqlite3'}"), ("PostgreSQL", server.url)):
            found = _asked(environment(url, folder), file)
            lines += [f"{name}: {what}: {text}" for what, text in found.items()]
        report("Searching the knowledge base", *lines)


def _asked(of: dict[str, str], file: Path) -> dict[str, str]:
    command = [sys.executable, "-m", "tests.benchmarks.knowledge", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=of, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def ask(file: Path) -> dict[str, str]:
    """Measure on the database of this process's environment."""
    import django  # noqa: PLC0415

    django.setup()

    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from kb_browser.knowledge_files import knowledge_path  # noqa: PLC0415
    from kb_browser.knowledge_pages.frame import frame_of  # noqa: PLC0415
    from kb_browser.knowledge_pages.searching import search_page  # noqa: PLC0415
    from kb_browser.models import DatasetVersion  # noqa: PLC0415
    from tests.factories import version_make  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    digest = KnowledgeFile(file).line("SELECT digest FROM about")[0]
    key = version_make(name="full", digest=digest).pk
    path = knowledge_path(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(file)
    frame, client = frame_of("full"), Client()
    record = search_page(frame, "paris").groups[1].records[0].url

    def look_up() -> object:
        return DatasetVersion.objects.get(pk=key)

    ratios = {text: _ratio(lambda text=text: search_page(frame, text), look_up) for text in QUESTIONS}
    worst = max(ratios, key=lambda text: ratios[text])
    pages = {
        text: _ratio(
            lambda text=text: client.get("/datasets/full/kb/search/", {"q": text}), lambda: client.get(record)
        )
        for text in ("paris", worst)
    }
    with _counted(frame.file) as told:
        search_page(frame, worst)
    return {
        "a search / a look-up, median question": f"{median(ratios.values()):.1f}",
        f"a search / a look-up, worst question ({worst[:30]})": f"{ratios[worst]:.1f}",
        "queries of the worst question": str(len(told)),
        "the page of a search / of a record, worst": f"{max(pages.values()):.1f}",
    }


def _ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    """The middle of so many ratios, each of a pair that took turns."""
    one()
    other()
    return median(seconds(one) / seconds(other) for _ in range(REPEATS))


@contextmanager
def _counted(file: Any) -> Iterator[list[str]]:
    told: list[str] = []
    # What the index asks its own tables is marked by the engine.
    file.connection.set_trace_callback(lambda line: None if line.startswith("--") else told.append(line))
    try:
        yield told
    finally:
        file.connection.set_trace_callback(None)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(ask(Path(sys.argv[1]))) + "\n")
