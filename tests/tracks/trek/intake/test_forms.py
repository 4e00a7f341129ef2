"""Forms and oddities of a file: the same records, scored as the official reading has them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.reading import blocks
from scoring.tracks.trek.intake import Outcome
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.tracks.trek.intake.bundles import (
    TASKS,
    Portions,
    bundle,
    check,
    codes,
    line,
    packed,
    record,
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
        arriving = Portions(blocks([content], size))
        assert check(arriving, name="") == check(content, name="")

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

    @pytest.mark.parametrize("content", [b"BZh91AY", b"7z\xbc\xaf\x27\x1c", b"%PDF-1.7"])
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
