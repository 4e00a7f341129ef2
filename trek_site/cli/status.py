"""``trek status``: where a submission is, why, and what happens next."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from trek_site.cli.console import WRONG_USE, StopError
from trek_site.cli.following import add_site_arguments, carried_out, follow, site_of, status_now, tell

_ID = re.compile(r"[0-9a-z]{1,40}")

_EPILOG = """\
The token is taken from TREK_TOKEN, or from ~/.config/trek/token, which nobody else may be able to
read (chmod 600). Exit status: 0 all is right so far; 1 there is no such submission, or it ended as
not accepted, to be confirmed, cancelled or failed; 2 wrong use."""


def run(argv: Sequence[str]) -> int:
    """Tell where one submission is; 0 unless it ended badly."""
    return carried_out(_status, _parser().parse_args(argv))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek status", description=__doc__, epilog=_EPILOG)
    parser.add_argument("id", metavar="ID", help="as in the address of its page")
    add_site_arguments(parser)
    return parser


def _status(options: argparse.Namespace) -> int:
    if not _ID.fullmatch(options.id):
        raise StopError(f"{options.id}: no id of a submission", WRONG_USE)
    site = site_of(options)
    status = follow(site, options.id) if options.wait else status_now(site, options.id)
    return tell(site, status, options)
