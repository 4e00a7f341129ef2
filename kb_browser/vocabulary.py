"""The words of a TREK knowledge base: personas, the facilities that serve them, kinds of place and car.

What the *evaluator* counts as serving a persona is its own table; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tracks.trek.task import ORDER_CUES

PERSONAS: tuple[str, ...] = (
    "with children",
    "road trip",
    "elderly travelers",
    "business travelers",
    "with pets",
    "nightlife enthusiast",
    "disabled traveler",
    "fast-paced budget travel",
    "couples trip",
    "solo women",
    "luxury travelers",
    "foodie",
    "photography",
)
"""In the benchmark's canonical order; spelt and cased as everywhere."""

BASE_HOTEL = (
    "Wi-Fi",
    "Luggage storage",
    "Air conditioning",
    "Room cleaning service",
    "Safety deposit box",
    "Television",
    "Restaurant",
)
BASE_ATTRACTION = (
    "Restrooms",
    "Information Desk",
    "Restaurant",
    "Souvenir Shop",
    "First Aid Station",
    "Luggage Storage",
)
BASE_CAR = (
    "GPS navigation",
    "Unlimited mileage",
    "Insurance included",
    "Free cancellation",
    "Air conditioning",
    "24/7 customer support",
)

HOTEL_FACILITIES: Mapping[str, tuple[str, ...]] = {
    "with children": (
        "Child-friendly rooms",
        "Baby cots",
        "Stroller storage",
        "Diaper changing tables",
        "Nursing rooms",
    ),
    "road trip": ("Parking", "24-hour front desk", "EV charging for electric vehicles"),
    "elderly travelers": (
        "Elevators",
        "Bathroom grab bars",
        "Medical contacts",
        "Breakfast with dietary options",
    ),
    "business travelers": (
        "High speed WiFi",
        "Business center",
        "Meeting rooms",
        "Laundry service",
        "Print machine",
    ),
    "with pets": ("Pet-friendly", "Pet rest area", "Pet beds", "Durable floors"),
    "nightlife enthusiast": (
        "24-hour front desk",
        "Late room service",
        "On-site bars",
        "Rooftop lounges/nightclubs",
    ),
    "disabled traveler": (
        "Accessible entrances",
        "Ramps/lifts",
        "Accessible rooms/bathrooms",
        "Braille/raised signage",
    ),
    "fast-paced budget travel": ("Free Wi-Fi", "Communal kitchens", "Laundry", "Lockers"),
    "couples trip": ("Bathtubs/jacuzzis", "Scenic rooms/villas", "Spa"),
    "solo women": (
        "Women-only floors/rooms",
        "Privacy-conscious check-in",
        "24-hour security",
        "Surveillance cameras",
        "Double locks on doors",
    ),
    "luxury travelers": ("Spa", "Gym", "Premium bedding", "Bar"),
    "foodie": (),
    "photography": ("Scenic rooms", "Sunrise calls", "Photography services/packages"),
}

ATTRACTION_FACILITIES: Mapping[str, tuple[str, ...]] = {
    "with children": ("family restrooms", "Nursing facilities"),
    "road trip": ("parking",),
    "elderly travelers": ("wheelchair rental", "benches/rest areas"),
    "business travelers": ("High speed WiFi",),
    "with pets": ("Pet-friendly", "pet water stations", "Pet rest area"),
    "nightlife enthusiast": ("night markets", "bars", "evening shows"),
    "disabled traveler": ("ramps", "elevators", "wheelchair rentals", "accessible restrooms"),
    "fast-paced budget travel": ("city passes", "self-guided tours"),
    "couples trip": ("scenic spots", "sunset cruises", "special couples experiences"),
    "solo women": ("group tours", "security"),
    "luxury travelers": ("private tours", "skip the line passes", "VIP exclusive events"),
    "foodie": ("Food markets", "tasting tours"),
    "photography": ("photo spots", "guided photo tours", "charging stations"),
}

CAR_SERVICES: Mapping[str, tuple[str, ...]] = {
    "with children": ("Child seats", "Child locks"),
    "road trip": ("Roadside emergency support",),
    "elderly travelers": ("Advanced Driving Assistance Systems",),
    "business travelers": ("WiFi",),
    "with pets": ("Pet seat belts", "Pet-friendly"),
    "nightlife enthusiast": ("Late pick up services",),
    "disabled traveler": ("Wheelchair space", "Hand controls", "Accessible cars"),
    "fast-paced budget travel": (),
    "couples trip": (),
    "solo women": ("Women-only cars", "Airport safe waiting areas"),
    "luxury travelers": ("First-class car", "Chauffeured cars", "Guide/driver package"),
    "foodie": (),
    "photography": ("Remote shoots",),
}

CAR_SEATS: Mapping[str, int] = {
    "Compact": 4,
    "Economy": 4,
    "Sedan": 5,
    "SUV": 5,
    "Minivan": 7,
    "Luxury": 5,
    "Convertible": 4,
    "EV": 5,
    "Wagon": 5,
}
"""Car type to seats, in file order."""

CARS_PER_TYPE = 3

NATURE = "Nature/Scenery/Park"
THEME = "Theme Park/Amusement Park"
HISTORIC = "Historic Site/Landmark"
MUSEUM = "Museum/Art Gallery"

ATTRACTION_RESTAURANT: Mapping[str, float] = {NATURE: 3.7, THEME: 3.75, HISTORIC: 3.5, MUSEUM: 4.0}
ATTRACTION_HOURS: Mapping[str, tuple[int, ...]] = {
    NATURE: (3,),
    THEME: (6, 7, 8),
    HISTORIC: (2,),
    MUSEUM: (2,),
}
"""Visit lengths in hours that each kind of attraction may have."""
TICKET_CAP: Mapping[str, float] = {NATURE: 80.0, THEME: 150.0, HISTORIC: 60.0, MUSEUM: 60.0}

PARTY_SIZE: Mapping[str, tuple[int, int]] = {
    "solo women": (1, 1),
    "couples trip": (2, 2),
    "with children": (2, 5),
}
"""Personas that narrow the number of travellers; all others leave 1 to 5."""
PARTY_SIZE_DEFAULT = (1, 5)
CONFLICTS: tuple[frozenset[str], ...] = (frozenset({"fast-paced budget travel", "luxury travelers"}),)


def party_range(personas: tuple[str, ...]) -> tuple[int, int]:
    """Smallest and largest party that every persona allows; low above high where none does."""
    ranges = [PARTY_SIZE.get(persona, PARTY_SIZE_DEFAULT) for persona in personas] or [PARTY_SIZE_DEFAULT]
    return max(low for low, _ in ranges), min(high for _, high in ranges)


def facilities(
    base: tuple[str, ...], table: Mapping[str, tuple[str, ...]], tags: tuple[str, ...]
) -> tuple[str, ...]:
    """Base words, then each persona's words in the order of the tags, every word once."""
    return tuple(dict.fromkeys([*base, *(word for tag in tags for word in table[tag])]))


def order_word_in(text: str) -> str | None:
    """The order word a text holds as a bare substring, if any."""
    lowered = text.lower()
    return next((word for word in ORDER_CUES if word in lowered), None)


def words(base: tuple[str, ...], table: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """Every word that a facility list may hold."""
    return frozenset(base).union(*table.values())
