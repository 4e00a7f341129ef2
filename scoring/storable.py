"""Results as rows: what every database here can store, and nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from scoring.engine.model import DimensionKey, TaskResult
from scoring.engine.run import outcome_json
from scoring.models import SCORE_COLUMNS, TaskOutcome

# NUL, and halves of surrogate pairs: Python's JSON carries them, PostgreSQL's refuses them. The reader of
# bundles replaces them already; facts may come from elsewhere, and a scored run must not fail over one.
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


def storable(value: Any) -> Any:
    """A JSON value that SQLite and PostgreSQL both take: odd characters replaced, numbers finite."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {storable(str(key)): storable(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [storable(member) for member in value]
    return value


def outcome_row(evaluation_id: int, result: TaskResult) -> TaskOutcome:
    """One result as an unsaved row.

    Raises:
        ValueError: A score is no finite number; storing anything in its place would be a verdict.
    """
    return TaskOutcome(
        evaluation_id=evaluation_id,
        query_index=result.task_id,
        is_perfect=result.is_perfect,
        gates=storable(list(result.gates)),
        run=storable(result.run),
        outcomes=[storable(outcome_json(outcome)) for outcome in result.outcomes],
        **{column: result.scores.get(DimensionKey(column)) for column in SCORE_COLUMNS},
    )
