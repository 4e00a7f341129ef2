"""What a lexicon is, and how a list of streets is made of a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """The words of one region.

    Attributes:
        stems: Invented proper names.
        hotel_qualities, hotel_kinds: Between a city's name and a number, as in "Oslo Amber Lodge 7".
        hotel_forms: Forms of the other hotel names, of stem, landmark and noun.
        hotel_landmarks, hotel_nouns: Their words.
        attraction_forms: Forms of attraction names, of stem, adjective and thing.
        adjectives: For those names.
        things, night_things: What an attraction of a kind may be, by day and of an evening.
        address: Form of an address without its city, of number and street.
        streets: Neutral street names.
    """

    stems: Sequence[str]
    hotel_qualities: Sequence[str]
    hotel_kinds: Sequence[str]
    hotel_forms: Sequence[str]
    hotel_landmarks: Sequence[str]
    hotel_nouns: Sequence[str]
    attraction_forms: Sequence[str]
    adjectives: Sequence[str]
    things: Mapping[str, Sequence[str]]
    night_things: Mapping[str, Sequence[str]]
    address: str
    streets: Sequence[str]


NUMBER_LEADS, STREET_LEADS, COMMA = "{number} {street}", "{street} {number}", "{street}, {number}"
"""The three orders of street and number."""


def listed(words: str) -> tuple[str, ...]:
    """Phrases written on one line, told apart by commas."""
    return tuple(phrase.strip() for phrase in words.split(","))


def streets(form: str, names: str, kinds: str) -> tuple[str, ...]:
    """Every name with every kind of street, in a form of ``{name}`` and ``{kind}``."""
    return tuple(form.format(name=name, kind=kind) for name, kind in product(listed(names), listed(kinds)))
