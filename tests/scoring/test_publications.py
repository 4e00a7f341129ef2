"""What is said to whoever has just published a submission: where its entry stands now."""

import pytest

from scoring.states import Unranked
from scoring.wording import UNRANKED
from tests.factories import entry_make, valid_make

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("is_scored", "unranked_by", "visibility", "said"),
    [
        (False, [], "public", "is published; it appears on the public leaderboard once it is scored."),
        (True, [], "public", "is on the public leaderboard."),
        (True, [], "anonymous", "is on the public leaderboard, without names."),
        (
            True,
            ["/disclosure"],
            "public",
            f"is on the public leaderboard, without a rank. {UNRANKED[Unranked.DISCLOSURE]}",
        ),
    ],
)
def test_publishing_says_where_the_entry_stands_now(client, is_scored, unranked_by, visibility, said):
    submission = valid_make(unranked_by=unranked_by)
    if is_scored:
        entry_make(submission)
    client.force_login(submission.owner)
    answer = client.post(
        f"/submissions/{submission.public_id}/publish/", {"visibility": visibility}, follow=True
    )
    assert [str(message) for message in answer.context["messages"]] == [f"The entry {said}"]
