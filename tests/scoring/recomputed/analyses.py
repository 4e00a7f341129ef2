"""Failures, costs and orders against the tasks of the ranked entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

import numpy as np
import pytest
from scipy import stats

from tests.scoring.recomputed.figures import dominance, percent, ranks, shown, wilson

EXACT = 1e-9
FAILURES, COST, ROBUSTNESS = (f"/api/v1/boards/trek/{name}/" for name in ("failures", "cost", "robustness"))
FACETS = ("kind", "persona", "cities", "days", "budget", "party", "cause")
FEW = 50


def groups_of(tasks, facet: str) -> dict[str, np.ndarray]:
    """The tasks of each group; a task may be in several, and in none."""
    dailies = [
        None
        if one["asked"]["budget"] is None
        else one["asked"]["budget"] / one["asked"]["persons"] / one["asked"]["days"]
        for one in tasks
    ]
    stated = sorted(daily for daily in dailies if daily is not None)
    first, second = stated[len(stated) // 3], stated[2 * len(stated) // 3]

    def band(daily):
        if daily is None:
            return "no budget stated"
        return "lowest third" if daily < first else "middle third" if daily < second else "highest third"

    values: dict[str, Callable] = {
        "kind": lambda task, _: [task["kind"]],
        "persona": lambda task, _: task["asked"]["personas"],
        "cities": lambda task, _: [str(len(task["asked"]["cities"]))],
        "days": lambda task, _: [str(task["asked"]["days"])],
        "party": lambda task, _: [str(task["asked"]["persons"])],
        "budget": lambda _, daily: [band(daily)],
        "cause": lambda task, _: (
            [task["asked"]["infeasible_type"]] if task["asked"]["infeasible_type"] else []
        ),
    }
    named = [values[facet](task, daily) for task, daily in zip(tasks, dailies, strict=True)]
    return {name: np.array([name in one for one in named]) for one in named for name in one}


def expected_cells(run, facet: str, of: str) -> Iterator[tuple[str, int, int]]:
    """Key, failed and applicable tasks of each column, in any order."""
    if not facet:
        yield "perfect", int((~run.perfect).sum()), len(run.perfect)
        for key in run.judged:
            yield key, int(run.fails(key).sum()), int(run.applies(key).sum())
        return
    fails, applies = (
        (~run.perfect, np.ones_like(run.perfect)) if of == "perfect" else (run.fails(of), run.applies(of))
    )
    for name, tasks in groups_of(run.tasks, facet).items():
        yield name, int((fails & tasks).sum()), int((applies & tasks).sum())


def failures_check(site, runs):
    """Counts, rates and intervals of every cell: by dimension, and by each way of grouping tasks."""
    views = [
        ("", "perfect"),
        *((facet, "perfect") for facet in FACETS),
        ("days", "d3_budget"),
        ("persona", "d1_implicit"),
    ]
    for facet, of in views:
        query = f"?by={facet}&of={of}"
        answer = site.json(FAILURES + query)
        assert [row["entry"]["id"] for row in answer["rows"]] == list(runs)
        table = site.page(f"/analysis/failures/{query}").rows(cls="heat")[1:]
        lines = iter(site.csv(f"/analysis/failures.csv{query}"))
        (trace,) = site.plots(f"/analysis/failures/{query}")["failures"]["traces"]
        for place, (row, run) in enumerate(zip(answer["rows"], runs.values(), strict=True)):
            expected = {key: (failed, count) for key, failed, count in expected_cells(run, facet, of)}
            assert {cell["key"] for cell in row["cells"]} == expected.keys()
            for column, cell in enumerate(row["cells"]):
                failed, count = expected[cell["key"]]
                _cell_check(cell, failed, count)
                _seen_check(table[place][2 + column], failed, count)
                _line_check(next(lines), row["entry"], failed, count)
                rate = failed / count if count else None
                drawn = trace["z"][place][column]
                assert drawn == (None if rate is None else pytest.approx(100 * rate, abs=EXACT))
                assert trace["text"][place][column] == ("" if rate is None else percent(rate, 0))
        assert next(lines, None) is None


def _cell_check(cell, failed, count):
    assert (cell["failed"], cell["applicable"]) == (failed, count), cell["key"]
    ends = wilson(failed, count) if count else (None, None)
    assert (cell["low"], cell["high"]) == (pytest.approx(ends, abs=EXACT) if count else ends)
    assert cell["rate"] == (pytest.approx(failed / count, abs=EXACT) if count else None)


def _seen_check(seen, failed, count):
    if not count:
        assert seen.text.startswith("–")
        return
    rate = percent(failed / count, 0 if count < FEW else 1)
    interval = "–".join(percent(end, 0) for end in wilson(failed, count))
    assert (seen.first(cls="heat__rate").text, seen.first(cls="heat__counts").text) == (
        rate,
        f"{failed}/{count}",
    )
    assert [one.text for one in seen.every(cls="heat__interval")] == ([interval] if count < FEW else [])
    assert f"{failed} of {count} tasks failed; 95 % interval {interval} %" in seen.attributes["title"]
    level = min(9, int(10 * failed / count))
    assert f"heat-{level}" in seen.classes


def _line_check(line, entry, failed, count):
    assert (line["entry"], line["failed"], line["applicable"]) == (entry["id"], str(failed), str(count))
    if count:
        numbers = [float(line[name]) for name in ("rate", "low", "high")]
        assert numbers == pytest.approx([failed / count, *wilson(failed, count)], abs=EXACT)


def costs_of(site, axis: str, runs, entries) -> dict[str, np.ndarray]:
    """What each task cost each entry, by public id; those without any are left out."""
    found = {}
    prices = {}
    if axis == "usd":
        table = site.json(f"{COST}?axis=usd")["prices"]
        assert table["as_of"] == str(date(2026, 2, 1))
        prices = {row["model"]: (row["prompt_usd"], row["completion_usd"]) for row in table["rows"]}
    for public_id, run in runs.items():
        if axis == "calls":
            costs = run.used("calls")
        elif axis == "tokens":
            costs = run.used("total_tokens")
            costs = np.where(costs > 0, costs, np.nan)
        else:
            # Models are named by what their entries show; those without names have none.
            price = prices.get(entries[public_id]["model_name"].lower())
            if price is None:
                continue
            parts = run.used("prompt_tokens"), run.used("completion_tokens")
            costs = np.where(sum(parts) > 0, (parts[0] * price[0] + parts[1] * price[1]) / 1e6, np.nan)
        if not np.all(np.isnan(costs)):
            found[public_id] = costs
    return found


def cost_check(site, runs):
    """Mean costs, the front, how sure it is, and who dominates whom, for each measure."""
    entries = {row["id"]: row for row in site.json("/api/v1/boards/trek/?source=evaluated")["rows"]}
    for axis in ("tokens", "calls", "usd"):
        query = f"?axis={axis}&pairs=yes&scale=linear"
        answer = site.json(COST + query)
        costs = costs_of(site, axis, runs, entries)
        assert [row["entry"]["id"] for row in answer["rows"]] == [one for one in runs if one in costs]
        assert [row["entry"]["id"] for row in answer["unknown"]] == [one for one in runs if one not in costs]
        whole = [one for one in costs if not np.isnan(costs[one]).any()]
        solved = [runs[one].perfect & runs[one].feasible for one in whole]
        dominates, on_front, front = dominance(solved, [costs[one] for one in whole])
        certainty = dict(zip(whole, on_front, strict=True))
        is_on = dict(zip(whole, front, strict=True))
        for row in answer["rows"]:
            public_id = row["entry"]["id"]
            run, known = runs[public_id], costs[public_id]
            low, high = run.intervals()["tp_feasible"]
            assert row["cost"] == pytest.approx(np.nanmean(known), rel=EXACT, abs=EXACT)
            assert row["tasks_known"] == (~np.isnan(known)).sum()
            assert row["is_partial"] == (public_id not in certainty)
            assert (row["is_on_front"], row["front_certainty"]) == (
                is_on.get(public_id, False),
                certainty.get(public_id),
            )
            assert [row["tp_feasible"], row["tp_feasible_low"], row["tp_feasible_high"]] == pytest.approx(
                [run.board()["tp_feasible"], low, high], abs=EXACT
            )
        pairs = {(one["better"], one["worse"]): one["share"] for one in answer["pairs"]}
        assert pairs == {
            (whole[one], whole[other]): dominates[one, other] for one, other in np.argwhere(dominates)
        }
        _cost_page_check(site, query, answer, runs)


def _cost_page_check(site, query, answer, runs):
    page = site.page(f"/analysis/cost/{query}")
    lines = [line for line in site.csv(f"/analysis/cost.csv{query}") if line["cost"]]
    points = [
        point
        for trace in site.plots(f"/analysis/cost/{query}")["cost"]["traces"]
        if trace["mode"] == "markers"
        for point in zip(trace["x"], trace["y"], strict=True)
    ]
    expected = sorted((row["cost"], 100 * row["tp_feasible"]) for row in answer["rows"])
    assert np.allclose(sorted(points), expected, rtol=EXACT)
    for seen, line, row in zip(page.rows(cls="costs")[1:], lines, answer["rows"], strict=True):
        low, high = runs[row["entry"]["id"]].intervals()["tp_feasible"]
        assert seen[2].text == percent(row["tp_feasible"])
        assert seen[3].text == f"{percent(low)}–{percent(high)}"
        assert seen[4].text.split(" known for ")[0].split("known for")[0].split("priced")[
            0
        ].strip() == cost_text(row["cost"])
        assert seen[5].text.removesuffix("on the front").strip() == sure_text(row["front_certainty"])
        assert (float(line["cost"]), line["tasks_known"]) == (row["cost"], str(row["tasks_known"]))
        assert line["front_certainty"] == (
            "" if row["front_certainty"] is None else repr(row["front_certainty"])
        )


def cost_text(cost: float) -> str:
    """As many digits as docs/analysis.md states for its size."""
    for below, digits in ((0.0001, 7), (0.01, 5), (1, 4), (1000, 1)):
        if cost < below:
            return shown(cost, digits)
    return shown(cost)


def sure_text(share: float | None) -> str:
    if share is None:
        return "–"
    text = percent(share, 0)
    return ">99" if text == "100" and share < 1 else "<1" if text == "0" and share > 0 else text


def robustness_check(site, runs):
    """Ranks by five figures, places gained and lost, and Spearman's correlations."""
    table = site.json(ROBUSTNESS)["evaluated"]
    figures = {one: run.board() for one, run in runs.items()}
    four = ("satisfaction", "truthfulness", "executability", "infeasibility")
    columns = {
        "geometric": [one["overall"] for one in figures.values()],
        "arithmetic": [one["overall_arithmetic"] for one in figures.values()],
        "harmonic": [one["overall_harmonic"] for one in figures.values()],
        "minimum": [min(one[key] for key in four) for one in figures.values()],
        "tp_feasible": [one["tp_feasible"] for one in figures.values()],
    }
    columns = {key: [round(float(value), 12) for value in column] for key, column in columns.items()}
    places = {key: ranks([[value] for value in column]) for key, column in columns.items()}
    assert table["compared"] == len(runs)
    seen = site.page("/analysis/robustness/").rows(cls="orders")
    lines = [line for line in site.csv("/analysis/robustness.csv") if line["rank"]]
    lines = [line for line in lines if line["entry"] != "reported"]
    drawn = site.plots("/analysis/robustness/")["evaluated"]["traces"]
    for column, head in enumerate(table["orders"]):
        key = head["key"]
        assert head["moved"] == sum(
            one != other for one, other in zip(places[key], places["geometric"], strict=True)
        )
        if key != "geometric":
            correlation = stats.spearmanr(columns[key], columns["geometric"]).statistic
            assert head["correlation"] == pytest.approx(correlation, abs=EXACT)
            assert seen[1][1 + column].text.split()[0].startswith(shown(correlation, 3))
        for place, row in enumerate(table["rows"]):
            value, rank = columns[key][place], places[key][place]
            cell = row["cells"][column]
            assert cell["value"] == pytest.approx(value, abs=EXACT)
            assert (cell["rank"], cell["shift"]) == (rank, rank - places["geometric"][place])
            shown_cell = seen[2 + place][1 + column]
            assert (
                shown_cell.first(cls="orders__rank").text,
                shown_cell.first(cls="orders__value").text,
            ) == (
                str(rank),
                percent(value),
            )
            assert (float(lines[place][key]), lines[place][f"{key}_rank"]) == (
                pytest.approx(value, abs=EXACT),
                str(rank),
            )
            assert drawn[place]["y"][column] == rank
