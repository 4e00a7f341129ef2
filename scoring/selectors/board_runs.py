"""Agents with several runs on a board, and how far their figures move.

Runs are of one agent if they are one party's (a team's, else an account's), bear the same display name, name
the same model and were run in the same division; letter case and the width of blanks are looked past. Runs
without a display name, unranked ones and entries shown without names are never grouped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.board_text import run_text
from scoring.columns import COLUMN_OF
from scoring.engine.statistics import Spread, spread
from scoring.links import board_runs_url
from scoring.pages.board import RunChip
from scoring.selectors.board_states import Board, past_state
from scoring.selectors.figures import figure_text
from scoring.selectors.history import BoardState
from submissions.showing import bears_its_name

KEPT: Final = 16
_SUBMISSION: Final = "evaluation__submission__"
_NAMED_BY: Final = ("party", "division", "display_name", "model_name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One ranked run; ``tp_feasible`` is there, for it is ranked."""

    evaluation_id: int
    public_id: str
    tp_feasible: float
    overall: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An agent with at least two runs, in the order in which they were sent."""

    display_name: str
    model_name: str
    division: str
    runs: Sequence[Run]

    @property
    def key(self) -> str:
        """Names it in addresses: the id of its first run."""
        return self.runs[0].public_id

    @property
    def tp_feasible(self) -> Spread:
        """Of the figure that decides ranks."""
        found = spread([run.tp_feasible for run in self.runs])
        if found is None:
            raise ValueError("an agent has runs")
        return found


@lru_cache(maxsize=KEPT)
def agents_of(board: Board) -> Sequence[Agent]:
    """The agents with several runs in a state of a board, by the id of their first run; in one query."""
    if not board.revision:
        return ()
    fields = [f"{_SUBMISSION}{name}" for name in (*_NAMED_BY, "public_id")]
    named = board.entries().filter(bears_its_name(_SUBMISSION))
    entries = named.exclude(**{f"{_SUBMISSION}display_name": ""})
    if not board.is_past:
        entries = entries.filter(rank__isnull=False)
    rows = entries.order_by(f"{_SUBMISSION}pk").values_list("evaluation", "tp_feasible", "overall", *fields)
    past = past_state(board) if board.is_past else None
    found = _grouped(row for row in rows if past is None or _is_grouped(row[0], past))
    return tuple(sorted(found, key=lambda agent: agent.key))


def _is_grouped(pk: int, past: BoardState) -> bool:
    return pk in past.ranks and pk not in past.nameless


@lru_cache(maxsize=KEPT)
def runs_of(board: Board) -> Mapping[int, tuple[Agent, int]]:
    """By evaluation, its agent and which of its runs it is, from 1; agents with one run are left out."""
    return {
        run.evaluation_id: (agent, number)
        for agent in agents_of(board)
        for number, run in enumerate(agent.runs, start=1)
    }


def chip_of(board: Board, evaluation_id: int, query: str) -> RunChip | None:
    """Which run of its agent an evaluation is; None if it is the only one.

    Args:
        board: The state shown.
        evaluation_id: Whose.
        query: Leads from the page of runs to the same board.
    """
    known = runs_of(board).get(evaluation_id)
    if known is None:
        return None
    agent, number = known
    seen = [run.tp_feasible for run in agent.runs]
    low, high = (figure_text(COLUMN_OF["tp_feasible"], value) for value in (min(seen), max(seen)))
    return RunChip(
        number=number,
        runs=len(seen),
        low_text=low,
        high_text=high,
        text=run_text(number, len(seen), low, high),
        url=f"{board_runs_url(query)}#agent-{agent.key}",
    )


def _grouped(rows: Iterable[Sequence[object]]) -> Iterable[Agent]:
    groups: dict[tuple[object, ...], list[tuple[Run, Sequence[object]]]] = {}
    for pk, tp_feasible, overall, party, division, display_name, model_name, public_id in rows:
        key = (party, division, _plain(display_name), _plain(model_name))
        run = Run(
            evaluation_id=pk,  # type: ignore[arg-type]  # Columns of a query have no types of their own.
            public_id=str(public_id),
            tp_feasible=tp_feasible,  # type: ignore[arg-type]
            overall=overall,  # type: ignore[arg-type]
        )
        groups.setdefault(key, []).append((run, (display_name, model_name, division)))
    for runs in groups.values():
        if len(runs) > 1:
            # As the newest run writes it.
            display_name, model_name, division = map(str, runs[-1][1])
            yield Agent(
                display_name=display_name,
                model_name=model_name,
                division=division,
                runs=tuple(run for run, _ in runs),
            )


def _plain(text: object) -> str:
    return " ".join(str(text).casefold().split())
