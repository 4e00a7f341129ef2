"""``trek``: the command line. Results go to standard output, progress to standard error.

Every command exits 0 when all is right, 1 when the thing checked is not, 2 on wrong use. None of them
needs Django; what needs the site itself starts it in a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from trek_site.cli import conform, dataset, explain, score, site, status, submit, validate, verify

Command = Callable[[Sequence[str]], int]

COMMANDS: Mapping[str, tuple[Command, str]] = {
    "score": (score.run, "evaluate a bundle offline"),
    "explain": (explain.run, "tell why one task failed, and the smallest change that would pass"),
    "validate": (validate.run, "report everything about a bundle's format, without scoring"),
    "verify": (verify.run, "replay an evaluation from its receipt"),
    "submit": (submit.run, "send a run to a site"),
    "status": (status.run, "tell where a submission is"),
    "conform": (conform.run, "replay vectors or runs whose official scores are known"),
    "dataset": (dataset.run, "check a release"),
    "site": (site.run, "write a static copy of the site that is installed here"),
}

USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit status."""
    words = sys.argv[1:] if argv is None else list(argv)
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(_help())
        return 0 if words else USAGE
    if words[0] not in COMMANDS:
        sys.stderr.write(f"trek: there is no command {words[0]!r}\n\n{_help()}")
        return USAGE
    try:
        return COMMANDS[words[0]][0](words[1:])
    except SystemExit as stop:
        # argparse ends by itself on wrong use and on --help.
        return stop.code if isinstance(stop.code, int) else USAGE
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does.
        sys.stderr.close()
        return 1


def _help() -> str:
    lines = [f"  {name:<10} {text}" for name, (_, text) in COMMANDS.items()]
    return "\n".join(["usage: trek COMMAND ...", "", *lines, "", "trek COMMAND --help says more.", ""])
