"""An entry's own page, and two entries side by side, against their tasks."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.scoring.recomputed.figures import (
    ALPHA,
    flipped,
    mcnemar,
    mean_interval,
    percent,
    shown,
)

EXACT = 1e-9


def entry_check(site, runs):
    """Headline figures, dimensions, lost tasks, near misses, place in the field, calls."""
    boards = {public_id: run.board() for public_id, run in runs.items()}
    for public_id, run in runs.items():
        answer = site.json(f"/api/v1/entries/{public_id}/")
        page = site.page(f"/entries/{public_id}/")
        _tiles_check(page, run)
        _dimensions_check(answer, page, run)
        _summary_check(answer["summary"], run)
        _losses_check(answer, page, run)
        _field_check(answer, public_id, boards)
        _calls_check(answer["calls"], run)


def _tiles_check(page, run):
    values, intervals = run.board(), run.intervals()
    for key, value in values.items():
        tiles = list(page.every(cls=f"tile--{key}"))
        if tiles:
            text = shown(value) if key == "tokens_per_task" else percent(value)
            assert tiles[0].first(cls="tile__figure").text == text
            if key in intervals:
                assert tiles[0].first(cls="tile__interval").text == "–".join(map(percent, intervals[key]))


def _dimensions_check(answer, page, run):
    seen = page.rows(cls="dimensions")[1:]
    for line, row, key in zip(answer["dimensions"], seen, run.keys, strict=True):
        scores, failed = run.scores[key], int(run.fails(key).sum())
        count = int(run.applies(key).sum())
        expected = {
            "key": key,
            "label": run.labels[key],
            "failed_count": failed,
            "n": count,
            "mean": percent(np.nanmean(scores)),
            "failure_rate": percent(failed / count),
        }
        assert line == expected
        assert [row[2].text, row[4].text, row[5].text] == [
            expected["mean"],
            expected["failure_rate"],
            f"{failed} of {count}",
        ]


def _summary_check(summary, run):
    values = run.board()
    official = {
        "task_perfect_feasible": values["tp_feasible"],
        "task_perfect_infeasible": values["tp_infeasible"],
        "task_perfect_rate": run.perfect.mean(),
        "cat_satisfaction": values["satisfaction"],
        "cat_truthfulness": values["truthfulness"],
        "cat_reasoning": values["executability"],
        "cat_infeasibility": values["infeasibility"],
        "cat_efficiency": values["efficiency"],
        "weighted_overall": values["overall"],
        "arithmetic_overall": values["overall_arithmetic"],
        "harmonic_overall": values["overall_harmonic"],
        "n_feasible": run.feasible.sum(),
        "n_infeasible": (~run.feasible).sum(),
        "overall_avg": np.mean([np.nanmean(one) for one in run.scores.values()]),
        **{key: np.nanmean(scores) for key, scores in run.scores.items()},
    }
    assert {key: summary[key] for key in official} == pytest.approx(official, abs=EXACT)
    assert summary["n_scored"] == {key: run.applies(key).sum() for key in run.keys}
    assert summary["failure_rates"] == pytest.approx(
        {key: run.fails(key).sum() / run.applies(key).sum() for key in run.keys}, abs=EXACT
    )


def _losses_check(answer, page, run):
    lost = ~run.perfect
    fails = {key: run.fails(key) & lost for key in run.judged}
    how_many = np.sum(list(fails.values()), axis=0)
    near = int((how_many == 1).sum())
    found = answer["losses"]
    assert {key: found[key] for key in ("tasks", "lost", "near", "gated")} == {
        "tasks": len(lost),
        "lost": lost.sum(),
        "near": near,
        "gated": (lost & (how_many == 0)).sum(),
    }
    lines = {line["key"]: (line["failing"], line["alone"]) for line in found["lines"]}
    assert lines == {
        key: (failing.sum(), (failing & (how_many == 1)).sum())
        for key, failing in fails.items()
        if failing.any()
    }
    assert all(one["failing"] >= other["failing"] for one, other in pairwise(found["lines"]))
    if not lost.any():
        return
    for row, line in zip(page.rows(cls="losses")[1:], found["lines"], strict=True):
        assert [row[place].text for place in (0, 1, 2, 4)] == [
            line["label"],
            str(line["failing"]),
            percent(line["failing"] / lost.sum()),
            str(line["alone"]),
        ]
    if near:
        assert f"{near} of them fail one dimension only" in page.text


def _field_check(answer, public_id, boards):
    for line in answer["field"]:
        key = line["key"]
        sign = -1 if key == "tokens_per_task" else 1
        mine = round(boards[public_id][key], 11)
        others = [one[key] for other, one in boards.items() if other != public_id and one[key] is not None]
        assert line["among"] == len(others)
        assert line["worse"] == sum(sign * round(value, 11) < sign * mine for value in others), key


def _calls_check(calls, run):
    used, least = run.used("calls"), run.used("least_calls")
    both = ~np.isnan(used) & ~np.isnan(least)
    over = used[both] - least[both]
    assert calls == {
        "tasks": both.sum(),
        "mean": shown(used[both].mean(), 1),
        "least": shown(least[both].mean(), 1),
        "within": (over <= 0).sum(),
        "over": (over > 0).sum(),
        "over_by": shown(over[over > 0].mean(), 1) if (over > 0).any() else "–",
    }


def comparison_check(site, runs):
    """Neighbours on the board, the first and the last, and one beside the gold plans."""
    ids = list(runs)
    for one, other in [*list(pairwise(ids))[:5], (ids[0], ids[-1]), (ids[-1], ids[2])]:
        _pair_check(site, (one, other), runs[one], runs[other])
    _pair_check(site, (ids[6], "gold"), runs[ids[6]], None)


def _pair_check(site, keys, a, b):
    query = f"?a={keys[0]}&b={keys[1]}"
    answer = site.json(f"/api/v1/comparisons/{query}")
    page = site.page(f"/compare/{query}")
    everything = np.ones_like(a.perfect)
    b_perfect = everything if b is None else b.perfect
    expected = [
        ("TP-feas", a.feasible, a.perfect, b_perfect),
        ("TP-inf", ~a.feasible, a.perfect, b_perfect),
    ]
    for key in a.keys:
        applies = a.applies(key) & (everything if b is None else b.applies(key))
        full = everything if b is None else b.scores[key] >= 1
        expected.append((a.labels[key], applies, a.scores[key] >= 1, full))
    seen = page.rows(cls="compared")[1:]
    for line, row, (label, applies, *passes) in zip(answer["lines"], seen, expected, strict=True):
        tasks, (first, second) = int(applies.sum()), (one & applies for one in passes)
        wins, losses = int((first & ~second).sum()), int((second & ~first).sum())
        p_value = mcnemar(wins, losses)
        assert (line["label"], line["tasks"]) == (label, tasks)
        assert (line["a_passes"], line["b_passes"]) == (first.sum(), second.sum())
        assert (line["only_a"], line["only_b"]) == (wins, losses)
        assert line["p_value"] == pytest.approx(p_value, abs=EXACT)
        assert line["is_told"] == (p_value <= ALPHA)
        assert line["leader"] == ("a" if wins > losses else "b" if losses > wins else "")
        points = signed(100 * (wins - losses) / tasks, 1)
        assert [cell.text for cell in row[:8]] == [
            label,
            str(tasks),
            percent(first.sum() / tasks),
            percent(second.sum() / tasks),
            points,
            str(wins),
            str(losses),
            p_text(p_value),
        ]
    assert {cell["query_index"]: cell["state"] for cell in answer["matrix"]} == {
        task["query_index"]: ("neither", "only_b", "only_a", "both")[2 * int(mine) + int(theirs)]
        for task, mine, theirs in zip(a.tasks, a.perfect, b_perfect, strict=True)
    }
    _spent_check(answer["spent"], page, a, b)


def _spent_check(lines, page, a, b):
    if b is None:
        assert lines == []
        return
    seen = [row for row in page.every(tag="tr") if "95 % interval" not in row.text]
    for line in lines:
        key, digits = line["key"], 2 if line["key"] == "calls" else 0
        first, second = a.used(key), b.used(key)
        both = ~np.isnan(first) & ~np.isnan(second)
        differences = first[both] - second[both]
        low, high = mean_interval(differences)
        p_value = flipped(differences)
        expected = {
            "tasks": int(both.sum()),
            "a": shown(first[both].mean(), digits),
            "b": shown(second[both].mean(), digits),
            "difference": signed(differences.mean(), digits),
            "interval": f"{signed(low, digits)} to {signed(high, digits)}",
            "p": p_text(p_value),
        }
        assert {name: line[name] for name in expected} == expected, key
        assert line["is_told"] == (p_value <= ALPHA)
        assert any(all(text in row.text for text in map(str, expected.values())) for row in seen)
    known = {"total_tokens", "calls", "elapsed_s"}
    assert {line["key"] for line in lines} == {
        key for key in known if (~np.isnan(a.used(key)) & ~np.isnan(b.used(key))).any()
    }


def signed(value: float, digits: int) -> str:
    text = shown(abs(value), digits)
    return text if text == shown(0.0, digits) else ("−" if value < 0 else "+") + text


def p_text(p_value: float) -> str:
    return "< 0.000001" if p_value < 1e-6 else "1" if round(p_value, 12) >= 1 else f"{p_value:.2g}"
