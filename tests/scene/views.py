"""The pages of the scene that are worth a look, with what is to be seen there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

OWNER: Final = "tessera"
"""Whose account the pages of an account are seen with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One page.

    Attributes:
        name: Of its pictures.
        title: Above them.
        says: What a reader finds there.
        address: With public ids as ``{label}``.
        is_owners: Seen by `OWNER`, who is signed in.
    """

    name: str
    title: str
    says: str
    address: str
    is_owners: bool = False

    def path(self, entries: Mapping[str, str]) -> str:
        """Its address on a site with these entries, by label."""
        return self.address.format_map(entries)


VIEWS: Final = (
    View(name="board", title="Leaderboard", says="Who is better, and which differences count.", address="/"),
    View(
        name="board-columns",
        title="Leaderboard, other columns",
        says="Entries with open weights only, with chosen columns.",
        address="/?weights=yes&columns=tp_feasible,satisfaction,truthfulness,reasoning,overall",
    ),
    View(
        name="log",
        title="What happened",
        says="Every change of the board, with what it did to the ranks.",
        address="/leaderboard/log/",
    ),
    View(
        name="runs",
        title="Repeat runs",
        says="How much an agent's figure moves from run to run.",
        address="/leaderboard/runs/",
    ),
    View(
        name="failures",
        title="Where agents fail",
        says="Entries by dimension; every cell leads to the failing tasks.",
        address="/analysis/failures/",
    ),
    View(
        name="cost",
        title="What a solved task costs",
        says="Tokens, calls or dollars against quality, with the entries that no other dominates.",
        address="/analysis/cost/",
    ),
    View(
        name="robustness",
        title="Robustness",
        says="What the ranks owe to the weights and to the choice of the ranking figure.",
        address="/analysis/robustness/",
    ),
    View(
        name="compare",
        title="Two entries compared",
        says="Whether the gap is real, and the tasks that one solved and the other did not.",
        address="/compare/?a={cartographer-1}&b={quarto-2-5-pro-1}",
    ),
    View(
        name="entry",
        title="An entry",
        says="Its figures, what it lost tasks on, near misses, and every task.",
        address="/entries/{cartographer-1}/",
    ),
    View(
        name="task",
        title="One task of an entry",
        says="Each check with what was required, what the plan had and what the knowledge base says.",
        address="/entries/{quarto-2-5-flash-1}/tasks/2/",
    ),
    View(
        name="receipt",
        title="The receipt of an evaluation",
        says="Digests and signature by which anybody can replay it.",
        address="/entries/{cartographer-1}/receipt/",
    ),
    View(
        name="verify", title="Verify a receipt", says="Whether a receipt is this site's.", address="/verify/"
    ),
    View(
        name="publish",
        title="Publish an entry",
        says="What publishing means, asked once more.",
        address="/submissions/{tessera-draft-1}/publish/",
        is_owners=True,
    ),
    View(
        name="withdraw",
        title="Withdraw an entry",
        says="What withdrawing means, asked once more.",
        address="/submissions/{tessera-tools-1}/withdraw/",
        is_owners=True,
    ),
    View(
        name="status",
        title="The status of a submission",
        says="Where it is, what was found, and what comes next.",
        address="/submissions/{tessera-draft-1}/",
        is_owners=True,
    ),
    View(
        name="sessions",
        title="Signed in where",
        says="The sign-ins of an account, to be ended one by one.",
        address="/accounts/sessions/",
        is_owners=True,
    ),
)
