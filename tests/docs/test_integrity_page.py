"""The page of signals ends with what the signals say of themselves."""

from __future__ import annotations

from pathlib import Path

from scoring.states import ReviewVerdict
from scoring.tracks.trek.integrity import signals_table
from tests.docs.generate import SIGNALS

PAGE = Path(__file__).parents[2] / "docs" / "integrity.md"


def test_the_signals_are_those_of_the_code():
    assert PAGE.read_text(encoding="utf-8").partition(SIGNALS)[2] == signals_table(), "run `make docs`"


def test_every_verdict_is_explained():
    text = PAGE.read_text(encoding="utf-8")
    assert {verdict for verdict in ReviewVerdict.values if f"| {verdict} |" not in text} == set()
