"""While an entry is anonymous, no name of it leaves the site by any way."""

import pytest

from scoring.models import LeaderboardEntry
from scoring.services import board_refresh, entry_publish, publications_sweep
from scoring.tracks import DEFAULT
from submissions.models import Submission
from tests.factories import curator_make, entry_make, outcomes_make, user_make, valid_make, version_make
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db

SECRET = {
    "display_name": "Wayfarer-Zq",
    "label": "label-Zq",
    "model_name": "Meridian-Zq",
    "organisation": "Northlight-Zq",
    "description": "Made by Zq.",
    "division": "custom",
}
MARK = "Zq"


@pytest.fixture
def entry():
    version = version_make(name="shown")
    made = entry_make(valid_make(version=version, visibility="anonymous", **SECRET))
    outcomes_make(made.evaluation, range(2))
    board_refresh(version.pk, DEFAULT, is_changed=True)
    return made


def ways(entry):
    public_id = entry.evaluation.submission.public_id
    return {
        "board": "/",
        "board as a table": "/leaderboard.csv",
        "entry": f"/entries/{public_id}/",
        "task": f"/entries/{public_id}/tasks/1/",
        "earlier board": "/?revision=1",
        "log": "/leaderboard/log/",
        "feed": "/leaderboard/log.atom",
        "board of the API": "/api/v1/boards/trek/",
        "earlier board of the API": "/api/v1/boards/trek/?revision=1",
        "log of the API": "/api/v1/boards/trek/log/",
        "entry of the API": f"/api/v1/entries/{public_id}/",
        "tasks of the API": f"/api/v1/entries/{public_id}/tasks/",
        "task of the API": f"/api/v1/entries/{public_id}/tasks/1/",
    }


def shown(client, entry):
    """By way, whether any name was given out; everything has to be there."""
    found = {}
    for way, address in ways(entry).items():
        answer = client.get(address)
        assert answer.status_code == 200, way
        found[way] = MARK in answer.content.decode()
    return found


class TestAnonymous:
    """Scores are shown, names are not."""

    def test_visitors_and_strangers_see_no_name_anywhere(self, client, entry):
        assert set(shown(client, entry).values()) == {False}
        client.force_login(user_make())
        assert set(shown(client, entry).values()) == {False}

    @pytest.mark.parametrize("who", ["owner", "staff"])
    def test_owner_and_staff_see_the_names(self, client, entry, who):
        owner = entry.evaluation.submission.owner
        client.force_login(owner if who == "owner" else curator_make())
        seen = {way for way, is_named in shown(client, entry).items() if is_named}
        assert {"entry", "entry of the API"} <= seen
        # A look of staff at hidden names is noted, which a board with a hundred of them could not be.
        assert (who == "owner") == ({"board", "board of the API"} <= seen)

    def test_it_is_ranked_all_the_same(self, entry):
        assert LeaderboardEntry.objects.get(pk=entry.pk).rank == 1

    def test_no_filter_tells_whose_it_is(self, client, entry):
        page = client.get("/?source=evaluated").context["page"]
        assert [choice.value for choice in page.organisations] == [""]
        page = client.get("/?organisation=Northlight-Zq").context["page"]
        assert (len(page.rows), len(page.unranked)) == (0, 0)

    def test_the_names_appear_with_the_sweep_on_every_cached_board(self, client, entry):
        assert not shown(client, entry)["board"]
        Submission.objects.update(published_at=seconds_from_now(-10), anonymous_until=seconds_from_now(-1))
        assert publications_sweep() == 1
        assert publications_sweep() == 0
        assert shown(client, entry)["board"]

    def test_the_owner_may_show_the_names_earlier(self, client, entry):
        submission = entry.evaluation.submission
        entry_publish(submission.public_id, submission.owner)
        assert shown(client, entry)["board"]


class TestWithdrawn:
    """Off the board, and still there for whoever follows a citation."""

    def test_the_entry_stays_readable_and_says_so(self, client):
        entry = entry_make(valid_make(visibility="public", withdrawn_at=seconds_from_now(0)))
        address = f"/entries/{entry.evaluation.submission.public_id}/"
        answer = client.get(address)
        assert (answer.status_code, b"withdrawn" in answer.content) == (200, True)
        assert client.get(f"/api/v1{address}").json()["withdrawn_at"] is not None
        assert client.get("/").context["page"].unranked == []
