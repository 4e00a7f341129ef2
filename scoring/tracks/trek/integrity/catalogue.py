"""Every signal with its words. A code never changes its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.engine.integrity import SignalText
from scoring.tracks.trek.integrity.thresholds import (
    GOLD_PERCENT,
    GOLD_TASKS,
    LOOPHOLE,
    LOOPHOLE_HOLDS,
    MEASURES,
    OFFICIAL_BUDGET,
    OTHER_MODEL,
    OVER_BUDGET,
    OVERSHOOT,
    RECOUNT,
    REFUSALS,
    SAME_BUNDLE,
    SAME_PLAN,
    SAME_REFUSAL,
    SEARCHES_PER_REFUSAL,
    SECONDS_PER_TURN,
    UNSEEN,
    UNTRACED,
    WORDS,
)

GOLD = "S801"
UNSEEN_ENTITIES = "S802"
CALLS_RECOUNTED = "S803"
OVER_THE_BUDGET = "S804"
ODD_MEASURES = "S805"
NO_SEARCHES = "S806"
TELLING_WORDS = "S807"
OTHER_ACCOUNTS = "S808"
EASY_REFUSALS = "S809"
OTHER_MODELS = "S810"
PRICE_LOOPHOLE = "S811"
SAME_ANSWERS = "S812"
CONTRADICTIONS = "S813"

_TEXTS: tuple[SignalText, ...] = (
    SignalText(
        code=GOLD,
        title="Plans equal to the reference plans",
        meaning="Plans agree with the published reference plans in every booking and every time. The "
        "reference plans are public, and a model may have met them in training without anybody's "
        "doing. What matters is that a reader knows.",
        fires=f"more than {GOLD_TASKS} tasks, or more than {GOLD_PERCENT} % of the feasible ones",
        holds="whenever it is found",
    ),
    SignalText(
        code=UNSEEN_ENTITIES,
        title="Bookings that no search found",
        meaning="The notebook lists everything that the searches returned, and these plans book something"
        " under no name in it. The name may come from the request, from a notebook that was "
        "shortened, or from knowledge of the data.",
        fires=f"{UNSEEN.words}: plans with a notebook",
    ),
    SignalText(
        code=CALLS_RECOUNTED,
        title="Call counts that differ from the trajectory",
        meaning="Counting the trajectory by the official rules (two for a round trip, one for each city, "
        "one for the submission, nothing for what failed because the service was down) gives "
        "another number than the one stated. A harness of one's own may count in another way.",
        fires=f"{RECOUNT.words}: records with both",
    ),
    SignalText(
        code=OVER_THE_BUDGET,
        title="More calls than the declared budget",
        meaning=f"The official loop has a budget of {OFFICIAL_BUDGET}, which its last batch can exceed by "
        f"{OVERSHOOT}. These records state more than the declared budget and that.",
        fires=f"{OVER_BUDGET.words}: records with a count",
    ),
    SignalText(
        code=ODD_MEASURES,
        title="Measures that cannot be as stated",
        meaning="Prompt and completion tokens do not add up to the total, there are calls but no tokens, "
        f"or a turn took less than {SECONDS_PER_TURN} seconds. Counters that leave out cached or "
        "hidden tokens look like this.",
        fires=f"{MEASURES.words}: all records",
    ),
    SignalText(
        code=NO_SEARCHES,
        title="Plans without a search on record",
        meaning="The plan books something, and the trajectory is missing or holds no search. Trajectories"
        " need not be sent; without them nobody can see where a plan comes from.",
        fires=f"{UNTRACED.words}: records with bookings",
    ),
    SignalText(
        code=TELLING_WORDS,
        title="Words about the answers in notes or arguments",
        meaning="Notes or arguments of tools speak of a gold plan, an answer key, a reference plan or the"
        " task's own number, which the task's text does not mention.",
        fires=WORDS.words,
    ),
    SignalText(
        code=OTHER_ACCOUNTS,
        title="The same plans as an entry of another account",
        meaning="Another account sent an entry with the same plans, to the minute, for many tasks. Two "
        "accounts of one group, or two runs of the same published agent, look like this. Neither "
        "side is told who the other is; curators see both.",
        fires=f"{SAME_BUNDLE.words}: plans that both made and that are not the reference plan",
        holds="the entry that was received later",
    ),
    SignalText(
        code=EASY_REFUSALS,
        title="Infeasible tasks known without searching",
        meaning="Nearly every infeasible task was refused for its true cause, with hardly a search to "
        "tell it from a feasible one.",
        fires=f"at least {REFUSALS.least} infeasible tasks, the true cause on {REFUSALS.percent} % of "
        f"them, and at most {SEARCHES_PER_REFUSAL} search each on average",
    ),
    SignalText(
        code=OTHER_MODELS,
        title="Another model than the manifest names",
        meaning="Records name a model that is no identifier of the manifest. A provider's alias of the "
        "same model looks like this.",
        fires=OTHER_MODEL.words,
    ),
    SignalText(
        code=PRICE_LOOPHOLE,
        title="Flights whose fare is not found",
        meaning="The official rules find a flight whatever the letter case and outer blanks of its "
        "number, but its fare only under the exact number; otherwise they bill what the plan "
        "states. The official score stands as it is. Here is where that rule was met, and how "
        "often the plan states less than the data.",
        fires=LOOPHOLE.words,
        holds=f"{LOOPHOLE_HOLDS.words} state less than the data",
    ),
    SignalText(
        code=SAME_ANSWERS,
        title="One answer for many tasks",
        meaning="The same plan, or the same words of refusal, answer tasks that ask for different trips.",
        fires=f"one plan: {SAME_PLAN.words}; one refusal: {SAME_REFUSAL.words}",
    ),
    SignalText(
        code=CONTRADICTIONS,
        title="Statements of the manifest that the records do not bear out",
        meaning="The manifest says one thing and the records show another; each is named. A statement can"
        " be wrong by mistake, and a new version of the entry can set it right.",
        fires="any one of them",
    ),
)

CATALOGUE: Final[Mapping[str, SignalText]] = MappingProxyType({text.code: text for text in _TEXTS})
