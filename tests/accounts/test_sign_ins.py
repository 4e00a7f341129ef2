"""Where somebody is signed in: seen by that person alone, and ended by them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.factories import user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.devices import device_of
from trek_site.accounts.models import SignIn

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
NEW = "four unrelated words here"
PAGE = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


@pytest.fixture
def ada():
    return user_make(username="ada")


def signed_in(username="ada", agent=FIREFOX):
    visitor = Client(headers={"User-Agent": agent})
    answer = visitor.post("/accounts/sign-in/", {"login": username, "password": PASSWORD})
    assert answer.status_code == 302
    return visitor


def is_in(visitor):
    return visitor.get("/accounts/").status_code == 200


def lines(user, visitor):
    return selectors.sign_ins_of(user, session_key=visitor.session.session_key)


def test_each_browser_is_listed_and_the_one_that_asks_comes_first(ada):
    here = signed_in()
    signed_in(agent="")
    found = lines(ada, here)
    assert [(line.device, line.address, line.is_current) for line in found] == [
        ("Firefox on Linux", "127.0.0.1", True),
        ("Another program", "127.0.0.1", False),
    ]
    assert found[0].at < timezone.now() < found[0].ends_at
    page = here.get(PAGE).content.decode()
    assert "Firefox on Linux" in page
    assert "Sign out everywhere else" in page


def test_the_page_takes_as_many_queries_for_ten_browsers_as_for_one(ada, django_assert_max_num_queries):
    here = signed_in()
    for _ in range(9):
        signed_in()
    assert len(lines(ada, here)) == 10
    with django_assert_max_num_queries(5):
        assert here.get(PAGE).status_code == 200


def test_one_is_signed_out_and_the_others_stay(ada):
    here, there, third = signed_in(), signed_in(), signed_in()
    one = SignIn.objects.get(session_key=there.session.session_key)
    assert here.post(f"{PAGE}{one.pk}/end/").url == PAGE
    assert [is_in(visitor) for visitor in (here, there, third)] == [True, False, True]
    assert here.post(f"{PAGE}{one.pk}/end/").status_code == 404


def test_everywhere_else_is_everywhere_else_and_nobody_elses(ada):
    user_make(username="eve")
    here, there, eve = signed_in(), signed_in(), signed_in("eve")
    for _ in range(2):
        assert here.post(f"{PAGE}others/end/").url == PAGE
    assert [is_in(visitor) for visitor in (here, there, eve)] == [True, False, True]
    assert "signed in nowhere else" in here.get(PAGE).content.decode()


def test_nobody_signs_out_somebody_else(ada):
    user_make(username="eve")
    here, eve = signed_in(), signed_in("eve")
    mine = SignIn.objects.get(user=ada)
    assert eve.post(f"{PAGE}{mine.pk}/end/").status_code == 404
    assert is_in(here)


def test_the_browser_in_use_is_signed_out_by_its_own_button(ada):
    here = signed_in()
    mine = SignIn.objects.get(user=ada)
    assert here.post(f"{PAGE}{mine.pk}/end/").status_code == 409
    assert is_in(here)


def test_a_change_of_password_leaves_the_browser_that_made_it(ada):
    here, there = signed_in(), signed_in()
    typed = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/accounts/password/", typed).status_code == 302
    ada.refresh_from_db()
    assert [line.is_current for line in lines(ada, here)] == [True]
    assert not Session.objects.filter(session_key=there.session.session_key).exists()


def test_what_opens_nothing_any_more_is_not_listed(ada):
    here, late, old = signed_in(), signed_in(), signed_in()
    Session.objects.filter(pk=late.session.session_key).update(expire_date=timezone.now())
    old.post("/accounts/sign-out/")
    assert len(lines(ada, here)) == 1
    services.password_change(ada, NEW)
    assert lines(ada, here) == []


def test_signing_in_forgets_what_is_over(ada):
    signed_in()
    Session.objects.update(expire_date=F("expire_date") - timedelta(days=30))
    signed_in()
    assert SignIn.objects.count() == 1


def test_the_sweep_forgets_what_is_over_of_people_who_never_come_again(ada):
    here, late, old = signed_in(), signed_in(), signed_in()
    Session.objects.filter(pk=late.session.session_key).update(expire_date=timezone.now())
    old.post("/accounts/sign-out/")
    assert services.sign_ins_sweep() == 3
    assert services.sign_ins_sweep() == 0
    assert [line.is_current for line in lines(ada, here)] == [True]
    assert (SignIn.objects.count(), Session.objects.filter(expire_date__lte=timezone.now()).count()) == (1, 0)
    assert is_in(here)


def test_the_sweep_goes_in_portions_and_takes_the_longest_expired_first(ada, monkeypatch):
    monkeypatch.setattr("trek_site.accounts.services.sign_ins.SWEPT_AT_ONCE", 2)
    for number in range(5):
        at = timezone.now() - timedelta(days=number + 1)
        Session.objects.create(session_key=f"{number:032}", session_data="", expire_date=at)
    assert [services.sign_ins_sweep() for _ in range(4)] == [2, 2, 1, 0]


def test_the_sweep_asks_as_often_for_one_as_for_many(ada, django_assert_num_queries):
    for number in range(30):
        services.sign_in_note(
            user_make(username=f"u{number}"), session_key=f"{number:032}", agent="", address=""
        )
    with django_assert_num_queries(3):
        assert services.sign_ins_sweep() == 30


def test_what_a_browser_says_is_bounded_and_a_note_without_a_session_is_not_shown(ada):
    services.sign_in_note(ada, session_key="k" * 32, agent="x\0" * 300, address="a" * 99)
    kept = SignIn.objects.get()
    assert (len(kept.agent), len(kept.address)) == (200, 64)
    assert selectors.sign_ins_of(ada, session_key=None) == []


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36 Edg/141.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.0 Safari/605.1", "Safari on Mac"),
        ("<script>Firefox/1", "Firefox"),
        ("", "Another program"),
    ],
)  # fmt: skip
def test_a_browser_is_named_in_words_of_ours(agent, device):
    assert device_of(agent) == device
