"""Repeat runs of one agent, on the board and on their own page."""

import pytest

from scoring.board_filters import BoardFilters
from scoring.selectors import board_page, runs_page
from tests.factories import team_make, user_make, version_make
from tests.scoring.runs import TASKS, refresh, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    return version_make(task_count=TASKS)


class TestRuns:
    """Runs of one party under one name, with one model, in one division."""

    def chips(self, **asked):
        return [row.run and row.run.text for row in board_page(BoardFilters(**asked), None).rows]

    def test_they_are_numbered_by_arrival_with_their_spread(self, version):
        owner = user_make()
        for passed in (20, 30, 25):
            run(version, passed, owner=owner, display_name="Wayfarer", model_name="M-1")
        run(version, 5, owner=owner, display_name="Other", model_name="M-1")
        refresh(version)
        assert self.chips() == [
            "run 2 of 3 · 50.0–75.0",
            "run 3 of 3 · 50.0–75.0",
            "run 1 of 3 · 50.0–75.0",
            None,
        ]

    def test_case_and_blanks_are_looked_past(self, version):
        owner = user_make()
        run(version, 20, owner=owner, display_name="Way  Farer", model_name="M-1")
        run(version, 30, owner=owner, display_name="way farer", model_name="m-1")
        refresh(version)
        assert self.chips() == ["run 2 of 2 · 50.0–75.0", "run 1 of 2 · 50.0–75.0"]

    @pytest.mark.parametrize(
        "other",
        [
            {"display_name": "Else"},
            {"model_name": "M-2"},
            {"division": "custom"},
            {"owner": "another"},
        ],
    )
    def test_what_differs_is_another_agent(self, version, other):
        owner = user_make()
        same = {"display_name": "Wayfarer", "model_name": "M-1", "owner": owner}
        run(version, 20, **same)
        run(version, 30, **{**same, **other, **({"owner": user_make()} if "owner" in other else {})})
        refresh(version)
        assert self.chips() == [None, None]

    def test_a_team_is_one_party_whoever_sends(self, version):
        ada, eve = user_make(), user_make()
        team = team_make(ada, eve)
        for owner, passed in ((ada, 20), (eve, 30)):
            run(version, passed, owner=owner, team=team, display_name="Wayfarer", model_name="M-1")
        refresh(version)
        assert len([chip for chip in self.chips() if chip]) == 2

    def test_an_entry_without_names_is_never_grouped(self, version):
        owner = user_make()
        same = {"owner": owner, "display_name": "Wayfarer", "model_name": "M-1"}
        for passed, visibility in ((20, "anonymous"), (30, "public")):
            run(version, passed, visibility=visibility, **same)
        refresh(version)
        assert self.chips() == [None, None]
        assert runs_page(BoardFilters()).agents == []

    def test_without_a_display_name_nothing_is_grouped(self, version):
        owner = user_make()
        for passed in (20, 30):
            run(version, passed, owner=owner, display_name="", model_name="M-1")
        refresh(version)
        assert self.chips() == [None, None]

    def test_the_page_lists_agents_with_mean_and_deviation(self, client, version):
        owner = user_make()
        for passed in (20, 30):
            run(version, passed, owner=owner, display_name="Wayfarer", model_name="M-1")
        refresh(version)
        (agent,) = runs_page(BoardFilters()).agents
        assert (agent.mean, agent.least, agent.most) == (0.625, 0.5, 0.75)
        assert agent.deviation == pytest.approx(0.1767766953)
        assert (agent.in_all, agent.in_any, agent.agreement) == (0.5, 0.75, 0.75)
        assert [(line.number, line.rank) for line in agent.runs] == [(1, 2), (2, 1)]
        text = client.get("/leaderboard/runs/").content.decode()
        assert f'id="agent-{agent.key}"' in text
        assert "62.5" in text
        answer = client.get("/api/v1/boards/trek/runs/").json()
        assert [(one["display_name"], one["mean"]) for one in answer["results"]] == [("Wayfarer", 0.625)]
        (row, _) = board_page(BoardFilters(), None).rows
        assert row.run.url == f"/leaderboard/runs/#agent-{agent.key}"

    def test_an_earlier_state_has_the_runs_of_then(self, version):
        owner = user_make()
        for passed in (20, 30):
            run(version, passed, owner=owner, display_name="Wayfarer", model_name="M-1")
            board = refresh(version)
        assert self.chips(revision=board.revision - 1) == [None]
        assert len(runs_page(BoardFilters(revision=board.revision)).agents) == 1

    @pytest.mark.parametrize("count", [3, 30])
    def test_the_page_takes_as_many_queries_with_3_agents_as_with_30(
        self, version, count, django_assert_num_queries, client
    ):
        for place in range(count):
            owner = user_make()
            for passed in (place, place + 1):
                run(version, passed, owner=owner, display_name="Wayfarer", model_name="M-1")
        refresh(version)
        with django_assert_num_queries(6):
            answer = client.get("/leaderboard/runs/")
        assert len(answer.context["page"].agents) == count
