"""Rehearsals in the admin: who may, how far they are, and a report that can be read."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from scoring import services
from scoring.models import Rehearsal
from scoring.tracks import DEFAULT
from tests.factories import user_make
from tests.scoring.candidates import flipped_world, key_of, publish, rehearsed, shorter_world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rung")]

LIST = "admin:scoring_rehearsal_changelist"
START = "admin:scoring_rehearsal_start"


def staff(client, *codenames):
    """A member of the staff with just these rights, signed in."""
    user = user_make(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(user)
    return user


@pytest.fixture
def curator(client):
    return staff(client, "view_rehearsal", "add_rehearsal")


def text_of(client, pk):
    answer = client.get(reverse("admin:scoring_rehearsal_change", args=[pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def asked(baseline, candidate):
    return {
        "baseline": baseline.pk,
        "baseline_evaluator": DEFAULT,
        "candidate": candidate.pk,
        "evaluator": DEFAULT,
    }


class TestRights:
    """By permission of the model, and nothing is edited."""

    @pytest.mark.parametrize(
        ("rights", "statuses"),
        [
            ((), (403, 403, 403)),
            (("view_rehearsal",), (200, 403, 200)),
            (("view_rehearsal", "add_rehearsal"), (200, 200, 200)),
        ],
    )
    def test_each_page_asks_for_its_right(self, client, world, runs, rights, statuses):
        pk = rehearsed(world, flipped_world()).pk
        staff(client, *rights)
        pages = [reverse(LIST), reverse(START), reverse("admin:scoring_rehearsal_change", args=[pk])]
        assert tuple(client.get(page).status_code for page in pages) == statuses
        assert ("Rehearse…" in client.get(pages[0]).content.decode()) == (statuses[1] == 200)

    def test_nothing_is_added_changed_or_deleted_by_hand(self, client, world, runs, curator):
        pk = rehearsed(world, flipped_world()).pk
        assert client.get(reverse("admin:scoring_rehearsal_add")).status_code == 403
        assert client.post(reverse("admin:scoring_rehearsal_change", args=[pk])).status_code == 403
        assert client.get(reverse("admin:scoring_rehearsal_delete", args=[pk])).status_code == 403

    def test_one_that_is_not_there_leads_home(self, client, curator):
        assert client.get(reverse("admin:scoring_rehearsal_change", args=[7])).status_code == 302
        assert client.get(reverse("admin:scoring_rehearsal_change", args=["x"])).status_code == 302


class TestStarting:
    """A small form."""

    def test_it_starts_one_and_shows_its_progress(self, client, world, runs, curator):
        candidate = flipped_world()
        answer = client.post(reverse(START), asked(world, candidate), follow=True)
        rehearsal = Rehearsal.objects.get()
        assert rehearsal.requested_by == curator
        page = answer.content.decode()
        assert answer.redirect_chain[-1][0] == reverse("admin:scoring_rehearsal_change", args=[rehearsal.pk])
        assert "0 of 3 evaluations" in page
        assert 'data-poll-seconds="2"' in page
        assert "0 of 3" in client.get(reverse(LIST)).content.decode()

    def test_it_says_why_it_cannot(self, client, world, runs, curator):
        page = client.post(reverse(START), asked(world, world)).content.decode()
        assert "The candidate is the baseline itself." in page
        assert Rehearsal.objects.count() == 0

    def test_a_version_s_page_has_chosen_the_candidate(self, client, world, curator):
        candidate = flipped_world()
        page = client.get(reverse(START), {"candidate": candidate.pk}).content.decode()
        assert f'<option value="{candidate.pk}" selected>corrected (draft)</option>' in page
        assert "selected>corrected" not in client.get(reverse(START), {"candidate": "x"}).content.decode()

    def test_drafts_are_candidates_and_no_baselines(self, client, world, curator):
        flipped_world()
        form = client.get(reverse(START)).context["form"]
        assert [name for _, name in form.fields["baseline"].choices] == ["small"]
        assert {name for _, name in form.fields["candidate"].choices} == {
            "small (published)",
            "corrected (draft)",
        }


class TestReport:
    """Tables of what would change."""

    def test_it_shows_flips_ranks_and_owners(self, client, world, runs, curator):
        page = text_of(client, rehearsed(world, flipped_world()).pk)
        assert "2 verdicts flip, on 1 task." in page
        assert "Task perfect" in page
        assert "TP-feas 100.0 → 96.2" in page
        assert runs[0].owner.username in page
        assert "data-poll-seconds" not in page
        assert "What became of it" not in page

    def test_it_shows_what_does_not_fit_and_what_failed(self, client, world, runs, curator):
        page = text_of(client, rehearsed(world, shorter_world()).pk)
        assert "tasks are not matched" in page
        assert "Does not fit the candidate. F601" in page

    def test_one_that_failed_says_where_to_look(self, client, world, runs, curator):
        pk = services.rehearsal_start(baseline=key_of(world), candidate=key_of(flipped_world()))
        Rehearsal.objects.update(attempts=5)
        services.rehearsals_sweep()
        assert Rehearsal.objects.get().failure_id in text_of(client, pk)

    def test_after_publication_it_shows_what_became_of_it(self, client, world, runs, curator):
        pk = rehearsed(world, flipped_world()).pk
        publish("corrected")
        page = text_of(client, pk)
        assert "Not all of it is there." in page
        assert "0 of 3 results as foretold" in page

    def test_the_list_costs_the_same_for_many(
        self, client, world, runs, curator, django_assert_max_num_queries
    ):
        rehearsed(world, flipped_world())
        rehearsed(world, shorter_world())
        with django_assert_max_num_queries(14):
            client.get(reverse(LIST))
