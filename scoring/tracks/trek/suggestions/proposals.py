"""Which edits are tried for which failed check: one row per permanent code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.suggestions import (
    answering,
    days,
    driving,
    flying,
    gating,
    staying,
    timing,
    transitions,
    visiting,
)  # fmt: skip
from scoring.tracks.trek.suggestions.advice import Lack
from scoring.tracks.trek.suggestions.edits import Edit
from scoring.tracks.trek.suggestions.scene import Scene

Proposer = Callable[[Scene, CheckOutcome], Iterator[Edit]]


def _at_its_place(propose: Callable[[Scene, str], Iterator[Edit]]) -> Proposer:
    return lambda scene, outcome: propose(scene, outcome.path)


def _either(*proposers: Proposer) -> Proposer:
    return lambda scene, outcome: (edit for propose in proposers for edit in propose(scene, outcome))


PROPOSERS: Mapping[str, Proposer] = {
    "trek.answer.claim_matches_task": answering.claim_turned,
    "trek.gate.majority_visits_outside_hours": gating.most_in_hours,
    "trek.gate.fabricated_flight": gating.no_invented_flight,
    "trek.gate.fabricated_hotel": gating.no_invented_hotel,
    "trek.gate.fabricated_attraction": gating.no_invented_attraction,
    "trek.gate.fabricated_car": gating.no_invented_car,
    "trek.gate.missing_mandated_hotel": staying.named_hotel,
    "trek.gate.missing_mandated_attraction": visiting.named_attraction,
    "trek.gate.missing_mandated_car": driving.named_car,
    "trek.d0_keyword.required_leg": flying.required_leg,
    "trek.d0_keyword.days_planned": days.days_planned,
    "trek.d0_keyword.every_night": staying.bed_for_night,
    "trek.d0_keyword.hotel_in_stay_city": staying.hotel_in_city,
    "trek.d0_keyword.attraction_in_stay_city": visiting.attraction_in_city,
    "trek.d0_keyword.named_hotel": staying.named_hotel,
    "trek.d0_keyword.named_car_type": driving.named_car,
    "trek.d0_keyword.vehicle_capacity": driving.car_for_city,
    "trek.d0_keyword.named_attraction": visiting.named_attraction,
    "trek.d0_keyword.road_trip_car": _either(driving.car_every_day, days.days_planned),
    "trek.d0_source.flight_verified": _at_its_place(flying.known_flight),
    "trek.d0_source.hotel_verified": _at_its_place(staying.known_hotel),
    "trek.d0_source.attraction_verified": _at_its_place(visiting.known_attraction),
    "trek.d0_source.car_verified": _at_its_place(driving.known_car),
    "trek.d0_source.something_checkable": flying.renamed_numbers,
    "trek.d1_implicit.hotel_serves_persona": staying.serving_hotel,
    "trek.d1_implicit.attraction_serves_persona": visiting.serving_attraction,
    "trek.d1_implicit.car_serves_persona": driving.car_for_city,
    "trek.d2_unord_single.city_booked": days.city_booked,
    "trek.d2_unord_multi.city_booked": days.city_booked,
    "trek.d4_impossible.refusal_invents_nothing": answering.nothing_beside,
    "trek.d4_impossible.cause_named": answering.cause_stated,
    "trek.b2_opening_hours.visit_in_hours": _at_its_place(timing.visit_in_hours),
    "trek.b2_opening_hours.visit_per_stay_city": visiting.enough_visits,
    "trek.b3_spatiotemporal.event_timed": transitions.event_timed,
    "trek.b3_spatiotemporal.transition_possible": transitions.transition_possible,
    "trek.b3_spatiotemporal.something_to_measure": transitions.something_to_measure,
}
"""D3's bill is brought down in steps, see ``saving``."""

LACKS: Mapping[str, Lack] = {
    "trek.answer.record_present": Lack.WHOLE_ITINERARY,
    "trek.answer.record_scorable": Lack.UNREADABLE,
    "trek.gate.empty_plan": Lack.WHOLE_ITINERARY,
    "trek.d2_unord_multi.visiting_order": Lack.ORDER,
    "trek.d3_budget.something_booked": Lack.WHOLE_ITINERARY,
    "trek.d4_impossible.itinerary_books": Lack.WHOLE_ITINERARY,
    "trek.d4_impossible.run_finished": Lack.NOT_IN_THE_ANSWER,
    "trek.d5_retry.something_booked": Lack.WHOLE_ITINERARY,
    "trek.d5_retry.least_calls": Lack.NOT_IN_THE_ANSWER,
    "trek.d5_retry.token_budget": Lack.NOT_IN_THE_ANSWER,
}
"""Checks for which no edit is tried, and why."""
