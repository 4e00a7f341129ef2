"""One upload per code: which it gets, where, and in which words. Both directions: no code without a case."""

import pytest

from scoring.tracks.trek.intake import CATALOGUE, Outcome
from tests.tracks.trek.intake import cases_of_files, cases_of_records
from tests.tracks.trek.intake.bundles import check, whole

CASES = {**cases_of_files.CASES, **cases_of_records.CASES}


# What a manifest or the data is needed for has tests of its own. What needs other uploads the site says.
OF_OTHERS = {
    *("F005", "I006"),
    *(f"F20{number}" for number in range(1, 9)),
    *(f"L0{number}" for number in range(2, 10)),
}
CODES = [code for code in CATALOGUE if code not in OF_OTHERS]


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_found_where_it_is_and_said_in_its_words(code):
    case = CASES[code]
    report = check(case.content, **case.options)
    text = CATALOGUE[code]
    first, *rest = [one for one in report.findings if one.code == code]
    assert (first.line, first.column) == case.place
    assert (first.message, first.hint) == (case.message, case.hint)
    assert (first.task, first.pointer) == (case.task, case.pointer)
    assert (first.severity, first.stage) == (text.severity, text.stage)
    assert len(rest) + 1 == report.found[code] == case.times
    if first.line is not None:
        content = case.content.removeprefix(b"\xef\xbb\xbf")
        assert first.byte in {None, sum(len(part) + 1 for part in content.split(b"\n")[: first.line - 1])}


def test_no_case_is_about_a_code_that_does_not_exist():
    assert set(CASES) == set(CODES)


def test_a_sound_bundle_gets_none_of_them():
    report = check(whole())
    assert (report.outcome, dict(report.found), list(report.findings)) == (Outcome.VALID, {}, [])
