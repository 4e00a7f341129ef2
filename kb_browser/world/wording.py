"""The request as a person would write it. No template tells an order, and none tells the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb_browser.world.streams import Stream
from kb_browser.world.trips import Trip

PLAIN_PATTERNS = (
    (
        "Please arrange {trip} from {departure} to {arrivals} for {people}. We have {days} days and "
        "need {rooms}. The budget is {budget}. {extras}"
    ),
    (
        "I am looking for {trip} out of {departure} to {arrivals}: {people}, {days} days, {rooms}, "
        "at most {budget} in all. {extras}"
    ),
    (
        "Could you plan {trip} that leaves {departure} for {arrivals}? {people} travel {days} days "
        "and want {rooms}. Everything together may cost {budget}. {extras}"
    ),
    (
        "{people} would like {trip} from {departure} to {arrivals}, {days} days long, with {rooms} "
        "and a limit of {budget}. {extras}"
    ),
    (
        "We want to see {arrivals} on {trip} starting in {departure}. There are {number} of us, we "
        "stay {days} days, book {rooms}, and can spend {budget}. {extras}"
    ),
    (
        "Trip note: {trip}, {departure} to {arrivals}, {people}, {days} days, {rooms}, {budget} "
        "available. {extras}"
    ),
    (
        "What would {trip} from {departure} to {arrivals} look like for {people} over {days} days? "
        "Reserve {rooms}; the total must stay within {budget}. {extras}"
    ),
    (
        "Help me with {trip}: from {departure} to {arrivals}, party of {number}, {days} days. Book "
        "{rooms} and keep the bill under {budget}. {extras}"
    ),
    (
        "From {departure} to {arrivals}, {trip} for {people}: {days} days, {rooms}, {budget} to "
        "spend. {extras}"
    ),
    (
        "My plan is {trip} to {arrivals}, leaving from {departure}, with {people} and {days} days in "
        "total. Lodging means {rooms}. Money available: {budget}. {extras}"
    ),
    (
        "Set up {trip} to {arrivals} from {departure} lasting {days} days for {people}, {rooms} "
        "included. The whole party has {budget}. {extras}"
    ),
    (
        "{people}, {days} days, {trip} from {departure} to {arrivals}: find {rooms} and stay within "
        "{budget}. {extras}"
    ),
)
"""A dozen, all that the carried small world uses."""

ALL_PATTERNS = (
    *PLAIN_PATTERNS,
    (
        "{people} based in {departure} are thinking of {trip} to {arrivals}. {days} days; {rooms}; "
        "{budget} overall. {extras}"
    ),
    (
        "Is {trip} from {departure} to {arrivals} possible with {budget}? {people}, {days} days, and "
        "please find {rooms}. {extras}"
    ),
    (
        "Draft {trip} for {people}: {departure} to {arrivals}, {days} days with {rooms}. Spend no more "
        "than {budget}. {extras}"
    ),
    (
        "We live in {departure} and want {trip} to {arrivals}. The party counts {number}, the trip {days} "
        "days, and the purse {budget}; we need {rooms}. {extras}"
    ),
    (
        "Work out {trip} between {departure} and {arrivals} lasting {days} days. It is for {people} with "
        "{rooms}; the ceiling is {budget}. {extras}"
    ),
    (
        "Travel request. Kind: {trip}. Start: {departure}. Stays: {arrivals}. Party: {people}. Length: "
        "{days} days. Lodging: {rooms}. Budget: {budget}. {extras}"
    ),
    (
        "With {budget} in hand, {people} hope for {trip} from {departure} to {arrivals}: {days} days, "
        "sleeping in {rooms}. {extras}"
    ),
    (
        "Which flights, stays and sights make {trip} from {departure} to {arrivals} work for {people}? "
        "There are {days} days and {budget}, and {rooms} to book. {extras}"
    ),
    (
        "{arrivals} it shall be: {trip} out of {departure}, {days} days, {people}. Book {rooms} and mind "
        "the limit of {budget}. {extras}"
    ),
    (
        "Organise {trip} to {arrivals} for {people} who set out from {departure}. Length {days} days, "
        "lodging {rooms}, funds {budget}. {extras}"
    ),
    (
        "Our group of {number} asks for {trip}, {departure} to {arrivals}, over {days} days. Please hold "
        "{rooms}; we cannot go above {budget}. {extras}"
    ),
    (
        "Put together {days} days of travel as {trip} from {departure} to {arrivals} for {people}, {rooms} "
        "and all costs within {budget}. {extras}"
    ),
)
"""Two dozen sentence patterns in the styles of a request, a question, a statement and a note."""


class Voice(NamedTuple):
    """What requests are worded by: patterns for one traveller, and for several."""

    alone: Sequence[str]
    party: Sequence[str]


PLAIN_VOICE = Voice(alone=PLAIN_PATTERNS, party=PLAIN_PATTERNS)
FULL_VOICE = Voice(
    # Nobody is a group of one.
    alone=tuple(pattern for pattern in ALL_PATTERNS if "{number}" not in pattern),
    party=ALL_PATTERNS,
)

_ROUND = ("a round trip", "a return journey", "a there-and-back trip", "a journey with the flight home")
_ONE_WAY = ("a one-way trip", "a single journey without return", "a one-way journey")
_HOTEL = (
    "The hotel {name} has to be part of it; no other will do.",
    "We insist on staying at the hotel {name} and accept no replacement.",
)
_ATTRACTION = (
    "A visit to the attraction {name} has to be part of it; no other will do.",
    "We insist on seeing the attraction {name} and accept no replacement.",
)
_DIRECT = (
    "Direct flights only.",
    "Every leg has to be a direct flight.",
    "We take direct flights and no connections.",
    "Only direct flights are acceptable.",
    "No stopovers, please: direct flights throughout.",
)
_CAR = (
    "A rental car with {seats} seats is needed the whole time.",
    "Please rent a car with at least {seats} seats in every city.",
)
_ORDER = ("Please visit the cities in the order given.", "Keep to the listed order of cities.")


def query_text(stream: Stream, trip: Trip, budget: int, voice: Voice) -> str:
    """One paragraph that holds every fact of the trip and nothing about whether it can be done."""
    people = "1 traveler" if trip.persons == 1 else f"{trip.persons} travelers"
    text = stream.pick(voice.alone if trip.persons == 1 else voice.party).format(
        trip=stream.pick(_ROUND if trip.is_round else _ONE_WAY),
        departure=trip.departure.name,
        arrivals=_listed([city.name for city in trip.stays]),
        people=people,
        number=trip.persons,
        days=trip.days,
        rooms=_rooms(trip),
        budget=f"{budget} USD",
        extras=_extras(stream, trip),
    )
    return " ".join(text.split())


def _rooms(trip: Trip) -> str:
    rooms = "1 hotel room" if trip.rooms == 1 else f"{trip.rooms} hotel rooms"
    return f"{rooms} (travel style: {_listed(trip.personas)})" if trip.personas else rooms


def _extras(stream: Stream, trip: Trip) -> str:
    """Car, named entity, direct flights and order of cities, as far as they are asked for."""
    sentences = []
    if trip.is_car_said:
        sentences.append(stream.pick(_CAR).format(seats=trip.seats))
    sentences.append(stream.pick(_HOTEL if trip.hotel else _ATTRACTION).format(name=trip.entity))
    sentences.append(stream.pick(_DIRECT))
    if len(trip.stays) > 1:
        sentences.append(stream.pick(_ORDER))
    return " ".join(sentences)


def _listed(words: Sequence[str]) -> str:
    """X; X and Y; X, Y and Z."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
