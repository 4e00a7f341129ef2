"""One of the boards that an entry stands on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """An entry's place on a board.

    Attributes:
        rank_text: A dash without a rank.
        is_shown: Whether it is the one that the page is about.
        entry_url: Its own page; "" where only the board shows it.
        board_url: The board.
    """

    version_name: str
    evaluator_version: str
    rank_text: str
    overall_text: str
    is_shown: bool
    entry_url: str
    board_url: str
