"""``trek submit``: send a run to a site through its public API, and see it through."""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from scoring.engine.intake import report_text
from scoring.engine.model import Json
from scoring.engine.reading import HEAD_BYTES, Container, container_of
from scoring.tracks import TREK_INTAKE
from trek_site.cli.console import FAILED, WRONG_USE, StopError, read_file, say, write, write_text
from trek_site.cli.following import add_site_arguments, carried_out, follow, site_of, status_now, tell
from trek_site.client import FileToSend, send

_STEPS = 10

_DESCRIPTION = """\
Send a run to a site through its public API. A connection that breaks costs nothing: the file is
sent in portions, and the same command, started again, goes on where it ended. The same file with
the same manifest is one submission, however often it is sent (--again makes another one)."""

_EPILOG = """\
The token is taken from TREK_TOKEN, or from ~/.config/trek/token, which nobody else may be able to
read (chmod 600). Exit status: 0 all is right; 1 the site refused it, or it ended as not accepted,
to be confirmed, cancelled or failed; 2 wrong use. Without --wait, 0 means that the file was
received."""


def run(argv: Sequence[str]) -> int:
    """Send one run; 0 when it was taken, 1 when it is not right, 2 on wrong use."""
    return carried_out(_submit, _parser().parse_args(argv))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek submit", description=_DESCRIPTION, epilog=_EPILOG)
    parser.add_argument("file", type=Path, metavar="FILE", help="trek_<label>.jsonl, .jsonl.gz or a .zip")
    parser.add_argument("--manifest", type=Path, metavar="FILE", help="metadata.json or .yaml beside FILE")
    parser.add_argument(
        "--check", action="store_true", help="have it checked only: any part of a run, never scored"
    )
    parser.add_argument("--team", default="", metavar="NAME", help="team of yours that it is sent for")
    parser.add_argument("--dataset-version", default="", metavar="NAME", help="the current one when absent")
    parser.add_argument(
        "--again", action="store_true", help="make another submission of what was sent before"
    )
    add_site_arguments(parser)
    return parser


def _submit(options: argparse.Namespace) -> int:
    said = _said(options)
    site = site_of(options)
    try:
        file = FileToSend.at(options.file)
    except OSError as error:
        raise StopError(f"{options.file}: {error.strerror or error}", WRONG_USE) from error
    again = secrets.token_hex(8) if options.again else ""
    receipt = send(site, file, said, again=again, progress=_Progress())
    public_id, page = receipt["id"], site.page(receipt["page_url"])
    say("received" if receipt["is_new"] else "received before; nothing was made anew")
    say(page)
    if options.wait:
        return tell(site, follow(site, public_id), options)
    if options.json:
        document = {"page_url": page, "status": status_now(site, public_id), "report": None}
        write_text(report_text(document), options.json)
    if options.json != "-":
        write(f"{public_id}  {page}")
    return 0


def _said(options: argparse.Namespace) -> dict[str, Any]:
    """What goes along with the file.

    Raises:
        StopError: The manifest is missing, or has mistakes; every one of them is printed.
    """
    said = {"purpose": "check" if options.check else "entry", "team": options.team}
    said["dataset_version"] = options.dataset_version
    if options.manifest is None:
        if not options.check and not _is_archive(options.file):
            raise StopError("--manifest is missing: only an archive brings its own", WRONG_USE)
        return said
    return {**said, "manifest": _manifest(options.manifest)}


def _is_archive(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return container_of(stream.read(HEAD_BYTES)) is Container.ZIP
    except OSError as error:
        raise StopError(f"{path}: {error.strerror or error}", WRONG_USE) from error


def _manifest(path: Path) -> Mapping[str, Json]:
    reading = TREK_INTAKE.read_manifest(read_file(path), file_name=path.name, today=date(*time.gmtime()[:3]))
    for one in reading.findings:
        write(f"  {one.code}  {one.message}")
        if one.hint:
            write(f"        {one.hint}")
    if reading.manifest is None:
        raise StopError(f"{path}: the manifest has mistakes", FAILED)
    return reading.manifest.as_json()


class _Progress:
    """Says each tenth of a file that is there."""

    def __init__(self) -> None:
        self._said = 0

    def __call__(self, done: int, size: int) -> None:
        tenth = done * _STEPS // size
        if tenth != self._said:
            self._said = tenth
            say(f"sent {tenth * 100 // _STEPS} % of {size} bytes")
