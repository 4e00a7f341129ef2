"""Records beside each other: repeated, missing and shifted tasks, another task set."""

import pytest

from scoring.tracks.trek.intake import Outcome
from scoring.tracks.trek.record import TrekRecord
from tests.tracks.trek.intake.bundles import (
    TASKS,
    bundle,
    check,
    codes,
    crashed,
    manifest,
    record,
    refusal,
    unfinished,
    whole,
)


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
        declared = check(content, manifest=manifest(run={"attempts_per_task": 3, "selection": "vote"}))
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


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (crashed, "3 records carry an error and none ended without submission."),
        (unfinished, "No record carries an error and 3 ended without submission."),
    ],
)
def test_what_there_is_none_of_is_not_said_as_a_zero(answer, said):
    report = check(whole(*((index, answer(index)) for index in range(TASKS))))
    assert [one.message for one in report.findings if one.code == "W610"] == [said]
