"""The gold record of a task: the reference plan day by day, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from kb_browser.geometry import clock
from kb_browser.world.atlas import Atlas
from kb_browser.world.records import Flight
from kb_browser.world.trips import Plan, Request, Stay, TaskClass, Trip, Visit

GoldRecord: TypeAlias = Mapping[str, object]


def gold_record(atlas: Atlas, request: Request) -> GoldRecord:
    """The three members of a gold line, in their order."""
    if request.plan is not None:
        return {"is_feasible": True, "refusal_reason": "", "plan": plan_days(request.plan)}
    return {"is_feasible": False, "refusal_reason": _reason(atlas, request), "plan": {}}


def _reason(atlas: Atlas, request: Request) -> str:
    trip = request.trip
    if request.task_class is TaskClass.ENTITY:
        kind = "hotel" if trip.hotel else "attraction"
        return f'The required {kind} "{trip.entity}" is not in the knowledge base of any city of this trip.'
    if request.task_class is TaskClass.ROUTE:
        origin, destination = next(leg for leg in trip.legs if not atlas.is_direct(*leg))
        return (
            f"There is no direct flight from {origin.name} to {destination.name}, "
            "and the request rules connections out."
        )
    return (
        f"The budget of {request.budget} USD lies below the minimum cost of this trip, "
        f"which is at least {request.floor:.2f} USD."
    )


def plan_days(plan: Plan) -> Mapping[str, object]:
    """The day map of a plan."""
    return {f"day{day}": _day(plan, day) for day in range(1, plan.trip.days + 1)}


def _day(plan: Plan, day: int) -> Mapping[str, object]:
    """One day: where, flights, visits, and the hotel and car of the city of that night."""
    stay = _stay_of(plan, day)
    flights = [flight for flown, flight in _flown(plan) if flown == day]
    visits = [visit for other in plan.stays for visit in other.visits if visit.day == day]
    entry: dict[str, object] = {
        "current_city": _place(flights, stay),
        "flights": [_flight(flight) for flight in flights],
        "attractions": [_visit(visit) for visit in visits],
    }
    if day < plan.trip.days:
        entry["hotel"] = _hotel(stay, day)
    if stay.car is not None:
        entry["car"] = {
            "car_type": stay.car.type,
            "city": stay.city.name,
            "price_per_day": stay.car.price,
        }
    return entry


def _stay_of(plan: Plan, day: int) -> Stay:
    """The stay whose city the travellers sleep in, or on the last day leave."""
    return next(stay for stay in reversed(plan.stays) if stay.arrival_day <= day)


def _flown(plan: Plan) -> list[tuple[int, Flight]]:
    """Each flight with the day it is flown."""
    days = [stay.arrival_day for stay in plan.stays]
    if plan.trip.is_round:
        days.append(plan.trip.days)
    return list(zip(days, plan.flights, strict=True))


def _place(flights: list[Flight], stay: Stay) -> str:
    if not flights:
        return stay.city.name
    return f"{flights[0].origin.name} to {flights[-1].destination.name}"


def _flight(flight: Flight) -> Mapping[str, object]:
    return {
        "flight_number": flight.number,
        "departure_city": flight.origin.name,
        "arrival_city": flight.destination.name,
        "departure_time": clock(flight.departs),
        "arrival_time": clock(flight.arrives),
        "price": flight.price,
    }


def _visit(visit: Visit) -> Mapping[str, object]:
    return {
        "name": visit.attraction.name,
        "city": visit.attraction.city.name,
        "visit_start": clock(visit.start),
        "visit_end": clock(visit.end),
    }


def _hotel(stay: Stay, day: int) -> Mapping[str, object]:
    booked: dict[str, object] = {
        "name": stay.hotel.name,
        "city": stay.city.name,
        "price_per_night": stay.hotel.price,
    }
    if day == stay.check_in_day:
        booked["check_in"] = clock(stay.check_in)
    return booked


def task_cells(request: Request) -> Mapping[str, object]:
    """One row of the task file, column name to value."""
    trip = request.trip
    return {
        "query": request.query,
        "level": "mixed",
        "implicit_keywords": list(trip.personas),
        "hard_constraints": {"person_num": trip.persons, "budget": str(request.budget), "days": trip.days},
        "req_flight": {
            "departure_city": trip.departure.name,
            "arrival_city": [city.name for city in trip.stays],
            "trip_type": "round" if trip.is_round else "one_way",
            "price": "",
        },
        "req_car": {} if trip.seats is None else {"capacity": str(trip.seats)},
        "req_hotel": _hotel_wish(trip),
        "req_attraction": {"name": [trip.attraction] if trip.attraction else []},
        "cities_count": {"cities_count": len(trip.stays)},
        "implicit_keywords_count": len(trip.personas),
        "balance": {TaskClass.TIGHT: 1.0, TaskClass.LOOSE: 0.0}.get(request.task_class, ""),
        "impossible": 0.0 if request.task_class.is_feasible else 1.0,
        "total_score": "",
    }


def _hotel_wish(trip: Trip) -> Mapping[str, object]:
    wish = {"rooms_count": str(trip.rooms)}
    return {**wish, "name": trip.hotel} if trip.hotel else wish
