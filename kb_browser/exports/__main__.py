"""``python -m kb_browser.exports RELEASE TARGET``: make the downloads of a release folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kb_browser.exports.making import exports_make


def main() -> int:
    """Make them, with one line of progress per step on stdout."""
    parser = argparse.ArgumentParser(prog="python -m kb_browser.exports", description=__doc__)
    parser.add_argument("release", type=Path, help="release folder in the official layout")
    parser.add_argument("target", type=Path, help="the folder to be made")
    arguments = parser.parse_args()
    exports_make(arguments.release, arguments.target, say=_say)
    return 0


def _say(message: str) -> None:
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
