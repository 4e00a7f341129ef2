"""``trek dataset``: making a release, checking one, and proving that its tasks can be solved."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from kb_browser.examination import Inspection, fault_json, gold_json, inspect
from kb_browser.release_checks.ceiling import Ceiling
from kb_browser.release_checks.release import parse_release
from kb_browser.release_checks.run import Findings
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.build import DEFAULT_SEED, PROFILES, ImperfectGoldError, proven_files, write_files
from kb_browser.world.drawing import ImpossibleQuotaError
from kb_browser.world.full_profile import FULL
from kb_browser.world.statistics import statistics_of
from scoring.engine.display import counted
from scoring.engine.errors import DatasetError, DatasetFault
from scoring.engine.model import Json
from scoring.tracks.trek.dataset import read_dataset
from trek_site.cli import probe
from trek_site.cli.console import WRONG_USE, StopError, say, write, write_json

_SHOWN_PER_RULE = 20


def run(argv: Sequence[str]) -> int:
    """Run one subcommand; 0 sound, 1 not sound, 2 wrong use."""
    arguments = _parser().parse_args(argv)
    try:
        return _COMMANDS[arguments.command](arguments)
    except StopError as stop:
        say(str(stop))
        return stop.status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek dataset", description="Work on releases.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    build = commands.add_parser(
        "build",
        help="make a release from a seed",
        description="Make a release in the official layout, with manifest and checksums. It is written only "
        "if its gold is perfect on every task; the same seed gives the same bytes on every machine.",
    )
    build.add_argument("--out", type=Path, required=True, metavar="DIR", help="an empty or new folder")
    build.add_argument("--seed", type=int, default=DEFAULT_SEED, metavar="N")
    build.add_argument("--profile", choices=sorted(PROFILES), default=FULL.name)
    check = commands.add_parser(
        "check",
        help="check a release and re-score its gold",
        description="Check every invariant of a release, then score its gold. Errors make the release "
        "unfit for use; notes say where a release made elsewhere differs from what our own promise.",
    )
    check.add_argument("dir", type=Path, metavar="DIR", help="release folder in the official layout")
    check.add_argument("--json", metavar="FILE", help="write the whole report here, - for stdout")
    statistics = commands.add_parser(
        "statistics",
        help="a release in figures, beside the benchmark's own",
        description="Print counts, shares and medians of a release as tables in Markdown, beside those of "
        "the benchmark's release.",
    )
    statistics.add_argument("dir", type=Path, metavar="DIR", help="release folder in the official layout")
    statistics.add_argument("--json", metavar="FILE", help="write the figures here, - for stdout")
    probe.add_arguments(commands.add_parser("probe", help=probe.HELP))
    return parser


def _build(arguments: argparse.Namespace) -> int:
    """Make a release, prove its gold, and only then write it."""
    out: Path = arguments.out
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise StopError(f"{out} is not an empty folder", WRONG_USE)
    try:
        files = proven_files(PROFILES[arguments.profile], arguments.seed, lambda step: say(str(step)))
        write_files(out, files)
    except (ImperfectGoldError, ImpossibleQuotaError) as error:
        raise StopError(f"nothing is written: {error}") from error
    except OSError as error:
        raise StopError(f"{out}: {error.strerror or error}", WRONG_USE) from error
    write(f"{counted(len(files), 'file')} in {out}")
    return 0


def _folder(arguments: argparse.Namespace) -> ReleaseFolder:
    if not arguments.dir.is_dir():
        raise StopError(f"{arguments.dir}: there is no such release folder", WRONG_USE)
    return ReleaseFolder(arguments.dir)


def _statistics(arguments: argparse.Namespace) -> int:
    """Count a release; one that cannot be loaded has no figures."""
    try:
        folder = _folder(arguments)
        files = folder.files()
        say("reading the release")
        release = parse_release(files, folder.manifest(), folder.checksums())
        dataset = read_dataset(files)
    except DatasetError as error:
        raise StopError("\n".join(map(str, error.faults))) from error
    say("counting")
    figures = statistics_of(release, dataset)
    if arguments.json != "-":
        write(figures.as_markdown())
    if arguments.json:
        write_json(figures.as_json(), arguments.json)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    try:
        found = inspect(_folder(arguments), lambda step: say(str(step)))
    except DatasetError as error:
        return _tell(arguments, Findings(errors=error.faults, notes=()))
    return _tell(arguments, found.findings, found)


def _tell(arguments: argparse.Namespace, findings: Findings, found: Inspection | None = None) -> int:
    """Print the report; 0 for a sound release. Nothing was found of one whose files cannot be hashed."""
    is_sound = found is not None and found.is_sound
    ceiling = found.ceiling if found is not None else Ceiling()
    if arguments.json != "-":
        errors, notes = _listed("error", findings.errors), _listed("note", findings.notes)
        for line in (*errors, *notes, str(ceiling)):
            write(line)
    if arguments.json:
        report: Mapping[str, Json] = {
            "release_digest": found.digest if found is not None else "",
            "profile": found.release.manifest.profile if found is not None else "",
            "sound": is_sound,
            "errors": [fault_json(fault) for fault in findings.errors],
            "notes": [fault_json(fault) for fault in findings.notes],
            "gold": gold_json(ceiling),
        }
        write_json(report, arguments.json)
    return 0 if is_sound else 1


def _listed(kind: str, faults: Sequence[DatasetFault]) -> Iterable[str]:
    """One line per fault; of one rule only the leading ones, with the number of the others."""
    shown: Counter[str] = Counter()
    total = Counter(fault.rule for fault in faults)
    for fault in faults:
        shown[fault.rule] += 1
        if shown[fault.rule] <= _SHOWN_PER_RULE:
            yield f"{kind}: {fault}"
        elif shown[fault.rule] == total[fault.rule]:
            yield f"{kind}: {fault.rule}: {total[fault.rule] - _SHOWN_PER_RULE} more, all in the JSON report"


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "build": _build,
    "check": _check,
    "probe": probe.run_probe,
    "statistics": _statistics,
}
