"""What people do, from beginning to end."""

import re

import pytest
from playwright.sync_api import expect

from submissions.services import submission_check
from tests.browser.conftest import PASSWORD, send
from tests.factories import submission_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_from_sign_in_to_the_reason_why_a_task_failed(visit, board, people, world, bundles):
    ada = visit()
    page = ada.go("/submit/")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_label("Records").set_input_files(
        {"name": "trek_my-agent.jsonl", "mimeType": "application/octet-stream", "buffer": bundles["strong"]}
    )
    expect(page.get_by_label(re.compile(r"^Label"))).to_have_value("my-agent")
    expect(page.get_by_text("Label from the name: my-agent.")).to_be_visible()
    page.get_by_label("Display name").fill("My agent")
    page.get_by_label("Open", exact=True).check()
    page.get_by_role("button", name="Upload and check").click()

    expect(page.get_by_role("heading", name="Scored")).to_be_visible()
    page.get_by_role("button", name="Publish on the leaderboard").click()
    expect(page.get_by_text("The entry is on the public leaderboard.")).to_be_visible()

    page.get_by_role("link", name="Leaderboard").first.click()
    row = page.get_by_role("row", name=re.compile("My agent"))
    expect(row.get_by_text("yours")).to_be_visible()
    page.get_by_role("link", name="My agent").click()

    page.get_by_label("Perfect").select_option("no")
    page.locator("#tasks").get_by_role("button", name="Apply").click()
    page.locator(".tasks__index a").first.click()
    expect(page.get_by_role("heading", name=re.compile(r"^Task \d+$"))).to_be_visible()
    expect(page.get_by_text("not met").first).to_be_visible()


def test_the_same_way_without_scripts(visit, board, people, bundles):
    ada = visit(scripts=False)
    ada.sign_in("ada")
    page = ada.go("/submit/")
    page.get_by_label("Records").set_input_files(
        {"name": "trek_plain.jsonl", "mimeType": "text/plain", "buffer": bundles["middling"]}
    )
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", name="Scored")).to_be_visible()
    page.get_by_role("link", name="See the scores").click()
    expect(page.get_by_role("heading", name="Where it loses points")).to_be_visible()
    ada.go("/?sort=efficiency")
    expect(page.get_by_role("columnheader", name="Eff").first).to_have_attribute("aria-sort", "descending")
    expect(page.locator("[data-theme-toggle]")).to_be_hidden()


def test_a_refused_file_shows_every_finding_with_its_place(visit, people, world, bundles):
    public_id = send(people["ada"], world, bundles["invalid"], label="broken")
    ada = visit()
    ada.sign_in("ada")
    page = ada.go(f"/submissions/{public_id}/")
    expect(page.get_by_role("heading", name="Not accepted")).to_be_visible()
    expect(page.locator(".finding").first).to_contain_text(re.compile(r"line \d+, column \d+"))
    expect(page.get_by_role("link", name="Upload a mended file")).to_be_visible()


def test_a_form_with_mistakes_keeps_what_was_typed_and_leads_to_each(visit, people, world):
    ada = visit()
    ada.sign_in("ada")
    page = ada.go("/submit/")
    page.get_by_label("Display name").fill("Kept as typed")
    page.get_by_label("Custom").check()
    page.get_by_role("button", name="Upload and check").click()
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Choose the file to upload.")
    expect(page.get_by_label("Display name")).to_have_value("Kept as typed")
    summary.get_by_role("link", name="Description").click()
    expect(page.get_by_label("Description")).to_be_focused()


def test_the_status_changes_before_one_s_eyes(visit, people, world):
    submission = submission_make(owner=people["ada"], version=world)
    ada = visit()
    ada.sign_in("ada")
    page = ada.go(f"/submissions/{submission.public_id}/")
    expect(page.get_by_role("heading", name="Received", exact=True)).to_be_visible()
    page.evaluate("window.isTheSamePage = true")
    type(submission).objects.filter(pk=submission.pk).update(
        state="failed", failure_id="E-0123456789", deadline_at=None
    )
    expect(page.get_by_role("heading", name="Our fault")).to_be_visible()
    expect(page.get_by_text("E-0123456789")).to_be_visible()
    assert page.evaluate("window.isTheSamePage")
    submission_check(submission.pk)


def test_a_token_is_shown_once_and_revoked(visit, people):
    ada = visit()
    ada.sign_in("ada")
    page = ada.go("/accounts/tokens/")
    page.get_by_label("Name").fill("cluster")
    page.get_by_role("button", name="Issue token").click()
    expect(page.locator("#issued-token")).to_have_text(re.compile(r"^tpk_\S{40,}$"))
    ada.go("/accounts/tokens/")
    expect(page.locator("#issued-token")).to_have_count(0)
    page.get_by_role("button", name="Revoke cluster").click()
    expect(page.get_by_text("revoked", exact=True)).to_be_visible()


def test_the_board_is_sorted_and_filtered_with_the_keyboard_alone(visit, board):
    reader = visit()
    page = reader.go("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_label("Weights").focus()
    page.keyboard.type("y")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("weights=yes"))
    expect(page.locator(".board tbody tr")).to_have_count(1)
    page.get_by_role("columnheader", name="Sat").get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("weights=yes.*sort=satisfaction"))


def test_a_column_can_be_put_aside(visit, board):
    reader = visit()
    page = reader.go("/")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Tokens").uncheck()
    expect(page.get_by_role("columnheader", name="Tokens")).to_be_hidden()
    expect(page.locator("td[data-column=tokens_per_task]").first).to_be_hidden()


def test_a_chosen_theme_stays(visit, board):
    reader = visit(theme="light")
    page = reader.go("/")
    page.get_by_role("button", name="Change to the dark theme").click()
    background = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(background)
    reader.go("/about/")
    assert page.evaluate(background) == dark
    page.get_by_role("button", name="Change to the light theme").click()
    assert page.evaluate(background) != dark


def test_the_download_holds_what_the_page_shows(visit, board):
    reader = visit()
    page = reader.go("/?weights=yes")
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    text = started.value.path().read_text(encoding="utf-8")
    assert text.count("\n") == 2
    assert "Planner-of-Planners" in text


def test_hostile_names_run_nothing(visit, people, world, bundles):
    text = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'>"
    public_id = send(
        people["ada"], world, bundles["weak"], label="evil", display_name=text, organisation=text
    )
    ada = visit()
    ada.sign_in("ada")
    for path in ("/", "/submissions/", f"/submissions/{public_id}/"):
        page = ada.go(path)
        assert page.locator("img").count() == 0
    expect(page.get_by_role("heading", level=1)).to_have_text(text)
