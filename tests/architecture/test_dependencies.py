"""Every dependency is pinned, every pin is what is asked for, and each is told why."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"].values()
ASKED = [Requirement(text) for texts in (PROJECT["dependencies"], *EXTRAS) for text in texts]
PINS = [Requirement(line) for line in (ROOT / "constraints.txt").read_text().splitlines() if line]


def pins_here() -> dict[str, Version]:
    here = [pin for pin in PINS if pin.marker is None or pin.marker.evaluate()]
    return {canonicalize_name(pin.name): Version(str(pin.specifier).removeprefix("==")) for pin in here}


def needed(requirement: Requirement, found: set[str]) -> None:
    """The names of everything that a requirement brings with it here."""
    name = canonicalize_name(requirement.name)
    key = f"{name}[{','.join(sorted(requirement.extras))}]"
    if key in found:
        return
    found |= {name, key}
    for text in importlib.metadata.requires(name) or ():
        inner = Requirement(text)
        extras = requirement.extras or {""}
        if inner.marker is None or any(
            inner.marker.evaluate({**default_environment(), "extra": e}) for e in extras
        ):
            needed(inner, found)


def test_every_pin_is_exact():
    assert [str(pin) for pin in PINS if not re.fullmatch(r"==[0-9][^,*]*", str(pin.specifier))] == []


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_what_is_asked_for_is_pinned_within_its_range_and_installed_so(asked):
    pinned = pins_here()[canonicalize_name(asked.name)]
    assert pinned in asked.specifier
    assert Version(importlib.metadata.version(asked.name)) == pinned


def test_nothing_is_pinned_that_nothing_needs_and_nothing_needed_is_not_pinned():
    found: set[str] = set()
    for asked in ASKED:
        needed(asked, found)
    names = {name for name in found if "[" not in name}
    assert names - set(pins_here()) - {"setuptools", "pip"} == set()
    assert set(pins_here()) - names == set()
