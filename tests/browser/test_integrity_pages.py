"""What was noticed, reviews and appeals: for the owner, for everybody and for curators, in every window."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scoring.models import IntegrityReview
from scoring.services import Judgement, review_record
from scoring.states import ReviewVerdict
from tests.browser.conftest import send
from tests.factories import bundle_of, user_make
from tests.scoring.noticed import gold_copy

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 768, 1280, 1920)
REASON = "The plans equal the reference plans on 29 of 29 tasks. Please say how they were made."


@pytest.fixture
def pages(world):
    """The address of every page, by who looks at it."""
    ada, eve = user_make(username="ada"), user_make(username="eve")
    user_make(username="curator", is_staff=True, is_superuser=True)
    copied = send(ada, world, gold_copy(), label="copy", display_name="Wayfarer-2", visibility="public")
    send(eve, world, bundle_of(), label="first", visibility="public")
    later = send(ada, world, bundle_of(failing=[3]), label="later", visibility="public")
    review_record(
        copied, Judgement(verdict=ReviewVerdict.UNRANKED, public_reason=REASON, note="Wrote to them."),
        actor=None,
    )  # fmt: skip
    return {
        "ada": {
            "copy": f"/submissions/{copied}/",
            "later": f"/submissions/{later}/",
        },
        "curator": {
            "findings": "/admin/scoring/integrityfinding/?state=open",
            "review": f"/admin/scoring/integrityfinding/reviews/{copied}/",
            "review of the later": f"/admin/scoring/integrityfinding/reviews/{later}/",
            "reviews": "/admin/scoring/integrityreview/",
            "appeals": "/admin/scoring/appeal/",
        },
        "": {"entry": f"/entries/{copied}/", "board": "/"},
    }


@pytest.mark.parametrize("who", ["ada", "curator", ""])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_page_fits_its_window_and_the_check_finds_nothing(visit, pages, who, theme):
    visitor, wrong = visit(theme=theme), {}
    if who:
        visitor.sign_in(who)
    for name, address in pages[who].items():
        visitor.go(address)
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 900})
            if visitor.overflow() > 0:
                wrong[name, width] = visitor.overflow()
            _keep_a_picture(visitor.page, f"{who or 'anybody'}-{name}-{theme}-{width}")
        if found := visitor.axe_findings():
            wrong[name] = found
    assert wrong == {}


def test_an_owner_appeals_without_scripts_and_a_curator_answers(visit, pages):
    visitor = visit(scripts=False)
    visitor.sign_in("ada")
    page = visitor.go(pages["ada"]["copy"])
    page.get_by_label("Appeal against the newest review").fill("They came out like this.")
    page.get_by_role("button", name="Send the appeal").click()
    expect(page.get_by_text("They came out like this.")).to_be_visible()
    expect(page.get_by_role("button", name="Send the appeal")).to_have_count(0)
    curator = visit(scripts=False)
    curator.sign_in("curator")
    page = curator.go(pages["curator"]["review"])
    page.get_by_label("Clear: the findings of today hold nothing back").check()
    page.get_by_label("Public reason:").fill("Explained.")
    page.get_by_role("button", name="Put on record").click()
    expect(page.get_by_text("in answer to an appeal")).to_be_visible()
    assert IntegrityReview.objects.order_by("-pk").first().verdict == "cleared"


def _keep_a_picture(page, name):
    """For whoever wants to look: in the folder that the environment names."""
    if folder := os.environ.get("TREK_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name.replace(' ', '-')}.png"), full_page=True)
