"""The editions of the rules and what is published about their checks."""

from __future__ import annotations

import pytest

from scoring.engine.catalogue import catalogue_markdown, check_texts
from scoring.engine.model import Verdict
from scoring.engine.run import scores_json
from scoring.tracks import DEFAULT, EVALUATORS, TRACKS, TREK, TREK_PAPER, evaluator
from tests.tracks.trek.vectors.loading import all_codes, evaluated, path_of, vectors_in

CAPACITY = "trek.d0_keyword.vehicle_capacity"


def test_an_edition_is_found_by_its_version():
    assert [evaluator(track.evaluator_version) for track in EVALUATORS] == list(EVALUATORS)
    assert evaluator(DEFAULT) is TREK
    assert TRACKS == (TREK,)


def test_an_unknown_version_is_refused():
    with pytest.raises(LookupError, match=r"no evaluator of version 'trek-0\.9'"):
        evaluator("trek-0.9")


def test_the_papers_edition_lacks_the_capacity_check_and_nothing_else():
    latest, paper = (set(check_texts(track)) for track in (TREK, TREK_PAPER))
    assert latest - paper == {CAPACITY}
    assert paper < latest


def test_every_code_an_outcome_can_carry_is_published_once():
    assert sorted(check_texts(TREK)) == sorted(all_codes())
    assert len(all_codes()) == len(set(all_codes()))


@pytest.mark.parametrize("code", all_codes())
def test_the_message_of_a_check_can_be_filled_from_the_facts_of_every_failure(code):
    message = check_texts(TREK)[code].message
    failures = [
        outcome
        for vector in vectors_in(path_of(code))
        for outcome in evaluated(vector).outcomes
        if outcome.code == code and outcome.verdict is Verdict.FAILED
    ]
    assert failures
    for outcome in failures:
        sentence = message.format(**outcome.facts)
        assert sentence.endswith(".")


def test_the_catalogue_has_a_line_for_every_check():
    page = catalogue_markdown(TREK)
    assert page == catalogue_markdown(TREK)
    for code, text in check_texts(TREK).items():
        assert f"| `{code}` | {text.title} | {text.message} | {text.paper} |\n" in page


def test_a_metric_ranks_only_if_it_is_a_column():
    assert set(TREK.ranking) <= {metric.key for metric in TREK.metrics}
    assert TREK.ranking == ("task_perfect_feasible", "weighted_overall")


def test_aggregates_are_written_with_exact_sums():
    scores = scores_json(TREK.aggregate(None, []))
    assert scores["cat_truthfulness"] == {"total": "0", "count": 0, "mean": None, "interval": None}
    assert list(scores) == [metric.key for metric in TREK.metrics]
