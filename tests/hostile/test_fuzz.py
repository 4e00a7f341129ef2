"""Ten thousand bundles of a grammar, damaged: each ends in a report, and the process stays small."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

from tests.hostile.fuzzing import fuzz, read
from tests.hostile.growing import grown
from tests.processes import ROOT

BUNDLES = 10_000


def test_ten_thousand_bundles_end_in_a_report_and_memory_stays_flat():
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.fuzzing", str(BUNDLES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["bundles"], found["faults"]) == (BUNDLES, [])
    assert sum(found["outcomes"].values()) == BUNDLES
    assert found["grown_mib"] < 64
    # They reach every stage and every outcome, so that it says something that nothing is wrong.
    assert min(found["outcomes"].values()) > 500
    assert len(found["codes"]) >= 50


def test_the_same_number_is_the_same_bundle():
    assert [grown(number) for number in range(50)] == [grown(number) for number in range(50)]


class TestControls:
    """A reader that is broken on purpose is noticed, so that the run above can fail."""

    NUMBERS = range(200)

    def faults(self, change):
        return fuzz(self.NUMBERS, reader=lambda bundle: change(bundle, read(bundle))).faults

    def test_one_that_is_sound_is_found_sound(self):
        assert self.faults(lambda bundle, report: report) == []

    def test_one_that_raises_where_it_should_report(self):
        def broken(bundle, report):
            if "R401" in report.found:
                raise RecursionError("maximum depth")
            return report

        assert "RecursionError: maximum depth" in self.faults(broken)[0]

    def test_one_that_refuses_without_saying_why(self):
        def broken(bundle, report):
            return dataclasses.replace(report, findings=()) if report.outcome == "invalid" else report

        assert "invalid with 0 fatal findings" in self.faults(broken)[0]

    def test_one_that_lets_everything_through(self):
        def broken(bundle, report):
            return dataclasses.replace(report, found={})

        assert "valid with" in self.faults(broken)[0]

    def test_one_whose_report_cannot_be_written(self):
        def broken(bundle, report):
            return dataclasses.replace(report, label="\ud800")

        assert "UnicodeEncodeError" in self.faults(broken)[0]

    def test_one_that_says_one_thing_today_and_another_tomorrow(self):
        seen = []

        def broken(bundle, report):
            seen.append(bundle)
            return dataclasses.replace(report, label=str(len(seen)))

        assert "read twice, it gets two reports" in self.faults(broken)[0]
