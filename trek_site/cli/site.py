"""``trek site``: work on the site that is installed here, with its settings."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trek_site

DESCRIPTION: Final = (
    "Write every public page and file of the site into a folder, so that a plain file server shows them. "
    "Nothing is asked over a network, and only what any visitor may see is copied."
)
_MANAGE: Final = Path(trek_site.__file__).resolve().parent.parent / "manage.py"


def run(argv: Sequence[str]) -> int:
    """Run one subcommand; 0 done, 1 a public page is missing, 2 wrong use."""
    parser = argparse.ArgumentParser(prog="trek site", description="Work on the site that is installed here.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    export = commands.add_parser("export", help="write a static copy of the site", description=DESCRIPTION)
    add_export_arguments(export)
    parser.parse_args(argv)
    # In a process of its own: commands know no framework, and a site is nothing without its settings.
    return subprocess.run([sys.executable, _MANAGE, "site_export", *argv[1:]], check=False).returncode  # noqa: S603  (Ours.)


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """What an export is told, here and in the site's own command."""
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="a new or empty folder, or an earlier copy"
    )
    parser.add_argument(
        "--with-downloads", action="store_true", help="archives and tables of dataset versions, too"
    )
    parser.add_argument(
        "--at", metavar="MOMENT", help="the moment that pages state (default: the newest change of a board)"
    )
