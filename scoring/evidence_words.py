"""Numbers and names of the evidence as texts: bounded, whatever a plan states."""

from __future__ import annotations

import math
from typing import Final

from scoring.engine.display import ABSENT
from scoring.engine.model import Json
from scoring.evidence_page import EvidenceCell, EvidenceHead
from scoring.explanations import shown

_DAY_MIN: Final = 24 * 60
_PLAIN_MIN: Final = 1_000_000
_LARGEST_EXACT: Final = 2**53
_LARGEST_WRITTEN: Final = 1e12


def money(amount: float) -> str:
    """USD with cents and narrow spaces between thousands; what is no amount is named as it is."""
    if not math.isfinite(amount):
        return "not a number" if math.isnan(amount) else "infinite"
    if abs(amount) >= _LARGEST_WRITTEN:
        return f"{amount:.3e}"
    return f"{amount:,.2f}".replace(",", "\u202f")


def clock(minute: int | None) -> str:
    """A time of day; one beyond the day in minutes, as the evaluator reads it."""
    if minute is None:
        return ABSENT
    if 0 <= minute <= _DAY_MIN:
        return f"{minute // 60:02}:{minute % 60:02}"
    return shown(f"{minute} min after midnight")


def span(start: int | None, end: int | None) -> str:
    """From one time to another."""
    return f"{clock(start)}–{clock(end)}"


def length(minutes: float | None) -> str:
    """So many minutes."""
    if minutes is None:
        return ABSENT
    return shown(f"{minutes:g} min" if abs(minutes) < _PLAIN_MIN else f"{minutes} min")


def number(value: float | None) -> float | None:
    """The value where a double holds it exactly and JSON can write it."""
    # Not-a-number is not below anything; a whole number of any size can be compared, but not converted.
    return float(value) if value is not None and abs(value) <= _LARGEST_EXACT else None


def named(fact: Json) -> str:
    """A name as submitted."""
    return ABSENT if fact is None or fact == "" else shown(fact)


def verdict(*, is_met: bool, problem: str = "") -> EvidenceCell:
    """The last cell of most rows."""
    return EvidenceCell(text="met" if is_met else problem or "not met", state="pass" if is_met else "fail")


def heads(*texts: str) -> tuple[EvidenceHead, ...]:
    """Columns; a ``#`` before the text stands for numbers."""
    return tuple(EvidenceHead(text=text.removeprefix("#"), is_number=text.startswith("#")) for text in texts)


def left_out(count: int, what: str) -> str:
    """What is said of rows beyond the bound; "" when there are none."""
    return f"and {count} more {what}" if count else ""
