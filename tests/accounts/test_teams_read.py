"""Who is in which team is read from the memberships alone, at the time of the question."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from tests.factories import team_make, user_make
from trek_site.accounts.models import Membership, Organisation
from trek_site.accounts.selectors import is_member, team_ids_of, teams_of

pytestmark = pytest.mark.django_db


def test_members_see_their_teams_by_name():
    ada, eve = user_make(), user_make()
    south = team_make(ada, eve, name="South Lab")
    north = team_make(eve, name="North Lab")
    team_make(user_make(), name="Elsewhere")
    assert [(line.name, line.is_owner) for line in teams_of(eve)] == [
        ("North Lab", True),
        ("South Lab", False),
    ]
    assert set(team_ids_of(eve)) == {south.pk, north.pk}
    assert list(team_ids_of(ada)) == [south.pk]


@pytest.mark.parametrize("visitor", [None, AnonymousUser()])
def test_nobody_is_in_no_team(visitor):
    team = team_make()
    assert (list(team_ids_of(visitor)), teams_of(visitor), is_member(visitor, team.pk)) == ([], (), False)


def test_who_left_is_no_member_at_the_next_question():
    ada, eve = user_make(), user_make()
    team = team_make(ada, eve)
    assert is_member(eve, team.pk)
    Membership.objects.filter(user=eve).delete()
    assert not is_member(eve, team.pk)
    assert list(team_ids_of(eve)) == []


def test_the_ids_cost_no_query_of_their_own(django_assert_num_queries):
    ada = user_make()
    team = team_make(ada)
    with django_assert_num_queries(1):
        assert list(Organisation.objects.filter(pk__in=team_ids_of(ada))) == [team]


@pytest.mark.parametrize("name", ["south lab", "SOUTH LAB", "Ѕouth Lab", "SouthLab"])  # noqa: RUF001
def test_no_two_teams_look_alike(name):
    team_make(name="South Lab")
    with pytest.raises(IntegrityError), transaction.atomic():
        team_make(name=name)


def test_no_two_accounts_look_alike():
    user_make(username="ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        user_make(username="аda")  # noqa: RUF001  # The first letter is Cyrillic.


def test_nobody_is_in_a_team_twice():
    ada = user_make()
    team = team_make(ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(organisation=team, user=ada, joined_at=team.created_at)
