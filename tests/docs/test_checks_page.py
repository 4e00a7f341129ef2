"""The catalogue of checks is what the checks say."""

from __future__ import annotations

import string
from pathlib import Path

from scoring.engine.catalogue import catalogue_markdown, check_texts
from scoring.tracks import EVALUATORS, TREK, TREK_PAPER

PAGE = Path(__file__).parents[2] / "docs" / "checks.md"

# Codes are for ever: results on record carry them. Add new ones below; never take one away.
CODES = [
    "trek.answer.record_present",
    "trek.answer.record_scorable",
    "trek.answer.claim_matches_task",
    "trek.gate.empty_plan",
    "trek.gate.majority_visits_outside_hours",
    "trek.gate.fabricated_flight",
    "trek.gate.fabricated_hotel",
    "trek.gate.fabricated_attraction",
    "trek.gate.fabricated_car",
    "trek.gate.missing_mandated_hotel",
    "trek.gate.missing_mandated_attraction",
    "trek.gate.missing_mandated_car",
    "trek.d0_keyword.required_leg",
    "trek.d0_keyword.days_planned",
    "trek.d0_keyword.every_night",
    "trek.d0_keyword.hotel_in_stay_city",
    "trek.d0_keyword.attraction_in_stay_city",
    "trek.d0_keyword.named_hotel",
    "trek.d0_keyword.named_car_type",
    "trek.d0_keyword.vehicle_capacity",
    "trek.d0_keyword.named_attraction",
    "trek.d0_keyword.road_trip_car",
    "trek.d0_source.flight_verified",
    "trek.d0_source.hotel_verified",
    "trek.d0_source.attraction_verified",
    "trek.d0_source.car_verified",
    "trek.d0_source.something_checkable",
    "trek.d1_implicit.hotel_serves_persona",
    "trek.d1_implicit.attraction_serves_persona",
    "trek.d1_implicit.car_serves_persona",
    "trek.d2_unord_single.city_booked",
    "trek.d2_unord_multi.city_booked",
    "trek.d2_unord_multi.visiting_order",
    "trek.d3_budget.something_booked",
    "trek.d3_budget.within_budget",
    "trek.d4_impossible.itinerary_books",
    "trek.d4_impossible.refusal_invents_nothing",
    "trek.d4_impossible.cause_named",
    "trek.d4_impossible.run_finished",
    "trek.d5_retry.something_booked",
    "trek.d5_retry.least_calls",
    "trek.d5_retry.token_budget",
    "trek.b2_opening_hours.visit_in_hours",
    "trek.b2_opening_hours.visit_per_stay_city",
    "trek.b3_spatiotemporal.event_timed",
    "trek.b3_spatiotemporal.transition_possible",
    "trek.b3_spatiotemporal.something_to_measure",
]


def test_the_page_is_what_the_checks_say():
    assert PAGE.read_text(encoding="utf-8") == catalogue_markdown(TREK), "run `make docs`"


def test_the_codes_are_frozen():
    assert list(check_texts(TREK)) == CODES


def test_the_papers_edition_lacks_one_check():
    assert set(check_texts(TREK)) - set(check_texts(TREK_PAPER)) == {"trek.d0_keyword.vehicle_capacity"}
    assert len({track.evaluator_version for track in EVALUATORS}) == len(EVALUATORS)


def test_every_message_is_a_template_over_named_facts():
    for check in check_texts(TREK).values():
        names = [name for _, name, _, _ in string.Formatter().parse(check.message) if name is not None]
        assert all(name.isidentifier() or name == "from" for name in names), check.code
        assert check.title, check.code
        assert check.paper, check.code
