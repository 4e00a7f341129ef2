"""What a scored submission of 800 tasks takes in the database, table by table, and as a file.

    python -m tests.benchmarks storage

On a private PostgreSQL and on SQLite, each with the full release; runs are uploaded, checked, scored and
published as on the site. Bytes are those of pages, indexes and overlong values included, per submission.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.benchmarks.full_release import bundle_path, official_bundle_path, release_folder
from tests.benchmarks.large_board import environment, seed
from tests.benchmarks.measuring import ROOT, report
from tests.servers import private_postgres

NUMBER: Final = 4
_SHOWN_FROM: Final = 1000


def main() -> None:
    """Measure and print."""
    release = release_folder()
    with tempfile.TemporaryDirectory(prefix="trek-storage-") as name, private_postgres() as server:
        for title, database in (
            ("PostgreSQL", server.url),
            ("SQLite", f"sqlite:///{name}/sqlite/db.sqlite3"),
        ):
            folder = Path(name) / title.lower()
            folder.mkdir()
            _measure(title, environment(database, folder), release)
    report(
        "Files as they are sent, before packing",
        *(
            f"{path.name:<36}{path.stat().st_size / 1e6:8.1f} MB"
            for path in (bundle_path(), official_bundle_path())
        ),
    )


def _measure(title: str, of: dict[str, str], release: Path) -> None:
    seed(of, "version", str(release))
    before = _told(of, "sizes")
    _told(of, "score", str(bundle_path()), str(NUMBER))
    after = _told(of, "sizes")
    taken = {table: (size - before.get(table, 0)) / NUMBER for table, size in after.items()}
    report(
        f"{title}: bytes a submission of 800 tasks",
        *(
            f"{table:<36}{size:12,.0f}"
            for table, size in sorted(taken.items(), key=lambda pair: -pair[1])
            if size >= _SHOWN_FROM
        ),
        f"{'all tables':<36}{sum(taken.values()):12,.0f}",
    )


def _told(of: Mapping[str, str], *words: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.seeding", *words],
        cwd=ROOT,
        env=of,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    main()
