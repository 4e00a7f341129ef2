"""A hostile stand-in for the evaluator, loaded into a worker before it forks."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

from scoring.services import judging

REASON = "poison"


def install() -> None:
    """From now on, a bundle with that reason in it ends the process that evaluates it."""
    evaluate_all = judging.evaluate_all

    def hostile(track: Any, dataset: Any, records: Any) -> Iterator[Any]:
        if any(record.members.get("refusal_reason") == REASON for record in records.values()):
            os.kill(os.getpid(), signal.SIGKILL)
        return evaluate_all(track, dataset, records)

    judging.evaluate_all = hostile  # type: ignore[assignment]
