"""What readers do on a board with two dozen entries: tell agents apart, see where they fail and the cost."""

import csv
import re

import pytest
from playwright.sync_api import expect

from scoring.engine.display import percent
from tests.scene.views import OWNER, VIEWS

pytestmark = [pytest.mark.browser]

WIDTHS = (360, 1280, 1920)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_view_fits_its_window_and_the_check_finds_nothing(look, scene, theme):
    visitor, wrong = look(theme=theme), {}
    visitor.sign_in(OWNER)
    for view in VIEWS:
        visitor.go(view.path(scene.entries))
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 900})
            if visitor.overflow() > 0:
                wrong[view.name, width] = visitor.overflow()
        if found := visitor.axe_findings():
            wrong[view.name] = found
    assert wrong == {}


def test_a_board_is_narrowed_to_open_weights_and_to_chosen_columns(look):
    page = look().go("/")
    page.get_by_label("Weights").select_option(value="yes")
    page.get_by_text("Dates, columns, evaluator").click()
    page.locator(".filters__columns").get_by_label("Tru", exact=True).uncheck()
    page.get_by_role("button", name="Apply").click()
    board = page.locator("#board")
    expect(board.get_by_role("columnheader", name="Tru")).to_have_count(0)
    entries = page.locator("#board tbody:not(.reported) .board__entry")
    assert entries.count() > 3
    assert all("open weights" in text for text in entries.all_text_contents())
    page.get_by_role("link", name="Clear").click()
    expect(board.get_by_role("columnheader", name="Tru")).to_have_count(1)


def test_a_board_is_sorted_and_every_entry_keeps_its_rank(look):
    page = look().go("/")
    board = page.locator("#board")
    ranks = ranks_of(board)
    board.get_by_role("columnheader", name="Tokens").get_by_role("link").click()
    expect(board.get_by_role("columnheader", name="Tokens")).to_have_attribute("aria-sort", "ascending")
    assert ranks_of(board) == ranks
    assert list(ranks_of(board).values()) != list(ranks.values())


def test_an_earlier_state_is_looked_at_and_left_again(look):
    page = look().go("/leaderboard/log/")
    page.get_by_role("link", name="20", exact=True).click()
    expect(page).to_have_url(re.compile("revision=20"))
    page.get_by_role("link", name="Show the newest state").click()
    expect(page.get_by_role("link", name="Show the newest state")).to_have_count(0)


def test_a_cell_of_the_heatmap_leads_to_exactly_the_failing_tasks(look):
    page = look().go("/analysis/failures/?by=persona&of=d1_implicit")
    cell = page.locator(".heat__link").nth(3)
    failed = int(re.search(r"(\d+)\D+\d+ tasks failed", cell.text_content()).group(1))
    cell.click()
    expect(page.locator("#tasks")).to_contain_text(re.compile(rf"{failed} match"))
    expect(page.locator(".tasks__index")).to_have_count(failed)


def test_the_heatmap_is_walked_through_by_keyboard(look):
    page = look().go("/analysis/failures/")
    page.get_by_role("region", name="Failures, entry by entry").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    focused = page.locator(":focus")
    expect(focused).to_have_class(re.compile("heat__link"))
    assert focused.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Tasks", exact=True)).to_be_visible()


def test_the_scatter_changes_its_axis(look):
    page = look().go("/analysis/cost/")
    figure = page.locator("[data-plot=cost]")
    expect(figure).to_contain_text("tokens per task")
    page.get_by_label("Cost as").select_option(label="US dollars")
    page.get_by_role("button", name="Apply").click()
    expect(figure).to_contain_text("US dollars per task")
    expect(page.get_by_text("These prices are made up.")).to_be_visible()


def test_the_figures_of_failures_are_downloaded(look):
    page = look().go("/analysis/failures/")
    shown = page.locator(".heat tbody tr").first.locator(".heat__rate").first.text_content()
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    first = next(csv.DictReader(started.value.path().read_text(encoding="utf-8").splitlines()))
    assert shown.split()[0] == percent(int(first["failed"]) / int(first["applicable"]), 0)


def test_two_entries_are_compared_down_to_their_tasks(look, scene):
    page = look().go(f"/entries/{scene.entries['cartographer-1']}/")
    page.get_by_role("link", name="Compare it with one of them").click()
    page.locator(".offers").first.get_by_role("link", name="Meridian 8B").click()
    expect(page.locator(".versus__verdict")).to_contain_text("solves more of these tasks")
    line = page.get_by_role("row", name=re.compile("TP-feas"))
    expect(line).to_contain_text("A is better")
    wins = line.get_by_role("cell").nth(4).get_by_role("link")
    count = int(wins.text_content())
    wins.click()
    expect(page.locator(".compared-tasks tbody tr")).to_have_count(count)


def test_a_receipt_is_this_sites_until_a_digit_of_it_is_changed(look, scene):
    visitor = look(width=360)
    page = visitor.go(f"/entries/{scene.entries['cartographer-1']}/receipt/")
    with page.expect_download() as started:
        page.get_by_role("link", name=re.compile("Download")).first.click()
    content = started.value.path().read_bytes()
    page.goto(f"{scene.address}/verify/")
    for name, given, said in (
        ("good", content, "This receipt is this site's."),
        ("changed", tampered(content), "This receipt is not this site's as it stands."),
    ):
        page.get_by_label("Receipt file").set_input_files(
            {"name": f"{name}.json", "mimeType": "application/json", "buffer": given}
        )
        page.get_by_role("button", name="Check the receipt").click()
        expect(page.get_by_text(said)).to_be_visible()
        assert (visitor.overflow(), visitor.axe_findings()) == (0, [])


def test_without_scripts_every_number_is_there_and_no_figure(look):
    visitor = look(scripts=False, width=360)
    for address, number in (
        ("/analysis/failures/", ".heat__rate"),
        ("/analysis/cost/", ".num"),
        ("/analysis/robustness/", ".num"),
    ):
        page = visitor.go(address)
        expect(page.locator(number).first).to_be_visible()
        expect(page.locator("[data-plot]").first).to_be_hidden()
        assert visitor.overflow() <= 0


def test_repeat_runs_lead_to_each_run(look):
    page = look().go("/leaderboard/runs/")
    page.get_by_role("row", name=re.compile("Wayfarer 2")).get_by_role("link").nth(1).click()
    expect(page.get_by_role("heading", level=1, name="Wayfarer 2")).to_be_visible()


def ranks_of(board):
    """By address of the entry, in the order shown."""
    return {
        row.locator(".board__entry a").first.get_attribute("href"): row.locator(".board__rank").text_content()
        for row in board.locator("tbody:not(.reported) tr:not(.band)").all()
    }


def tampered(content):
    """A receipt with one of its digests turned round."""
    text = content.decode()
    digest = re.search(r"[0-9a-f]{64}", text).group(0)
    return text.replace(digest, digest[::-1]).encode()
