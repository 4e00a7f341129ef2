"""A static copy in a real browser: behind a plain file server, and from a disk."""

import pytest
from django.core.management import call_command

from tests.browser.conftest import Visitor
from tests.trek_site.copies import Visit, file_server

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def copied(board, settings, live_server, tmp_path):
    """A copy of a board with real runs, in a folder of a folder."""
    settings.TREK_SITE_URL = live_server.url
    out = tmp_path / "served" / "some" / "copy"
    call_command("site_export", "--out", str(out))
    return out


@pytest.fixture
def watched(browser):
    """Opens pages; none may have met a fault."""
    visitors = []

    def open_at(address, **options):
        visitors.append(Visitor(context=browser.new_context(**options), address=address))
        return visitors[-1]

    yield open_at
    for visitor in visitors:
        visitor.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []


def test_a_copy_is_read_from_a_file_server_and_from_a_disk(copied, board, watched, visit):
    live = visit()
    live.go("/")
    shown = live.page.locator("#board").inner_text()
    assert "Wayfarer-2" in shown
    with file_server(copied.parent.parent) as server:
        root = f"{server}/some/copy"
        whole = Visit(f"{root}/").all_from("index.html")
        assert (whole.dead, whole.absolute) == ([], [])
        _read(watched(root), shown)
    _read(watched(copied.as_uri(), viewport={"width": 360, "height": 800}, color_scheme="dark"), shown)


def _read(visitor, shown):
    """From the board to a task, the analysis and a comparison, by their links."""
    page = visitor.go("/index.html")
    assert page.locator("#board").inner_text().split() == shown.split()
    assert "Static copy of" in page.locator(".static-copy").inner_text()
    page.get_by_role("button", name="Change to the").click()
    page.locator("#board a[href*='entries/']").first.click()
    _sound(visitor)
    page.locator("#tasks a[href*='tasks/']").first.click()
    _sound(visitor)
    page.locator("nav[aria-label=Main] a", has_text="Analysis").click()
    page.get_by_role("link", name="What does quality cost?").click()
    page.locator(".js-plotly-plot").first.wait_for()
    _sound(visitor)
    visitor.go("/verify/index.html")
    _sound(visitor)
    visitor.go("/compare/index.html")
    page.locator(".offers a").first.click()
    page.get_by_role("link", name="Gold plans").click()
    page.get_by_role("heading", name="Is the difference real?").wait_for()
    _sound(visitor)


def _sound(visitor):
    assert visitor.page.locator("form").count() == 0
    assert visitor.overflow() <= 0
    assert visitor.axe_findings() == []
