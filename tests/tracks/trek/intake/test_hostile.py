"""Uploads made to break the reader, by generator: each has its verdict, and a bound on memory."""

import gc
import json
import random
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tracks.trek.intake import Outcome
from tests.tracks.trek.intake.bundles import (
    DAY,
    TASKS,
    Portions,
    bundle,
    check,
    codes,
    line,
    packed,
    reading,
    record,
    refusal,
    whole,
)

MIB = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """A hostile file: its chunks, the codes it must get, and the memory its check may take."""

    chunks: Callable
    codes: frozenset
    name: str = "trek_sample.jsonl"
    peak_bytes: int = 8 * MIB


def hostile(*expected, chunks, **options):
    return Fixture(chunks=chunks, codes=frozenset(expected), **options)


def text(*lines):
    return lambda: [bundle(*lines)]


def among(*changed):
    return lambda: [whole(*changed)]


def in_notes(value):
    """A whole bundle with one more text in the notebook of its first record."""
    return among((0, record(0, notebook={"notes": [value]})))


def raw(member):
    """A whole bundle whose first record ends in this text."""
    return among((0, line(record(0))[:-1] + f', "x": {member}}}'))


FIXTURES = {
    "ratio bomb": hostile(
        "F106", name="a.jsonl.gz", chunks=lambda: [packed(b"0" * (30 * MIB))], peak_bytes=60 * MIB
    ),
    "gzip inside gzip": hostile("F111", name="a.jsonl.gz", chunks=lambda: [packed(packed(whole()))]),
    "text with a zip behind it": hostile("F301", chunks=lambda: [whole() + b"PK\x03\x04\x14\x00\x08\xff"]),
    "tar named jsonl": hostile("F004", chunks=lambda: [b"a.jsonl" + b"\0" * 250 + b"ustar\x00"]),
    "a million lines": hostile(
        "F304", chunks=lambda: (b'{"query_index":1,"plan":{}}\n' * 10_000 for _ in range(100))
    ),
    "a hundred million blank lines": hostile("F002", chunks=lambda: (b"\n" * MIB for _ in range(100))),
    "one endless line": hostile(
        "F303",
        chunks=lambda: (b'{"a":"' if number == 0 else b"x" * MIB for number in range(100)),
        peak_bytes=24 * MIB,
    ),
    "nested 33 deep": hostile("F404", chunks=raw("[" * 32 + "]" * 32)),
    "nested 32 deep": hostile("I508", chunks=raw("[" * 31 + "]" * 31)),
    "nested a thousand deep": hostile("F404", chunks=raw("[" * 1_000 + "]" * 1_000)),
    "nested a million deep": hostile("F404", chunks=raw("[" * 10**6 + "]" * 10**6), peak_bytes=40 * MIB),
    "deep objects": hostile("F404", chunks=raw('{"a":' * 10_000 + "1" + "}" * 10_000)),
    "depth hidden behind texts": hostile("F404", chunks=raw('["]]]]",' * 900 + "1" + "]" * 900)),
    "numbers without a value": hostile(
        "N02", "I508", chunks=raw("[NaN, Infinity, -Infinity, 1e400, -1e400]")
    ),
    "zeros of all kinds": hostile("I508", chunks=raw("[-0.0, 0e9, 0E-9, 1e-100000]")),
    "300 digits": hostile("I508", chunks=raw("9" * 300)),
    "301 digits": hostile("F405", chunks=raw("9" * 301)),
    "4,301 digits": hostile("F405", chunks=raw("9" * 4_301)),
    "a long exponent": hostile("N02", "I508", chunks=raw("1e100000")),
    "a member twice": hostile("F402", chunks=raw('1, "query_index": 2')),
    "a member twice, once escaped": hostile("F402", chunks=raw('1, "\\u0078": 2')),
    "a hundred thousand members": hostile(
        "R504",
        "I508",
        chunks=raw(json.dumps({str(number): 0 for number in range(10**5)})),
        peak_bytes=80 * MIB,
    ),
    "names that other languages know": hostile(
        "I508", chunks=among((0, record(0, **{"__proto__": {}, "_connector": 1, "**": 2, "constructor": 3})))
    ),
    "a megabyte of empty arrays": hostile(
        "R504", "I508", chunks=raw("[" + "[]," * 400_000 + "1]"), peak_bytes=80 * MIB
    ),
    "a megabyte of empty texts": hostile(
        "R504", "I508", chunks=raw("[" + '"",' * 400_000 + "1]"), peak_bytes=80 * MIB
    ),
    "a megabyte of backslashes": hostile(
        "R504", "I508", chunks=raw('"' + "\\\\" * 500_000 + '"'), peak_bytes=80 * MIB
    ),
    "NUL written as an escape": hostile("N08", "I508", chunks=raw('"\\u0000"')),
    "NUL as a byte": hostile("R401", "F410", chunks=raw('"\0"')),
    "half a surrogate pair": hostile("N08", "I508", chunks=raw('["\\ud800", "\\udc00\\ud800"]')),
    "half a surrogate pair in a name": hostile("N08", "I508", chunks=raw('{"\\ud800": 1}')),
    "half a surrogate pair as bytes": hostile(
        "F301", chunks=lambda: [whole() + '{"a": "\ud800"}\n'.encode("utf-8", "surrogatepass")]
    ),
    "a whole surrogate pair": hostile("I508", chunks=raw('"\\ud83d\\ude00"')),
    "a non-character": hostile("I508", chunks=raw('"\uffff"')),
    "combining marks": hostile(chunks=in_notes("a" + "\u0300\u0316" * 8_000)),
    "ligatures that expand": hostile(chunks=in_notes("\ufdfa" * 10_000)),
    "letters that grow in lower case": hostile(
        chunks=among((0, record(0, plan={"day1": {"\u0130" * 250: {"name": "\u0130" * 500}}})))
    ),
    "UTF-16": hostile("F302", chunks=lambda: [whole().decode().encode("utf-16")]),
    "two byte-order marks": hostile("W305", "R401", "F410", chunks=lambda: [b"\xef\xbb\xbf" * 2 + whole()]),
    "Latin-1": hostile("F301", chunks=lambda: ['{"query": "café"}'.encode("latin-1")]),
    "carriage returns only": hostile("F307", chunks=lambda: [whole().replace(b"\n", b"\r")]),
    "overlong UTF-8": hostile("F301", chunks=lambda: [whole() + b'{"a": "\xc0\xae"}']),
    "a truncated last line": hostile("R401", chunks=lambda: [whole() + bundle(record(2))[:-40]]),
    "words for a careless pattern": hostile(
        chunks=among(
            (0, refusal(0, refusal_reason="sorry " * 40 + "!")),
            (1, refusal(1, refusal_reason="unable to " * 500)),
            (2, refusal(2, refusal_reason=" " * 7_990 + '"plan"')),
        )
    ),
    "a reason without an end": hostile(
        "R504", chunks=among((0, refusal(0, refusal_reason="a" * 10**5 + "!")))
    ),
    "a label for a careless pattern": hostile(
        "R504", chunks=among((0, record(0, model_label="a" * 10**5 + "!")))
    ),
    "markup and formulas": hostile(
        chunks=among((0, record(0, plan={"day1": {"hotel": {"name": "<script>=cmd|' /C calc'!A0"}}})))
    ),
    "a thousand lines of one task": hostile(
        "F604", "W606", chunks=text(*(record(0, refusal_reason=str(number)) for number in range(1_000)))
    ),
}


@pytest.mark.parametrize("name", FIXTURES)
def test_every_hostile_file_gets_its_verdict_within_bounds(name):
    fixture = FIXTURES[name]
    chunks = fixture.chunks()
    tracemalloc.start()
    try:
        report = check(Portions(chunks), name=fixture.name)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    expected = fixture.codes
    assert set(report.found) == expected
    assert report.outcome is (
        Outcome.INVALID
        if any(code.startswith("F") for code in expected)
        else Outcome.NEEDS_CONFIRMATION
        if any(code.startswith("R") for code in expected)
        else Outcome.VALID
    )
    assert peak < fixture.peak_bytes
    json.dumps(report.as_json(), allow_nan=False).encode()


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

    @pytest.mark.parametrize(
        "changes",
        [
            {"flights": [{**DAY["flights"][0], "price": 112.41}]},
            {"flights": [{**DAY["flights"][0], "departure_time": "08:21"}]},
            {"attractions": [{**DAY["attractions"][0], "name": "Lanternworks Museun"}]},
            {"attractions": [{**DAY["attractions"][0], "visit_end": "24:00"}]},
            {"attractions": [{**DAY["attractions"][0], "visit_end": "00:30"}]},
            {"attractions": DAY["attractions"] * 2},
        ],
    )
    def test_a_plan_that_is_nearly_right_is_the_scorer_s_business(self, changes):
        assert codes(
            check(whole((0, record(0, plan={"day1": {**DAY, **changes}, "day01": DAY}))))
        ).keys() <= {"L01"}


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=200), st.integers(1, 64), st.booleans())
def test_any_bytes_are_checked_to_the_end_and_twice_the_same(content, size, has_name):
    name = "a.jsonl" if has_name else ""
    chunks = [content[start : start + size] for start in range(0, len(content), size)]
    report = check(Portions(chunks), name=name)
    assert report == check(content, name=name)
    json.dumps(report.as_json(), allow_nan=False).encode()


ALPHABET = [
    b"\n",
    b"\r",
    b"\0",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"e9",
    b"\xff",
    b"\xef\xbb\xbf",
]


def mutated(content, randomness):
    """The content with a few bytes cut, doubled, swapped or put in."""
    work = bytearray(content)
    for _ in range(randomness.randint(1, 4)):
        start = randomness.randrange(len(work) + 1)
        end = min(len(work), start + randomness.choice([0, 1, 1, 5, 200]))
        piece = randomness.choice([b"", bytes(work[start:end]) * 2, randomness.choice(ALPHABET)])
        work[start:end] = piece
    return bytes(work)


@pytest.mark.parametrize("seed", range(8))
def test_a_thousand_mutated_bundles_are_checked_and_every_line_accounted_for(seed):
    randomness = random.Random(seed)
    base = bundle(*(record(index, note="x" * randomness.randrange(9)) for index in range(TASKS)))
    for _ in range(125):
        content = mutated(base, randomness)
        form = packed(content, 2) if randomness.random() < 0.2 else content
        form = mutated(form, randomness) if form is not content and randomness.random() < 0.5 else form
        whole_file = reading(form, name="")
        lines = [one.line for one in whole_file]
        report = whole_file.report()
        assert lines == sorted(set(lines))
        assert len(lines) == report.file.lines
        assert (report.outcome is Outcome.VALID) == (
            report.totals["F"] + report.totals["R"] == 0 and "W606" not in report.found
        )
        if form is content and not {"F302", "F002", "F003", "F004", "F112"} & set(report.found):
            physical = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
            blank = b" \t\r\n"
            assert lines == [number for number, one in enumerate(physical, 1) if one.strip(blank)]
