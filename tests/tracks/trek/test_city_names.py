"""The cities that a day names: split as the official pattern does, in time that grows with the text."""

from __future__ import annotations

import re
import subprocess
import sys

from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.tracks.trek.plan import read_plan

# The official separator, plainly: correct, and quadratic in the length of a run of blanks.
PLAIN = re.compile(r"\s+to\s+|\s*->\s*", re.IGNORECASE)

LONGEST = """
from scoring.tracks.trek.plan import read_plan
read_plan({"day1": {"current_city": "Alta" + " " * 10**6 + "Brea" + " ->" * 10**5 + " to" * 10**5}})
"""


def declared(text):
    return list(read_plan({"day1": {"current_city": text}}).declared_cities)


def plainly(text):
    for part in PLAIN.split(text):
        city = part.strip()
        city = city[5:].strip() if city[:5].lower() == "from " else city
        if city:
            yield city


@settings(max_examples=500, deadline=None)
@given(
    st.lists(st.sampled_from([" ", " ", "\t", "\u00a0", "to", "TO", "->", "-", ">", "t", "Alta", "from "]))
)
@example([" ", "to", " ", "to", " ", "Alta"])
@example(["Alta", " ", "->", " ", "to", " ", "Alta"])
@example(["Alta", " ", "to", " ", "->", "Alta"])
def test_a_day_names_the_cities_that_the_official_pattern_finds(pieces):
    text = "".join(pieces)
    assert declared(text) == list(dict.fromkeys(plainly(text)))


def test_a_million_blanks_do_not_take_their_square():
    subprocess.run([sys.executable, "-c", LONGEST], check=True, timeout=120)
