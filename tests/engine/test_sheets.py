"""Sheets: verdicts as bits, and back; what is not known stays unknown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.model import DimensionKey, TaskId, TaskResult, Usage
from scoring.engine.sheets import (
    USAGE_KEYS,
    bits,
    marks_packed,
    marks_unpacked,
    positions,
    sheet_of,
    usage_packed,
    usage_unpacked,
)

KEYS = (DimensionKey("one"), DimensionKey("other"))
SCORE = st.sampled_from([None, 0.0, 0.5, 0.9999999999, 1.0])
AMOUNT = st.one_of(st.none(), st.floats(0, 1e12))


def result(place, one, other):
    scores = dict(zip(KEYS, (one, other), strict=True))
    is_perfect = one == 1.0 and other in {None, 1.0}
    return TaskResult(
        task_id=TaskId(place), scores=scores, is_perfect=is_perfect, gates=(), run={}, outcomes=()
    )


@given(st.sets(st.integers(0, 900)))
def test_positions_are_the_inverse_of_bits(wanted):
    flags = [place in wanted for place in range(901)]
    assert positions(bits(flags)) == sorted(wanted)


@given(st.lists(st.tuples(SCORE, SCORE), min_size=1, max_size=40))
def test_counts_are_those_of_the_results_and_survive_packing(scores):
    results = [result(place, *pair) for place, pair in enumerate(scores)]
    sheet = sheet_of(results, KEYS)
    assert marks_unpacked(marks_packed(sheet, KEYS), len(results), KEYS) == sheet
    assert sheet.perfect.bit_count() == sum(one.is_perfect for one in results)
    for place, key in enumerate(KEYS):
        column = [pair[place] for pair in scores]
        assert sheet.applies[key].bit_count() == sum(score is not None for score in column)
        assert positions(sheet.fails(key)) == [
            at for at, score in enumerate(column) if score is not None and score < 1
        ]


@given(st.lists(st.builds(Usage, **dict.fromkeys(USAGE_KEYS, AMOUNT)), min_size=1, max_size=20))
def test_what_was_used_survives_packing(usages):
    columns = usage_unpacked(usage_packed(usages), len(usages))
    assert columns == {key: [getattr(one, key) for one in usages] for key in USAGE_KEYS}


def test_a_sheet_of_another_size_is_refused():
    sheet = sheet_of([result(place, 1.0, None) for place in range(9)], KEYS)
    with pytest.raises(ValueError, match="no sheet of 8 tasks"):
        marks_unpacked(marks_packed(sheet, KEYS), 8, KEYS)
    with pytest.raises(ValueError, match="8 tasks"):
        usage_unpacked(usage_packed([Usage()] * 9), 8)


def test_a_full_sheet_takes_about_two_kilobytes():
    keys = [DimensionKey(str(place)) for place in range(10)]
    ones = dict.fromkeys(keys, 1.0)
    results = [
        TaskResult(
            task_id=TaskId(at),
            scores=ones,
            is_perfect=True,
            gates=(),
            run={},
            outcomes=(),
        )
        for at in range(800)
    ]
    assert len(marks_packed(sheet_of(results, keys), keys)) == 21 * 100
