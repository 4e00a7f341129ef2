"""What models cost: dated tables of prices, read from text and never fetched. Pure."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib.resources import files
from typing import Any, Final

HEADS: Final = ("model", "prompt_usd", "completion_usd", "valid_from", "source")
MOST_ROWS: Final = 1000
MOST_CHARACTERS: Final = 300
MOST_USD: Final = 10_000.0
MADE_UP: Final = "made_up.csv"
"""Prices of the demo's reference runs, which no model made."""
_MILLION: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What one model costs.

    Attributes:
        model: As manifests name it: its identifier, or its name.
        prompt_usd, completion_usd: US dollars for a million tokens, above 0.
        valid_from: Since when.
        source: Where the price was read.
    """

    model: str
    prompt_usd: float
    completion_usd: float
    valid_from: date
    source: str

    def cost(self, prompt_tokens: float | None, completion_tokens: float | None) -> float | None:
        """US dollars of one task; None where a part is not known, or none was used."""
        if prompt_tokens is None or completion_tokens is None or not prompt_tokens + completion_tokens:
            return None
        return (prompt_tokens * self.prompt_usd + completion_tokens * self.completion_usd) / _MILLION

    def as_json(self) -> Mapping[str, Any]:
        """For storing."""
        return {**asdict(self), "valid_from": self.valid_from.isoformat()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices as of one day.

    Attributes:
        source: Where they come from altogether.
        is_made_up: They are nobody's; pages say so beside every figure.
    """

    as_of: date
    source: str
    is_made_up: bool
    rows: Sequence[Price]

    def of(self, *names: str) -> Price | None:
        """The price of the first of a model's names that is listed, ignoring case; None where none is."""
        known = {row.model.casefold(): row for row in self.rows}
        return next((known[name.casefold()] for name in names if name and name.casefold() in known), None)


class PriceError(ValueError):
    """A text that is no table of prices; ``faults`` are sentences that name the line."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def price_from(stored: Mapping[str, Any]) -> Price:
    """The inverse of `Price.as_json`."""
    return Price(**{**stored, "valid_from": date.fromisoformat(stored["valid_from"])})


def prices_read(text: str, *, as_of: date) -> Sequence[Price]:
    """The rows of a table.

    Args:
        text: CSV with the columns ``HEADS`` in any order.
        as_of: The day of the table; no price may begin after it.

    Raises:
        PriceError: It is not one; every fault is named.
    """
    lines = csv.DictReader(io.StringIO(text.strip()), strict=True)
    try:
        rows = [(lines.line_num, row) for row in lines]
    except csv.Error as error:
        raise PriceError([f"line {lines.line_num}: {error}"]) from error
    if set(lines.fieldnames or ()) != set(HEADS):
        raise PriceError([f"the first line has to name the columns {', '.join(HEADS)}"])
    if not 1 <= len(rows) <= MOST_ROWS:
        raise PriceError([f"a table has 1 to {MOST_ROWS} rows, not {len(rows)}"])
    found: dict[str, Price] = {}
    faults = []
    for number, row in rows:
        try:
            price = _price(row, as_of)
        except ValueError as fault:
            faults.append(f"line {number}: {fault}")
            continue
        if price.model.casefold() in found:
            faults.append(f"line {number}: {price.model} stands there twice")
        found[price.model.casefold()] = price
    if faults:
        raise PriceError(faults)
    return tuple(found.values())


def made_up_prices() -> str:
    """The carried table for the reference runs, as text."""
    return files(__name__).joinpath(MADE_UP).read_text(encoding="utf-8")


def _price(row: Mapping[str | None, Any], as_of: date) -> Price:
    if None in row or None in row.values():
        raise ValueError(f"it has not {len(HEADS)} columns")
    texts = {str(name): value.strip() for name, value in row.items()}
    for name in ("model", "source"):
        if not 1 <= len(texts[name]) <= MOST_CHARACTERS or not texts[name].isprintable():
            raise ValueError(f"{name} has to be 1 to {MOST_CHARACTERS} printable characters")
    valid_from = date.fromisoformat(texts["valid_from"])
    if valid_from > as_of:
        raise ValueError(f"a price from {valid_from} on does not hold on {as_of}")
    return Price(
        model=texts["model"],
        prompt_usd=_usd(texts["prompt_usd"]),
        completion_usd=_usd(texts["completion_usd"]),
        valid_from=valid_from,
        source=texts["source"],
    )


def _usd(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= MOST_USD:
        raise ValueError(
            f"{text!r} is no price: above 0 and at most {MOST_USD:.0f} US dollars a million tokens"
        )
    return value
