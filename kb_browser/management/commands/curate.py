"""Ask for curation work, look at it, or do it here."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.selectors import CurationFacts, curation_of, curations_latest, version_report
from kb_browser.services import TRACK, curation_request, curation_run
from kb_browser.states import CurationKind, CurationOutcome
from kb_browser.world.build import DEFAULT_SEED, PROFILES
from scoring.engine.display import counted
from trek_site.shared.errors import DomainError

POLL_S: Final = 0.5
LISTED: Final = 20


class Command(BaseCommand):
    """Work is put in line for a worker; --wait follows it, --here does it in this process."""

    help = (
        "Import, build, check or publish dataset versions, or make their downloads, in the background; list "
        "the work; show a report."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """One subcommand per kind of work, one to list and one to show."""
        commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
        bring = commands.add_parser("import", help="import a release")
        bring.add_argument("source", type=Path, help="a folder, a .zip or a .tar.gz")
        build = commands.add_parser("build", help="build a release and import it")
        build.add_argument("--profile", choices=sorted(PROFILES), required=True)
        build.add_argument("--seed", type=int, default=DEFAULT_SEED, metavar="N")
        for made in (bring, build):
            made.add_argument("--licence", default="", help="of its data (default: the manifest's)")
            made.add_argument("--changelog", default="", help="what is new in it")
        check = commands.add_parser("check", help="check a version")
        publish = commands.add_parser("publish", help="publish a version; this cannot be undone")
        export = commands.add_parser("export", help="make the downloads of a published version")
        show = commands.add_parser("show", help="what the last check of a version found")
        for named in (bring, build, check, publish, export, show):
            named.add_argument("--name", required=True, help="the name of the version")
        for work in (bring, build, check, publish, export):
            _add_ways(work)
        commands.add_parser("list", help="the latest work")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, and wait or work if told to; exit status 1 when the work is refused or fails."""
        command = options["command"]
        try:
            if command == "list":
                self._list()
            elif command == "show":
                self._show(options["name"])
            else:
                self._work(CurationKind(command), options)
        except DomainError as refusal:
            raise CommandError(refusal.detail) from refusal

    def _work(self, kind: CurationKind, options: dict[str, Any]) -> None:
        job = curation_request(kind, options["name"], actor=None, **_arguments(kind, options))
        self.stdout.write(f"job {job.pk}: {job.kind} {job.name}, {job.state}")
        if options["here"]:
            curation_run(job.pk)
        if options["here"] or options["wait"]:
            self._follow(job.pk)

    def _follow(self, pk: int) -> None:
        said = ""
        while not (job := curation_of(pk)).is_final:
            if (line := _progress(job)) != said:
                said = line
                self.stderr.write(line)
            time.sleep(POLL_S)
        self.stdout.write(f"job {job.pk}: {job.outcome}")
        if job.outcome != CurationOutcome.DONE:
            raise CommandError("\n".join(job.reasons) or f"our fault; look for {job.failure_id} in the log")

    def _list(self) -> None:
        for job in curations_latest(LISTED):
            end = job.outcome if job.is_final else _progress(job)
            self.stdout.write(f"{job.pk:>6}  {job.kind:<8} {job.name:<24} {job.state:<9} {end}")

    def _show(self, name: str) -> None:
        report = version_report(TRACK, name)
        if not report:
            raise CommandError(f"{name} was not checked.")
        for kind in ("errors", "notes"):
            for fault in report[kind]:
                row = "" if fault["row"] is None else f", row {fault['row']}"
                self.stdout.write(f"{kind[:-1]}: {fault['file']}{row}: {fault['rule']}: {fault['detail']}")
        for probe in report["probes"]:
            for mismatch in probe["mismatches"]:
                self.stdout.write(f"probe {probe['code']}: {mismatch['text']}")
        matched = sum(not probe["mismatch_count"] for probe in report["probes"])
        self.stdout.write(
            f"{counted(report['error_count'], 'error')}, {counted(report['note_count'], 'note')}, "
            f"probes as stated: {matched}/{len(report['probes'])}"
        )


def _add_ways(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--wait", action="store_true", help="follow the work until it has ended")
    ways.add_argument("--here", action="store_true", help="do the work in this process, without a worker")


def _arguments(kind: CurationKind, options: dict[str, Any]) -> dict[str, str | int]:
    words = {key: options[key] for key in ("licence", "changelog") if options.get(key)}
    match kind:
        case CurationKind.IMPORT:
            return {"path": str(options["source"].resolve()), **words}
        case CurationKind.BUILD:
            return {"profile": options["profile"], "seed": options["seed"], **words}
        case _:
            return {}


def _progress(job: CurationFacts) -> str:
    count = f" ({job.progress_done} of {job.progress_total})" if job.progress_total else ""
    return f"{job.state}: {job.progress_text}{count}" if job.progress_text else job.state
