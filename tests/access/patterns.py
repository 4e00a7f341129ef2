"""Runs every compiled pattern of the project against texts made to keep one busy, bounded by the kernel."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import resource
import sys
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("scoring.engine", "scoring.tracks")
MODULES = (
    "scoring.receipts.keys", "scoring.receipts.reading", "scoring.storable", "kb_browser.citing",
    "trek_site.cli.status",
)  # fmt: skip
CHARACTERS = 20_000
PIECES = (
    " ", "a", "0", "no ", " to ", "a to ", "->", "- ", "\t\n", "\\u", "x_", "0.", "not ", "exceeds the ",
    "direct flight ", "could not be find ", "task index #", "https://orcid.org/", "{ ", "é",
)  # fmt: skip
SECONDS = 60


def patterns():
    names = list(MODULES)
    for package in PACKAGES:
        module = importlib.import_module(package)
        names += [found.name for found in pkgutil.walk_packages(module.__path__, f"{package}.")]
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            yield from compiled_in(value)


def compiled_in(value):
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from compiled_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from compiled_in(inner)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    count = 0
    for pattern in {(found.pattern, found.flags): found for found in patterns()}.values():
        for piece in PIECES:
            text = (piece * CHARACTERS)[:CHARACTERS] + "!"
            subject = text.encode() if isinstance(pattern.pattern, bytes) else text
            pattern.search(subject)
            pattern.fullmatch(subject)
        count += 1
    assert count > 10, count
    sys.stdout.write("every pattern ended\n")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trek_site.settings.test")
    django.setup()
    main()
