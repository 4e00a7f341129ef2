"""Beside itself: what is counted for an account holds under parallel requests."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from tests.factories import team_make, user_make
from trek_site.accounts import services
from trek_site.accounts.models import Membership
from trek_site.shared.errors import ConflictError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]

THREADS = 4


def test_an_account_comes_into_no_more_teams_than_allowed(monkeypatch):
    monkeypatch.setattr(services.teams, "TEAMS_MAX", 1)
    eve, invitations = user_make(username="eve"), []
    for _ in range(THREADS):
        ada = user_make()
        invitations.append(services.invitation_make(ada, team_make(ada).public_id, username="eve")[0].pk)
    barrier = threading.Barrier(THREADS)

    def accept(invitation_id):
        try:
            barrier.wait(60)
            services.invitation_accept(eve, invitation_id)
        except ConflictError:
            return "refused"
        else:
            return "in"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        answers = sorted(pool.map(accept, invitations))
    assert answers == ["in"] + ["refused"] * (THREADS - 1)
    assert Membership.objects.filter(user=eve).count() == 1
