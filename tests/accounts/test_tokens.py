"""Accounts and tokens: who is the same person, and what a secret opens."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from tests.factories import user_make
from trek_site.accounts import selectors, services
from trek_site.accounts.models import TOKEN_LIFETIME_MAX, ApiToken, User
from trek_site.shared.errors import ConflictError, NotFoundError, UnprocessableError
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db


class TestAccounts:
    """Names and addresses that differ only in case are the same."""

    @pytest.mark.parametrize("taken", [{"username": "ALICE"}, {"email": "Alice@Example.org"}])
    def test_the_database_refuses_a_second_one_in_other_case(self, taken):
        user_make(username="alice", email="alice@example.org")
        with pytest.raises(IntegrityError), transaction.atomic():
            user_make(**taken)

    def test_the_service_refuses_it_as_a_conflict(self):
        services.account_create(username="alice", email="alice@example.org", password="x")
        with pytest.raises(ConflictError):
            services.account_create(username="Alice", email="other@example.org", password="x")
        assert User.objects.count() == 1

    def test_accounts_without_an_address_may_be_many(self):
        user_make(email="")
        user_make(email="")
        assert User.objects.filter(email="").count() == 2

    def test_a_taken_name_is_found_whatever_its_case(self):
        user_make(username="alice", email="alice@example.org")
        assert selectors.name_is_taken(username="ALICE")
        assert selectors.name_is_taken(email="ALICE@example.org")
        assert not selectors.name_is_taken(username="bob", email="bob@example.org")
        assert not selectors.name_is_taken()


class TestIssuing:
    """A secret is shown once and kept as a digest."""

    def test_the_secret_is_nowhere_in_the_row(self):
        token, plain = services.token_issue(user_make(), name="laptop")
        assert plain.startswith("tpk_")
        assert len(plain) == 47
        kept = " ".join(str(value) for value in ApiToken.objects.filter(pk=token.pk).values_list().get())
        assert plain not in kept
        assert token.prefix == plain[:10]
        assert token.digest == selectors.token_digest(plain)

    def test_the_database_refuses_a_life_of_more_than_90_days(self):
        token, _ = services.token_issue(user_make(), name="laptop")
        with pytest.raises(IntegrityError), transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(
                expires_at=seconds_from_now(TOKEN_LIFETIME_MAX.total_seconds() + 3600)
            )

    @pytest.mark.parametrize("lifetime", [timedelta(0), timedelta(days=-1), timedelta(days=91)])
    def test_other_lifetimes_are_refused(self, lifetime):
        with pytest.raises(UnprocessableError):
            services.token_issue(user_make(), name="laptop", lifetime=lifetime)

    @pytest.mark.parametrize("name", ["", "  ", "x" * 81])
    def test_a_token_needs_a_name_of_reasonable_length(self, name):
        with pytest.raises(UnprocessableError):
            services.token_issue(user_make(), name=name)

    def test_an_account_has_a_bounded_number_of_valid_ones(self, monkeypatch):
        monkeypatch.setattr(services.tokens, "TOKENS_MAX", 1)
        user = user_make()
        first, _ = services.token_issue(user, name="one")
        with pytest.raises(ConflictError):
            services.token_issue(user, name="two")
        services.token_revoke(user, first.pk)
        services.token_issue(user, name="two")


class TestUsing:
    """A secret opens doors until it is revoked, it expires, or its owner is blocked."""

    def test_it_speaks_for_its_owner(self):
        user = user_make()
        _, plain = services.token_issue(user, name="laptop")
        assert selectors.token_owner(plain) == user

    def test_the_time_of_use_is_noted_once_a_minute(self):
        token, plain = services.token_issue(user_make(), name="laptop")
        services.token_use(plain)
        token.refresh_from_db()
        first = token.last_used_at
        assert first is not None
        services.token_use(plain)
        token.refresh_from_db()
        assert token.last_used_at == first

    @pytest.mark.parametrize("plain", ["", "tpk_", "tpk_" + "A" * 43, "\ud800", "x" * 100_000])
    def test_anything_else_opens_nothing(self, plain):
        services.token_issue(user_make(), name="laptop")
        assert selectors.token_owner(plain) is None
        assert services.token_use(plain) is None

    def test_a_revoked_one_opens_nothing_and_revoking_twice_is_harmless(self):
        user = user_make()
        token, plain = services.token_issue(user, name="laptop")
        services.token_revoke(user, token.pk)
        revoked_at = ApiToken.objects.get().revoked_at
        services.token_revoke(user, token.pk)
        assert ApiToken.objects.get().revoked_at == revoked_at
        assert selectors.token_owner(plain) is None

    def test_an_expired_one_opens_nothing(self):
        token, plain = services.token_issue(user_make(), name="laptop")
        ApiToken.objects.filter(pk=token.pk).update(
            created_at=seconds_from_now(-100), expires_at=seconds_from_now(-1)
        )
        assert selectors.token_owner(plain) is None

    def test_one_of_a_blocked_account_opens_nothing(self):
        user = user_make()
        _, plain = services.token_issue(user, name="laptop")
        User.objects.filter(pk=user.pk).update(is_active=False)
        assert selectors.token_owner(plain) is None

    def test_nobody_revokes_another_ones(self):
        token, plain = services.token_issue(user_make(), name="laptop")
        with pytest.raises(NotFoundError):
            services.token_revoke(user_make(), token.pk)
        assert selectors.token_owner(plain) is not None

    def test_all_of_an_account_can_be_revoked_at_once(self):
        user, other = user_make(), user_make()
        plains = [services.token_issue(user, name=str(n))[1] for n in range(3)]
        _, foreign = services.token_issue(other, name="laptop")
        assert services.tokens_revoke_all(user) == 3
        assert [selectors.token_owner(plain) for plain in plains] == [None, None, None]
        assert selectors.token_owner(foreign) == other

    def test_the_owner_sees_the_list_without_the_secrets(self):
        user = user_make()
        token, _ = services.token_issue(user, name="laptop")
        services.token_issue(user_make(), name="foreign")
        services.token_revoke(user, token.pk)
        services.token_issue(user, name="phone")
        lines = selectors.tokens_of(user)
        assert [(line.name, line.is_valid) for line in lines] == [("phone", True), ("laptop", False)]


def test_times_are_the_databases(django_assert_max_num_queries):
    token, _ = services.token_issue(user_make(), name="laptop")
    now = ApiToken.objects.annotate(now=Now()).values_list("now", flat=True).get()
    assert abs((now - token.created_at).total_seconds()) < 60
    assert token.expires_at - token.created_at == TOKEN_LIFETIME_MAX
