"""Curators at work: every page of curation fits any window, in light and dark, and anybody can use it."""

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from playwright.sync_api import expect

from kb_browser.examination import examine
from kb_browser.models import DatasetVersion
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import curation_make, user_make, version_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROOM, JOBS, TASKS = (f"admin:kb_browser_{name}" for name in ("datasetversion", "curation", "task"))
WIDTHS = (360, 768, 1280, 1920)
OPEN_ALL = "document.querySelectorAll('#content details').forEach((part) => { part.open = true; })"
REASONS = [
    "unfit-draft is not fit for publishing.",
    "The check found 2 errors; see the report.",
    "The probe look_alike_letters does not match: task 17, d0_source: expected 0.0, found 1.0",
]
BROKEN = {
    "error_count": 2,
    "errors": [
        {
            "file": "api/data/v2/hotel_data/A-city-with-a-very-long-name-indeed_hotel.csv", "row": 17,
            "rule": "price", "detail": 'price "-12" is not a price',
        },
        {"file": "trek_gold.jsonl", "row": None, "rule": "gold_lines", "detail": "39 lines for 40 tasks"},
    ],
    "probes": [],
}  # fmt: skip


@pytest.fixture(scope="module")
def examined():
    """What checking the small world finds."""
    return examine(ReleaseFolder(SMALL_WORLD))


@pytest.fixture
def pages(world, examined, settings):
    """The address of every page of curation, in every state that looks another way."""
    incoming = settings.TREK_DATA_DIR / "incoming"
    incoming.mkdir()
    (incoming / "world-2027").symlink_to(SMALL_WORLD)
    curator = user_make(username="curator", is_staff=True, is_superuser=True)
    checked = {"checked_at": Now(), "statistics": examined.statistics}
    sound, unfit = (version_make(name=f"{name}-draft", is_published=False) for name in ("sound", "unfit"))
    drafts = DatasetVersion.objects.filter(is_published=False)
    drafts.filter(pk=sound.pk).update(
        state="checked", report=examined.report, checksums=ReleaseFolder(SMALL_WORLD).checksums(), **checked
    )
    drafts.filter(pk=unfit.pk).update(changelog="", report={**examined.report, **BROKEN}, **checked)
    jobs = {
        "waiting": curation_make("check", "sound-draft"),
        "running": curation_make(
            "import", "world-2027", state="running", progress_text="copying files", progress_done=412,
            progress_total=1129,
        ),
        "done": curation_make("build", "small", outcome="done"),
        "refused": curation_make("publish", "unfit-draft", outcome="refused", reasons=REASONS),
        "failed": curation_make("export", "small", outcome="failed", failure_id="E-0123456789"),
    }  # fmt: skip
    task = DatasetVersion.objects.get(pk=world.pk).tasks.first()
    return {
        "versions": reverse(f"{ROOM}_changelist"),
        "published version": reverse(f"{ROOM}_change", args=[world.pk]),
        "sound draft": reverse(f"{ROOM}_change", args=[sound.pk]),
        "unfit draft": reverse(f"{ROOM}_change", args=[unfit.pk]),
        "import": reverse(f"{ROOM}_import"),
        "build": reverse(f"{ROOM}_build"),
        "check": reverse(f"{ROOM}_check", args=[sound.pk]),
        "publish": reverse(f"{ROOM}_publish", args=[sound.pk]),
        "publish, refused": reverse(f"{ROOM}_publish", args=[unfit.pk]),
        "publish, done": reverse(f"{ROOM}_publish", args=[world.pk]),
        "export": reverse(f"{ROOM}_export", args=[world.pk]),
        "history": reverse(f"{ROOM}_history", args=[sound.pk]),
        "jobs": reverse(f"{JOBS}_changelist"),
        **{f"job {name}": reverse(f"{JOBS}_change", args=[job.pk]) for name, job in jobs.items()},
        "tasks": reverse(f"{TASKS}_changelist"),
        "task": reverse(f"{TASKS}_change", args=[task.pk]),
        "rehearsals": reverse("admin:scoring_rehearsal_changelist"),
        "rehearse": f"{reverse('admin:scoring_rehearsal_start')}?candidate={sound.pk}",
        "submissions": reverse("admin:submissions_submission_changelist"),
        "accounts": reverse("admin:accounts_user_changelist"),
        "account": reverse("admin:accounts_user_change", args=[curator.pk]),
        "group": reverse("admin:auth_group_add"),
        "overview": reverse("admin:index"),
        "log": reverse("admin:accounts_auditevent_changelist"),
        "room": reverse("admin:app_list", args=["kb_browser"]),
    }


def signed_in(visit, **given):
    visitor = visit(**given)
    visitor.sign_in("curator")
    return visitor


def test_no_page_is_wider_than_its_window(visit, pages):
    visitor, too_wide = signed_in(visit), []
    for name, address in pages.items():
        visitor.go(address)
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 900})
            if visitor.overflow() > 0:
                too_wide.append((name, width, visitor.overflow()))
    assert too_wide == []


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 1280), ("dark", 360)])
def test_the_accessibility_check_finds_nothing(visit, pages, theme, width):
    visitor, found = signed_in(visit, theme=theme, width=width), {}
    for name, address in pages.items():
        visitor.go(address)
        visitor.page.evaluate(OPEN_ALL)
        if objections := visitor.axe_findings():
            found[name] = objections
    assert found == {}


def test_a_job_is_followed_to_its_version(visit, pages):
    page = signed_in(visit).go(pages["job running"])
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "412")
    page.goto(page.url.replace(pages["job running"], pages["sound draft"]))
    page.get_by_role("link", name="Publish…").click()
    expect(page.get_by_role("button", name="Publish sound-draft")).to_be_visible()
    page.get_by_role("link", name="Rehearse sound-draft first").click()
    expect(page.get_by_role("button", name="Rehearse", exact=True)).to_be_visible()
    expect(page.get_by_label("Candidate:").locator("option:checked")).to_have_text("sound-draft (checked)")


def test_the_choice_between_light_and_dark_holds_on_both_sides(visit, pages):
    page = signed_in(visit, theme="light").go(pages["versions"])
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Change to the dark theme").click()
    dark = page.evaluate(ground)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Leaderboard").click()
    assert dark != light
    assert page.evaluate(ground) == dark
