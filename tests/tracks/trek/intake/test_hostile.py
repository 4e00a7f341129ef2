"""What breaks a reader slowly: time that grows with a square, memory that is held, a type anywhere.

Hostile files by name, with their verdicts, are in `tests/hostile`.
"""

import gc
import json
import time
import tracemalloc

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.tracks.trek.intake import Outcome
from tests.tracks.trek.intake.bundles import (
    Portions,
    bundle,
    check,
    codes,
    line,
    reading,
    record,
    whole,
)

MIB = 1024 * 1024


class TestTime:
    """What would take hours if it grew with the square of a line."""

    @staticmethod
    def seconds(content):
        taken = []
        for _ in range(3):
            begun = time.thread_time()
            check(content)
            taken.append(time.thread_time() - begun)
        return min(taken)

    @pytest.mark.parametrize(
        "plan",
        [
            pytest.param(
                lambda size: {"day1": {"attractions": [{"name": 0}] * size}}, id="empty names in a day"
            ),
            pytest.param(
                lambda size: {f"day{number}": {"hotel": {"name": 0}} for number in range(size)},
                id="empty names in many days",
            ),
        ],
    )
    def test_repairs_take_as_long_as_a_line_is_long(self, plan):
        small, large = (self.seconds(whole((0, record(0, plan=plan(size))))) for size in (1_000, 16_000))
        assert large < 64 * small

    def test_columns_of_huge_lines_are_looked_for_so_long_and_no_longer(self):
        padding = " " * 4 * MIB
        lines = [line(record(0, submitted=number)) + padding for number in range(12)]
        report = check(bundle(*lines, record(1), record(2)))
        found = [one.column > 1 for one in report.kept if one.pointer == "/submitted"]
        assert found == [True] * 8 + [False] * 4

    def test_reading_stops_when_the_time_is_over(self):
        asked = iter([False, True])
        report = check(bundle(record(0), record(1), "[]"), is_out_of_time=lambda: next(asked))
        assert report.outcome is Outcome.INVALID
        assert codes(report) == {"F308": 1}
        assert (report.findings[0].line, report.file.lines) == (2, 2)
        assert report.file.sent_sha256 is not None

    def test_what_breaks_the_rules_is_not_held_until_the_end(self):
        lines = [
            record(
                0,
                number=number,
                plan={"day1": {"attractions": [{}] * 40_000}},
                error=[[]] * 40_000,
                token_usage={"total_tokens": [[]] * 40_000},
            )
            for number in range(6)
        ]
        content = bundle(*lines)
        tracemalloc.start()
        try:
            whole_file = reading(content, name="")
            for _ in whole_file:
                pass
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert whole_file.report().totals["R"]
        assert held < 2 * MIB


class TestWrongTypes:
    """Every member of a valid plan and record replaced in turn."""

    REPLACEMENTS = [None, True, 7, -1.5, "", "x" * 70_000, [], [[]], {}, {"a": {"b": []}}]

    @staticmethod
    def places(value, path=()):
        yield path
        if isinstance(value, dict):
            for name, member in value.items():
                yield from TestWrongTypes.places(member, (*path, name))
        elif isinstance(value, list):
            for index, member in enumerate(value):
                yield from TestWrongTypes.places(member, (*path, index))

    @staticmethod
    def replaced(value, path, new):
        if not path:
            return new
        copied = dict(value) if isinstance(value, dict) else list(value)
        copied[path[0]] = TestWrongTypes.replaced(copied[path[0]], path[1:], new)
        return copied

    @pytest.mark.parametrize("new", REPLACEMENTS, ids=lambda value: repr(value)[:12])
    def test_any_type_anywhere_is_read_or_refused_at_its_place(self, new):
        sound = record(0, trajectory=[{"turn": 1, "tool": "t", "args": {}}], notebook={"notes": ["n"]})
        for path in self.places(sound):
            report = check(whole((0, self.replaced(sound, path, new))))
            for one in report.findings:
                if one.line == 1 and one.code[0] in "RN":
                    steps = one.pointer.split("/")[1:]
                    shared = min(len(steps), len(path))
                    assert steps[:shared] == [str(step) for step in path[:shared]] or len(path) == 1


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=200), st.integers(1, 64), st.booleans())
def test_any_bytes_are_checked_to_the_end_and_twice_the_same(content, size, has_name):
    # An archive is sought, which a stream of portions cannot be.
    assume(not content.startswith(b"PK"))
    name = "a.jsonl" if has_name else ""
    chunks = [content[start : start + size] for start in range(0, len(content), size)]
    report = check(Portions(chunks), name=name)
    assert report == check(content, name=name)
    json.dumps(report.as_json(), allow_nan=False).encode()
