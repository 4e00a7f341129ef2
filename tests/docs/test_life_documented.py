"""`docs/submission-life.md` has every state and limit, in the words and figures of the site."""

import re
from pathlib import Path

from scoring.wording import STATES
from submissions.limits import TREK

TEXT = (Path(__file__).parents[2] / "docs" / "submission-life.md").read_text(encoding="utf-8")


def test_the_states_are_those_of_the_status_page():
    told = [
        [f"`{key}`", text.title, text.reason, text.acts, text.deadline or "–", text.at_deadline or "–"]
        for key, text in STATES.items()
    ]
    section = TEXT.partition("## States")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    assert rows == told


def test_the_limits_are_those_that_hold():
    section = TEXT.partition("## Quotas")[2].partition("\n## ")[0]
    figures = [int(figure) for figure in re.findall(r"^\| [a-z0-9 ]+ \| (\d+) \|", section, re.MULTILINE)]
    assert figures == [
        TREK.waiting,
        TREK.uploads_per_day,
        TREK.team_uploads_per_day,
        TREK.waiting,
        TREK.checks_per_day,
        TREK.invalid_per_day,
        TREK.published_per_week,
    ]
