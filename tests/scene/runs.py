"""Who stands on the board of the scene, and what they send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from kb_browser.world import agents
from kb_browser.world.agents import Question, Record
from kb_browser.world.build import Built
from kb_browser.world.slips import SLIPS
from kb_browser.world.streams import Stream

NIGHTS, HOTELS, CLOCKS, HOURS, RUSH, SIGHTS, AMENITIES, BUDGET, RETURN = range(len(SLIPS))
"""Habits, by what goes wrong: positions in `SLIPS`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A made-up model; prices in dollars for a million tokens, None where nobody says."""

    name: str
    vendor: str
    open_weights: str = "no"
    prompt_usd: float | None = None
    completion_usd: float | None = None

    @property
    def identifier(self) -> str:
        """As tables of prices name it."""
        return self.name.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One upload.

    Attributes:
        name: Shown on the board.
        good: 0..1: share of solvable tasks without a slip, and of the others that are seen through.
        habit: What it gets wrong more than others do, and in which share of its plans.
        fate: What becomes of it: "" for public, or ``anonymous``, ``withdrawn``, ``held``, ``private``.
        run: Number among the repeat runs of one agent.
        follows: The label of the entry that it replaces.
        disclosure: Members of the manifest that matter to the ranks.
    """

    name: str
    organisation: str
    model: Model
    good: float
    habit: tuple[int, float] = (RUSH, 0.05)
    tokens_per_call: int = 7000
    spare_calls: int = 4
    division: str = "standard"
    scaffold: str = "official"
    fate: str = ""
    run: int = 1
    follows: str = ""
    disclosure: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Of the upload."""
        kept = "".join(
            letter if letter.isascii() and letter.isalnum() else "-" for letter in self.name.lower()
        )
        return f"{kept.strip('-') or self.model.identifier[-3:]}-{self.run}"

    @property
    def family(self) -> str:
        """User name of whoever sends it: one account for the runs of one family."""
        return self.label.split("-")[0]

    def records(self, built: Built, questions: Sequence[Question]) -> Iterator[Record]:
        """What it answers."""
        agent = replace(
            agents.STRONG,
            label=self.label,
            slips=(1, 1 + round(3 * (1 - self.good))),
            flawless=self.good,
            recognised=min(0.95, self.good + 0.2),
            gives_up=0.15 * (1 - self.good),
            unfinished=0.05 * (1 - self.good),
            # A run without all its records would wait for its owner to confirm it.
            skipped=0.0,
            spare_calls=self.spare_calls,
            tokens_per_call=self.tokens_per_call,
        )
        habit, often = self.habit
        solvable = {str(question.query_index) for question in questions if not question.kind}
        for record in agents.run_of(built.seed, built.world, agent, questions):
            number, plan = str(record["query_index"]), record["plan"]
            stream = Stream(built.seed, f"habit {self.label}", number)
            if isinstance(plan, dict) and number in solvable and stream.chance(often):
                SLIPS[habit](stream, built.world, plan)
            yield record


_MERIDIAN = Model(
    name="Meridian 70B", vendor="Northlight", open_weights="yes", prompt_usd=0.6, completion_usd=0.9
)
_MERIDIAN_S = Model(
    name="Meridian 8B", vendor="Northlight", open_weights="yes", prompt_usd=0.08, completion_usd=0.1
)
_QUARTO = Model(name="Quarto 2.5 Pro", vendor="Quarto AI", prompt_usd=2.5, completion_usd=12.5)
_QUARTO_S = Model(name="Quarto 2.5 Flash", vendor="Quarto AI", prompt_usd=0.15, completion_usd=0.6)
_HALCYON = Model(name="Halcyon 4", vendor="Halcyon Labs", prompt_usd=5.0, completion_usd=20.0)
_HALCYON_S = Model(name="Halcyon 4 mini", vendor="Halcyon Labs", prompt_usd=0.4, completion_usd=1.6)
_TESSERA = Model(name="Tessera 32B", vendor="University of Oberau", open_weights="yes")
_ZEPHYR = Model(
    name="Zephyr 13B",
    vendor="University of Samothrace",
    open_weights="yes",
    prompt_usd=0.1,
    completion_usd=0.3,
)

_OBERAU = "Universität Oberau, Lehrstuhl für Reiseplanung"
_NORTH = "Northlight Institute of Technology"
_BIRCH = "Birch & Sons Travel"

RUNS: Final[Sequence[Run]] = (
    Run(name="Wayfarer 2", organisation=_NORTH, model=_HALCYON, good=0.62, tokens_per_call=9000),
    Run(name="Wayfarer 2", organisation=_NORTH, model=_HALCYON, good=0.62, tokens_per_call=9000, run=2),
    Run(name="Wayfarer 2", organisation=_NORTH, model=_HALCYON, good=0.62, tokens_per_call=9000, run=3),
    Run(name="Footpath 1", organisation=_NORTH, model=_MERIDIAN, good=0.41, habit=(HOURS, 0.15)),
    Run(
        name="Planner-of-Planners with solver and a verifier loop",
        organisation=_OBERAU,
        model=_QUARTO,
        good=0.6,
        habit=(BUDGET, 0.1),
        tokens_per_call=14000,
        division="custom",
        scaffold="planner-of-planners",
    ),
    Run(name="Cartographer", organisation="Halcyon Labs", model=_HALCYON, good=0.57, habit=(AMENITIES, 0.1)),
    Run(
        name="Cartographer mini",
        organisation="Halcyon Labs",
        model=_HALCYON_S,
        good=0.38,
        tokens_per_call=5000,
    ),
    Run(name="Quarto 2.5 Pro", organisation="Quarto AI", model=_QUARTO, good=0.52, habit=(SIGHTS, 0.12)),
    Run(name="Quarto 2.5 Flash", organisation="Quarto AI", model=_QUARTO_S, good=0.33, habit=(NIGHTS, 0.15)),
    Run(
        name="Quarto 2.5 Flash",
        organisation="Quarto AI",
        model=_QUARTO_S,
        good=0.33,
        habit=(NIGHTS, 0.15),
        run=2,
    ),
    Run(name="Sextant", organisation=_BIRCH, model=_QUARTO, good=0.49, habit=(HOTELS, 0.2), spare_calls=9),
    Run(
        name="Sextant open",
        organisation=_BIRCH,
        model=_MERIDIAN,
        good=0.35,
        habit=(HOTELS, 0.25),
        spare_calls=9,
    ),
    Run(name="Tessera tools", organisation=_OBERAU, model=_TESSERA, good=0.44, habit=(CLOCKS, 0.2)),
    Run(
        name="Tessera direct",
        organisation=_OBERAU,
        model=_TESSERA,
        good=0.26,
        habit=(CLOCKS, 0.3),
        spare_calls=1,
    ),
    Run(
        name="Περιπατητής",
        organisation="Πανεπιστήμιο Σαμοθράκης",
        model=_ZEPHYR,
        good=0.3,
        habit=(RUSH, 0.25),
        tokens_per_call=4000,
    ),
    Run(name="Meridian 70B", organisation=_NORTH, model=_MERIDIAN, good=0.28, habit=(RETURN, 0.15)),
    Run(name="Meridian 8B", organisation=_NORTH, model=_MERIDIAN_S, good=0.12, habit=(RETURN, 0.3)),
    Run(
        name="Pathfinder",
        organisation="Ministry of Slow Trains",
        model=_MERIDIAN_S,
        good=0.18,
        tokens_per_call=3000,
    ),
    Run(
        name="Compass",
        organisation="Lab of somebody",
        model=_QUARTO_S,
        good=0.4,
        fate="anonymous",
        habit=(BUDGET, 0.2),
    ),
    Run(
        name="Lodestar beta",
        organisation=_BIRCH,
        model=_QUARTO,
        good=0.45,
        division="custom",
        scaffold="lodestar",
    ),
    Run(
        name="Lodestar",
        organisation=_BIRCH,
        model=_QUARTO,
        good=0.54,
        division="custom",
        scaffold="lodestar",
        follows="lodestar-beta-1",
    ),
    Run(name="Almanac", organisation="Institute of Ferries", model=_TESSERA, good=0.31, fate="withdrawn"),
    Run(
        name="Insider",
        organisation="Institute of Ferries",
        model=_TESSERA,
        good=0.7,
        disclosure={"gold_seen": "development"},
    ),
    Run(
        name="Backpacker",
        organisation="Institute of Ferries",
        model=_ZEPHYR,
        good=0.05,
        habit=(BUDGET, 0.4),
        fate="held",
    ),
    Run(name="Tessera draft", organisation=_OBERAU, model=_TESSERA, good=0.36, fate="private"),
)


def prices() -> str:
    """A table of prices of the models, as `prices_add` reads it."""
    models = {run.model.name: run.model for run in RUNS if run.model.prompt_usd is not None}
    lines = [
        f"{one.identifier},{one.prompt_usd:.2f},{one.completion_usd:.2f},2026-01-01,made up"
        for one in models.values()
    ]
    return "\n".join(["model,prompt_usd,completion_usd,valid_from,source", *lines, ""])
