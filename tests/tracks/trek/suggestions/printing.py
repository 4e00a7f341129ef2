"""All advice about one mutated run, as bytes: what two processes are compared by."""

from __future__ import annotations

import sys

from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.canonical import canonical_json
from scoring.tracks.trek.suggestions import suggest
from tests.mutations import gold_rows, mutated
from tests.tracks.trek.suggestions.worlds import stock


def main() -> None:
    for task, record in mutated(stock().dataset, gold_rows(SMALL_WORLD), 7):
        for one in suggest(stock(), task, record):
            sys.stdout.buffer.write(canonical_json(one.as_json()) + b"\n")


if __name__ == "__main__":
    main()
