"""``trek validate``: the complete format report of a bundle, the one the site gives, without scoring."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import BinaryIO

from scoring.engine.intake import Asked, Mode, Outcome, TaskSet, report_text
from scoring.engine.reading import HEAD_BYTES, Container, container_of
from scoring.tracks import TREK_INTAKE
from scoring.tracks.trek.dataset import QUERIES, TrekDataset
from scoring.tracks.trek.intake import BundleReport
from trek_site.cli.console import FAILED, WRONG_USE, StopError, read_file, release, say, write, write_text
from trek_site.cli.reports import print_report

# Tasks of the full set, which a file is matched with when no release is named.
TASK_COUNT = 800

_NEXT: Mapping[Outcome, str] = {
    Outcome.VALID: "valid: every task is answered once, and all of it can be scored.",
    Outcome.NEEDS_CONFIRMATION: (
        "needs confirmation: lines that are no JSON are left out, and records that cannot be scored and "
        "tasks without a record count as failed, once you confirm that."
    ),
    Outcome.INVALID: "invalid: mend what is listed under Refused and check again.",
}

_SO_FAR: Mapping[Outcome, str] = {
    Outcome.VALID: "sound so far: everything in the file can be scored.",
    Outcome.NEEDS_CONFIRMATION: "some lines or records cannot be scored; see above.",
    Outcome.INVALID: "a file like this would be refused: mend what is listed under Refused.",
}


def run(argv: Sequence[str]) -> int:
    """Check one bundle; 0 when it is valid, 1 when it is refused or has to be confirmed."""
    options = _parser().parse_args(argv)
    try:
        report = _checked(options)
        if options.json:
            write_text(report_text(report.as_json()), options.json)
        if options.json != "-":
            _print_report(report)
    except StopError as stop:
        say(str(stop))
        return stop.status
    return 0 if report.outcome is Outcome.VALID else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek validate", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="trek_<label>.jsonl, .jsonl.gz or a .zip")
    parser.add_argument("--manifest", type=Path, metavar="FILE", help="metadata.json or .yaml beside FILE")
    parser.add_argument("--release", type=Path, metavar="DIR", help="folder of the release it answers")
    parser.add_argument("--check", action="store_true", help="the run is not finished: any records will do")
    parser.add_argument("--json", metavar="OUT", help="write the report to this file; - for standard output")
    return parser


def _checked(options: argparse.Namespace) -> BundleReport:
    today = date(*time.gmtime()[:3])
    dataset, tasks = _release(options.release)
    manifest = None
    if options.manifest is not None:
        raw = read_file(options.manifest)
        manifest = TREK_INTAKE.read_manifest(raw, file_name=options.manifest.name, today=today)
    try:
        with options.file.open("rb") as stream:
            return TREK_INTAKE.read_bundle(
                stream,
                Asked(
                    file_name=options.file.name,
                    tasks=tasks,
                    today=today,
                    mode=_mode(options, stream),
                    manifest=manifest,
                    dataset=dataset,
                ),
            )
    except OSError as error:
        raise StopError(f"{options.file}: {error.strerror or error}", WRONG_USE) from error


def _release(folder: Path | None) -> tuple[TrekDataset | None, TaskSet]:
    """The data and the tasks that a bundle is compared with."""
    if folder is None:
        say(f"no release is named: taking a set of {TASK_COUNT} tasks, and comparing nothing with data")
        return None, TaskSet.of(TREK_INTAKE.slug, TASK_COUNT)
    dataset, _ = release(folder)
    digest = hashlib.sha256(read_file(folder / QUERIES)).hexdigest()
    requests = [task.query for task in dataset.tasks]
    return dataset, TaskSet.of(TREK_INTAKE.slug, len(requests), file_sha256=digest, requests=requests)


def _mode(options: argparse.Namespace, stream: BinaryIO) -> Mode:
    """What the file is read for; without a manifest only its records can be checked."""
    if options.check:
        return Mode.CHECK
    kind = container_of(stream.read(HEAD_BYTES))
    stream.seek(0)
    if options.manifest is None and kind is not Container.ZIP:
        say("no manifest is named: checking the records alone")
        return Mode.RECORDS
    return Mode.ENTRY


def _print_report(report: BundleReport) -> None:
    """The findings by severity and code, then the counts, then what happens next."""
    print_report(report.as_json())
    write(_SO_FAR[report.outcome] if report.mode is Mode.CHECK else _NEXT[report.outcome])
