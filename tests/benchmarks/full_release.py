"""The full release and two bundles of it, made once per machine and kept in a cache folder."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from kb_browser.progress import Step
from kb_browser.release_files import ReleaseFolder
from kb_browser.world import agents
from kb_browser.world.agents import Record
from kb_browser.world.build import DEFAULT_SEED, build, files_of, write_files
from kb_browser.world.bundles import bundle_bytes, questions_of
from kb_browser.world.full_profile import FULL
from tests.benchmarks.official_records import official
from tests.benchmarks.talkative import talkative
from tests.worlds.known_digests import FULL_DIGEST

PLAIN = "trek_bench.jsonl"
OFFICIAL = "trek_official-size.jsonl"


def release_folder() -> Path:
    """The release of the default seed, with both bundles beside its files.

    The folder is named by the digest that is written down, so another generator makes another folder.
    """
    folder = Path(tempfile.gettempdir()) / f"trek-benchmark-{FULL_DIGEST[:16]}"
    if not (folder / OFFICIAL).exists():
        sys.stderr.write("building the full release, once ...\n")
        making = Path(tempfile.mkdtemp(dir=folder.parent, prefix="trek-benchmark-making-"))
        _write(making)
        shutil.rmtree(folder, ignore_errors=True)
        making.replace(folder)
    return folder


def bundle_path() -> Path:
    """A strong run of 800 records with all that the data says beside each booking."""
    return release_folder() / PLAIN


def official_bundle_path() -> Path:
    """The same run with trajectory and notebook, as large as the official runner writes it."""
    return release_folder() / OFFICIAL


def _write(folder: Path) -> None:
    built = build(FULL, DEFAULT_SEED, _tell)
    write_files(folder, files_of(built))
    if (digest := ReleaseFolder(folder).digest()) != FULL_DIGEST:
        raise SystemExit(f"the built release has the digest {digest}, written down is {FULL_DIGEST}")
    strong = replace(agents.STRONG, label="bench")
    run = list(agents.run_of(DEFAULT_SEED, built.world, strong, questions_of(built)))
    records = list(talkative(built.world, run))
    (folder / PLAIN).write_bytes(bundle_bytes(PLAIN, records))
    _write_lines(folder / OFFICIAL, lambda: official(built.world, records))


def _write_lines(place: Path, records: Callable[[], Iterator[Record]]) -> None:
    """One record at a time: a hundred megabytes need not be held."""
    with place.open("wb") as stream:
        for record in records():
            stream.write(bundle_bytes(place.name, [record]))


def _tell(step: Step) -> None:
    sys.stderr.write(f"  {step}\n")
