"""`docs/statistics.md` has the figures of the code: its example, the smallest differences, the constants."""

import re
from pathlib import Path

from scoring.engine.statistics import (
    ALPHA,
    DRAWS,
    FLIPS,
    FRONT_DRAWS,
    POWER,
    SEED,
    Detectable,
    adjusted_p_values,
    family,
    mcnemar_exact,
    standings,
    wins_and_losses,
)
from scoring.engine.statistics.difference import MOST_FLIPPED_EXACTLY
from scoring.engine.statistics.paired import most_losses
from scoring.engine.statistics.resolution import ENTRIES_FOR_A_MEDIAN, detectable

TEXT = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
WORDS = re.sub(r"\s+", " ", TEXT)
TASKS = 533
# How many tasks were passed by exactly these entries.
PASSED_BY = {"A": 22, "B": 5, "C": 5, "AB": 25, "AC": 19, "BC": 12, "ABC": 54}


def rows(heading: str) -> list[list[str]]:
    """The cells of all tables of one section, without heads and rules."""
    section = TEXT.partition(f"# {heading}\n")[2].partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    rules = {place for place, line in enumerate(lines) if line[0].startswith("---")}
    return [line for place, line in enumerate(lines) if place not in rules and place + 1 not in rules]


def test_the_worked_example_comes_out_as_told():
    passes = {"A": 0, "B": 0, "C": 0}
    task = 0
    for entries, number in PASSED_BY.items():
        for _ in range(number):
            for entry in entries:
                passes[entry] |= 1 << task
            task += 1
    mask = (1 << TASKS) - 1
    tested = family(list(passes.values()), mask)
    adjusted = adjusted_p_values(tested)
    expected = []
    for times, (one, other) in zip((3, 2, 1), ("AC", "AB", "BC"), strict=True):
        wins, losses = wins_and_losses(passes[one], passes[other], mask)
        expected.append(
            [
                f"{one}, {other}",
                str(wins),
                str(losses),
                f"{mcnemar_exact(wins, losses):.5f}",
                str(times),
                f"{adjusted[wins + losses, wins - losses]:.5f}",
                "yes" if tested.tells_apart(wins, losses) else "no",
            ]
        )
    for (entry, passed), found in zip(passes.items(), standings(list(passes.values()), mask), strict=True):
        share = f"{100 * passed.bit_count() / TASKS:.1f} %"
        expected.append([entry, share, f"{found.best}–{found.worst}", str(found.group)])
    assert rows("Worked example") == expected


def test_the_smallest_differences_are_those_of_the_code():
    def points(found: Detectable) -> str:
        return f"{100 * found.observed / TASKS:.1f} / {100 * found.planned / TASKS:.1f}"

    thresholds = [most_losses(ALPHA / pairs, TASKS) for pairs in (1, 15 * 14 // 2, 50 * 49 // 2)]
    expected = [
        [str(discordant), *(points(detectable(TASKS, discordant, losses)) for losses in thresholds)]
        for discordant in (30, 60, 100, 150, 200)
    ]
    assert rows("The smallest detectable difference") == expected


def test_the_constants_are_those_of_the_code():
    for sentence in (
        f"at {float(ALPHA):.0%} for the whole board".replace("%", " %"),
        f"With fewer than {ENTRIES_FOR_A_MEDIAN} entries",
        f"at least {POWER:.0%} of repetitions".replace("%", " %"),
        f"Up to {MOST_FLIPPED_EXACTLY} differences that are not 0",
        f"{FLIPS:,} are drawn with `Random({SEED}).getrandbits`",
        f"{DRAWS:,} draws of tasks with seed {SEED}",
        f"drawn {FRONT_DRAWS:,} times with replacement (seed {SEED})",
    ):
        assert sentence in WORDS
