"""Take the pictures of `docs/images` and write the page that shows them, `docs/screens.md`.

    python -m tests.docs.screenshots [FOLDER]

FOLDER keeps the site of the scene, so that a second time takes seconds; the first takes minutes. Each page is
taken at every width, in light and dark.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.starting import ARGUMENTS, PASSWORD
from tests.processes import ROOT
from tests.scene.site import Scene, scene_site
from tests.scene.views import OWNER, VIEWS, View
from tests.services import chromium

WIDTHS: Final = (360, 1280, 1920)
THEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark")
# What is seen at once and half as much again; whole pages would be mostly tables.
HEIGHT: Final = 1200
QUALITY: Final = 55
IMAGES = ROOT / "docs" / "images"
GALLERY = ROOT / "docs" / "screens.md"
HEAD = """# The pages in pictures

A made-up board: two dozen runs of made-up agents over a release of full size, seeded alike every
time. `python -m tests.docs.screenshots` makes the pictures and this page anew. Each page is shown in light at
1280 pixels; the others are linked below it.
"""


def picture(view: View, width: int, theme: str) -> str:
    """Its file name."""
    return f"{view.name}-{theme}-{width}.webp"


def gallery() -> str:
    """The page that shows them."""
    return "\n".join([HEAD, *(line for view in VIEWS for line in _shown(view))])


def _shown(view: View) -> Iterator[str]:
    others = " · ".join(
        f"[{width} px, {theme}](images/{picture(view, width, theme)})"
        for width in WIDTHS
        for theme in THEMES
        if (width, theme) != (1280, "light")
    )
    yield f"## {view.title}\n"
    yield f"{view.says}\n"
    yield f"![{view.title}](images/{picture(view, 1280, 'light')})\n"
    yield f"{others}\n"


def take(browser: Browser, scene: Scene, views: Sequence[View], folder: Path) -> None:
    """Take each view at each width in both themes, into a folder."""
    for theme in THEMES:
        context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
        page = context.new_page()
        for view in [view for view in views if not view.is_owners]:
            _take_one(page, scene, view, folder, theme)
        _sign_in(page, scene)
        for view in [view for view in views if view.is_owners]:
            _take_one(page, scene, view, folder, theme)
        context.close()


def _take_one(page: Page, scene: Scene, view: View, folder: Path, theme: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.goto(scene.address + view.path(scene.entries), wait_until="networkidle")
        (folder / picture(view, width, theme)).write_bytes(_webp(page, width))
    sys.stderr.write(f"  {view.name} {theme}\n")


def _sign_in(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/accounts/sign-in/")
    page.get_by_label("User name").fill(OWNER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out").wait_for()


def _webp(page: Page, width: int) -> bytes:
    # Playwright's own pictures are PNG or JPEG; the browser behind it can do smaller.
    session = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, "width": width, "height": HEIGHT, "scale": 1}
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip})
    session.detach()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Make the scene, take the pictures, write the page."""
    installed = chromium()
    if installed is None:
        raise SystemExit("No Chromium is installed.")
    folder = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp(prefix="trek-scene-"))
    IMAGES.mkdir(exist_ok=True)
    with scene_site(folder, "full") as scene, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=ARGUMENTS)
        take(browser, scene, VIEWS, IMAGES)
        browser.close()
    GALLERY.write_text(gallery(), encoding="utf-8")


if __name__ == "__main__":
    main()
