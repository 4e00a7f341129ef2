"""What a dimension is made of: checks with permanent codes, and the function from outcomes to a score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.engine.model import CheckOutcome, DimensionKey, Verdict
from scoring.engine.track import CheckText, DimensionText
from scoring.tracks.trek.attempt import Attempt


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule: a generator of outcomes, and its published text.

    Attributes:
        code, title, message, paper: As in ``CheckText``.
        run: Yields one outcome per place it looks at; silence means it has nothing to look at.
    """

    code: str
    title: str
    message: str
    paper: str
    run: Callable[[Attempt], Iterator[CheckOutcome]]

    @property
    def text(self) -> CheckText:
        """What is published about the check."""
        return CheckText(code=self.code, title=self.title, message=self.message, paper=self.paper)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimension:
    """One column of the benchmark.

    Attributes:
        key: Official key of the score.
        label: The paper's label.
        summary: The rule in one or two sentences.
        paper: Where the paper defines it.
        checks: In the order in which they run.
        applies: Whether the task has this score at all.
        is_judged: Whether it is part of perfect.
        score: From the outcomes of all checks to 0..1, or None when they give no score.
    """

    key: DimensionKey
    label: str
    summary: str
    paper: str
    checks: tuple[Check, ...]
    applies: Callable[[Attempt], bool]
    score: Callable[[Attempt, Sequence[CheckOutcome]], float | None]
    is_judged: bool = True

    @property
    def text(self) -> DimensionText:
        """What is published about the dimension."""
        return DimensionText(
            key=self.key, label=self.label, summary=self.summary, paper=self.paper,
            checks=tuple(check.text for check in self.checks), is_judged=self.is_judged,
        )  # fmt: skip

    def evaluate(self, attempt: Attempt) -> tuple[float | None, list[CheckOutcome]]:
        """The score with its reasons; (None, []) where the dimension does not apply."""
        if not self.applies(attempt):
            return None, []
        outcomes = [outcome for check in self.checks for outcome in check.run(attempt)]
        return self.score(attempt, outcomes), outcomes


def always(attempt: Attempt) -> bool:
    """For dimensions that every answered feasible task has."""
    return True


def all_passed(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float | None:
    """1 when no outcome failed, 0 when one did, None without any outcome."""
    if not outcomes:
        return None
    return 0.0 if any(outcome.verdict is Verdict.FAILED for outcome in outcomes) else 1.0
