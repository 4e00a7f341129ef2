"""The page of agents with several runs on a board."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from scoring.board_filters import BoardFilters
from scoring.columns import COLUMN_OF
from scoring.engine import display
from scoring.engine.sheets import Sheet
from scoring.engine.statistics import Steadiness, steadiness
from scoring.links import entry_url, page_links
from scoring.pages.board_runs import AgentLine, RunLine, RunsPage
from scoring.selectors.board_choices import evaluator_choices, version_line
from scoring.selectors.board_runs import Agent, agents_of
from scoring.selectors.board_states import Board, past_state
from scoring.selectors.boards import chosen_board
from scoring.selectors.facets import task_groups
from scoring.selectors.figures import figure_text
from scoring.selectors.sheets import sheets_of
from scoring.tracks import DEFAULT, DEFAULT_TRACK

AGENTS_PER_PAGE: Final = 50


def runs_page(asked: BoardFilters, *, track: str = DEFAULT_TRACK) -> RunsPage:
    """The agents with several runs in one state of a board; every reader sees the same.

    Args:
        asked: Version, evaluator, moment or revision, and page; what else it says is looked past.
        track: The benchmark.

    Raises:
        NotFoundError: As for `board_page`.
    """
    filters = BoardFilters(
        version=asked.version,
        evaluator=asked.evaluator,
        as_of=asked.as_of,
        revision=asked.revision,
        page=asked.page,
    )
    chosen = chosen_board(filters, track)
    if chosen is None:
        return _empty(filters)
    version, versions, evaluators, board = chosen
    agents = sorted(agents_of(board), key=lambda agent: (-agent.tp_feasible.mean, agent.key))
    links = page_links(
        number=filters.page,
        size=AGENTS_PER_PAGE,
        total=len(agents),
        query=lambda page: filters.query(page=page),
    )
    shown = agents[links.first - 1 : links.last] if agents else ()
    sheets = sheets_of([run.evaluation_id for agent in shown for run in agent.runs])
    feasible = task_groups(board.version).feasible if shown else 0
    ranks = _ranks(board, shown)
    return RunsPage(
        version=version_line(version, versions, filters),
        versions=[version_line(line, versions, filters, selected=version) for line in versions],
        evaluator_version=board.evaluator_version,
        evaluators=evaluator_choices(evaluators, board.evaluator_version, filters),
        revision=board.revision,
        etag=_etag("runs", board.view_key(filters), len(sheets), version == versions[0]),
        agents=[_agent(agent, board, ranks, sheets, feasible) for agent in shown],
        links=links,
        filters=filters,
        board_query=filters.query(page=1),
    )


def _ranks(board: Board, agents: Sequence[Agent]) -> Mapping[int, int]:
    if board.is_past:
        return past_state(board).ranks
    wanted = [run.evaluation_id for agent in agents for run in agent.runs]
    entries = board.entries().filter(evaluation__in=wanted)
    return {pk: rank for pk, rank in entries.values_list("evaluation", "rank") if rank is not None}


def _agent(
    agent: Agent, board: Board, ranks: Mapping[int, int], sheets: Mapping[int, Sheet], feasible: int
) -> AgentLine:
    asked = ("", "" if board.evaluator_version == DEFAULT else board.evaluator_version)
    seen, steady = agent.tp_feasible, _steady(agent, sheets, feasible)
    return AgentLine(
        key=agent.key,
        display_name=agent.display_name,
        model_name=agent.model_name,
        division=agent.division,
        runs=[
            RunLine(
                number=number,
                public_id=run.public_id,
                url=entry_url(run.public_id, *asked),
                rank=ranks.get(run.evaluation_id, 0),
                tp_feasible=run.tp_feasible,
                tp_feasible_text=display.percent(run.tp_feasible),
                overall=run.overall,
                overall_text=figure_text(COLUMN_OF["overall"], run.overall),
            )
            for number, run in enumerate(agent.runs, start=1)
        ],
        mean=seen.mean,
        mean_text=display.percent(seen.mean),
        deviation=seen.deviation,
        deviation_text=display.percent(seen.deviation),
        least=seen.least,
        least_text=display.percent(seen.least),
        most=seen.most,
        most_text=display.percent(seen.most),
        in_all=None if steady is None else steady.in_all,
        in_all_text=display.percent(None if steady is None else steady.in_all),
        in_any=None if steady is None else steady.in_any,
        in_any_text=display.percent(None if steady is None else steady.in_any),
        agreement=None if steady is None else steady.agreement,
        agreement_text=display.percent(None if steady is None else steady.agreement),
    )


def _steady(agent: Agent, sheets: Mapping[int, Sheet], feasible: int) -> Steadiness | None:
    found = [sheets[run.evaluation_id] for run in agent.runs if run.evaluation_id in sheets]
    return steadiness([one.perfect for one in found], feasible) if len(found) == len(agent.runs) else None


def _etag(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def _empty(filters: BoardFilters) -> RunsPage:
    return RunsPage(
        version=None,
        versions=[],
        evaluator_version=DEFAULT,
        evaluators=[],
        revision=0,
        etag=_etag("no version"),
        agents=[],
        links=page_links(number=1, size=AGENTS_PER_PAGE, total=0, query=str),
        filters=filters,
        board_query="?",
    )
