"""What operators do at the command line."""

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.management.commands import changepassword

pytestmark = pytest.mark.django_db


def test_a_password_set_by_an_operator_ends_sessions_and_tokens(monkeypatch, capsys):
    user = user_make(username="ada")
    browser = Client()
    browser.force_login(user)
    _, plain = services.token_issue(user, name="laptop")
    _, other = services.token_issue(user_make(), name="theirs")
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_: "four unrelated words here")
    call_command("changepassword", "ada")
    assert selectors.token_owner(plain) is None
    assert selectors.token_owner(other) is not None
    assert browser.get("/accounts/").status_code == 302
    assert Client().login(username="ada", password="four unrelated words here")
