"""Finding a dataset version, reading its figures, and taking it home."""

import hashlib
import re

import pytest
from playwright.sync_api import expect

from kb_browser.downloads import exports_folder, exports_path
from kb_browser.exports.making import exports_make
from kb_browser.world.bundles import SMALL_WORLD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VERSION = "/datasets/small/"
DRAWN = "[...document.querySelectorAll('[data-plot]')].every((box) => box.querySelector('.main-svg'))"


@pytest.fixture(scope="module")
def files_made(tmp_path_factory):
    """The downloads of the small world, made once for all tests."""
    target = tmp_path_factory.mktemp("exports") / "made"
    exports_make(SMALL_WORLD, target, say=lambda _message: None)
    return target


@pytest.fixture
def exported(world, files_made):
    """The small world, published, with everything there is to download."""
    exports_folder().mkdir(parents=True)
    exports_path(world.digest).symlink_to(files_made)
    return world


def drawn(visitor):
    """The version's page with every figure on it."""
    page = visitor.go(VERSION)
    page.wait_for_function(DRAWN)
    return page


def test_from_the_board_to_the_release_on_one_s_own_disk(visit, exported):
    reader = visit()
    page = reader.go("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Datasets").click()
    expect(page.get_by_role("heading", name="Datasets", level=1)).to_be_visible()
    page.get_by_role("row", name=re.compile("small")).get_by_role("link", name="small").first.click()
    expect(page.get_by_role("heading", name="small", level=1)).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("link", name="release.tar.gz").click()
    assert started.value.suggested_filename == "trek-small-release.tar.gz"
    content = started.value.path().read_bytes()
    assert hashlib.sha256(content).hexdigest()[:12] in page.locator(".downloads").inner_text()
    page.get_by_role("link", name="Leaderboard of this version").click()
    expect(page.get_by_role("heading", name="TREK leaderboard")).to_be_visible()


def test_every_figure_is_drawn_beside_its_table(visit, exported):
    page = drawn(visit())
    figures = page.locator(".fig")
    assert figures.count() == 11
    for number in range(figures.count()):
        assert figures.nth(number).locator("tbody tr").count() > 0
        expect(figures.nth(number).locator(".main-svg").first).to_be_visible()


def test_no_button_sends_a_figure_anywhere(visit, exported):
    page = drawn(visit())
    page.locator(".fig__plot").first.hover()
    titles = page.locator(".modebar-btn").evaluate_all(
        "all => all.map((one) => one.dataset.title ?? one.title)"
    )
    assert not [title for title in titles if re.search("share|cloud|edit|produced", title, re.IGNORECASE)]
    assert page.locator(".modebar-btn--logo").count() == 0
    assert page.locator("a[href*=plot]").count() == 0


def test_figures_follow_the_theme(visit, exported):
    page = drawn(visit(theme="light"))
    colour = "document.querySelector('.fig .point path').style.fill"
    light = page.evaluate(colour)
    page.get_by_role("button", name="Change to the dark theme").click()
    page.wait_for_function(f"{colour} !== {light!r}")


def test_without_scripts_every_number_is_there(visit, exported):
    page = visit(scripts=False).go(VERSION)
    expect(page.locator(".fig__plot").first).to_be_hidden()
    assert page.locator(".fig tbody tr").count() > 60
    expect(page.locator("#bibtex")).to_contain_text(exported.digest)
    expect(page.get_by_role("link", name="release.tar.gz")).to_be_visible()


def test_the_citation_is_copied_with_the_keyboard(visit, exported):
    reader = visit()
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = reader.go(VERSION)
    page.locator("[data-copy=bibtex]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-copy=bibtex]")).to_have_text("Copied")
    assert exported.digest in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_anybody_can_use_it(visit, exported, theme, width):
    reader = visit(theme=theme, width=width)
    drawn(reader)
    for details in reader.page.locator("details").all():
        details.locator("summary").click()
    found = {VERSION: reader.axe_findings()}
    for address in ("/datasets/", f"{VERSION}checksums/"):
        reader.go(address)
        found[address] = reader.axe_findings()
    assert found == {address: [] for address in found}


@pytest.mark.parametrize("address", ["/datasets/", VERSION, f"{VERSION}checksums/"])
def test_it_fits_every_window(visit, exported, address):
    reader = visit()
    reader.go(address)
    too_wide = {}
    for width in (360, 768, 1280, 1920, 3840):
        reader.page.set_viewport_size({"width": width, "height": 900})
        too_wide[width] = reader.overflow() > 0
    assert not any(too_wide.values()), too_wide
