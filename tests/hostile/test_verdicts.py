"""Every hostile file gets its verdict, within bounds on memory and on what is unpacked and read."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc

import pytest

from scoring.engine.intake import report_text
from scoring.tracks import intake_of
from scoring.tracks.trek.intake.report import VALIDATOR_VERSION
from tests.hostile.fixture import MIB, Counted, Inflated
from tests.hostile.recording import ChangedVerdictError, next_record, recorded, verdict
from tests.hostile.table import FIXTURES
from tests.processes import ROOT

KINDS = {f"B{number}" for number in range(1, 25)}
# Tried in requests rather than files: the parts of a form.
IN_REQUESTS = {"B6"}

ALL_IN_ONE_PROCESS = """
from tests.hostile.fixture import Counted
from tests.hostile.peak import peak_mib
from tests.hostile.table import FIXTURES

made = {name: fixture.make for name, fixture in FIXTURES.items() if not name.startswith("B1 ")}
for name, make in made.items():
    FIXTURES[name].read(Counted(make()))
print(int(peak_mib()))
"""


@pytest.mark.parametrize("name", FIXTURES)
def test_every_hostile_file_gets_its_verdict_within_bounds(name):
    fixture = FIXTURES[name]
    content = fixture.make()
    stream, inflated = Counted(content), Inflated()
    tracemalloc.start()
    try:
        with inflated.counting():
            report = fixture.read(stream)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (set(report.found), report.outcome) == (fixture.codes, fixture.outcome)
    assert verdict(report) == recorded()["verdicts"][name]
    assert set(report.found) <= set(intake_of("trek").codes)
    assert report.outcome != "invalid" or (report.records == {} and report.totals["F"] > 0)
    assert peak < fixture.peak_mib * MIB
    assert inflated.count <= fixture.unpacked_mib * MIB
    if isinstance(content, bytes):
        # Once for the digest; an archive's parts once more, a manifest's and a suspect's head among them.
        assert stream.count <= 3 * len(content) + MIB
    report_text(report.as_json()).encode()


def test_every_kind_of_harm_has_a_file():
    kinds = {name.split()[0] for name in FIXTURES}
    assert kinds | IN_REQUESTS == KINDS
    assert all(fixture.how.endswith(".") for fixture in FIXTURES.values())


def test_the_record_is_of_this_version_and_of_these_files():
    assert recorded()["validator"] == VALIDATOR_VERSION
    assert recorded()["verdicts"].keys() == FIXTURES.keys()


class TestRecording:
    """No file changes its verdict unless the validator says that it is another one."""

    BEFORE = {"validator": "1.0.0", "verdicts": {"a": {"outcome": "valid", "found": {}}}}
    OTHER = {"outcome": "invalid", "found": {"F101": 1}}

    def test_a_new_file_is_added(self):
        now = {**self.BEFORE["verdicts"], "b": self.OTHER}
        assert next_record(self.BEFORE, now, "1.0.0") == {"validator": "1.0.0", "verdicts": now}

    def test_another_verdict_needs_another_version(self):
        with pytest.raises(ChangedVerdictError, match="other verdicts: a"):
            next_record(self.BEFORE, {"a": self.OTHER}, "1.0.0")
        assert next_record(self.BEFORE, {"a": self.OTHER}, "1.1.0")["verdicts"] == {"a": self.OTHER}

    def test_a_file_that_is_gone_needs_one_too(self):
        with pytest.raises(ChangedVerdictError):
            next_record(self.BEFORE, {}, "1.0.0")


def test_the_peak_is_the_program_s_own():
    held = bytearray(512 * 2**20)
    program = "from tests.hostile.peak import peak_mib; print(int(peak_mib()))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert int(done.stdout) < len(held) // 2**20


def test_all_of_them_one_after_another_leave_a_process_small():
    done = subprocess.run(
        [sys.executable, "-c", ALL_IN_ONE_PROCESS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert int(done.stdout) < 256
