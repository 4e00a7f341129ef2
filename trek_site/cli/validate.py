"""``trek validate``: the complete format report of a bundle, the one the site gives, without scoring."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path

from scoring.engine.model import Finding, Severity
from scoring.tracks.trek.intake import BundleReport, Mode, Outcome, TaskSet, read_bundle
from trek_site.cli.console import FAILED, WRONG_USE, StopError, release, say, write, write_json

# Tasks of the full set, which a file is matched with when no release is named.
TASK_COUNT = 800

_HEADINGS: Mapping[Severity, str] = {
    Severity.FATAL: "Refused",
    Severity.RECORD: "Cannot be scored",
    Severity.WARNING: "Warnings",
    Severity.INFO: "Notes",
}

_NEXT: Mapping[Outcome, str] = {
    Outcome.VALID: "valid: every task is answered once, and all of it can be scored.",
    Outcome.NEEDS_CONFIRMATION: (
        "needs confirmation: lines that are no JSON are left out, and records that cannot be scored and "
        "tasks without a record count as failed, once you confirm that."
    ),
    Outcome.INVALID: "invalid: mend what is listed under Refused and check again.",
}


def run(argv: Sequence[str]) -> int:
    """Check one bundle; 0 when it is valid, 1 when it is refused or has to be confirmed."""
    options = _parser().parse_args(argv)
    try:
        report = _checked(options.file, options.release)
        if options.json:
            write_json(report.as_json(), options.json)
        if options.json != "-":
            _print_report(report)
    except StopError as stop:
        say(str(stop))
        return stop.status
    return 0 if report.outcome is Outcome.VALID else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek validate", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="trek_<label>.jsonl or .jsonl.gz")
    parser.add_argument("--release", type=Path, metavar="DIR", help="folder of the release it answers")
    parser.add_argument("--json", metavar="OUT", help="write the report to this file; - for standard output")
    return parser


def _checked(path: Path, release_folder: Path | None) -> BundleReport:
    requests = None
    if release_folder is None:
        say(f"no release is named: taking a set of {TASK_COUNT} tasks, and comparing no request texts")
    else:
        dataset, _ = release(release_folder)
        requests = [task.query for task in dataset.tasks]
    try:
        with path.open("rb") as stream:
            return read_bundle(
                stream,
                file_name=path.name,
                tasks=TaskSet.of(
                    "trek", TASK_COUNT if requests is None else len(requests), requests=requests
                ),
                today=date(*time.gmtime()[:3]),
                mode=Mode.RECORDS,
            )
    except OSError as error:
        raise StopError(f"{path}: {error.strerror or error}", WRONG_USE) from error


def _print_report(report: BundleReport) -> None:
    """The findings by severity and code, then the counts, then what happens next."""
    for severity, of_severity in groupby(report.findings, key=lambda one: one.severity):
        write(f"{_HEADINGS[severity]} ({report.totals[severity]})")
        # The report's order within a severity is that of places; here all of a code stand together.
        for code, of_code in groupby(sorted(of_severity, key=lambda one: one.code), key=lambda one: one.code):
            _print_code(list(of_code), report.not_shown.get(code, 0))
        write("")
    counts = report.counts
    write(
        f"{report.file.lines} lines, {counts['records']} records, {counts['tasks_present']} of "
        f"{report.tasks.task_count} tasks: {counts['submitted']} submitted ({counts['refusals']} refusals), "
        f"{counts['errors']} with an error, {counts['unfinished']} unfinished"
    )
    write(_NEXT[report.outcome])


def _print_code(findings: Sequence[Finding], not_shown: int) -> None:
    """All findings of one code, and its hint once where it is the same for all."""
    hints = {one.hint for one in findings}
    for one in findings:
        place = f" (column {one.column})" if one.column > 1 and "column" not in one.message else ""
        write(f"  {one.code}  {one.message}{place}")
        if len(hints) > 1:
            write(f"        {one.hint}")
    if not_shown:
        write(f"        and {not_shown} more like these")
    if len(hints) == 1 and findings[0].hint:
        write(f"        {findings[0].hint}")
