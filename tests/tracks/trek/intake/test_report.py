"""Stages and report: what is counted, kept and shown, in which order and shape."""

import json
from dataclasses import replace

from scoring.tracks.trek.intake import LIMITS, Outcome
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import ReportLimits
from scoring.tracks.trek.record import TrekRecord
from tests.tracks.trek.intake.bundles import (
    bundle,
    check,
    codes,
    crashed,
    line,
    packed,
    reading,
    record,
    refusal,
    unfinished,
    whole,
)


class TestStages:
    def test_a_stage_runs_only_if_those_before_found_nothing_fatal(self):
        lines = [record(0), "oops", record(1, submitted=...), '{"a":1,"a":2}', record(7)]
        assert set(check(bundle(*lines)).found) == {"R401", "F402"}
        assert set(check(bundle(*lines) + b"\xff\n").found) == {"F301"}
        assert set(check(packed(bundle(*lines) + b"\xff\n") + b"x", name="a.jsonl.gz").found) == {"F112"}

    def test_all_findings_of_a_stage_are_collected(self):
        lines = [record("0"), record(9), record(query_index=...), record(1), refusal(1)]
        assert set(check(bundle(*lines)).found) == {"F601", "F602", "F603", "F604", "W606"}
        assert codes(check(b'{"a":1,"a":2}\n[]\n{"b":[' + b"[" * 40 + b"\n[[]]\n")) == {
            "F402": 1,
            "F404": 1,
            "F407": 2,
        }

    def test_every_line_gives_one_reading_in_order(self):
        content = bundle(record(0), "oops", "[]", record(1), "", record("2"), record(query_index=...))
        readings = list(reading(content, name=""))
        assert [each.line for each in readings] == [1, 2, 3, 4, 6, 7]
        assert [each.task_id for each in readings] == [0, None, None, None, None, None]
        assert [len(each.findings) for each in readings] == [0, 1, 1, 0, 0, 0]
        assert readings[0].record == TrekRecord.from_object(record(0))

    def test_a_refused_upload_gives_no_records(self):
        report = check(whole((1, record("1"))))
        assert (report.outcome, report.records) == (Outcome.INVALID, {})


class TestReport:
    def test_findings_stand_by_severity_line_and_column(self):
        lines = [
            record(0, elapsed_sec=-1, tool_call_count=-1),
            unfinished(1, total_turns="x"),
            record(2, submitted=...),
            record(2, seed=1, aux_call_count=-1),
            "oops",
        ]
        report = check(bundle(*lines), tasks=4)
        assert [(one.severity, one.code, one.line) for one in report.findings] == [
            ("R", "R504", 1),
            ("R", "R504", 1),
            ("R", "R501", 3),
            ("R", "R401", 5),
            ("W", "W606", None),
            ("W", "W610", None),
            ("W", "N07", 2),
            ("W", "N07", 4),
            ("I", "I508", None),
        ]
        assert report.findings[0].column < report.findings[1].column

    def test_twenty_of_a_code_are_shown_and_the_rest_counted(self):
        tasks = 45
        content = bundle(*(record(index, aux_call_count=-1) for index in range(tasks)))
        report = check(content, tasks=tasks)
        assert [one.line for one in report.findings] == list(range(1, 21))
        assert (report.not_shown, report.totals) == ({"N07": 25}, {"F": 0, "R": 0, "W": 45, "I": 0})
        assert len(report.kept) == 45
        assert report.kept[30].column == 1

    def test_places_are_looked_for_only_where_they_are_shown(self):
        report = check(b'{"a":1,"a":2}\n' * 30)
        assert report.found == {"F402": 30}
        assert len(report.findings) == len(report.kept) == 20

    def test_a_stage_keeps_a_bounded_number_and_the_first_of_every_code(self):
        log = FindingLog(ReportLimits(kept_per_stage=5, shown_per_code=2))
        for number in range(9):
            log.add(finding("R501", line=number, path=("a",)))
        for number in range(4):
            log.add(finding("N04", {"found": "a", "repaired": "b"}, line=number))
        assert [one.code for one in log.kept] == ["R501"] * 5 + ["N04"] * 2
        assert [one.code for one in log.shown] == ["R501"] * 2 + ["N04"] * 2
        assert log.counts == {"R501": 9, "N04": 4}

    def test_the_document_has_the_published_shape(self):
        content = bundle(record(0), refusal(1), crashed(2), unfinished(3), record(4, error="late"), "oops")
        document = check(content, tasks=6).as_json(bundle="b-1")
        assert json.loads(json.dumps(document, allow_nan=False)) == document
        assert list(document) == [
            "bundle",
            "state",
            "mode",
            "validator",
            "schema",
            "scorer",
            "task_set",
            "label",
            "files",
            "counts",
            "totals",
            "findings",
            "not_shown",
        ]
        assert document["state"] == "needs_confirmation"
        assert document["counts"] == {
            "records": 5,
            "tasks_present": 5,
            "tasks_missing": 1,
            "submitted": 2,
            "refusals": 1,
            "errors": 2,
            "lint": 0,
            "unfinished": 1,
        }
        assert document["totals"] == {"F": 0, "R": 1, "W": 2, "I": 0}
        (file,) = document["files"]
        assert (file["name"], file["bytes"], file["lines"]) == ("trek_sample.jsonl", len(content), 6)
        assert document["findings"][0] == {
            "code": "R401",
            "severity": "R",
            "stage": "json",
            "file": "trek_sample.jsonl",
            "line": 6,
            "column": 1,
            "byte": len(content) - 5,
            "task": None,
            "pointer": "",
            "message": "Line 6, column 1: this is not a JSON value.",
            "hint": "Write one JSON object per line. After confirmation the line is left out.",
        }
        assert check(whole()).as_json()["task_set"] == "trek-3"

    def test_digests_are_of_what_was_read_to_the_end(self):
        plain = check(whole()).file
        assert plain.sent_sha256 == plain.content_sha256
        gz = check(packed(whole()), name="a.jsonl.gz").file
        assert (gz.content_sha256, gz.content_bytes) == (plain.sent_sha256, plain.sent_bytes)
        cut = check(packed(whole()) + b"x", name="a.jsonl.gz").file
        assert cut.sent_sha256 is not None
        stopped = check(b"{}\n" * 9_000).file
        assert (stopped.lines, stopped.content_bytes) == (4_000, 27_000)
        too_large = check(whole(), limits=replace(LIMITS, upload_bytes=9)).file
        assert too_large.sent_sha256 is None

    def test_what_is_quoted_is_short_and_shows_what_is_invisible(self):
        report = check(whole((0, record(is_feasible="no\u202e\0\n\U000e0001" + "x" * 500))))
        (one,) = [one for one in report.findings if one.code == "R503"]
        assert "no\\u202e\\ufffd\\u000a\\U000e0001xxx" in one.message.replace("\ufffd", "\\ufffd")
        assert len(one.message) < 140
        long_name = check(bundle(line(record(0))[:-1] + ', "' + "k" * 9_000 + '": NaN}'))
        assert all(len(one.pointer) <= 500 for one in long_name.kept)
        assert all(len(one.message) <= 300 for one in long_name.kept)
