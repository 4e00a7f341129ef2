"""The audit of dependencies: a known vulnerability fails, a service that is away is said and does not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

AUDIT = Path(__file__).resolve().parents[2] / ".ci" / "audit"
PINS = "amqp==5.4.2\ncolorama==0.4.6 ; sys_platform == 'win32'\ndjango==5.2.19\n"
KNOWN_OF = {"id": "PYSEC-2026-1", "fix_versions": ["5.2.20"], "aliases": [], "description": ""}
SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
FAULTY = {**SOUND, "vulns": [KNOWN_OF]}
SKIPPED = {"name": "amqp", "skip_reason": "Dependency not found"}


def answered(*dependencies):
    """A program that answers everybody the same, with pip-audit's exit status."""
    status = int(any(one.get("vulns") for one in dependencies))
    text = json.dumps({"dependencies": dependencies, "fixes": []})
    return f"#!/bin/sh\ncat >/dev/null\necho '{text}'\necho said beside it >&2\nexit {status}\n"


@pytest.fixture
def audit(tmp_path):
    """Runs the audit in a tree whose pip-audit is the given text, or missing."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / ".ci").mkdir()
    shutil.copy(AUDIT, tmp_path / ".ci" / "audit")
    (tmp_path / "constraints.txt").write_text(PINS)
    executable(programs / "python", f'#!/bin/sh\nexec {sys.executable} "$@"\n')

    def run(program, **changes):
        if program:
            executable(programs / "pip-audit", program)
        script = tmp_path / ".ci" / "audit"
        text = script.read_text()
        for name, value in changes.items():
            assert f"\n{name} = " in text
            text = text.replace(f"\n{name} = ", f"\n{name} = {value} or ")
        script.write_text(text)
        done = subprocess.run([script], capture_output=True, text=True, check=False, timeout=120)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()[-2:]

    return run


def executable(path, text):
    path.write_text(text)
    path.chmod(0o755)


def test_nothing_known_passes_and_says_how_many_were_asked(audit):
    status, said = audit(answered(SOUND, SKIPPED))
    assert status == 0
    assert said == ["audit: not known to the service: amqp", "audit: 1 asked, 0 vulnerabilities known"]


def test_a_known_vulnerability_fails_and_is_named(audit):
    status, said = audit(answered(FAULTY))
    assert status == 1
    assert said == [
        "audit: django 5.2.19: PYSEC-2026-1, fixed in 5.2.20",
        "audit: 1 asked, 1 vulnerabilities known",
    ]


def test_a_service_that_cannot_be_reached_is_said(audit):
    status, said = audit("#!/bin/sh\necho 'ERROR: no route to host' >&2\nexit 1\n")
    assert status == 0
    assert said[-1] == "audit: not asked, the service cannot be reached (ERROR: no route to host)"


def test_a_service_that_knows_nothing_is_not_taken_for_one_that_finds_nothing(audit):
    status, said = audit(answered(SKIPPED, {**SKIPPED, "name": "django"}))
    assert (status, said[-1]) == (0, "audit: not asked, the service knows none of the pins")


def test_a_program_that_is_missing_is_said(audit):
    status, said = audit("")
    assert (status, said[-1]) == (0, "audit: not asked, pip-audit is not installed")


def test_a_service_that_hangs_is_given_up_after_the_first_question(audit, tmp_path):
    asked = tmp_path / "asked"
    status, said = audit(f"#!/bin/sh\ncat >>{asked}\nexec sleep 100\n", FIRST_WITHIN_S=1)
    assert (status, said[-1]) == (0, "audit: not asked, the service does not answer within 1 s")
    assert asked.read_text() == PINS.splitlines()[0]


def test_the_first_question_is_over_within_ten_seconds():
    assert "\nFIRST_WITHIN_S = 10\n" in AUDIT.read_text()
