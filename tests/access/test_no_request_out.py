"""Addresses that a submitter names are written down and shown; the site never opens one."""

import select
import socket

import pytest

from scoring.services import entry_publish
from submissions.models import Submission
from submissions.services import submission_check
from tests.factories import small_world, upload_make, user_make

pytestmark = pytest.mark.django_db

LINE = b'{"query_index": 0, "submitted": true, "is_feasible": false, "plan": {}, "refusal_reason": "x"}\n'


@pytest.fixture
def listener():
    """Whoever opened an address of a manifest would knock here."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def has_knocked(server):
    return bool(select.select([server], [], [], 0)[0])


def test_nothing_is_opened_from_the_upload_to_the_page(client, listener):
    where = f"https://localhost:{listener.getsockname()[1]}/paper"
    owner = user_make(is_staff=True)
    links = {"links": {"paper_url": where, "code_url": where}}
    receipt = upload_make(LINE, owner=owner, version=small_world(), sections=links)
    submission = Submission.objects.get(public_id=receipt.public_id)
    submission_check(submission.pk)
    client.force_login(owner)
    for page in ("/", "/submissions/", f"/submissions/{receipt.public_id}/"):
        assert client.get(page).status_code == 200
    submission.refresh_from_db()
    if submission.outcome == "valid":
        entry_publish(receipt.public_id, owner)
    assert submission.manifest["links"]["paper_url"] == where
    assert not has_knocked(listener)


def test_a_knock_would_be_heard(listener):
    with socket.create_connection(listener.getsockname()):
        assert select.select([listener], [], [], 5)[0]
