"""What holds on every page: it fits any window, in light and dark, and anybody can use it."""

import pytest

from kb_browser.knowledge.making import knowledge_make
from kb_browser.knowledge_files import knowledge_path
from kb_browser.world.bundles import SMALL_WORLD
from scoring.services import entry_publish
from submissions.states import Purpose, Visibility
from tests.browser.conftest import send
from tests.factories import bundle_of, submission_make, team_make, upload_make
from trek_site.accounts.services import invitation_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 768, 1280, 3840)


ACCOUNT = {
    "tokens": "/accounts/tokens/",
    "password": "/accounts/password/",
    "profile": "/accounts/",
    "mail addresses": "/accounts/addresses/",
    "second factor": "/accounts/second-factor/",
    "signed in where": "/accounts/sessions/",
    "is it you": "/accounts/confirm-it-is-you/",
    "connected accounts": "/accounts/connections/",
    "teams": "/accounts/teams/",
}
"""Of an account, whatever it has."""

BOARDS = {
    "analysis": "/analysis/",
    "failures": "/analysis/failures/",
    "failures by persona": "/analysis/failures/?by=persona&of=d1_implicit",
    "failures by cause": "/analysis/failures/?by=cause",
    "cost": "/analysis/cost/?pairs=yes",
    "cost in money": "/analysis/cost/?axis=usd&scale=linear",
    "cost in calls": "/analysis/cost/?axis=calls",
    "cost without a match": "/analysis/cost/?division=custom",
    "robustness": "/analysis/robustness/",
    "board with every choice": "/?columns=tp_feasible,overall&since=2020-01-01&source=evaluated",
    "earlier board": "/?revision=1",
    "reported": "/?source=reported",
    "log": "/leaderboard/log/",
    "runs": "/leaderboard/runs/",
}
"""What is shown of all entries together."""


KNOWLEDGE = {
    "knowledge base": "",
    "search": "search/?q=spa",
    "search with a mistake": "search/?q=legowcie",
    "search for nothing": "search/?q=" + "nothing" * 20,
    "hotels": "hotels/?persona=road+trip&facility=Spa&price_max=none",
    "attractions": "attractions/?open_from=09:00&order=price",
    "no car": "cars/?price_max=1",
    "flights": "flights/?page=3",
    "city": "cities/montclair-sur-lac/",
    "hotel": "hotels/legowice.legowice-copper-lodge-7/",
    "flight": "flights/wu-2454/",
    "route": "routes/?from=osterlund&to=legowice",
    "no route": "routes/?from=atlantis",
}
"""Of the knowledge base of a version."""


@pytest.fixture
def pages(board, people, world, bundles):
    """The address of every page in every designed state, as seen by a submitter."""
    ada = people["ada"]
    broken = send(ada, world, bundles["invalid"], label="broken", display_name="A-name-without-any-break" * 3)
    unsure = send(ada, world, bundle_of(missing={7, 8}), label="unsure")
    scored = send(ada, world, bundles["middling"], label="scored", description="Two lines.\n" * 5)
    nameless = send(ada, world, bundles["strong"], label="nameless")
    entry_publish(nameless, ada, visibility=Visibility.ANONYMOUS)
    checked = upload_make(bundle_of(), owner=ada, version=world, purpose=Purpose.CHECK).public_id
    ours = submission_make(owner=ada, version=world, state="failed")
    waiting = submission_make(owner=ada, version=world)
    strong = board["strong"]
    knowledge_make(SMALL_WORLD, knowledge_path(world.digest), say=lambda _message: None)
    team = team_make(ada, people["eve"], name="Universität Oberau, Lehrstuhl für Reiseplanung")
    invitation_make(ada, team.public_id, email="somebody.with.a.long.name@department.university.example")
    elsewhere = team_make(people["eve"])
    invitation_make(people["eve"], elsewhere.public_id, username="ada")
    _, secret = invitation_make(people["eve"], elsewhere.public_id, email="ada@example.org")
    return {
        "board": "/",
        "board without a match": "/?division=custom",
        **BOARDS,
        "compare": f"/compare/?a={strong}&b=gold",
        "compare with a reported model": f"/compare/?a={strong}&b=reported:gpt-5.6-sol",
        "choose whom to compare with": f"/compare/?a={strong}",
        "choose what to compare": "/compare/",
        "entry": f"/entries/{strong}/",
        "own entry": f"/entries/{scored}/?perfect=no",
        "entry without a match": f"/entries/{strong}/?text=nothing",
        "task": f"/entries/{strong}/tasks/1/",
        "task beside the gold": f"/entries/{strong}/tasks/1/?beside=gold",
        "receipt": f"/entries/{strong}/receipt/",
        "verify": "/verify/",
        "refused": f"/submissions/{broken}/",
        "to be confirmed": f"/submissions/{unsure}/",
        "scored": f"/submissions/{scored}/",
        "our fault": f"/submissions/{ours.public_id}/",
        "waiting": f"/submissions/{waiting.public_id}/",
        "checked": f"/submissions/{checked}/",
        "without names": f"/submissions/{nameless}/",
        "publish": f"/submissions/{scored}/publish/",
        "show the names": f"/submissions/{nameless}/publish/",
        "nothing to publish": f"/submissions/{broken}/publish/",
        "withdraw": f"/submissions/{nameless}/withdraw/",
        "my submissions": "/submissions/",
        "my submissions without a match": "/submissions/?state=off",
        "submit": "/submit/",
        "submit once more": f"/submit/?supersedes={scored}",
        "check a file": "/submit/check/",
        "how to submit": "/submit/how/",
        **ACCOUNT,
        "team": f"/accounts/teams/{team.public_id}/",
        "invitation": f"/accounts/teams/join/{secret}/",
        "about": "/about/",
        "datasets": "/datasets/",
        "dataset without downloads": "/datasets/small/",
        "checksums": "/datasets/small/checksums/",
        **{name: f"/datasets/small/kb/{rest}" for name, rest in KNOWLEDGE.items()},
        "not found": "/nothing/",
    }


PUBLIC = {
    "sign in": "/accounts/sign-in/",
    "sign up": "/accounts/sign-up/",
    "reset": "/accounts/reset/",
    "reset sent": "/accounts/reset/sent/",
    "reset with an old link": "/accounts/reset/1-old/",
    "to be confirmed": "/accounts/confirm/",
    "confirmation with an old link": "/accounts/confirm/old/",
    "provider failed": "/accounts/connections/failed/",
}


def signed_in(visit, **given):
    visitor = visit(**given)
    visitor.sign_in("ada")
    return visitor


def test_no_page_is_wider_than_its_window(visit, pages):
    too_wide = []
    visitor = signed_in(visit)
    for name, address in pages.items():
        visitor.go(address)
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 900})
            if visitor.overflow() > 0:
                too_wide.append((name, width, visitor.overflow()))
    stranger = visit(width=360)
    for name, address in PUBLIC.items():
        stranger.go(address)
        if stranger.overflow() > 0:
            too_wide.append((name, 360, stranger.overflow()))
    assert too_wide == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_accessibility_check_finds_nothing(visit, pages, theme):
    visitor = signed_in(visit, theme=theme)
    stranger = visit(theme=theme)
    found = {}
    for who, addresses in ((visitor, pages), (stranger, PUBLIC)):
        for name, address in addresses.items():
            who.go(address)
            if objections := who.axe_findings():
                found[name] = objections
    assert found == {}


def test_cards_on_a_phone_are_usable_too(visit, pages):
    visitor = signed_in(visit, width=360)
    found = {}
    for name in ("board", "entry", "my submissions", "submit", "scored", "tokens"):
        visitor.go(pages[name])
        if objections := visitor.axe_findings():
            found[name] = objections
    assert found == {}
