"""``trek dataset``: checking a release, and proving that its tasks can be solved."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb_browser.release_checks.ceiling import Ceiling, score_gold
from kb_browser.release_checks.release import Release, parse_release
from kb_browser.release_checks.run import Findings, check_release
from kb_browser.release_files import ReleaseFiles, ReleaseFolder
from scoring.engine.errors import DatasetError, DatasetFault
from scoring.engine.model import Json
from scoring.tracks.trek.dataset import read_dataset
from trek_site.cli.console import say, write, write_json

_SHOWN_PER_RULE = 20


def run(argv: Sequence[str]) -> int:
    """Run one subcommand; 0 sound, 1 not sound, 2 wrong use."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if not arguments.dir.is_dir():
        parser.error(f"{arguments.dir} is not a folder")
    return _check(arguments.dir, arguments.json)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek dataset", description="Work on releases.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="check a release and re-score its gold",
        description="Check every invariant of a release, then score its gold. Errors make the release "
        "unfit for use; notes say where a release made elsewhere differs from what our own promise.",
    )
    check.add_argument("dir", type=Path, metavar="DIR", help="release folder in the official layout")
    check.add_argument("--json", metavar="FILE", help="write the whole report here, - for stdout")
    return parser


@dataclass(frozen=True, slots=True, kw_only=True)
class _Report:
    """Everything that was found out about a release."""

    digest: str
    profile: str
    findings: Findings
    ceiling: Ceiling

    @property
    def is_sound(self) -> bool:
        return not self.findings.errors and self.ceiling.is_reached

    def as_json(self) -> Mapping[str, Json]:
        gold = self.ceiling
        return {
            "release_digest": self.digest,
            "profile": self.profile,
            "sound": self.is_sound,
            "errors": [_fault_json(fault) for fault in [*self.findings.errors, *gold.faults]],
            "notes": [_fault_json(fault) for fault in self.findings.notes],
            "gold": {
                "feasible": {"perfect": gold.feasible_perfect, "tasks": gold.feasible},
                "infeasible": {"perfect": gold.infeasible_perfect, "tasks": gold.infeasible},
            },
        }


def _check(path: Path, json_file: str | None) -> int:
    try:
        report = _report(ReleaseFolder(path))
    except DatasetError as error:
        report = _Report(
            digest="", profile="", findings=Findings(errors=error.faults, notes=()), ceiling=Ceiling()
        )
    for line in _lines(report):
        write(line)
    if json_file is not None:
        write_json(report.as_json(), json_file)
    return 0 if report.is_sound else 1


def _report(folder: ReleaseFolder) -> _Report:
    say("hashing the files")
    digest, files = folder.digest(), folder.files()
    say("checking the invariants")
    release = parse_release(files, folder.manifest(), folder.checksums())
    findings = check_release(release)
    say("scoring the gold")
    ceiling, unread = _ceiling(files, release)
    return _Report(
        digest=digest,
        profile=release.manifest.profile,
        findings=Findings(errors=[*findings.errors, *unread], notes=findings.notes),
        ceiling=ceiling,
    )


def _ceiling(files: ReleaseFiles, release: Release) -> tuple[Ceiling, Sequence[DatasetFault]]:
    """The gold's scores; or, where the release cannot even be loaded, why not.

    The prepared snapshot is passed by on purpose: a check reads the files.
    """
    try:
        dataset = read_dataset(files)
    except DatasetError as error:
        known = {(fault.file, fault.row, fault.rule) for fault in release.faults}
        return Ceiling(), [
            fault for fault in error.faults if (fault.file, fault.row, fault.rule) not in known
        ]
    return score_gold(dataset, release.gold), ()


def _lines(report: _Report) -> Iterable[str]:
    yield from _listed("error", [*report.findings.errors, *report.ceiling.faults])
    yield from _listed("note", report.findings.notes)
    yield str(report.ceiling)


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


def _fault_json(fault: DatasetFault) -> Mapping[str, Json]:
    return {"file": fault.file, "row": fault.row, "rule": fault.rule, "detail": fault.detail}
