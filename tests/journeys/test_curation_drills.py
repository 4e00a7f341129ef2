"""Curation work whose workers are killed: it goes on where it was, and ends once.

A drill counts only if the kills meet the work, so every kill waits until it is seen under way.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from tests.processes import ROOT, wait_until

pytestmark = [pytest.mark.stack, pytest.mark.own_services]

SLOW = "tests.journeys.settings_slow_curation"
JOBS, VERSIONS = "kb_browser_curation", "kb_browser_datasetversion"
# Of more than forty files, and of more than sixty probes.
FILES_SEEN, PROBES_SEEN = 8, 10


@pytest.fixture
def stack(bare_stack):
    """Here a site has no dataset yet."""
    return bare_stack


def manage(stack, *arguments):
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=stack.environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def staged(stack):
    """Files of the import that are finished so far."""
    releases = stack.folder / "releases"
    return {
        str(place.relative_to(draft)): place.stat().st_ino
        for draft in releases.glob(".import-*")
        for place in draft.rglob("*")
        if place.is_file() and not place.name.endswith(".part")
    }


def events(stack, action):
    return stack.count("accounts_auditevent", f"action = '{action}'")


def test_an_import_goes_on_from_the_file_at_which_its_worker_was_killed(stack):
    manage(stack, "curate", "import", str(SMALL_WORLD), "--name", "one", "--changelog", "The first.")
    met = {}
    for kill in (1, 2):
        with stack.worker(settings=SLOW, concurrency=1) as worker:
            wait_until(
                lambda kill=kill: len(staged(stack)) >= FILES_SEEN * kill, within_s=60, otherwise=stack.logs
            )
            worker.kill()
        assert stack.count(JOBS, "state = 'running'") == 1
        assert met.items() <= staged(stack).items()
        met = staged(stack)
    assert stack.count(VERSIONS) == 0
    with stack.worker(settings=SLOW, concurrency=1):
        stack.wait_for(JOBS, "outcome = 'done'", within_s=90)
    assert stack.rows(f"SELECT attempts FROM {JOBS}") == [(3,)]
    digest = ReleaseFolder(SMALL_WORLD).digest()
    assert stack.rows(f"SELECT name, digest, state FROM {VERSIONS}") == [("one", digest, "draft")]
    releases = stack.folder / "releases"
    assert [place.name for place in releases.iterdir()] == [digest]
    assert ReleaseFolder(releases / digest).digest() == digest
    # What was finished before a kill is the very file that is there now.
    assert all((releases / digest / path).stat().st_ino == inode for path, inode in met.items())
    assert events(stack, "version.imported") == 1


def test_a_check_that_was_killed_is_done_again_and_publishing_follows(stack):
    manage(stack, "curate", "import", str(SMALL_WORLD), "--name", "one", "--changelog", "New.", "--here")
    manage(stack, "curate", "check", "--name", "one")
    with stack.worker(settings=SLOW, concurrency=1) as worker:
        stack.wait_for(JOBS, f"kind = 'check' AND progress_done >= {PROBES_SEEN}")
        worker.kill()
    assert stack.count(VERSIONS, "state = 'draft'") == 1
    assert events(stack, "version.checked") == 0
    with stack.worker(settings=SLOW, concurrency=1):
        stack.wait_for(JOBS, "kind = 'check' AND outcome = 'done'", within_s=90)
        assert stack.rows(f"SELECT attempts FROM {JOBS} WHERE kind = 'check'") == [(2,)]
        assert stack.count(VERSIONS, "state = 'checked'") == 1
        assert events(stack, "version.checked") == 1
        manage(stack, "curate", "publish", "--name", "one", "--wait")
    assert stack.count(VERSIONS, "state = 'published'") == 1
    assert events(stack, "version.published") == 1
    assert stack.count(JOBS, "lease_token IS NOT NULL OR deadline_at IS NOT NULL") == 0
