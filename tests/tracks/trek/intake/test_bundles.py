"""Whole uploads: forms that give the same records, oddities, repeated tasks, and what the report says."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.reading import blocks
from scoring.tracks.trek.intake import LIMITS, BundleReading, Outcome
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import ReportLimits
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.tracks.trek.intake.bundles import (
    TASKS,
    bundle,
    check,
    codes,
    crashed,
    line,
    packed,
    record,
    refusal,
    unfinished,
    whole,
)
from tests.tracks.trek.intake.test_record_shapes import RECORDS


def official(content, tasks=TASKS):
    return last_records(read_rows(split_rows(content)), tasks)


class TestForms:
    """The same records in every form they may be sent in."""

    FORMS = {
        "as written": (whole(), {}),
        "with a byte-order mark": (b"\xef\xbb\xbf" + whole(), {"W305": 1}),
        "with CRLF": (whole().replace(b"\n", b"\r\n"), {"I306": 3}),
        "without a final line feed": (whole().rstrip(b"\n"), {}),
        "with blank lines and blanks": (b"\n \t\r\n" + whole().replace(b"\n", b" \n\n\n"), {}),
        "with a line of other white space": (whole() + "\u00a0\u2003\n".encode(), {}),
        "gzip": (packed(whole()), {}),
        "gzip in two members": (packed(whole(), 2), {}),
        "gzip in many members": (packed(whole(), 50), {}),
        "gzip with padding": (packed(whole()) + b"\0" * 700, {}),
        "gzip with everything": (packed(b"\xef\xbb\xbf" + whole().replace(b"\n", b"\r\n"), 3) + b"\0", None),
    }

    @pytest.mark.parametrize("form", FORMS)
    def test_every_form_is_accepted_with_the_same_records(self, form):
        content, found = self.FORMS[form]
        name = "trek_sample.jsonl.gz" if form.startswith("gzip") else "trek_sample.jsonl"
        report = check(content, name=name)
        assert report.outcome is Outcome.VALID
        assert report.records == {index: TrekRecord.from_object(record(index)) for index in range(TASKS)}
        if found is not None:
            assert dict.fromkeys(codes(report), 1) == dict.fromkeys(found, 1)

    @settings(max_examples=40, deadline=None)
    @given(st.integers(1, 5_000), st.sampled_from(sorted(FORMS)))
    def test_how_the_bytes_arrive_changes_nothing(self, size, form):
        content, _ = self.FORMS[form]
        reading = BundleReading(blocks([content], size), file_name="", task_count=TASKS)
        assert reading.report() == check(content, name="")

    @pytest.mark.parametrize(
        ("name", "is_accepted"),
        [
            ("", True),
            ("anything.JSONL", True),
            ("a.jsonl", True),
            ("a.json", False),
            ("a.jsonl.gz", False),
            ("a.jsonl.zip", False),
            ("jsonl", False),
        ],
    )
    def test_the_name_must_fit_the_content(self, name, is_accepted):
        assert codes(check(whole(), name=name)) == ({} if is_accepted else {"F003": 1})

    @pytest.mark.parametrize("content", [b"BZh91AY", b"7z\xbc\xaf\x27\x1c", b"%PDF-1.7", b"PK\x05\x06"])
    def test_other_kinds_of_files_are_not_accepted(self, content):
        assert codes(check(content)) == {"F004": 1}

    @pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"\xef\xbb\xbf", "\u00a0\n".encode()])
    def test_a_file_without_a_record_is_refused(self, content):
        report = check(content)
        assert (report.outcome, report.found["F002"]) == (Outcome.INVALID, 1)

    def test_a_file_of_nothing_but_an_empty_member_is_refused(self):
        assert codes(check(packed(b" "), name="a.jsonl.gz")) == {"F002": 1}


class TestOddities:
    def test_line_separators_in_a_text_end_no_line(self):
        content = whole((0, record(notebook={"notes": ["a\u2028b\u2029c\u0085d"]})))
        assert check(content).file.lines == TASKS
        assert check(content).outcome is Outcome.VALID

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
    def test_a_number_without_a_value_is_read_as_null_wherever_it_stands(self, number):
        day = '{"day1": {"hotel": {"name": "H", "price": 5}}}'
        text = line(record(0, plan=..., elapsed_sec=...))[:-1]
        text += f', "plan": {day}, "notebook": {{"a": [1, 5]}}, "elapsed_sec": 5}}'
        report = check(whole((0, text.replace("5", number))))
        assert (report.outcome, codes(report)) == (Outcome.VALID, {"N02": 3})
        assert report.records[0].elapsed_sec is None
        assert answer_of(report.records[0]).days["day1"]["hotel"]["price"] is None

    def test_a_number_without_a_value_is_no_index(self):
        report = check(whole((0, line(record()).replace('"query_index": 0', '"query_index": NaN'))))
        assert report.found["F602"] == 1
        assert report.findings[0].message == "Line 1: query_index is a number with a fraction."

    def test_a_number_without_a_value_is_no_claim(self):
        content = whole((0, line(record()).replace('"submitted": true', '"submitted": NaN')))
        assert codes(check(content)) == {"R502": 1}

    def test_null_is_the_same_as_absent_where_a_member_is_optional(self):
        nothing = dict.fromkeys(["tool_call_count", "token_usage", "elapsed_sec", "trajectory", "notebook"])
        assert codes(check(whole((0, record(0, **nothing))))) == {}

    @pytest.mark.parametrize("index", [-1, 3, 10**290, -(10**290)])
    def test_an_index_of_no_task_is_refused(self, index):
        report = check(whole((0, record(index))))
        assert (report.found["F601"], report.findings[0].task) == (1, None)

    @pytest.mark.parametrize("index", ["0", None, True, 0.5, [0], {}])
    def test_an_index_that_is_no_whole_number_is_refused(self, index):
        assert check(whole((0, record(index)))).found["F602"] == 1

    def test_an_array_of_records_on_one_line_is_no_record(self):
        assert codes(check(json.dumps([record(index) for index in range(TASKS)]).encode())) == {"F407": 1}

    @pytest.mark.parametrize(
        "content",
        [
            json.dumps([record(index) for index in range(TASKS)], indent=1).encode(),
            json.dumps(record(), indent=2).encode(),
            b"[" + b",\n".join(whole().split(b"\n")[:-1]) + b"]",
        ],
    )
    def test_a_document_over_several_lines_is_recognised(self, content):
        assert check(content).found["F408"] == 1
        assert "F410" not in check(content).found

    def test_a_cut_off_line_alone_is_no_document(self):
        assert codes(check(b"[")) == {"R401": 1, "F410": 1}

    def test_a_line_of_text_twenty_times_is_forgiven_after_confirmation(self):
        for times, outcome in ((20, Outcome.NEEDS_CONFIRMATION), (21, Outcome.INVALID)):
            report = check(whole() + b"oops\n" * times)
            assert (report.outcome, report.found["R401"]) == (outcome, times)
            assert report.found.get("F410", 0) == (times > 20)

    def test_a_torn_line_is_left_out_and_the_rest_scores_as_officially(self):
        torn = line(record(2))[:200]
        for content in (
            whole() + torn.encode(),
            whole((1, torn)),
            whole((1, torn + line(record(1)))),
            bundle(record(0), torn + line(record(1)), record(1), record(2)),
        ):
            report = check(content)
            assert report.outcome is Outcome.NEEDS_CONFIRMATION
            assert report.found["R401"] == 1
            assert report.records == official(content)
        glued = check(whole((1, torn + line(record(1)))))
        assert "glued" in glued.findings[0].message

    def test_the_gold_file_is_read_by_position_once_it_says_it_was_submitted(self):
        gold = [record(query_index=..., submitted=...) for _ in range(TASKS)]
        report = check(bundle(*gold))
        assert (report.outcome, codes(report)) == (Outcome.NEEDS_CONFIRMATION, {"N05": TASKS, "R501": TASKS})
        submitted = [{**answer, "submitted": True} for answer in gold]
        report = check(bundle(*submitted))
        assert (report.outcome, codes(report)) == (Outcome.VALID, {"N05": TASKS})
        assert report.records == official(bundle(*submitted))

    def test_positions_are_not_taken_when_lines_and_tasks_differ(self):
        report = check(bundle(*[record(query_index=...)] * 2))
        assert codes(report) == {"R501": 2, "W606": 1}
        assert report.records == {}

    def test_an_index_of_another_type_is_an_index(self):
        report = check(whole((0, record("0")), (1, record(query_index=...)), (2, record(query_index=...))))
        assert codes(report) == {"F602": 1, "F603": 1, "W606": 1}


class TestRepeatedTasks:
    ENTIRE = tuple(record(index) for index in range(TASKS))

    @pytest.mark.parametrize(
        ("lines", "found", "counts_line"),
        [
            ([crashed(1), record(1)], {"I605"}, 2),
            ([unfinished(1), crashed(1), record(1)], {"I605"}, 3),
            ([unfinished(1), crashed(1)], {"I605", "W610"}, 2),
            ([record(1), record(1, tool_call_count=9)], {"I605"}, 2),
            ([record(1), unfinished(1), record(1)], {"I605"}, 3),
            ([record(1), refusal(1)], {"F604"}, 2),
            ([record(1), record(1, plan={})], {"F604"}, 2),
            ([refusal(1), refusal(1, refusal_reason="The budget.")], {"F604"}, 2),
            ([record(1), crashed(1)], {"F604", "W610"}, 2),
            ([record(1), unfinished(1)], {"F604", "W610"}, 2),
            ([record(1), record(1, error="late")], {"F604", "W610"}, 2),
        ],
    )
    def test_the_last_line_counts_unless_that_would_hide_a_submission(self, lines, found, counts_line):
        content = bundle(*lines, record(0), record(2))
        report = check(content)
        assert set(report.found) == found
        assert report.attempts == {0: 1, 1: len(lines), 2: 1}
        expected = TrekRecord.from_object(lines[counts_line - 1])
        declared = check(content, is_selection_declared=True)
        assert declared.records[1] == expected
        assert report.records == ({} if "F604" in found else declared.records)

    def test_two_kinds_of_earlier_lines_are_told_apart(self):
        report = check(bundle(record(1), crashed(1), record(1), record(0), record(2)))
        assert [one.message for one in report.findings] == [
            "Task 1: earlier submissions on lines 1 replaced by line 3.",
            "Task 1: earlier unfinished attempts on lines 2 replaced by line 3.",
        ]

    def test_a_record_that_cannot_be_scored_gives_way_to_one_that_can(self):
        broken = record(1, plan={"day1": {"hotel": {"name": 5}}})
        for lines in ([broken, record(1)], [record(1), broken]):
            report = check(bundle(*lines, record(0), record(2)))
            assert set(report.found) == {"R502"}
            assert report.records[1] == TrekRecord.from_object(record(1))
        report = check(bundle(broken, record(0), record(2)))
        assert report.records[1] == TrekRecord.failed_from_object(broken)

    def test_many_lines_are_named_in_part(self):
        report = check(bundle(*[crashed(1)] * 14, record(1), record(0), record(2)))
        assert "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more replaced" in report.findings[0].message


class TestSets:
    def test_missing_tasks_are_named_as_ranges_and_need_confirmation(self):
        report = check(bundle(*(record(index) for index in range(0, 60, 2))), tasks=60)
        assert report.outcome is Outcome.NEEDS_CONFIRMATION
        assert report.findings[0].message.endswith(
            "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 18 more ranges."
        )
        assert check(bundle(record(4)), tasks=9).findings[0].message.endswith("0–3, 5–8.")

    def test_counting_from_one_is_recognised(self):
        report = check(bundle(*(record(index + 1) for index in range(TASKS))))
        assert set(report.found) == {"F601", "W606", "W607"}

    def test_many_models_are_named_in_part(self):
        content = bundle(*(record(index, model_id=f"m{index}") for index in range(7)))
        assert check(content, tasks=7).findings[0].message.endswith("m0, m1, m2, m3, m4 and 2 more.")

    def test_request_texts_may_differ_in_white_space_and_in_a_few_tasks(self):
        requests = [f"Plan trip {index}." for index in range(20)]
        records = [record(index, query=f" Plan  trip\n{index}. ") for index in range(20)]
        assert codes(check(bundle(*records), tasks=20, requests=requests)) == {}
        records[3] = record(3, query="other")
        records[4] = record(4, query="other")
        assert codes(check(bundle(*records), tasks=20, requests=requests)) == {}
        records[5] = record(5, query="other")
        assert codes(check(bundle(*records), tasks=20, requests=requests)) == {"F609": 1}

    def test_unknown_members_are_listed_once_and_in_part(self):
        content = whole((0, record(**{f"x{n:02}": n for n in range(23)})))
        (note,) = check(content).findings
        assert note.message.endswith("x18, x19 and 3 more.")


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
        readings = list(BundleReading([content], file_name="", task_count=TASKS))
        assert [reading.line for reading in readings] == [1, 2, 3, 4, 6, 7]
        assert [reading.task_id for reading in readings] == [0, None, None, None, None, None]
        assert [len(reading.findings) for reading in readings] == [0, 1, 1, 0, 0, 0]
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
        document = check(content, tasks=6).as_json(bundle="b-1", task_set="trek-6")
        assert json.loads(json.dumps(document, allow_nan=False)) == document
        assert list(document) == [
            "bundle",
            "state",
            "validator",
            "schema",
            "scorer",
            "task_set",
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


class TestOfficialReading:
    @settings(max_examples=300, deadline=None)
    @given(st.lists(RECORDS, min_size=1, max_size=4))
    def test_what_is_accepted_without_a_word_scores_as_officially(self, records):
        content = bundle(*records)
        report = check(content, tasks=800)
        if report.totals["F"] or report.totals["R"]:
            return
        expected = official(content, 800)
        assert set(report.records) == set(expected)
        for task, mine in report.records.items():
            theirs, answer, reference = expected[task], answer_of(mine), answer_of(expected[task])
            assert answer.claims_feasible == reference.claims_feasible
            assert str(answer.reason) == str(reference.reason)
            assert mine.is_finished == theirs.is_finished
            assert (mine.tool_calls, mine.total_tokens) == (theirs.tool_calls, theirs.total_tokens)
            assert (mine.elapsed_sec, mine.unreadable_measure()) == (theirs.elapsed_sec, None)
            if "N06" not in report.found:
                assert answer.days == reference.days
