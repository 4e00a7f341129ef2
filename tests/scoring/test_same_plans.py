"""Entries of different accounts with the same plans are found, and told without names."""

import pytest

from scoring import selectors, services
from scoring.models import (
    BundlePair,
    BundlePrint,
    IntegrityFinding,
)
from scoring.states import Unranked
from tests.factories import bundle_of, curator_make, team_make, user_make
from tests.scoring.noticed import CLEARED, codes_of, compared, gold_copy, scored, standing

pytestmark = pytest.mark.django_db


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

    def test_what_was_left_behind_is_rung_for(self, world, monkeypatch):
        sent = []
        monkeypatch.setattr("scoring.services.comparing.ring", lambda job, **ids: sent.append((job, ids)))
        scored(world, bundle_of())
        assert services.bundles_ring() == 0
        kept = BundlePrint.objects.get()
        BundlePrint.objects.update(made_at="2026-01-01T00:00Z")
        assert (services.bundles_ring(), sent) == (1, [("scoring.compare_bundles", {"print_id": kept.pk})])

    @pytest.mark.parametrize("others", [2, 6])
    def test_comparing_asks_no_more_with_more_bundles(self, world, others, django_assert_max_num_queries):
        for _ in range(others):
            scored(world, bundle_of(failing=range(0, 40, 2)))
        mine = scored(world, bundle_of(failing=range(1, 40, 2)))
        kept = BundlePrint.objects.get(submission=mine)
        with django_assert_max_num_queries(12):
            services.bundles_compare(kept.pk)
