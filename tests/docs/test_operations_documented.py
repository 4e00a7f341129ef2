"""Every command of ours is described for operators or curators, and none that does not exist."""

import re
from pathlib import Path

from django.core.management import get_commands

ROOMS = ("trek_site", "trek_site.accounts", "kb_browser", "submissions", "scoring")
DOCS = Path(__file__).parents[2] / "docs"
OPERATIONS, CURATORS = ((DOCS / name).read_text("utf-8") for name in ("operations.md", "dataset-versions.md"))


def existing():
    return {name for name, app in get_commands().items() if app in ROOMS}


def test_every_command_is_described():
    text = OPERATIONS + CURATORS
    assert {name for name in existing() if not re.search(rf"`(manage\.py )?{name}\b", text)} == set()


def test_the_table_names_only_commands_that_exist():
    section = OPERATIONS.partition("## Commands")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `(\w+)", section, re.MULTILINE))
    assert named
    assert named <= existing()
