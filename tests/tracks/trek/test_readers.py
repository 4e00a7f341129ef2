"""Reading run files: what is skipped, what replaces what, and which part of a row is the answer."""

from __future__ import annotations

import json

import pytest

from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from scoring.tracks.trek.track import LATEST
from tests.tracks.trek.strategies import KB, RECORDS, TASKS
from tests.tracks.trek.world import tiny_dataset


def rows_of(*lines: str | bytes) -> list[tuple[int, int | None, object]]:
    """Line, task and reason of each row, the reason telling the rows apart."""
    content = [line.encode() if isinstance(line, str) else line for line in lines]
    return [
        (
            reading.line,
            reading.task_id,
            "refused" if reading.record.is_refused else reading.record.members.get("refusal_reason"),
        )
        for reading in read_rows(content)
    ]


def answers(*lines: str, tasks: int = 10) -> dict[int, object]:
    """The reason that counts for each task."""
    records = last_records(read_rows([line.encode() for line in lines]), tasks)
    return {task: record.members.get("refusal_reason") for task, record in records.items()}


def row(index: object, reason: str = "") -> str:
    return json.dumps({"query_index": index, "refusal_reason": reason})


class TestLines:
    """Blank lines and lines that are not JSON are skipped silently."""

    def test_a_file_is_split_at_every_kind_of_line_end(self):
        assert split_rows(b"1\n2\r\n3\r4") == [b"1", b"2", b"3", b"4"]
        assert split_rows("1\u2028\x0b2\x85".encode()) == ["1\u2028\x0b2\x85".encode()]
        assert split_rows(b"") == [b""]

    def test_blank_lines_are_skipped_and_counted_as_lines(self):
        assert rows_of("", row(4), "  \t ", row(5)) == [(2, 4, ""), (4, 5, "")]

    @pytest.mark.parametrize(
        "line",
        [
            "{",
            "nonsense",
            "{'query_index': 1}",
            '{"query_index": 1},',
            '{"a": 1} {"b": 2}',
            b"\xff\xfe{}",
            "\ufeff{}",
        ],
    )
    def test_a_line_that_is_not_json_is_skipped(self, line):
        assert rows_of(line, row(3)) == [(2, 3, "")]

    def test_nesting_that_no_reader_survives_is_skipped(self):
        assert rows_of("[" * 100_000 + "]" * 100_000, row(3)) == [(2, 3, "")]

    def test_the_numbers_that_json_lacks_are_read_as_the_official_reader_does(self):
        assert rows_of('{"query_index": 2, "refusal_reason": Infinity}') == [(1, 2, float("inf"))]

    def test_of_repeated_members_the_last_counts(self):
        assert rows_of('{"query_index": 2, "query_index": 3}') == [(1, 3, None)]


class TestRowsAndTasks:
    """A row's task is its query_index, else its position among the rows that parsed; equal values match."""

    def test_a_row_without_an_index_answers_its_position(self):
        assert rows_of("{}", "", "nonsense", "{}", row(9), "{}") == [
            (1, 0, None), (4, 1, None), (5, 9, ""), (6, 3, None),
        ]  # fmt: skip

    def test_a_row_that_is_no_object_takes_a_position_and_cannot_be_scored(self):
        assert rows_of("[]", "7", '"text"', "null", "true", "{}") == [
            *((line, line - 1, "refused") for line in range(1, 6)),
            (6, 5, None),
        ]

    @pytest.mark.parametrize(
        ("index", "task"),
        [
            (9, 9), (9.0, 9), (True, 1), (False, 0), (0, 0), (-0.0, 0), (-1, -1), (10**400, 10**400),
            ("9", None), (9.5, None), (None, None), ("", None), ([9], None), ({"a": 9}, None),
            (float("inf"), None), (float("-inf"), None), (float("nan"), None),
        ],
    )  # fmt: skip
    def test_an_index_matches_by_value(self, index, task):
        assert rows_of(row(index)) == [(1, task, "")]

    def test_later_rows_replace_earlier_ones(self):
        assert answers(row(3, "first"), row(4, "other"), row(3.0, "second")) == {3: "second", 4: "other"}
        assert answers(row(1, "first"), row(True, "second")) == {1: "second"}
        assert answers("{}", row(0, "named")) == {0: "named"}

    def test_a_later_row_that_cannot_be_scored_replaces_too(self):
        records = last_records(read_rows([b'{"query_index": 1}', b"[]"]), 5)
        assert records[1].is_refused

    def test_an_index_as_text_replaces_nothing(self):
        assert answers(row(3, "first"), row("3", "second")) == {3: "first"}

    def test_indices_outside_the_task_file_are_ignored(self):
        assert answers(row(-1), row(2), row(3), tasks=3) == {2: ""}

    def test_the_track_reads_the_same_rows(self):
        readings = list(LATEST.read_records([b"", b'{"query_index": 4, "plan": {}, "notes": "x"}']))
        assert [(reading.line, reading.task_id) for reading in readings] == [(2, 4)]
        assert readings[0].record.members == {"plan": {}}


class TestPayload:
    """A plan object with the exact key is_feasible or plan is the payload; else the record is."""

    @pytest.mark.parametrize(
        ("row", "claims", "days", "reason"),
        [
            ({}, False, {}, ""),
            ({"is_feasible": True, "plan": {"day1": {}}, "refusal_reason": "r"}, True, {"day1": {}}, "r"),
            ({"is_feasible": "false", "plan": [1]}, True, {}, ""),
            ({"plan": "text", "refusal_reason": None}, False, {}, ""),
            ({"plan": {"Is_Feasible": True}}, False, {"Is_Feasible": True}, ""),
            ({"plan": {"is_feasible": 1}, "refusal_reason": "outer"}, True, {}, ""),
            ({"is_feasible": True, "plan": {"plan": {"day1": 5}}}, False, {"day1": 5}, ""),
            ({"is_feasible": True, "plan": {"plan": None, "is_feasible": 0}}, False, {}, ""),
            ({"plan": {"plan": {}, "Plan": {"day1": 5}, "IS_FEASIBLE": 1}}, True, {"day1": 5}, ""),
            ({"plan": {"plan": {}, "reason": "inner"}}, False, {}, "inner"),
            ({"plan": {"plan": {}, "Refusal_Reason": None, "reason": "inner"}}, False, {}, ""),
            ({"reason": "never seen"}, False, {}, ""),
            ({"refusal_reason": ["budget"]}, False, {}, ["budget"]),
            ({"refusal_reason": 0}, False, {}, ""),
        ],
    )
    def test_which_object_is_the_payload(self, row, claims, days, reason):
        answer = answer_of(TrekRecord.from_object(row))
        assert (answer.claims_feasible, answer.days, answer.reason) == (claims, days, reason)

    def test_members_are_read_by_exact_key_and_the_rest_is_dropped(self):
        record = TrekRecord.from_object({"Plan": {}, "tool_call_count": 3, "messages": [1], "query_index": 7})
        assert record.members == {"tool_call_count": 3}
        assert (record.tool_calls, record.total_tokens, record.elapsed_sec) == (3, None, None)
        assert TrekRecord().tool_calls == 0

    def test_a_refused_row_keeps_what_was_measured(self):
        row = {"tool_call_count": 3, "token_usage": {"total_tokens": 500}, "elapsed_sec": 2.5}
        record = TrekRecord.failed_from_object({**RECORDS["weekend"], **row})
        result = LATEST.evaluate(tiny_dataset(KB, TASKS["weekend"]), 0, record)
        assert result.run["unscorable"]
        assert (result.run["total_tokens"], result.run["elapsed_sec"]) == (500, 2.5)
        assert {value for value in result.scores.values() if value is not None} == {0.0}

    @pytest.mark.parametrize(
        ("members", "name"),
        [
            ({}, None),
            ({"token_usage": None, "elapsed_sec": None}, None),
            ({"token_usage": [], "elapsed_sec": ""}, None),
            ({"token_usage": {"total_tokens": []}, "elapsed_sec": {}}, None),
            ({"token_usage": {"total_tokens": True}, "elapsed_sec": 1.5}, None),
            ({"token_usage": "many"}, "token_usage"),
            ({"token_usage": 5}, "token_usage"),
            ({"token_usage": {"total_tokens": "5"}}, "total_tokens"),
            ({"token_usage": {"total_tokens": {"n": 5}}}, "total_tokens"),
            ({"elapsed_sec": "5"}, "elapsed_sec"),
        ],
    )
    def test_a_measure_that_cannot_be_added_up_is_named(self, members, name):
        assert TrekRecord.from_object(members).unreadable_measure() == name
