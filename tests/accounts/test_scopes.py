"""What a token opens: what its scopes name, and nothing by its address or in the log."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import user_make, valid_make
from trek_site.accounts.models import ApiToken
from trek_site.accounts.services import token_issue
from trek_site.shared.errors import UnprocessableError
from trek_site.shared.scopes import Scope

pytestmark = pytest.mark.django_db

CHANGES = {"post", "put", "patch", "delete"}


def header(user, *scopes):
    _, plain = token_issue(user, name="program", scopes=scopes)
    return {"Authorization": f"Bearer {plain}"}


@pytest.mark.parametrize(
    ("scope", "answers"),
    [(Scope.READ, (200, 403, 403)), (Scope.SUBMIT, (403, 422, 403)), (Scope.PUBLISH, (403, 403, 409))],
)
def test_each_scope_opens_its_own_doors(client, scope, answers):
    owner = user_make()
    run = valid_make(owner=owner)
    program = header(owner, scope)
    given = (
        client.get("/api/v1/me/submissions/", headers=program).status_code,
        client.post("/api/v1/submissions/", {}, headers=program).status_code,
        client.post(f"/api/v1/submissions/{run.public_id}/withdraw/", headers=program).status_code,
    )
    assert given == answers


def test_a_refusal_names_the_scope_that_is_lacking(client):
    answer = client.get("/api/v1/me/submissions/", headers=header(user_make(), Scope.SUBMIT))
    assert (answer.json()["code"], answer.json()["detail"]) == (
        "permission_refused",
        "The token lacks the scope read.",
    )


def test_a_session_has_every_right_of_its_owner(client):
    user = user_make()
    client.force_login(user)
    assert client.get("/api/v1/me/submissions/").status_code == 200


def test_a_token_in_the_address_opens_nothing(client):
    _, plain = token_issue(user_make(), name="program")
    for name in ("token", "access_token", "Authorization"):
        assert client.get("/api/v1/me/submissions/", {name: plain}).status_code == 401


def test_no_secret_is_logged(client, caplog):
    caplog.set_level("DEBUG")
    user = user_make()
    token, plain = token_issue(user, name="program", scopes=[Scope.READ])
    headers = {"Authorization": f"Bearer {plain}"}
    client.get("/api/v1/me/submissions/", headers=headers)
    client.post("/api/v1/submissions/", {}, headers=headers)
    assert caplog.records
    said = " ".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert plain not in said
    assert token.digest not in said


def test_a_token_is_good_for_something():
    with pytest.raises(UnprocessableError):
        token_issue(user_make(), name="program", scopes=[])
    token, _ = token_issue(user_make(), name="program")
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.filter(pk=token.pk).update(may_read=False, may_submit=False, may_publish=False)


def endpoints(resolver=None):
    for part in (resolver or get_resolver()).url_patterns:
        if isinstance(part, URLResolver):
            yield from endpoints(part)
        elif isinstance(part, URLPattern) and hasattr(part.callback, "cls"):
            yield part.callback.cls


def test_every_endpoint_that_changes_something_says_which_scope_it_takes():
    silent = {
        view.__name__
        for view in endpoints()
        if any(hasattr(view, method) for method in CHANGES)
        and not isinstance(getattr(view, "scope", None), Scope)
    }
    assert silent == set()
