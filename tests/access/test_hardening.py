"""What the site promises about hostile texts, files and requests; `docs/security.md` lists it by test."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from scoring.exports import safe_cell
from scoring.services import board_refresh
from scoring.tracks import DEFAULT
from submissions.states import Visibility
from tests.access.routes import routes
from tests.factories import entry_make, outcomes_make, team_make, user_make, valid_make, version_make

pytestmark = pytest.mark.django_db

TURN = "\u202e"
SCRIPT = "<script>alert(1)</script>"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGES = [route for route in routes() if not route.parameters]


@pytest.fixture
def hostile(client):
    """A public entry whose every name turns the direction of writing and brings a script."""
    owner = user_make()
    version = version_make(name="shown")
    said = {
        name: f"{TURN}{SCRIPT}{name}"
        for name in ("display_name", "model_name", "organisation", "description")
    }
    submission = valid_make(
        owner=owner, version=version, visibility=Visibility.PUBLIC, team=team_make(owner), **said,
        file_name=f"{TURN}{SCRIPT}.jsonl",
    )  # fmt: skip
    outcomes_make(entry_make(submission).evaluation, range(2))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    client.force_login(owner)
    return submission


def pages_of(submission):
    entry = f"/entries/{submission.public_id}/"
    return ["/", entry, f"{entry}tasks/1/", "/submissions/", f"/submissions/{submission.public_id}/"]


class TestTextsOfStrangers:
    """Names and descriptions are text, and stay in their place."""

    def test_a_script_is_shown_and_never_run(self, client, hostile):
        for where in pages_of(hostile):
            assert SCRIPT not in client.get(where).content.decode(), where

    def test_what_turns_the_direction_of_writing_is_isolated(self, client, hostile):
        open_ones = {}
        assert TURN in client.get(pages_of(hostile)[1]).content.decode()
        for where in pages_of(hostile):
            page = client.get(where).content.decode()
            body = page[page.index("<body") :]
            # Attributes are no running text; a reader of theirs gets one at a time.
            body = re.sub(r"<(option|textarea)\b.*?</\1>", "", body, flags=re.DOTALL)
            running = re.sub(r"<(?!/?bdi)[^>]*>", "", body)
            rest = re.sub(r"<bdi[^>]*>.*?</bdi>", "", running, flags=re.DOTALL)
            if TURN in rest:
                open_ones[where] = rest[max(0, rest.index(TURN) - 40) : rest.index(TURN) + 60]
        assert open_ones == {}

    @pytest.mark.parametrize("start", [*"=+-@\uff1d\uff0b\uff0d\uff20\t\r\n"])
    def test_a_spreadsheet_computes_nothing(self, start):
        assert safe_cell(f"{start}1+1") == f"'{start}1+1"


WITH_FIGURES = {"scoring:analysis_failures", "scoring:analysis_cost", "scoring:analysis_robustness"}


class TestEveryAnswer:
    """What each answer says to the browser."""

    @pytest.mark.parametrize("role", ["visitor", "operator"])
    def test_it_has_the_secure_headers_and_a_policy_without_inline_script(self, role):
        client = Client(raise_request_exception=False)
        if role == "operator":
            client.force_login(user_make(is_staff=True, is_superuser=True))
        for route in PAGES:
            answer = client.get(f"/{route.pattern}")
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, route.name
            policy = answer.headers["Content-Security-Policy"]
            # Only the library that draws figures sets styles of elements; scripts never come from a page.
            unsafe = "style-src 'self' 'unsafe-inline'" if route.name in WITH_FIGURES else None
            assert policy.count("unsafe") == (1 if unsafe else 0), route.name
            assert unsafe is None or unsafe in policy, route.name
            assert "script-src 'self'" in policy, route.name

    @pytest.mark.parametrize("role", ["visitor", "operator"])
    def test_no_page_holds_a_script_or_a_style_of_its_own(self, role):
        client = Client(raise_request_exception=False)
        if role == "operator":
            client.force_login(user_make(is_staff=True, is_superuser=True))
        inline = re.compile(
            r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>|<style\b|\son[a-z]+=\"|javascript:"
        )
        found = {}
        for route in PAGES:
            answer = client.get(f"/{route.pattern}")
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                held = inline.findall(answer.content.decode())
                if held:
                    found[route.name] = held
        assert found == {}

    def test_an_error_tells_nothing_but_its_number(self, settings, client, monkeypatch):
        monkeypatch.setattr("scoring.views.selectors.board_page", lambda *_: 1 / 0)
        answer = Client(raise_request_exception=False).get("/")
        assert answer.status_code == 500
        assert not {"ZeroDivision", "Traceback", "scoring/"} & set(
            re.findall(r"ZeroDivision|Traceback|scoring/", answer.content.decode())
        )


class TestPatterns:
    """A text of a stranger cannot keep a pattern busy."""

    def test_no_pattern_takes_longer_than_its_text_is_long(self):
        # In a process of its own with a bound on processor time: a pattern that runs away is killed there.
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("patterns.py"))],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert (done.returncode, done.stdout.strip()) == (0, "every pattern ended"), done.stderr[-400:]
