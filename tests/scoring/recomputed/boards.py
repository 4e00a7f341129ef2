"""The leaderboard against the tasks of its entries, in each form it is given out in."""

from __future__ import annotations

import re

import pytest

from tests.scoring.recomputed.figures import ALPHA, Standings, percent, ranks, shown

API = "/api/v1/boards/trek/?source=evaluated"
MEANS = ("geometric", "arithmetic", "harmonic")
EXACT = 1e-9


def text_of(key, value):
    return shown(value) if key == "tokens_per_task" else percent(value)


def ends_of(intervals, key):
    return tuple(percent(end) for end in intervals[key]) if key in intervals else ("", "")


def figures_check(site, runs):
    """Values, texts and intervals of every column, under each of the three means."""
    for mean in MEANS:
        rows = site.json(f"{API}&mean={mean}")["rows"]
        assert [row["id"] for row in rows] == list(runs)
        for row in rows:
            values, intervals = runs[row["id"]].board(), runs[row["id"]].intervals()
            for cell in row["cells"]:
                key = cell["key"]
                assert cell["value"] == (
                    None if values[key] is None else pytest.approx(values[key], abs=EXACT)
                ), key
                assert cell["text"] == text_of(key, values[key]), (row["display_name"], key)
                assert (cell["low_text"], cell["high_text"]) == ends_of(intervals, key), key
        assert {cell["key"] for cell in rows[0]["cells"]} <= set(values)


def standings_check(site, runs):
    """Ranks, shared ranks, rank ranges, groups, and what the board as a whole can tell apart."""
    board = site.json(API)
    rows, told = board["rows"], board["standings"]
    values = [run.board() for run in runs.values()]
    places = ranks([(one["tp_feasible"], one["overall"]) for one in values])
    assert [row["rank"] for row in rows] == places
    assert [row["is_shared_rank"] for row in rows] == [places.count(place) > 1 for place in places]
    found = Standings([run.perfect[run.feasible] for run in runs.values()])
    expected = [
        {"best": best, "worst": worst, "group": group}
        for (best, worst), group in zip(found.ranges(), found.groups(), strict=True)
    ]
    assert [row["standing"] for row in rows] == expected
    tasks = found.tasks
    differences = {
        "detectable": found.observed(ALPHA / found.pairs),
        "detectable_planned": found.planned(ALPHA / found.pairs),
        "detectable_alone": found.observed(ALPHA),
    }
    assert {key: told[key] for key in ("tasks", "groups", "pairs", "told_apart")} == {
        "tasks": tasks,
        "groups": max(found.groups()),
        "pairs": found.pairs,
        "told_apart": len(found.apart),
    }
    assert {key: told[key] for key in differences} == {
        key: None if value is None else value / tasks for key, value in differences.items()
    }
    assert f"usually differ on {found.usual} tasks" in " ".join(told["details"])
    text = site.page("/").text
    assert f"from about {percent(differences['detectable'] / tasks)} points on" in text
    return found


def page_check(site, runs):
    """The table that is seen: ranks, ranges and figures of every row, bands of groups."""
    api = site.json(API)["rows"]
    found = Standings([run.perfect[run.feasible] for run in runs.values()])
    table = site.page("/?source=evaluated").rows(cls="board")
    rows = [row for row in table if row[0].classes == {"board__rank"} and row[1].classes == {"board__entry"}]
    ranked = [row for row in rows if row[0].text[:1] in "=123456789"]
    for shown_row, row, run, (best, worst) in zip(ranked, api, runs.values(), found.ranges(), strict=True):
        tie = "=" if row["is_shared_rank"] else ""
        span = f"{best}–{worst}" if best != worst else f"{best}"
        assert shown_row[0].text.replace(" ", "").removesuffix(f",group{row['standing']['group']}") == (
            f"{tie}{row['rank']}{span}"
        )
        values, intervals = run.board(), run.intervals()
        for cell in shown_row[2:]:
            key = next(one for one in cell.classes if one.startswith("board__")).removeprefix("board__")
            assert cell.first(cls="figure__text").text == text_of(key, values[key])
            interval = [one.text for one in cell.every(cls="figure__interval")]
            assert interval == ([f"{'–'.join(ends_of(intervals, key))}"] if key in intervals else [])
    bands = [row[0].text for row in table if len(row) == 1]
    groups = found.groups()
    sizes = [(group, groups.count(group)) for group in sorted(set(groups))]
    shared = [f"Group {group}: {size} entries" for group, size in sizes if size > 1]
    assert [band.split(" not ")[0] for band in bands if band.startswith("Group")] == shared


def files_check(site, runs, folder):
    """CSV, JSON, Parquet, LaTeX and BibTeX hold the same figures."""
    api = site.json(API)["rows"]
    content = site.json("/leaderboard.json?source=evaluated")["content"]["rows"]
    lines = [row for row in site.csv("/leaderboard.csv?source=evaluated") if row["place"] == "ranked"]
    table = [
        row
        for row in site.parquet("/leaderboard.parquet?source=evaluated", folder)
        if row["place"] == "ranked"
    ]
    tex = _tex_rows(site.got("/leaderboard.tex?source=evaluated").decode())
    bib = site.got("/leaderboard.bib?source=evaluated").decode()
    for place, (row, run) in enumerate(zip(api, runs.values(), strict=True)):
        values, intervals = run.board(), run.intervals()
        assert (content[place]["rank"], content[place]["range"]) == (row["rank"], row["standing"])
        assert (lines[place]["rank"], table[place]["rank"]) == (str(row["rank"]), row["rank"])
        standing = row["standing"]
        assert [lines[place][f"range_{end}"] for end in ("best", "worst")] == [
            str(standing["best"]),
            str(standing["worst"]),
        ]
        note = re.search(rf"@misc{{trek-{row['id']},.*?note = {{(.*?)}},\n", bib, re.DOTALL)[1]
        for cell, shown_cell in zip(row["cells"], tex[place][2:], strict=True):
            key = cell["key"]
            value, text, (low, high) = values[key], text_of(key, values[key]), ends_of(intervals, key)
            assert content[place]["figures"][key] == {
                "value": cell["value"],
                "text": text,
                "low": low,
                "high": high,
            }
            assert lines[place][key] == ("" if value is None else text)
            assert table[place][key] == (None if value is None else pytest.approx(value, abs=EXACT))
            if low:
                assert (lines[place][f"{key}_low"], lines[place][f"{key}_high"]) == (low, high)
                assert table[place][f"{key}_low"] == pytest.approx(float(low) / 100, abs=1e-6)
            bracket = f" [{low}, {high}]" if low else ""
            assert shown_cell == text.replace("–", "--").replace("\u202f", r"\,") + bracket
            assert f" {text}{bracket}".replace("–", "--").replace("\u202f", r"\,") in note


def _tex_rows(text: str) -> list[list[str]]:
    body = text.split(r"\midrule")[1]
    lines = [line.strip().removesuffix(r"\\").strip() for line in body.splitlines() if line.strip()]
    rows = [re.split(r"(?<!\\) & ", line) for line in lines]
    return [[re.sub(r"{\\scriptsize (.*?)}", r"\1", cell) for cell in row] for row in rows]


def runs_check(site, runs):
    """Agents with several runs: mean, deviation, least and most, and how their tasks agree."""
    (agent,) = site.json("/api/v1/boards/trek/runs/")["results"]
    own = [runs[line["id"]] for line in agent["runs"]]
    shares = [run.perfect[run.feasible].mean() for run in own]
    first, second = (run.perfect[run.feasible] for run in own)
    mean = sum(shares) / 2
    expected = {
        "mean": mean,
        "deviation": sum((share - mean) ** 2 for share in shares) ** 0.5,
        "least": min(shares),
        "most": max(shares),
        "in_all": (first & second).mean(),
        "in_any": (first | second).mean(),
        "agreement": (first == second).mean(),
    }
    assert {key: agent[key] for key in expected} == pytest.approx(expected, abs=EXACT)
    chips = [row["run"] for row in site.json(API)["rows"] if row["run"]]
    assert [(chip["runs"], chip["low_text"], chip["high_text"]) for chip in chips] == [
        (2, percent(min(shares)), percent(max(shares)))
    ] * 2
