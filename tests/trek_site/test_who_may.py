"""Every address of the site, every method, every kind of visitor: one table of who gets what.

A new address fails the first test until it has its row here.
"""

import pytest
from django.db import transaction
from django.db.models.functions import Now
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from submissions.services import Announcement, resumable_begin
from submissions.states import Visibility
from tests.factories import (
    curator_make,
    entry_make,
    outcomes_make,
    receipt_make,
    team_make,
    user_make,
    valid_make,
    version_make,
)
from trek_site.accounts.models import SignIn
from trek_site.accounts.services import invitation_make, token_issue

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "other", "staff", "owner")
ANYBODY = (200, 200, 200, 200)
NOWHERE = (404, 404, 404, 404)
ACCOUNT = (302, 200, 200, 200)
OWNER_AND_STAFF = (404, 404, 200, 200)
ACCOUNT_OWNER_AND_STAFF = (302, 404, 200, 200)
# Records are browsed in a file, which there is none of in this test.
NO_FILES = (503, 503, 503, 503)
NO_GET = (405, 405, 405, 405)
SIGN_IN_FIRST_NO_GET = (302, 405, 405, 405)
API_ACCOUNT = (401, 200, 200, 200)
API_OWNER_AND_STAFF = (401, 404, 200, 200)
API_NO_GET = (401, 405, 405, 405)
STRANGERS = (200, 302, 302, 302)
ELSEWHERE_FIRST = (302, 302, 302, 302)
ACCOUNT_WITHOUT_ANY = (302, 404, 404, 404)
UPLOAD = "api/v1/uploads/<str:upload_id>/"
CONFIRM = r"accounts/^confirm/(?P<key>[-:\w]+)/$"
RESET = r"accounts/^reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[-\w]+)/$"

# What a GET is answered, by visitor in the order above; the submission is private and belongs to "owner".
GET = {
    "": ANYBODY,
    "leaderboard.<form:form>": ANYBODY,
    "analysis/": ANYBODY,
    "analysis/cost.csv": ANYBODY,
    "analysis/cost/": ANYBODY,
    "analysis/failures.csv": ANYBODY,
    "analysis/failures/": ANYBODY,
    "analysis/robustness.csv": ANYBODY,
    "analysis/robustness/": ANYBODY,
    "api/v1/boards/<str:track>/cost/": ANYBODY,
    "api/v1/boards/<str:track>/failures/": ANYBODY,
    "api/v1/boards/<str:track>/log/": ANYBODY,
    "api/v1/boards/<str:track>/robustness/": ANYBODY,
    "api/v1/boards/<str:track>/runs/": ANYBODY,
    "compare/": ANYBODY,
    "leaderboard/log.atom": ANYBODY,
    "leaderboard/log/": ANYBODY,
    "leaderboard/runs/": ANYBODY,
    # It has to be told which two.
    "api/v1/comparisons/": (422, 422, 422, 422),
    # Before the first event of a board it has no states.
    "leaderboard/<str:version>/<str:evaluator>/r<int:revision>.<form:form>": NOWHERE,
    "figures/leaderboard.svg": ANYBODY,
    # The entry of this world is private.
    "badges/<str:public_id>.svg": NOWHERE,
    "entries/<str:public_id>/": OWNER_AND_STAFF,
    "entries/<str:public_id>/tasks/<int:query_index>/": OWNER_AND_STAFF,
    "entries/<str:public_id>/receipt/": OWNER_AND_STAFF,
    "entries/<str:public_id>/receipt.json": OWNER_AND_STAFF,
    "verify/": ANYBODY,
    "verify/keys.json": ANYBODY,
    "submissions/": ACCOUNT,
    "submissions/<str:public_id>/": ACCOUNT_OWNER_AND_STAFF,
    "submissions/<str:public_id>/confirm/": SIGN_IN_FIRST_NO_GET,
    "submissions/<str:public_id>/cancel/": SIGN_IN_FIRST_NO_GET,
    "submissions/<str:public_id>/publish/": ACCOUNT_OWNER_AND_STAFF,
    "submissions/<str:public_id>/withdraw/": ACCOUNT_OWNER_AND_STAFF,
    "submissions/<str:public_id>/report.json": ACCOUNT_OWNER_AND_STAFF,
    "submissions/<str:public_id>/appeal/": SIGN_IN_FIRST_NO_GET,
    "submit/": ACCOUNT,
    "submit/check/": ACCOUNT,
    "submit/how/": ANYBODY,
    # Example files have names of their own.
    "submit/examples/<str:name>": (404, 404, 404, 404),
    "accounts/": ACCOUNT,
    "accounts/sign-in/": STRANGERS,
    "accounts/sign-out/": NO_GET,
    "accounts/sign-up/": STRANGERS,
    "accounts/inactive/": ANYBODY,
    "accounts/confirm-it-is-you/": ACCOUNT,
    "accounts/addresses/": ACCOUNT,
    "accounts/confirm/": ANYBODY,
    CONFIRM: ANYBODY,
    "accounts/password/": ACCOUNT,
    "accounts/reset/": ANYBODY,
    "accounts/reset/sent/": ANYBODY,
    "accounts/reset/done/": ANYBODY,
    RESET: ANYBODY,
    "accounts/second-factor/": ACCOUNT,
    # Nobody is in the middle of signing in; everybody else has to say first that it is they.
    "accounts/second-factor/ask/": ELSEWHERE_FIRST,
    "accounts/second-factor/again/": ELSEWHERE_FIRST,
    "accounts/second-factor/app/": ELSEWHERE_FIRST,
    "accounts/second-factor/app/remove/": ACCOUNT_WITHOUT_ANY,
    "accounts/second-factor/codes/": ACCOUNT_WITHOUT_ANY,
    "accounts/second-factor/codes/new/": ELSEWHERE_FIRST,
    "accounts/second-factor/codes/file/": ACCOUNT_WITHOUT_ANY,
    "accounts/connections/": ACCOUNT,
    "accounts/connections/sign-up/": ELSEWHERE_FIRST,
    "accounts/connections/cancelled/": ANYBODY,
    "accounts/connections/failed/": (401, 401, 401, 401),
    "accounts/sessions/": ACCOUNT,
    "accounts/sessions/others/end/": SIGN_IN_FIRST_NO_GET,
    "accounts/sessions/<int:sign_in_id>/end/": SIGN_IN_FIRST_NO_GET,
    "accounts/tokens/": ACCOUNT,
    "accounts/tokens/<int:token_id>/revoke/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/": ACCOUNT,
    "accounts/teams/join/<str:secret>/": ACCOUNT,
    "accounts/teams/invitations/<int:invitation_id>/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/<str:team_id>/": (302, 404, 404, 200),
    "accounts/teams/<str:team_id>/name/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/<str:team_id>/invite/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/<str:team_id>/invitations/<int:invitation_id>/withdraw/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/<str:team_id>/members/<int:user_id>/role/": SIGN_IN_FIRST_NO_GET,
    "accounts/teams/<str:team_id>/members/<int:user_id>/remove/": SIGN_IN_FIRST_NO_GET,
    "about/": ANYBODY,
    "datasets/": ANYBODY,
    "datasets/<str:name>/": ANYBODY,
    "datasets/<str:name>/checksums/": ANYBODY,
    # Downloads are made of files, which there are none of in this test.
    "datasets/<str:name>/files/<str:file_name>": (404, 404, 404, 404),
    "kb/": (302, 302, 302, 302),
    "datasets/<str:name>/kb/": NO_FILES,
    "datasets/<str:name>/kb/search/": NO_FILES,
    "datasets/<str:name>/kb/routes/": NO_FILES,
    "datasets/<str:name>/kb/<str:kind>/": NO_FILES,
    "datasets/<str:name>/kb/<str:kind>/<str:slug>/": NO_FILES,
    "datasets/<str:name>/kb/<str:kind>/<str:slug>/compare/": NO_FILES,
    "healthz": ANYBODY,
    # No files of a dataset in this test; what counts is that everybody gets the same.
    "readyz": (503, 503, 503, 503),
    "api/schema/": ANYBODY,
    "api/v1/dataset-versions/": ANYBODY,
    "api/v1/dataset-versions/<str:name>/": ANYBODY,
    "api/v1/dataset-versions/<str:name>/downloads/": ANYBODY,
    "api/v1/dataset-versions/<str:name>/kb/cities/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/cities/<str:slug>/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/search/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/routes/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/<str:kind>/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/<str:kind>/<str:slug>/": NO_FILES,
    "api/v1/dataset-versions/<str:name>/kb/<str:kind>/<str:slug>/compare/": NO_FILES,
    "api/v1/submissions/": API_NO_GET,
    "api/v1/uploads/": API_ACCOUNT,
    UPLOAD: (401, 404, 404, 200),
    "api/v1/boards/<str:track>/": ANYBODY,
    "api/v1/entries/<str:public_id>/": OWNER_AND_STAFF,
    "api/v1/entries/<str:public_id>/tasks/": OWNER_AND_STAFF,
    "api/v1/entries/<str:public_id>/tasks/<int:query_index>/": OWNER_AND_STAFF,
    "api/v1/entries/<str:public_id>/receipt/": OWNER_AND_STAFF,
    "api/v1/me/submissions/": API_ACCOUNT,
    "api/v1/submissions/<str:public_id>/": API_OWNER_AND_STAFF,
    "api/v1/submissions/<str:public_id>/report/": API_OWNER_AND_STAFF,
    "api/v1/submissions/<str:public_id>/integrity/": API_OWNER_AND_STAFF,
    "api/v1/submissions/<str:public_id>/appeal/": API_NO_GET,
    "api/v1/submissions/<str:public_id>/confirm/": API_NO_GET,
    "api/v1/submissions/<str:public_id>/cancel/": API_NO_GET,
    "api/v1/submissions/<str:public_id>/publish/": API_NO_GET,
    "api/v1/submissions/<str:public_id>/withdraw/": API_NO_GET,
}

# The same for a POST without members, where one is taken at all. The order is that of rising rights, so that
# what an owner changes is changed last.
POST = {
    # Nothing was brought; everybody is told so.
    "verify/": (422, 422, 422, 422),
    "submissions/<str:public_id>/confirm/": (302, 404, 403, 409),
    "submissions/<str:public_id>/cancel/": (302, 404, 403, 409),
    "submissions/<str:public_id>/publish/": (302, 404, 403, 302),
    "submissions/<str:public_id>/withdraw/": (302, 404, 409, 409),
    "submissions/<str:public_id>/appeal/": (302, 404, 403, 422),
    "submit/": (302, 422, 422, 422),
    "submit/check/": (302, 422, 422, 422),
    "accounts/": ACCOUNT,
    "accounts/sign-in/": STRANGERS,
    "accounts/sign-up/": STRANGERS,
    "accounts/confirm-it-is-you/": ACCOUNT,
    "accounts/addresses/": ELSEWHERE_FIRST,
    CONFIRM: (404, 404, 404, 404),
    "accounts/password/": ACCOUNT,
    "accounts/reset/": ANYBODY,
    RESET: ANYBODY,
    "accounts/second-factor/ask/": ELSEWHERE_FIRST,
    "accounts/second-factor/again/": ELSEWHERE_FIRST,
    "accounts/second-factor/app/": ELSEWHERE_FIRST,
    "accounts/second-factor/app/remove/": ACCOUNT_WITHOUT_ANY,
    "accounts/second-factor/codes/new/": ELSEWHERE_FIRST,
    "accounts/connections/": ACCOUNT,
    "accounts/connections/sign-up/": ELSEWHERE_FIRST,
    "accounts/sessions/others/end/": ELSEWHERE_FIRST,
    "accounts/sessions/<int:sign_in_id>/end/": (302, 404, 404, 302),
    "accounts/tokens/": ACCOUNT,
    "accounts/tokens/<int:token_id>/revoke/": (302, 404, 404, 302),
    "accounts/teams/": ACCOUNT,
    # The link lets one person in, whoever comes first; here that is "other".
    "accounts/teams/join/<str:secret>/": (302, 302, 404, 404),
    "accounts/teams/invitations/<int:invitation_id>/": ACCOUNT_WITHOUT_ANY,
    "accounts/teams/<str:team_id>/name/": (302, 404, 404, 200),
    "accounts/teams/<str:team_id>/invite/": (302, 404, 404, 200),
    "accounts/teams/<str:team_id>/invitations/<int:invitation_id>/withdraw/": (302, 404, 404, 302),
    "accounts/teams/<str:team_id>/members/<int:user_id>/role/": (302, 404, 404, 422),
    "accounts/teams/<str:team_id>/members/<int:user_id>/remove/": (302, 404, 404, 302),
    "api/v1/submissions/": (401, 422, 422, 422),
    "api/v1/submissions/<str:public_id>/appeal/": (401, 404, 403, 422),
    "api/v1/uploads/": (401, 422, 422, 422),
    "api/v1/submissions/<str:public_id>/confirm/": (401, 404, 403, 409),
    "api/v1/submissions/<str:public_id>/cancel/": (401, 404, 403, 409),
    "api/v1/submissions/<str:public_id>/publish/": (401, 404, 403, 200),
    "api/v1/submissions/<str:public_id>/withdraw/": (401, 404, 409, 409),
}


def patterns(resolver=None, prefix=""):
    """Every address that the site knows, without the admin's own."""
    for part in (resolver or get_resolver()).url_patterns:
        route = f"{prefix}{part.pattern}"
        if isinstance(part, URLPattern):
            yield route
        elif isinstance(part, URLResolver) and route != "admin/":
            yield from patterns(part, route)


@pytest.fixture(scope="module")
def arranged(django_db_setup, django_db_blocker):
    """One private, scored submission, made once; the people, and how an address is filled in.

    The transaction of a test lies inside this one, so that what the test writes is taken back.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield _arrange()
        transaction.set_rollback(True)


def _arrange():
    owner = user_make()
    version = version_make(name="shown")
    entry = entry_make(valid_make(owner=owner, version=version, visibility=Visibility.PRIVATE))
    outcomes_make(entry.evaluation, range(2))
    receipt_make(entry.evaluation)
    token, _ = token_issue(owner, name="test")
    elsewhere = SignIn.objects.create(user=owner, session_key="s" * 32, at=Now())
    mate = user_make()
    team = team_make(owner, mate)
    said = Announcement(file_name="trek_run-1.jsonl", declared_bytes=1)
    invitation, secret = invitation_make(owner, team.public_id, email="new@example.org")
    values = {
        "<form:form>": "csv",
        "<str:version>": "none",
        "<str:evaluator>": "none",
        "<int:revision>": "0",
        "<str:public_id>": entry.evaluation.submission.public_id,
        "<str:upload_id>": resumable_begin(said, owner=owner)[0].public_id,
        "<int:query_index>": "1",
        "<int:token_id>": str(token.pk),
        "<int:sign_in_id>": str(elsewhere.pk),
        "<str:track>": "trek",
        "<str:name>": "shown",
        "<str:file_name>": "release.tar.gz",
        "<str:kind>": "hotels",
        "<str:slug>": "no-such-record",
        "<str:team_id>": team.public_id,
        "<int:user_id>": str(mate.pk),
        "<int:invitation_id>": str(invitation.pk),
        "<str:secret>": secret,
        CONFIRM: "accounts/confirm/no-such-key/",
        RESET: "accounts/reset/1-no-such-key/",
    }
    return {"other": user_make(), "staff": curator_make(), "owner": owner}, values


@pytest.fixture
def scene(arranged, db):
    """The visitors' browsers, new for each test, and how an address is filled in."""
    people, values = arranged
    clients = {name: Client() for name in VISITORS}
    for name, person in people.items():
        clients[name].force_login(person)
    return clients, values


def filled_in(route, values):
    for name, value in values.items():
        route = route.replace(name, value)
    return f"/{route}"


def test_every_address_has_its_row():
    assert set(patterns()) == set(GET)


@pytest.mark.parametrize("route", sorted(GET))
def test_who_is_answered_what_to_a_get(scene, route):
    clients, values = scene
    answers = tuple(clients[name].get(filled_in(route, values)).status_code for name in VISITORS)
    assert answers == GET[route]


@pytest.mark.parametrize("route", sorted(POST))
def test_who_is_answered_what_to_a_post(scene, route):
    clients, values = scene
    answers = tuple(clients[name].post(filled_in(route, values)).status_code for name in VISITORS)
    assert answers == POST[route]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_else_is_taken_from_anybody(scene, method):
    clients, values = scene
    taken = {"accounts/sign-out/"} | (set(POST) if method == "post" else set())
    for route in set(GET) - taken - {UPLOAD}:
        for name in VISITORS:
            answer = getattr(clients[name], method)(filled_in(route, values)).status_code
            assert answer in {302, 401, 405}, (route, name, answer)


@pytest.mark.parametrize(
    ("method", "expected"), [("patch", (401, 404, 404, 422)), ("delete", (401, 404, 404, 204))]
)
def test_an_upload_in_portions_is_its_owners_alone(scene, method, expected):
    clients, values = scene
    answers = tuple(
        getattr(clients[name], method)(filled_in(UPLOAD, values)).status_code for name in VISITORS
    )
    assert answers == expected


@pytest.mark.parametrize("route", sorted(POST))
def test_a_session_without_the_secret_of_a_form_changes_nothing(scene, route):
    _, values = scene
    client = Client(enforce_csrf_checks=True)
    client.force_login(curator_make())
    assert client.post(filled_in(route, values)).status_code == 403
