"""What `trek submit` and `trek status` share: asking a site, following a submission, telling its state."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scoring.engine.intake import report_text
from trek_site.cli import credentials
from trek_site.cli.console import FAILED, WRONG_USE, StopError, say, write, write_text
from trek_site.cli.reports import print_report
from trek_site.client import FileChangedError, Site, SiteError, UnreachableError, UnsafeAddressError

UNAUTHENTICATED = 401
NOT_MODIFIED = 304
# Ends that are not what the sender wanted; in all others the run was taken.
NOT_RIGHT = frozenset({"invalid", "needs_confirmation", "cancelled", "failed"})

Status = Mapping[str, Any]


def add_site_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to ask, whether to wait, where to write."""
    parser.add_argument("--server", required=True, metavar="URL", help="address of the site, https://…")
    parser.add_argument("--wait", action="store_true", help="stay until nothing more happens by itself")
    parser.add_argument(
        "--json", metavar="OUT", help="write what is known here as JSON; - for standard output"
    )


def site_of(options: argparse.Namespace) -> Site:
    """The site that is named, and the token for it.

    Raises:
        StopError: The address is none, or there is no token.
    """
    try:
        return Site(address=options.server, token=credentials.token(), say=say)
    except UnsafeAddressError as error:
        raise StopError(str(error), WRONG_USE) from error


def carried_out(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command that asks a site; what goes wrong is said, and becomes the exit status."""
    try:
        with refusals():
            return command(options)
    except StopError as stop:
        say(str(stop))
        return stop.status
    except KeyboardInterrupt:
        say("interrupted; the same command goes on where this one ended")
        return FAILED


@contextmanager
def refusals() -> Iterator[None]:
    """What a site refuses, as what a command stops with.

    Raises:
        StopError: It refused, or did not answer.
    """
    try:
        yield
    except SiteError as refusal:
        raise StopError(
            _words(refusal), WRONG_USE if refusal.status == UNAUTHENTICATED else FAILED
        ) from refusal
    except (UnreachableError, FileChangedError) as fault:
        raise StopError(str(fault)) from fault


def status_now(site: Site, public_id: str) -> Status:
    """Where a submission is."""
    found: Status = site.ask("GET", f"/api/v1/submissions/{public_id}/").json()
    return found


def follow(site: Site, public_id: str) -> Status:
    """Wait until nothing more happens by itself; each new state is said."""
    status: Status | None = None
    etag = said = ""
    while True:
        headers = {"If-None-Match": etag} if etag else {}
        answer = site.ask("GET", f"/api/v1/submissions/{public_id}/", headers=headers)
        if answer.status != NOT_MODIFIED or status is None:
            status, etag = answer.json(), answer.headers.get("etag", "")
        line = _line(status)
        if line != said:
            say(line)
            said = line
        if status["is_final"]:
            return status
        site.wait(max(1, status["poll_seconds"]))


def tell(site: Site, status: Status, options: argparse.Namespace) -> int:
    """Print how a submission stands, with its report where that is what somebody has to act on.

    Returns:
        The exit status: 1 for an end that is not right.
    """
    public_id = status["id"]
    report = site.ask("GET", f"/api/v1/submissions/{public_id}/report/").json()
    if options.json:
        document = {"page_url": site.page(f"/submissions/{public_id}/"), "status": status, "report": report}
        write_text(report_text(document), options.json)
    is_right = _is_right(status, report)
    if options.json != "-":
        if report.get("findings") and (status["state"] == "checked" or not is_right):
            print_report(report)
            write("")
        write(f"{status['state_title']}: {status['state_reason']}")
        if status["failure_id"]:
            write(f"Quote {status['failure_id']} when you report this.")
        write(site.page(f"/submissions/{public_id}/"))
    return 0 if is_right else FAILED


def _is_right(status: Status, report: Mapping[str, Any]) -> bool:
    totals = report.get("totals", {})
    has_mistakes = bool(totals.get("F") or totals.get("R"))
    return status["state"] not in NOT_RIGHT and not (status["state"] == "checked" and has_mistakes)


def _line(status: Status) -> str:
    """The state, and how far it is."""
    parts = [str(status["state_title"]).lower()]
    if status["position"]:
        parts.append(f"{status['position']} in line")
    if status["progress_total"] and not status["is_final"]:
        parts.append(f"{status['progress_done']} of {status['progress_total']} tasks")
    if status["expected"]:
        parts.append(str(status["expected"]))
    return ", ".join(parts)


def _words(refusal: SiteError) -> str:
    mistakes = [f"  {one.get('code', '')}  {one.get('detail', '')}" for one in refusal.errors]
    lines = [str(refusal), *mistakes]
    if refusal.retry_after_s:
        lines.append(f"Try again in {refusal.retry_after_s} s.")
    return "\n".join(lines)
