"""A real browser against the site, watched: where requests go, what the console says."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from kb_browser.world.bundles import BUNDLES
from scoring.services import Judgement, entry_publish, review_record
from scoring.states import ReviewVerdict
from tests.browser.starting import ARGUMENTS, PASSWORD
from tests.factories import small_world, upload_make, user_make
from tests.scene.site import Scene, scene_site
from tests.services import chromium

# Far above what anything takes, for machines that do other work beside; what is there is not waited for.
PATIENCE_MS = 120_000
# Without reading style sheets first, which no rule among these needs: for one that imports another, the check
# itself would put a style into the page, and the page's policy refuse it.
AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], "preload": {"assets": ["media"]}}


@pytest.fixture(scope="session", autouse=True)
def _sync_calls_beside_the_browser():
    """Playwright keeps an event loop in this thread, in which Django would refuse to touch the database."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    installed = chromium()
    if installed is None:
        pytest.skip("needs the browser: no chromium is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=installed, args=ARGUMENTS, timeout=PATIENCE_MS)
        yield started
        started.close()


@dataclass
class Visitor:
    """One person's browser, with everything that must not happen collected as it happens."""

    context: BrowserContext
    address: str
    page: Page = field(init=False)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        self.page.on("dialog", lambda dialog: (self._note("error", "a dialog"), dialog.dismiss()))
        self.page.on("request", self._check_target)

    def _note(self, kind: str, text: str) -> None:
        # The browser says this about every page that is answered with an error status on purpose.
        if kind in {"error", "warning"} and "Failed to load resource" not in text:
            self.faults.append(text)

    def _check_target(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"a request left the site: {request.url}")

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def sign_in(self, username: str) -> None:
        page = self.go("/accounts/sign-in/")
        page.get_by_label("User name").fill(username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign out").wait_for()

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")

    def axe_findings(self) -> list[str]:
        """What the accessibility check objects to, with the place."""
        found = Axe().run(self.page, options=AXE_RULES).response["violations"]
        return [
            f"{rule['id']}: {node['target']}: {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]


@pytest.fixture
def world(transactional_db, settings, tmp_path):
    """The small world, published, with files of this test only."""
    settings.TREK_DATA_DIR = tmp_path / "data"
    return small_world()


@pytest.fixture
def visit(browser, live_server):
    """Opens browsers; at the end none of them may have met a fault."""
    with visitors_of(browser, live_server.url) as open_one:
        yield open_one


@pytest.fixture(scope="session")
def scene(tmp_path_factory) -> Iterator[Scene]:
    """A site of its own with two dozen entries, which nobody may change."""
    with scene_site(tmp_path_factory.mktemp("scene"), "small") as served:
        yield served


@pytest.fixture
def look(browser, scene):
    """As `visit`, on the scene."""
    with visitors_of(browser, scene.address) as open_one:
        yield open_one


@contextmanager
def visitors_of(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Gives what opens browsers on a site; at the end none of them may have met a fault."""
    visitors: list[Visitor] = []

    def open_one(*, scripts: bool = True, width: int = 1280, theme: str = "light") -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        visitors.append(Visitor(context=context, address=address))
        return visitors[-1]

    yield open_one
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.context.close()
    assert faults == []


CLEARED = Judgement(verdict=ReviewVerdict.CLEARED, public_reason="A run of ours.")
OPEN = {"open_weights": "yes", "weights_url": "https://weights.example.org/", "license": "Apache-2.0"}


def send(owner, world, content, *, model=None, **said):
    """Upload and, with eager jobs, check and score; returns the public id."""
    given = {"label": f"run-{said.get('label', 'x')}", **said}
    return upload_make(content, owner=owner, version=world, model=model, **given).public_id


@pytest.fixture
def people(db):
    """A submitter, and somebody else whose entries stand on the board already."""
    return {"ada": user_make(username="ada"), "eve": user_make(username="eve")}


@pytest.fixture
def board(world, people, bundles):
    """Three entries on the board; returns their public ids by name."""
    texts = {
        "strong": {
            "display_name": "Wayfarer-2 (Meridian-70B)",
            "organisation": "Northlight Institute of Technology",
        },
        "middling": {
            "display_name": "Planner-of-Planners with solver and a verifier loop (Quarto 2.5 Pro)",
            "organisation": "Universität Oberau, Lehrstuhl für Reiseplanung",
            "model": {"name": "Quarto 2.5 Pro", **OPEN},
        },
    }
    ids = {}
    for name, fields in texts.items():
        ids[name] = send(people["eve"], world, bundles[name], label=name, **fields)
        entry_publish(ids[name], people["eve"])
        # Made of the reference plans, which is noticed.
        review_record(ids[name], CLEARED, actor=None)
    return ids


@pytest.fixture(scope="session")
def bundles():
    """The carried bundles of known quality, unpacked."""
    return {
        "strong": (BUNDLES / "trek_strong-agent.jsonl").read_bytes(),
        "middling": gzip.decompress((BUNDLES / "trek_middling-agent.jsonl.gz").read_bytes()),
        "weak": (BUNDLES / "trek_weak-agent.jsonl").read_bytes(),
        "invalid": (BUNDLES / "trek_invalid.jsonl").read_bytes(),
    }
