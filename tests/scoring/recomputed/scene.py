"""A board with all that makes figures differ: scored for real, from answers with known kinds of faults."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Any

from scoring import services
from scoring.models import BoardRevision, LeaderboardEntry
from scoring.tracks import DEFAULT
from submissions.models import Submission
from submissions.services import submission_check, submission_confirm
from tests.bundles import gold_answers
from tests.factories import small_world, upload_make, user_make

PRICES = """model,prompt_usd,completion_usd,valid_from,source
dear-1,2.50,10.00,2026-01-01,made for a test
cheap-1,0.15,0.60,2026-01-01,made for a test
"""
PRICED_ON = date(2026, 2, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An entry of the scene.

    Attributes:
        faults: The chance that a task is answered wrongly, 0..1.
        seed: Of its faults; two with one seed and one chance have the same ones.
        tokens: Around how many it takes for a task; 0 for an agent that does not say.
        quiet: Tasks whose tokens it does not say.
        missing: Tasks without a record.
        model: Its identifier.
        party: Entries of one party are of one account.
    """

    name: str
    faults: float
    seed: int
    tokens: int = 9000
    quiet: Sequence[int] = ()
    missing: Sequence[int] = ()
    model: str = "dear-1"
    party: str = ""
    visibility: str = "public"
    said: Mapping[str, Any] = field(default_factory=dict)


AGENTS = (
    Agent(name="Ampersand & Söhne", faults=0.0, seed=1, tokens=21_000),
    Agent(name="東京 Planner", faults=0.12, seed=2, tokens=30_000, model="cheap-1"),
    Agent(name="First twin", faults=0.3, seed=3, tokens=12_000),
    Agent(name="Second twin", faults=0.3, seed=3, tokens=14_000, model="cheap-1"),
    Agent(name="Wayfarer", faults=0.4, seed=5, tokens=8_000, party="w", model="cheap-1"),
    Agent(name="Wayfarer", faults=0.4, seed=6, tokens=8_500, party="w", model="cheap-1"),
    Agent(
        name="<b>Bold</b> | 50 %",
        faults=0.55,
        seed=7,
        tokens=5_000,
        said={"track": "custom", "description": "A harness of its own."},
    ),
    Agent(name="Half a night", faults=0.2, seed=8, tokens=7_000, missing=(4, 5, 11), quiet=(1, 2)),
    Agent(name="Silent", faults=0.75, seed=9, tokens=0),
    Agent(name="Gives up", faults=0.97, seed=10, tokens=900, model="unpriced-1"),
    Agent(name="Secret name", faults=0.25, seed=11, tokens=11_000, visibility="anonymous"),
    Agent(name="Taken back", faults=0.1, seed=12),
    Agent(name="Without a figure", faults=0.5, seed=13),
    Agent(name="Never published", faults=0.05, seed=14, visibility="private"),
)


def scene_make() -> None:
    """Score all agents on the small world, and work out all that follows from their results."""
    world, owners = small_world(), {}
    for agent in AGENTS:
        owner = owners.setdefault(agent.party or agent.name, user_make(is_staff=True))
        said = {"display_name": agent.name, "visibility": agent.visibility, **agent.said}
        model = {"identifier": agent.model, "name": agent.model.title()}
        receipt = upload_make(bundle(agent), owner=owner, version=world, model=model, **said)
        submission_check(receipt.pk)
        if Submission.objects.get(pk=receipt.pk).outcome == "needs_confirmation":
            submission_confirm(receipt.public_id, owner)
        services.submission_evaluate(receipt.pk)
    taken = Submission.objects.get(display_name="Taken back")
    services.entry_withdraw(taken.public_id, taken.owner)
    LeaderboardEntry.objects.filter(evaluation__submission__display_name="Without a figure").update(
        tp_feasible=None
    )
    services.prices_add(PRICES, as_of=PRICED_ON, source="made for a test")
    services.board_refresh(world.pk, DEFAULT, is_changed=True)
    work_out()


def work_out() -> None:
    """What jobs do after a change of the board."""
    board = BoardRevision.objects.get()
    services.board_standings_make(board.pk)
    services.board_costs_make(board.pk)


def bundle(agent: Agent) -> bytes:
    """The agent's records."""
    faults, used = Random(agent.seed), Random(agent.name)
    lines = []
    for index, gold in enumerate(gold_answers()):
        answer = _spoilt(gold, faults) if faults.random() < agent.faults else _own(gold)
        usage = _usage(agent, index, used)
        if index not in agent.missing:
            lines.append(json.dumps({**answer, "query_index": index, "submitted": True, **usage}))
    return ("\n".join(lines) + "\n").encode()


def _usage(agent: Agent, index: int, chance: Random) -> Mapping[str, Any]:
    prompt = round(agent.tokens * chance.uniform(0.5, 1.5))
    completion = prompt // chance.randint(5, 20)
    tokens = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    usage = {"tool_call_count": chance.randint(3, 24), "elapsed_sec": round(chance.uniform(5, 90), 3)}
    return usage if not agent.tokens or index in agent.quiet else {**usage, "token_usage": tokens}


def _own(gold: Mapping[str, Any]) -> dict[str, Any]:
    """As good as the gold, and not the same: nobody says when they check in."""
    answer = copy.deepcopy(dict(gold))
    for day in answer["plan"].values():
        day.get("hotel", {}).pop("check_in", None)
    return answer


def _spoilt(gold: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    answer = _own(gold)
    if not gold["is_feasible"]:
        return {**answer, "refusal_reason": chance.choice(["gave up", "The budget is too low."])}
    kind = chance.choice(["refuse", "hotel", "hours", "fare", "skip", "overlap"])
    if kind == "refuse":
        return {"is_feasible": False, "plan": {}, "refusal_reason": "gave up"}
    for day in answer["plan"].values():
        _spoil_day(day, kind)
    return answer


def _spoil_day(day: dict[str, Any], kind: str) -> None:
    visits = day.get("attractions", [])
    if kind == "hotel" and day.get("hotel"):
        day["hotel"]["name"] = "Nowhere Inn"
    elif kind == "hours" and visits:
        visits[0] |= {"visit_start": "02:00", "visit_end": "03:00"}
    elif kind == "fare":
        for flight in day.get("flights", []):
            flight["price"] = 1.0
    elif kind == "skip":
        day["attractions"] = []
    elif kind == "overlap" and len(visits) > 1:
        visits[1] |= {"visit_start": visits[0]["visit_start"], "visit_end": visits[0]["visit_end"]}
