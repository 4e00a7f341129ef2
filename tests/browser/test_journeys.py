"""What people do, from beginning to end."""

import json
import re

import pytest
from playwright.sync_api import expect

from submissions.services import submission_check
from tests.browser.conftest import send
from tests.browser.starting import PASSWORD
from tests.factories import bundle_of, submission_make
from tests.manifests import manifest_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


FILE = {"mimeType": "application/octet-stream"}


def records(name, content):
    return {**FILE, "name": name, "buffer": content}


def manifest_file(world, **entry):
    """A manifest as somebody has it on their disk."""
    return records("metadata.json", json.dumps(manifest_make(version=world, **entry)).encode())


def test_from_sign_in_to_the_reason_why_a_task_failed(visit, board, people, world, bundles):
    ada = visit()
    page = ada.go("/submit/")
    page.get_by_label("User name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    page.get_by_label("Records").set_input_files(records("trek_my-agent.jsonl", bundles["middling"]))
    expect(page.get_by_text("Label from the name: my-agent.")).to_be_visible()
    page.get_by_label("Manifest file").set_input_files(
        manifest_file(world, label="other", display_name="My agent")
    )
    page.get_by_role("button", name="Fill in the fields from it").click()
    expect(page.get_by_text("Filled in from metadata.json.")).to_be_visible()
    # What is on the server's page now is put into this one, so that the records stay chosen.
    assert page.get_by_label("Records").evaluate("field => field.files[0].name") == "trek_my-agent.jsonl"
    page.get_by_text("How the run appears on the board.").click()
    page.get_by_role("textbox", name="Label").fill("my-agent")
    page.get_by_label("Manifest file").set_input_files([])
    page.get_by_role("button", name="Upload and check").click()

    expect(page.get_by_role("heading", name="Scored")).to_be_visible()
    page.get_by_role("link", name="Publish …").click()
    page.get_by_role("button", name="Publish the entry").click()
    expect(page.get_by_text("The entry is on the public leaderboard")).to_be_visible()

    page.get_by_role("link", name="Leaderboard").first.click()
    row = page.get_by_role("row", name=re.compile("My agent"))
    expect(row.get_by_text("yours")).to_be_visible()
    page.get_by_role("link", name="My agent").click()

    page.get_by_label("Perfect").select_option("no")
    page.locator("#tasks").get_by_role("button", name="Apply").click()
    page.locator(".tasks__index a").first.click()
    expect(page.get_by_role("heading", name=re.compile(r"^Task \d+$"))).to_be_visible()
    expect(page.get_by_text("not met").first).to_be_visible()


def test_the_same_way_without_scripts(visit, board, people, world, bundles):
    ada = visit(scripts=False)
    ada.sign_in("ada")
    page = ada.go("/submit/")
    page.get_by_label("Records").set_input_files(records("trek_plain.jsonl", bundles["middling"]))
    page.get_by_label("Manifest file").set_input_files(manifest_file(world, label="plain"))
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", name="Scored")).to_be_visible()
    page.get_by_role("link", name="See the scores").click()
    expect(page.get_by_role("heading", name="What it lost tasks on")).to_be_visible()
    ada.go("/?sort=efficiency")
    expect(page.get_by_role("columnheader", name="Eff").first).to_have_attribute("aria-sort", "descending")
    expect(page.locator("[data-theme-toggle]")).to_be_hidden()


def test_a_file_is_checked_and_nobody_else_learns_of_it(visit, people, world, bundles):
    ada = visit()
    ada.sign_in("ada")
    page = ada.go("/submit/")
    page.get_by_role("link", name="Check a file").click()
    page.get_by_label("Records").set_input_files(
        records("trek_part.jsonl", bundle_of(missing=set(range(3, 40))))
    )
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("heading", name="Checked", exact=True)).to_be_visible()
    address = page.url.removeprefix(ada.address)
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the report (JSON)").click()
    report = json.loads(started.value.path().read_text(encoding="utf-8"))
    assert (report["mode"], report["state"], report["counts"]["records"]) == ("check", "checked", 3)
    eve = visit()
    eve.sign_in("eve")
    eve.go(address)
    expect(eve.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()


def test_an_entry_is_published_without_names_and_withdrawn(visit, people, world, bundles):
    clean = send(people["ada"], world, bundles["middling"], label="mine", display_name="Nobody shall know")
    ada, reader = visit(), visit()
    ada.sign_in("ada")
    page = ada.go(f"/submissions/{clean}/")
    page.get_by_role("link", name="Publish …").click()
    page.get_by_label("Without names until a day").check()
    page.get_by_role("button", name="Publish the entry").click()
    expect(page.get_by_role("heading", name="Published without names")).to_be_visible()
    entry = reader.go(f"/entries/{clean}/")
    expect(entry.get_by_role("heading", level=1)).to_have_text(f"Anonymous entry {clean}")
    expect(entry.get_by_text("Nobody shall know")).to_have_count(0)

    page.get_by_role("link", name="Withdraw …").click()
    page.get_by_role("link", name="Leave it").click()
    expect(page.get_by_role("heading", name="Published without names")).to_be_visible()
    page.get_by_role("link", name="Withdraw …").click()
    page.get_by_role("button", name="Withdraw the entry").click()
    expect(page.get_by_role("heading", name="Withdrawn")).to_be_visible()
    reader.go(f"/entries/{clean}/")
    expect(entry.get_by_text(re.compile("^withdrawn"))).to_be_visible()


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
    page.get_by_text("How the run appears on the board.").click()
    page.get_by_label("Name on the board").fill("Kept as typed")
    page.get_by_role("combobox", name="Division").select_option("custom")
    page.get_by_text("Every model that took part.").click()
    page.get_by_role("button", name="Add a model").click()
    page.get_by_role("group", name="Model 2").get_by_label("Made by").fill("A second maker")
    # Enter sends the form, whatever other buttons stand in it.
    page.keyboard.press("Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Choose the file to upload.")
    expect(summary).to_contain_text("Temperature (2): Required. F202 /models/1/temperature")
    expect(page.get_by_label("Name on the board")).to_have_value("Kept as typed")
    expect(page.get_by_role("group", name="Model 2").get_by_label("Made by")).to_have_value("A second maker")
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
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("weights=yes"))
    expect(page.locator(".board tbody tr:not(.band)")).to_have_count(1)
    page.get_by_role("columnheader", name="Sat").get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("weights=yes.*sort=satisfaction"))


def test_a_column_can_be_put_aside(visit, board):
    reader = visit()
    page = reader.go("/")
    page.get_by_text("Dates, columns, evaluator").click()
    page.get_by_label("Tokens").uncheck()
    page.get_by_role("button", name="Apply").click()
    expect(page).to_have_url(re.compile("columns="))
    expect(page.get_by_role("columnheader", name="Eff")).to_have_count(1)
    expect(page.get_by_role("columnheader", name="Tokens")).to_have_count(0)


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
        page.get_by_role("link", name="CSV").first.click()
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
        assert page.locator("img[onerror], img[src=x]").count() == 0
    expect(page.get_by_role("heading", level=1)).to_have_text(text)
