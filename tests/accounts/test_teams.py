"""Teams: who comes in, who may do what, and that going ends everything at once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.urls import reverse

from tests.factories import team_make, user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.models import AuditEvent, Invitation, Membership, Organisation, Role
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_cache():
    cache.clear()


def actions():
    return list(AuditEvent.objects.order_by("pk").values_list("action", flat=True))


def roles(team):
    return dict(Membership.objects.filter(organisation=team).values_list("user__username", "role"))


class TestServices:
    """Every change is made by somebody who may, and is on record."""

    def test_whoever_makes_a_team_owns_it(self):
        ada = user_make(username="ada")
        team = services.team_create(ada, "South Lab")
        assert (roles(team), actions()) == ({"ada": "owner"}, ["team.created"])

    def test_a_name_that_looks_like_another_is_refused(self):
        services.team_create(user_make(), "South Lab")
        with pytest.raises(ConflictError):
            services.team_create(user_make(), "S0uth lab")
        other = services.team_create(user_make(), "North Lab")
        owner = Membership.objects.get(organisation=other).user
        with pytest.raises(ConflictError):
            services.team_rename(owner, other.public_id, "ЅOUTH LAB")  # noqa: RUF001
        services.team_rename(owner, other.public_id, "NORTH LAB")
        assert Organisation.objects.get(pk=other.pk).name == "NORTH LAB"

    def test_an_invitation_lets_one_person_in_once(self):
        ada, eve = user_make(username="ada"), user_make(username="eve")
        team = team_make(ada)
        invitation, plain = services.invitation_make(ada, team.public_id, email="eve@example.org")
        assert plain not in " ".join(str(v) for v in Invitation.objects.values_list().get())
        found = selectors.invitation_by_secret(eve, plain)
        services.invitation_accept(eve, found.pk)
        assert roles(team) == {"ada": "owner", "eve": "member"}
        assert actions() == ["team.invited", "team.joined"]
        with pytest.raises(NotFoundError):
            services.invitation_accept(user_make(), invitation.pk)
        with pytest.raises(NotFoundError):
            selectors.invitation_by_secret(user_make(), plain)

    def test_one_by_name_is_for_that_account_only_and_tells_nothing_about_it(self):
        ada, eve = user_make(), user_make(username="eve")
        team = team_make(ada)
        _, plain = services.invitation_make(ada, team.public_id, username="EVE", role=Role.OWNER)
        services.invitation_make(ada, team.public_id, username="nobody")
        with pytest.raises(NotFoundError):
            selectors.invitation_by_secret(user_make(), plain)
        (line,) = selectors.invitations_for(eve)
        assert selectors.invitation_named(eve, line.pk).role == "owner"
        with pytest.raises(NotFoundError):
            selectors.invitation_named(user_make(), line.pk)

    def test_another_invitation_replaces_the_open_one(self):
        ada = user_make()
        team = team_make(ada)
        _, first = services.invitation_make(ada, team.public_id, email="eve@example.org")
        _, second = services.invitation_make(ada, team.public_id, email="EVE@example.org")
        with pytest.raises(NotFoundError):
            selectors.invitation_by_secret(user_make(), first)
        assert selectors.invitation_by_secret(user_make(), second)

    def test_one_that_is_declined_taken_back_or_too_old_lets_nobody_in(self):
        ada, eve = user_make(), user_make()
        team = team_make(ada)
        declined, _ = services.invitation_make(ada, team.public_id, email="1@example.org")
        services.invitation_decline(eve, declined.pk)
        taken, _ = services.invitation_make(ada, team.public_id, email="2@example.org")
        services.invitation_withdraw(ada, team.public_id, taken.pk)
        services.invitation_withdraw(ada, team.public_id, taken.pk)
        old, _ = services.invitation_make(ada, team.public_id, email="3@example.org")
        Invitation.objects.filter(pk=old.pk).update(
            created_at=Now() - timedelta(days=8), expires_at=Now() - timedelta(days=1)
        )
        for invitation in (declined, taken, old):
            with pytest.raises(NotFoundError):
                services.invitation_accept(eve, invitation.pk)
        assert actions().count("team.uninvited") == 1

    def test_the_database_bounds_the_life_of_an_invitation(self):
        ada = user_make()
        invitation, _ = services.invitation_make(ada, team_make(ada).public_id, email="1@example.org")
        with pytest.raises(IntegrityError), transaction.atomic():
            Invitation.objects.filter(pk=invitation.pk).update(expires_at=Now() + timedelta(days=8))

    def test_the_last_owner_stays_one(self):
        ada, eve = user_make(), user_make()
        team = team_make(ada, eve)
        with pytest.raises(ConflictError):
            services.member_remove(ada, team.public_id, ada.pk)
        with pytest.raises(ConflictError):
            services.role_change(ada, team.public_id, ada.pk, Role.MEMBER)
        services.role_change(ada, team.public_id, eve.pk, Role.OWNER)
        services.member_remove(ada, team.public_id, ada.pk)
        assert list(selectors.team_ids_of(ada)) == []
        assert actions() == ["team.role_changed", "team.left"]

    def test_who_comes_in_twice_keeps_the_role(self):
        ada, eve = user_make(username="ada"), user_make(username="eve")
        team = team_make(ada, eve)
        services.role_change(ada, team.public_id, eve.pk, Role.OWNER)
        invitation, _ = services.invitation_make(ada, team.public_id, email="eve@example.org")
        services.invitation_accept(eve, invitation.pk)
        assert roles(team) == {"ada": "owner", "eve": "owner"}

    @pytest.mark.parametrize(
        ("who", "refusal"), [("member", PermissionRefusedError), ("stranger", NotFoundError)]
    )
    def test_only_owners_change_a_team(self, who, refusal):
        ada, eve = user_make(), user_make()
        team = team_make(ada, eve)
        invitation, _ = services.invitation_make(ada, team.public_id, email="1@example.org")
        actor = eve if who == "member" else user_make()
        for change in (
            lambda: services.team_rename(actor, team.public_id, "Other"),
            lambda: services.invitation_make(actor, team.public_id, email="2@example.org"),
            lambda: services.invitation_withdraw(actor, team.public_id, invitation.pk),
            lambda: services.role_change(actor, team.public_id, ada.pk, Role.MEMBER),
            lambda: services.member_remove(actor, team.public_id, ada.pk),
        ):
            with pytest.raises(refusal):
                change()
        assert actions() == ["team.invited"]

    def test_teams_and_members_are_bounded(self, monkeypatch):
        monkeypatch.setattr(services.teams, "TEAMS_MAX", 1)
        monkeypatch.setattr(services.teams, "MEMBERS_MAX", 1)
        ada, eve = user_make(), user_make()
        team = services.team_create(ada, "One")
        with pytest.raises(ConflictError):
            services.team_create(ada, "Two")
        with pytest.raises(ConflictError):
            services.invitation_make(ada, team.public_id, email="1@example.org")
        services.team_create(eve, "Three")


class TestPages:
    """What members see and do in the browser."""

    def test_from_a_team_to_a_member_by_mail(self, client, settings):
        settings.TREK_SITE_URL = "https://board.example.org"
        ada, eve = user_make(username="ada"), user_make(username="eve")
        client.force_login(ada)
        page = client.post(reverse("accounts:team_list"), {"name": "South Lab"}).url
        answer = client.post(f"{page}invite/", {"who": "eve@example.org", "role": "member"})
        link = answer.context["link"]
        assert link.startswith("https://board.example.org/accounts/teams/join/")
        assert answer.headers["Cache-Control"] == "private, no-store"
        (message,) = mail.outbox
        assert (message.to, link in message.body) == (["eve@example.org"], True)
        assert link not in client.get(page).content.decode()
        client.force_login(eve)
        path = link.removeprefix("https://board.example.org")
        assert "South Lab" in client.get(path).content.decode()
        assert client.post(path, {"answer": "accept"}).url == page
        assert "ada" in client.get(page).content.decode()

    def test_one_by_name_is_found_under_teams(self, client):
        ada, eve = user_make(), user_make(username="eve")
        team = team_make(ada)
        invitation, _ = services.invitation_make(ada, team.public_id, username="eve")
        client.force_login(eve)
        assert team.name in client.get(reverse("accounts:team_list")).content.decode()
        client.post(reverse("accounts:invitation_answer", args=[invitation.pk]), {"answer": "decline"})
        assert selectors.invitations_for(eve) == ()
        assert not selectors.is_member(eve, team.pk)

    @pytest.mark.parametrize("name", ["", "a\u202eb", "x" * 81])
    def test_names_that_will_not_do_are_said(self, client, name):
        client.force_login(user_make())
        assert client.post(reverse("accounts:team_list"), {"name": name}).status_code == 200
        assert not Organisation.objects.exists()

    def test_twenty_invitations_go_out_in_a_day(self, client):
        ada = user_make()
        team = team_make(ada)
        client.force_login(ada)
        address = reverse("accounts:invitation_make", args=[team.public_id])
        for number in range(20):
            assert client.post(address, {"who": f"u{number}", "role": "member"}).status_code == 200
        assert client.post(address, {"who": "one-more", "role": "member"}).status_code == 429

    def test_the_page_makes_few_queries(self, client, django_assert_max_num_queries):
        ada = user_make()
        team = team_make(ada, *[user_make() for _ in range(10)])
        client.force_login(ada)
        with django_assert_max_num_queries(8):
            client.get(reverse("accounts:team", args=[team.public_id]))
