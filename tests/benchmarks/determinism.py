"""Sixty bundles under two hash seeds, two locales, one and two workers: the same digests every time."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from kb_browser.progress import untold
from kb_browser.world import agents
from kb_browser.world.build import DEFAULT_SEED, build
from kb_browser.world.bundles import SMALL_WORLD, bundle_bytes, questions_of
from kb_browser.world.small_profile import SMALL
from tests.benchmarks.measuring import python, report
from trek_site.cli import main as trek

BUNDLES = 60
_HASH_SEEDS = ("0", "4242")
# The plain C locale without Python's own rescue: text is ASCII there unless somebody says otherwise.
_LOCALES = (
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LC_ALL": "C.UTF-8"},
)
_WORKERS = ("1", "2")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_bundles(folder)
        settings = list(product(_HASH_SEEDS, _LOCALES, _WORKERS))
        outputs = [
            python(
                ["-m", "tests.benchmarks.determinism", str(folder), workers],
                PYTHONHASHSEED=hash_seed,
                **locale,
            )
            for hash_seed, locale, workers in settings
        ]
    digests = {len(output.split()) for output in outputs}
    if len(set(outputs)) != 1 or digests != {BUNDLES}:
        raise SystemExit("the digests differ between settings")
    report(
        f"Determinism: {BUNDLES} bundles under {len(settings)} settings",
        f"{len(set(outputs[0].split()))} different bundles, one and the same digest each in every setting",
    )


def write_bundles(folder: Path) -> None:
    """Runs of three agents, each with twenty seeds."""
    built = build(SMALL, DEFAULT_SEED, untold)
    questions = questions_of(built)
    for number in range(BUNDLES):
        agent = (agents.STRONG, agents.MIDDLING, agents.WEAK)[number % 3]
        agent = replace(agent, label=f"{agent.label}-{number:02}")
        name = f"trek_{agent.label}.jsonl"
        records = agents.run_of(number, built.world, agent, questions)
        (folder / name).write_bytes(bundle_bytes(name, records))


def digests_of(folder: Path, workers: str) -> Sequence[str]:
    """The digest that ``trek score`` prints for each bundle, by file name."""
    digests = []
    for bundle in sorted(folder.glob("*.jsonl")):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            trek(["score", "--release", str(SMALL_WORLD), "--workers", workers, str(bundle)])
        digests.append(printed.getvalue().split("digest ")[1].split()[0])
    return digests


if __name__ == "__main__":
    sys.stderr = io.StringIO()
    sys.stdout.write("\n".join(digests_of(Path(sys.argv[1]), sys.argv[2])) + "\n")
