"""``trek dataset probe``: runs whose score is known beforehand, scored on a release and compared exactly."""

from __future__ import annotations

import argparse
from pathlib import Path

from kb_browser.examination import MISMATCHES_KEPT, probe_json
from kb_browser.probes.run import PROBES, run_probes
from kb_browser.progress import Step
from kb_browser.release_checks.ceiling import score_gold
from kb_browser.release_checks.release import parse_release
from kb_browser.release_files import ReleaseFolder
from scoring.engine.errors import DatasetError
from scoring.tracks.trek.dataset import read_dataset
from trek_site.cli.console import WRONG_USE, StopError, say, write, write_json

HELP = "score runs whose figures are known beforehand"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Folder and report."""
    parser.description = (
        "Score runs made from the gold, whose every figure is known beforehand: invented names, other units, "
        "look-alike letters, empty plans and so on. Exit status 1 when a figure differs."
    )
    parser.add_argument("dir", type=Path, metavar="DIR", help="release folder in the official layout")
    parser.add_argument("--json", metavar="FILE", help="write the results here, - for stdout")


def run_probe(arguments: argparse.Namespace) -> int:
    """Run every probe; 0 all as stated, 1 not, 2 wrong use."""
    if not arguments.dir.is_dir():
        raise StopError(f"{arguments.dir}: there is no such release folder", WRONG_USE)
    try:
        folder = ReleaseFolder(arguments.dir)
        say("reading the release")
        release = parse_release(folder.files(), folder.manifest(), folder.checksums())
        dataset = read_dataset(folder.files())
    except DatasetError as error:
        raise StopError("\n".join(["the release contradicts itself:", *map(str, error.faults)])) from error
    ceiling = score_gold(dataset, release.gold)
    if not ceiling.is_reached:
        raise StopError(f"probes are meant for a release whose gold is perfect: {ceiling}")
    results = []
    for result in run_probes(dataset, release.gold, _say):
        results.append(result)
        for mismatch in result.mismatches[:MISMATCHES_KEPT]:
            say(f"{result.probe.code}: {mismatch}")
    matched = sum(result.matches for result in results)
    if arguments.json != "-":
        for result in results:
            write(f"{'ok  ' if result.matches else 'FAIL'} {result.probe.code}: {result.probe.title}")
        write(f"probes as stated: {matched}/{len(PROBES)}")
    if arguments.json:
        write_json({"matched": matched, "probes": [probe_json(result) for result in results]}, arguments.json)
    return 0 if matched == len(results) else 1


def _say(step: Step) -> None:
    say(str(step))
