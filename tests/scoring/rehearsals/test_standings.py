"""An entry's page lists the other boards that the entry stands on."""

import pytest
from django.core.management import call_command

from scoring import services
from scoring.filters import TaskFilters
from scoring.models import Evaluation
from scoring.selectors import entry_page
from scoring.tracks import DEFAULT
from tests.scoring.candidates import PAPER, flipped_world, publish, rehearsed

pytestmark = pytest.mark.django_db


def evaluate_all():
    for pk in Evaluation.objects.unfinished().values_list("pk", flat=True):
        services.evaluation_run(pk)


def standings(submission, viewer=None, version=""):
    return entry_page(submission.public_id, TaskFilters(version=version), viewer).standings


def test_an_entry_on_one_board_has_nothing_to_choose_from(world, runs):
    assert standings(runs[0]) == []


def test_every_board_is_listed_with_its_rank_and_the_way_to_it(client, world, runs):
    rehearsed(world, flipped_world())
    publish("corrected")
    services.rehearsals_sweep()
    evaluate_all()
    call_command("evaluate_submissions", "--evaluator", PAPER)
    evaluate_all()
    gold, _, private = runs
    found = standings(gold)
    assert [
        (line.version_name, line.evaluator_version, line.is_shown, bool(line.entry_url)) for line in found
    ] == [
        ("corrected", PAPER, False, False),
        ("corrected", DEFAULT, False, True),
        ("small", PAPER, False, False),
        ("small", DEFAULT, True, True),
    ]
    assert [line.is_shown for line in standings(gold, version="corrected")] == [False, True, False, False]
    for line in found:
        for address in filter(None, (line.entry_url, line.board_url)):
            assert client.get(address).status_code == 200
    page = client.get(f"/entries/{gold.public_id}/").content.decode()
    assert "Where this entry stands" in page
    # Its owner sees where a private one stands; nobody else sees that there is one.
    assert [line.rank_text for line in standings(private, private.owner)] == ["–"] * 4
    assert client.get(f"/entries/{private.public_id}/").status_code == 404
