"""The log of what curators did: written with what it is about, and never changed."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from tests.factories import user_make
from trek_site.accounts.models import AuditEvent
from trek_site.accounts.services import audit


def note(actor=None, **detail):
    return audit(actor, "thing.done", object_type="thing", object_id="7", **detail)


@pytest.mark.django_db
class TestTheLog:
    """It only grows."""

    def test_it_says_who_did_what_to_what_and_when(self):
        curator = user_make()
        event = note(curator, size=3)
        event.refresh_from_db()
        assert (event.actor, event.action, event.object_id, event.detail) == (
            curator,
            "thing.done",
            "7",
            {"size": 3},
        )
        assert event.at is not None

    def test_no_event_is_changed(self):
        event = note()
        with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
            AuditEvent.objects.filter(pk=event.pk).update(action="other")

    def test_no_event_is_deleted(self):
        event = note()
        with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
            AuditEvent.objects.filter(pk=event.pk).delete()
        assert AuditEvent.objects.count() == 1

    def test_whoever_did_something_cannot_be_deleted(self):
        curator = user_make()
        note(curator)
        with pytest.raises(ProtectedError):
            curator.delete()

    def test_it_goes_with_what_it_is_about(self):
        def do_and_fail():
            with transaction.atomic():
                note()
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            do_and_fail()
        assert AuditEvent.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_written():
    with pytest.raises(RuntimeError, match="transaction"):
        note()
    assert AuditEvent.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_test_that_empties_tables_leaves_the_triggers_in_place():
    with transaction.atomic():
        event = note()
    with pytest.raises(IntegrityError, match="only grows"):
        AuditEvent.objects.filter(pk=event.pk).delete()
