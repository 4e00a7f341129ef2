"""By what records are filtered and ordered: one table, which pages, API and queries read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from kb_browser.knowledge.rows import minute_or_none, number_or_none
from kb_browser.knowledge.shelf import Kind, Tag


class Form(StrEnum):
    """What a filter's value is."""

    CITY = "slug of a city"
    NUMBER = "number"
    CLOCK = "HH:MM"
    WORD = "one of the words of the release"
    TAGS = "words of the release, each given once more"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One filter.

    Attributes:
        name: Of its parameter.
        condition: On the table of its kind, with one question mark; "" for tags.
        choices: Values that are offered to pick from; empty for a free value.
        column: Of which the release's own values are offered; "" for none.
        mark: For tags, which.
    """

    name: str
    label: str
    form: Form
    condition: str = ""
    choices: Sequence[str] = ()
    column: str = ""
    mark: Tag | None = None
    unit: str = ""


_CITY: Final = Facet(name="city", label="City", form=Form.CITY, condition="city_id = ?")
_PRICES: Final = (
    Facet(name="price_min", label="Price from", form=Form.NUMBER, condition="price >= ?", unit="USD"),
    Facet(name="price_max", label="Price to", form=Form.NUMBER, condition="price <= ?", unit="USD"),
)
_PERSONA: Final = Facet(name="persona", label="Serves", form=Form.TAGS, mark=Tag.PERSONA)
_FACILITY: Final = Facet(name="facility", label="Offers", form=Form.TAGS, mark=Tag.FACILITY)
_TYPE: Final = Facet(name="type", label="Type", form=Form.WORD, condition="sort = ?", column="sort")

FACETS: Final[Mapping[Kind, Sequence[Facet]]] = MappingProxyType(
    {
        Kind.HOTEL: (
            _CITY,
            *_PRICES,
            Facet(
                name="star", label="Stars at least", form=Form.NUMBER, condition="star >= ?",
                choices=("2", "3", "3.5", "4", "4.5", "5"),
            ),
            Facet(
                name="rating", label="Rated at least", form=Form.NUMBER, condition="rating >= ?",
                choices=("5", "6", "7", "8", "9"),
            ),
            _PERSONA,
            _FACILITY,
        ),
        Kind.ATTRACTION: (
            _CITY,
            _TYPE,
            *_PRICES,
            Facet(name="open_from", label="Open by", form=Form.CLOCK, condition="opens <= ?"),
            Facet(name="open_until", label="Still open at", form=Form.CLOCK, condition="closes >= ?"),
            _PERSONA,
            _FACILITY,
        ),
        Kind.CAR: (
            _CITY,
            _TYPE,
            *_PRICES,
            Facet(
                name="seats", label="Seats at least", form=Form.NUMBER, condition="seats >= ?",
                choices=("5", "7"),
            ),
            _PERSONA,
            _FACILITY,
        ),
        Kind.FLIGHT: (
            Facet(name="city", label="From", form=Form.CITY, condition="city_id = ?"),
            Facet(name="to", label="To", form=Form.CITY, condition="to_id = ?"),
            *_PRICES,
            Facet(name="leaves_from", label="Leaves from", form=Form.CLOCK, condition="leaves >= ?"),
            Facet(name="leaves_until", label="Leaves by", form=Form.CLOCK, condition="leaves <= ?"),
        ),
    }
)  # fmt: skip

_BY_PRICE: Final = {"price": ("cheapest first", "price, id"), "-price": ("dearest first", "price DESC, id")}
ORDERS: Final[Mapping[Kind, Mapping[str, tuple[str, str]]]] = MappingProxyType(
    {
        Kind.HOTEL: {
            **_BY_PRICE,
            "-star": ("most stars first", "star DESC, rating DESC, id"),
            "-rating": ("best rated first", "rating DESC, id"),
        },
        Kind.ATTRACTION: {**_BY_PRICE, "-closes": ("open longest first", "closes - opens DESC, id")},
        Kind.CAR: {**_BY_PRICE, "-seats": ("most seats first", "seats DESC, price, id")},
        Kind.FLIGHT: {**_BY_PRICE, "leaves": ("earliest first", "leaves, id")},
    }
)
"""Name of an order to its words and its terms; without one records stand in the order of the release."""

READERS: Final[Mapping[Form, Callable[[str], float | None]]] = MappingProxyType(
    {Form.NUMBER: number_or_none, Form.CLOCK: minute_or_none}
)
