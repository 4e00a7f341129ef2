"""From when on a signal is told. Each figure is ours, with its reason; none of them changes a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """Reached by at least so many tasks that are also at least that part of those looked at.

    Attributes:
        least: Tasks.
        percent: Of the tasks where the signal can be told at all.
    """

    least: int
    percent: int = 0

    def is_reached(self, count: int, looked_at: int) -> bool:
        """Whether so many of so many tasks are enough."""
        return count >= self.least and count * 100 >= self.percent * looked_at

    @property
    def words(self) -> str:
        """As a phrase."""
        tasks = f"{self.least} task{'' if self.least == 1 else 's'}"
        return f"at least {tasks}" + (f" and {self.percent} % of those looked at" if self.percent else "")


# The benchmark's own figures: one or the other is enough. A plan may hit the reference by chance where a trip
# leaves little choice, and hardly ever more than that.
GOLD_TASKS: Final = 5
GOLD_PERCENT: Final = 2

# One odd record is a slip of a logger. A few that are also some part of the run are a way of working.
UNSEEN: Final = Threshold(least=3, percent=5)
RECOUNT: Final = Threshold(least=3, percent=5)
UNTRACED: Final = Threshold(least=3, percent=5)
MEASURES: Final = Threshold(least=3, percent=1)

# The official loop tests its budget of 15 before a batch: with 14 spent, a batch of five cities still runs
# and the submission is allowed, which makes 20. Only what is beyond that is noticed.
OFFICIAL_BUDGET: Final = 15
OVERSHOOT: Final = 5
OVER_BUDGET: Final = Threshold(least=3, percent=1)

# A model answers over a network: five turns in a second are faster than any that we know of.
SECONDS_PER_TURN: Final = 0.2

# Words are looked for in so many characters of one record, which is far above what agents write.
WORDS_CHARS: Final = 256 * 1024
WORDS: Final = Threshold(least=1)
# "Task 1" is how agents number their steps; a two-digit number that is also the task's own is no step.
LEAST_TELLING_INDEX: Final = 10

# To know an infeasible task for one takes a search or two; to know nearly all of them by less than one search
# each takes luck or a list. Below ten such tasks, luck is likely enough.
REFUSALS: Final = Threshold(least=10, percent=95)
SEARCHES_PER_REFUSAL: Final = 1

OTHER_MODEL: Final = Threshold(least=1)

LOOPHOLE: Final = Threshold(least=1)
# One fare below the data's may be a slip of the pen. Three are a way of planning, and they move a rank.
LOOPHOLE_HOLDS: Final = Threshold(least=3)

# Trips differ in their cities, so one plan cannot answer two of them; three rule out a repeated task.
# Refusals repeat their words by nature: only one text for a tenth of all tasks says that nobody looked.
SAME_PLAN: Final = Threshold(least=3)
SAME_REFUSAL: Final = Threshold(least=10, percent=10)

# Of the plans that two bundles have both made and that are neither empty nor the reference plan. Agents with
# the same model and settings agree now and then; a fifth of all plans to the minute is no coincidence.
SAME_BUNDLE: Final = Threshold(least=5, percent=20)
