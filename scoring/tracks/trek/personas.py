"""What each traveller persona needs of a hotel, an attraction and a car: the paper's facility tables.

Texts are those of the release, not of the paper's paraphrase; a hit is equality of a whole facility
text after trimming and lower-casing.

Source: official rules, section 9.3; paper, Tables 9-11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Resource(StrEnum):
    """A kind of booking that a persona judges."""

    HOTEL = "hotel"
    ATTRACTION = "attraction"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Facility texts of one persona by resource; an empty tuple asks for nothing."""

    hotel: tuple[str, ...] = ()
    attraction: tuple[str, ...] = ()
    car: tuple[str, ...] = ()

    def of(self, resource: Resource) -> tuple[str, ...]:
        """The texts for one resource."""
        if resource is Resource.HOTEL:
            return self.hotel
        return self.attraction if resource is Resource.ATTRACTION else self.car


LUXURY = "luxury travelers"
FOODIE = "foodie"
BUDGET_TRAVEL = "fast-paced budget travel"

LUXURY_STARS = 5.0
FOODIE_RESTAURANT_RATING = 4.0

PERSONAS: Mapping[str, Needs] = {
    "with children": Needs(
        hotel=(
            "Child-friendly rooms", "Baby cots", "Stroller storage", "Diaper changing tables",
            "Nursing rooms",
        ),
        attraction=("family restrooms", "Nursing facilities"),
        car=("Child seats", "Child locks"),
    ),
    "road trip": Needs(
        hotel=("Parking", "24-hour front desk", "EV charging for electric vehicles"),
        attraction=("parking",),
        car=("Roadside emergency support",),
    ),
    "elderly travelers": Needs(
        hotel=("Elevators", "Bathroom grab bars", "Medical contacts", "Breakfast with dietary options"),
        attraction=("wheelchair rental", "benches/rest areas"),
        car=("Advanced Driving Assistance Systems",),
    ),
    "business travelers": Needs(
        hotel=("High speed WiFi", "Business center", "Meeting rooms", "Laundry service", "Print machine"),
        attraction=("High speed WiFi",),
        car=("WiFi",),
    ),
    "with pets": Needs(
        hotel=("Pet-friendly", "Pet rest area", "Pet beds", "Durable floors"),
        attraction=("Pet-friendly", "pet water stations", "Pet rest area"),
        car=("Pet seat belts", "Pet-friendly"),
    ),
    "nightlife enthusiast": Needs(
        hotel=("24-hour front desk", "Late room service", "On-site bars", "Rooftop lounges/nightclubs"),
        attraction=("night markets", "bars", "evening shows"),
        car=("Late pick up services",),
    ),
    "disabled traveler": Needs(
        hotel=(
            "Accessible entrances", "Ramps/lifts", "Accessible rooms/bathrooms", "Braille/raised signage",
        ),
        attraction=("ramps", "elevators", "wheelchair rentals", "accessible restrooms"),
        car=("Wheelchair space", "Hand controls", "Accessible cars"),
    ),
    BUDGET_TRAVEL: Needs(
        hotel=("Free Wi-Fi", "Communal kitchens", "Laundry", "Lockers"),
        attraction=("city passes", "luggage storage", "self-guided tours"),
    ),
    "couples trip": Needs(
        hotel=("Bathtubs/jacuzzis", "Scenic rooms/villas", "Spa"),
        attraction=("scenic spots", "sunset cruises", "special couples experiences"),
    ),
    "solo women": Needs(
        hotel=(
            "Women-only floors/rooms", "Privacy-conscious check-in", "24-hour security",
            "Surveillance cameras", "Double locks on doors",
        ),
        attraction=("group tours", "security"),
        car=("Women-only cars", "Airport safe waiting areas"),
    ),
    LUXURY: Needs(
        hotel=("Spa", "Gym", "Premium bedding", "Bar"),
        attraction=("private tours", "skip the line passes", "VIP exclusive events"),
        car=("First-class car", "Chauffeured cars", "Guide/driver package"),
    ),
    FOODIE: Needs(attraction=("Food markets", "tasting tours")),
    "photography": Needs(
        hotel=("Scenic rooms", "Sunrise calls", "Photography services/packages"),
        attraction=("photo spots", "guided photo tours", "charging stations"),
        car=("Remote shoots",),
    ),
}  # fmt: skip
"""The thirteen personas in canonical order; names are compared lower-cased and whole."""


def is_in_scope(persona: str, resource: Resource) -> bool:
    """Whether the pair is ever scored; what every attraction has (luggage storage) proves nothing."""
    needs = PERSONAS.get(persona)
    if needs is None or (persona == BUDGET_TRAVEL and resource is Resource.ATTRACTION):
        return False
    return bool(needs.of(resource)) or (persona == FOODIE and resource is Resource.HOTEL)
