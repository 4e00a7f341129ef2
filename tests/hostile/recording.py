"""Write down what every hostile file gets: `python -m tests.hostile.recording`.

A verdict belongs to a version of the validator. New files may be added at any time; a verdict that changed
is written only under a new version.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.tracks.trek.intake.report import VALIDATOR_VERSION
from tests.hostile.fixture import Counted
from tests.hostile.table import FIXTURES

RECORD = Path(__file__).parent / "verdicts.json"

Verdicts = Mapping[str, Mapping[str, Any]]


class ChangedVerdictError(Exception):
    """A file gets another verdict from the same version of the validator."""


def verdict(report: Any) -> dict[str, Any]:
    """What became of a file, and how often each code was found in it."""
    return {"outcome": report.outcome.value, "found": dict(report.found)}


def recorded() -> dict[str, Any]:
    """What is written down: ``validator``, and ``verdicts`` by name."""
    written: dict[str, Any] = json.loads(RECORD.read_text("utf-8"))
    return written


def next_record(before: Mapping[str, Any], now: Verdicts, version: str) -> dict[str, Any]:
    """What is to be written down.

    Raises:
        ChangedVerdictError: A verdict differs, or a file is gone, and the version is the same.
    """
    if before["validator"] == version:
        changed = [name for name, old in before["verdicts"].items() if now.get(name) != old]
        if changed:
            raise ChangedVerdictError(f"raise VALIDATOR_VERSION first; other verdicts: {', '.join(changed)}")
    return {"validator": version, "verdicts": dict(sorted(now.items()))}


def main() -> None:
    now = {name: verdict(fixture.read(Counted(fixture.make()))) for name, fixture in FIXTURES.items()}
    before = recorded() if RECORD.exists() else {"validator": "", "verdicts": {}}
    text = json.dumps(next_record(before, now, VALIDATOR_VERSION), indent=1, ensure_ascii=True)
    RECORD.write_text(text + "\n", "utf-8")
    sys.stdout.write(f"{len(now)} verdicts of {VALIDATOR_VERSION}\n")


if __name__ == "__main__":
    main()
