"""Entries of different accounts with the same plans are found, and told without names."""

import logging
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F

from scoring import selectors, services
from scoring.models import (
    BundlePair,
    BundlePrint,
    IntegrityFinding,
)
from scoring.states import Unranked
from scoring.tracks import TREK_PAPER
from submissions.models import Notice
from tests.factories import bundle_of, curator_make, team_make, user_make
from tests.scoring.noticed import CLEARED, codes_of, compared, gold_copy, scored, standing

pytestmark = pytest.mark.django_db
LONG_AGO = "2026-01-01T00:00Z"


@pytest.fixture
def sent(monkeypatch):
    """Messages that the sweep sends, and whether the broker takes them."""

    class Broker(list):
        is_away = False

        def ring(self, job, **ids):
            if not self.is_away:
                self.append((job, ids))
            return not self.is_away

    broker = Broker()
    monkeypatch.setattr("scoring.services.comparing.ring", broker.ring)
    return broker


def rung_long_ago():
    BundlePrint.objects.update(rung_at=LONG_AGO)


class TestSamePlans:
    """Entries of different accounts with the same plans."""

    def test_both_are_told_and_the_later_one_is_held(self, world):
        first = scored(world, bundle_of())
        second = scored(world, bundle_of(failing=[1, 2]))
        compared()
        assert (codes_of(first), codes_of(second)) == (["S806", "S808"], ["S806", "S808"])
        assert (standing(first), standing(second)) == ((1, ""), (None, Unranked.HELD))
        pair = BundlePair.objects.get()
        assert (pair.earlier.submission, pair.later.submission) == (first, second)
        assert 0 < pair.shared <= pair.comparable
        services.bundles_compare(pair.later_id)
        assert BundlePair.objects.count() == 1

    def test_no_side_learns_who_the_other_is_and_curators_do(self, world):
        first = scored(world, bundle_of(), display_name="The first")
        second = scored(world, bundle_of(), display_name="The second")
        compared()
        for mine, other in ((first, second), (second, first)):
            told = repr(selectors.submission_integrity(mine.public_id, mine.owner))
            assert "S808" in told
            assert not any(
                secret in told for secret in (other.public_id, other.display_name, other.owner.username)
            )
        page = selectors.review_page(second.public_id, curator_make())
        assert [(each.public_id, each.owner, each.is_later) for each in page.resembling] == [
            (first.public_id, first.owner.username, False)
        ]

    def test_a_later_comparison_finds_what_came_before_whichever_runs_first(self, world):
        first, second = scored(world, bundle_of()), scored(world, bundle_of())
        for pk in BundlePrint.objects.order_by("-pk").values_list("pk", flat=True):
            services.bundles_compare(pk)
        assert (standing(first)[0], standing(second)[1]) == (1, Unranked.HELD)
        assert BundlePair.objects.count() == 1

    def test_the_same_account_and_the_same_team_may_send_what_they_like(self, world):
        owner, mate = user_make(), user_make()
        team = team_make(owner, mate)
        scored(world, bundle_of(), owner=owner)
        scored(world, bundle_of(), owner=owner)
        compared()
        assert BundlePair.objects.count() == 0
        BundlePrint.objects.all().delete()
        scored(world, bundle_of(), owner=owner, team=team.public_id)
        scored(world, bundle_of(), owner=mate, team=team.public_id)
        compared()
        assert BundlePair.objects.count() == 0

    def test_reference_plans_and_refusals_are_no_likeness(self, world):
        scored(world, gold_copy())
        scored(world, gold_copy())
        scored(world, bundle_of(failing=range(40)))
        scored(world, bundle_of(failing=range(40)))
        compared()
        assert BundlePair.objects.count() == 0

    def test_one_more_likeness_opens_what_was_settled(self, world):
        scored(world, bundle_of())
        second = scored(world, bundle_of())
        compared()
        services.review_record(second.public_id, CLEARED, actor=curator_make())
        assert standing(second)[0] == 1
        scored(world, bundle_of())
        compared()
        assert (
            IntegrityFinding.objects.get(evaluation__submission=second, code="S808").figures["entries"] == 2
        )
        assert standing(second) == (None, Unranked.HELD)

    def test_whoever_is_held_later_is_told_by_mail_once(self, world):
        first = scored(world, bundle_of(), owner=user_make(wants_mail=True))
        second = scored(world, bundle_of(), owner=user_make(wants_mail=True))
        Notice.objects.all().delete()
        compared()
        services.bundles_compare(BundlePair.objects.get().later_id)
        told = list(Notice.objects.values_list("submission", "recipient", "kind"))
        assert told == [(second.pk, second.owner_id, "integrity")]
        assert standing(first) == (1, "")

    def test_a_comparison_that_a_newer_evaluation_overtook_is_made_again(self, world):
        scored(world, bundle_of())
        kept = BundlePrint.objects.get()
        moves = []

        def overtaken(execute, sql, params, many, context):
            if "scoring_printmark" in sql and not moves:
                moves.append(sql)
                BundlePrint.objects.update(compared_at=None, made_at=F("made_at") + timedelta(seconds=1))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(overtaken):
            services.bundles_compare(kept.pk)
        assert len(moves) == 1
        assert BundlePrint.objects.get().compared_at is None
        services.bundles_compare(kept.pk)
        assert BundlePrint.objects.get().compared_at is not None

    @pytest.mark.parametrize("others", [2, 6])
    def test_comparing_asks_no_more_with_more_bundles(self, world, others, django_assert_max_num_queries):
        for _ in range(others):
            scored(world, bundle_of(failing=range(0, 40, 2)))
        mine = scored(world, bundle_of(failing=range(1, 40, 2)))
        kept = BundlePrint.objects.get(submission=mine)
        with django_assert_max_num_queries(12):
            services.bundles_compare(kept.pk)


class TestLeftBehind:
    """What nobody compared is rung for, some times."""

    def test_it_is_rung_for_and_not_again_at_once(self, world, sent):
        scored(world, bundle_of())
        assert services.bundles_ring() == 0
        kept = BundlePrint.objects.get()
        BundlePrint.objects.update(made_at=LONG_AGO)
        assert (services.bundles_ring(), services.bundles_ring()) == (1, 0)
        assert sent == [("scoring.compare_bundles", {"print_id": kept.pk})]

    def test_after_five_messages_that_is_said_once_and_no_more_are_sent(self, world, sent, caplog):
        submission = scored(world, bundle_of())
        BundlePrint.objects.update(made_at=LONG_AGO)
        rung = []
        for _ in range(8):
            rung.append(services.bundles_ring())
            rung_long_ago()
        assert (rung, len(sent)) == ([1, 1, 1, 1, 1, 0, 0, 0], 5)
        assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
            "bundle left uncompared"
        ]
        services.evaluation_start(submission.pk, TREK_PAPER.evaluator_version)
        services.submission_evaluate(submission.pk)
        BundlePrint.objects.update(made_at=LONG_AGO)
        assert services.bundles_ring() == 1

    def test_a_broker_that_is_away_uses_up_no_attempt(self, world, sent):
        scored(world, bundle_of())
        BundlePrint.objects.update(made_at=LONG_AGO)
        sent.is_away = True
        for _ in range(7):
            assert services.bundles_ring() == 0
            rung_long_ago()
        sent.is_away = False
        assert (services.bundles_ring(), len(sent)) == (1, 1)
