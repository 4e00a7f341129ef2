"""The vectors bite: a check that always passes is caught by a vector of that very check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.model import Verdict
from scoring.tracks.trek import gates
from scoring.tracks.trek.dimensions.base import Check
from scoring.tracks.trek.track import TrekTrack
from tests.tracks.trek.vectors.loading import (
    ANSWER_CODES,
    all_checks,
    all_codes,
    evaluated,
    mismatches,
    path_of,
    vectors_in,
)


def toothless(check: Check) -> Check:
    """The check with every outcome turned into a pass."""

    def run(attempt):
        return (replace(outcome, verdict=Verdict.PASSED) for outcome in check.run(attempt))

    return replace(check, run=run)


def without_teeth(track: TrekTrack, code: str) -> TrekTrack:
    rules = tuple(
        replace(
            dimension,
            checks=tuple(toothless(check) if check.code == code else check for check in dimension.checks),
        )
        for dimension in track.rules
    )
    return replace(track, rules=rules)


@pytest.mark.parametrize("code", [check.code for check in all_checks()])
def test_a_check_that_always_passes_is_caught(code, monkeypatch):
    blunt = tuple(toothless(check) if check.code == code else check for check in gates.GATES)
    monkeypatch.setattr(gates, "GATES", blunt)
    caught = [
        vector.description for vector in vectors_in(path_of(code))
        if mismatches(vector, evaluated(vector, without_teeth(vector.edition, code)))
    ]  # fmt: skip
    assert caught


@pytest.mark.parametrize("code", all_codes())
def test_every_check_has_a_vector_that_it_passes_and_one_that_it_fails(code):
    verdicts = {
        outcome["verdict"] for vector in vectors_in(path_of(code)) for outcome in vector.expected["outcomes"]
    }
    # The three answer codes only ever report what is wrong; their passing vectors expect silence.
    wanted = {"failed"} if code in ANSWER_CODES or code in ONLY_FAILING else {"passed", "failed"}
    assert verdicts == wanted
    if wanted == {"failed"}:
        assert any(vector.expected["outcomes"] == [] for vector in vectors_in(path_of(code)))


ONLY_FAILING = ("trek.b3_spatiotemporal.event_timed",)
