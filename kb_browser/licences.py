"""Addresses of the licences that datasets come under, by their usual short names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_DEEDS: Final = "https://creativecommons.org"
_ADDRESSES: Final[Mapping[str, str]] = {
    "cc-by-4.0": f"{_DEEDS}/licenses/by/4.0/",
    "cc-by-sa-4.0": f"{_DEEDS}/licenses/by-sa/4.0/",
    "cc-by-nc-4.0": f"{_DEEDS}/licenses/by-nc/4.0/",
    "cc0-1.0": f"{_DEEDS}/publicdomain/zero/1.0/",
}


def licence_address(licence: str) -> str:
    """Where the licence can be read; "" for a name that is not among the usual ones."""
    return _ADDRESSES.get("-".join(licence.lower().split()), "")
