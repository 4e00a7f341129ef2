"""``python -m kb_browser.exports RELEASE TARGET [KNOWLEDGE]``: make what is read beside a release's files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kb_browser.exports.making import exports_make
from kb_browser.knowledge.making import knowledge_make


def main() -> int:
    """Make its downloads and the file to browse it by, with one line of progress per step on stdout."""
    parser = argparse.ArgumentParser(prog="python -m kb_browser.exports", description=__doc__)
    parser.add_argument("release", type=Path, help="release folder in the official layout")
    parser.add_argument("target", type=Path, help="the folder of downloads to be made")
    parser.add_argument("knowledge", type=Path, nargs="?", help="the file to browse and search it by")
    arguments = parser.parse_args()
    exports_make(arguments.release, arguments.target, say=_say)
    if arguments.knowledge is not None:
        knowledge_make(arguments.release, arguments.knowledge, say=_say)
    return 0


def _say(message: str) -> None:
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
