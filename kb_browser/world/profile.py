"""How large a world is and which cities it has: everything about a release that is not chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb_browser.world.drawing import Quotas
from kb_browser.world.mix import Mix
from kb_browser.world.network import NetworkSize
from kb_browser.world.records import City
from kb_browser.world.wording import Voice


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One size of world.

    Attributes:
        name: ``small`` or ``full``; written into the manifest and decides which invariants are checked.
        cities: In file order.
        hotels, attractions: How many records each city has, by city name.
        mix: What those records are like.
        network: Routes and flights in all.
        quotas: Tasks of each kind.
        voice: What requests are worded by.
        odd_columns: Cities whose hotel and attraction files have columns in another order than most.
        licence: SPDX id of the data's licence.
        fold_twins: Cities whose names differ only by accents, on purpose.
    """

    name: str
    cities: tuple[City, ...]
    hotels: Mapping[str, int]
    attractions: Mapping[str, int]
    mix: Mix
    network: NetworkSize
    quotas: Quotas
    voice: Voice
    odd_columns: frozenset[str]
    licence: str
    fold_twins: tuple[tuple[str, ...], ...] = ()
