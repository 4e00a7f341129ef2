"""All benchmarks, or those named: ``python -m tests.benchmarks [scoring] [checking] …``."""

from __future__ import annotations

import sys

from tests.benchmarks import (
    building_speed,
    checking_speed,
    determinism,
    flood,
    full_proofs,
    knowledge,
    large_board,
    memory,
    reading,
    scoring_speed,
    standings,
    start_up,
    storage,
    suggesting,
)

BENCHMARKS = {
    "building": building_speed.main,
    "scoring": scoring_speed.main,
    "checking": checking_speed.main,
    "start": start_up.main,
    "memory": memory.main,
    "determinism": determinism.main,
    "proofs": full_proofs.main,
    "standings": standings.main,
    "flood": flood.main,
    "storage": storage.main,
    "board": large_board.main,
    "reading": reading.main,
    "suggesting": suggesting.main,
    "knowledge": knowledge.main,
}

if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    for name in sys.argv[1:] or BENCHMARKS:
        BENCHMARKS[name]()
