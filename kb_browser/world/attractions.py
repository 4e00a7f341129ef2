"""The attractions of one city."""

from __future__ import annotations

import math

from kb_browser.geometry import clock
from kb_browser.vocabulary import (
    ATTRACTION_FACILITIES,
    ATTRACTION_HOURS,
    ATTRACTION_RESTAURANT,
    BASE_ATTRACTION,
    HISTORIC,
    MUSEUM,
    NATURE,
    PERSONAS,
    THEME,
    TICKET_CAP,
    facilities,
)
from kb_browser.world.mix import Mix, Weighted
from kb_browser.world.places import address, centre, cost_level, only_or_drawn, scattered, some_of, unused
from kb_browser.world.records import Attraction, City
from kb_browser.world.streams import Stream

_KINDS = ((NATURE, 33.0), (THEME, 28.0), (HISTORIC, 21.0), (MUSEUM, 18.0))
_TICKET = {NATURE: (12.5, 0.9), THEME: (22.6, 0.95), HISTORIC: (13.4, 0.9), MUSEUM: (9.5, 0.75)}
_NIGHT_SHARE = 0.03
_NIGHT_OPENS_FROM = 960
_CLONE_SHARE = 0.07
_FREE_SHARE = 0.02

_ABOUT_KIND = {
    NATURE: ("nature spot", "for its views and its calm", "peaceful", "nature lovers"),
    THEME: ("theme park", "for a memorable outing", "notable", "visitors"),
    HISTORIC: ("historic site", "for a memorable outing", "notable", "visitors"),
    MUSEUM: ("museum", "for its collections and exhibitions", "renowned", "art lovers"),
}


def attractions_of(seed: int, city: City, count: int, mix: Mix) -> tuple[Attraction, ...]:
    """The city's attractions in file order: by kind in common cities, mixed in rich ones."""
    stream = Stream(seed, "attractions", city.name)
    kinds = [stream.weighted(_KINDS) for _ in range(count)]
    if not city.is_rich:
        kinds.sort(key=[NATURE, THEME, HISTORIC, MUSEUM].index)
    taken: set[str] = set()
    made: list[Attraction] = []
    for number, kind in enumerate(kinds, start=1):
        name, is_night = _name(stream, city, kind, [other for other in made if other.kind == kind], taken)
        day = mix.theme_windows if kind == THEME else mix.windows
        windows = mix.night_windows if is_night else day
        made.append(_attraction(seed, stream, city, id=number, kind=kind, name=name, windows=windows))
    return tuple(made)


def _name(
    stream: Stream, city: City, kind: str, siblings: list[Attraction], taken: set[str]
) -> tuple[str, bool]:
    """A name, and whether it promises something of the night."""
    if siblings and stream.chance(_CLONE_SHARE):
        model = stream.pick(siblings)
        number = 2 + sum(other.family == model.family and other is not model for other in siblings)
        clone = f"{model.family} No.{number}"
        if clone.lower() not in taken:
            taken.add(clone.lower())
            return clone, model.opens >= _NIGHT_OPENS_FROM
    is_night = stream.chance(_NIGHT_SHARE)
    words = city.lexicon
    thing = stream.pick((words.night_things if is_night else words.things)[kind])
    form = only_or_drawn(stream, words.attraction_forms)
    stem = stream.pick(words.stems)
    adjective = stream.pick(words.adjectives) if "{adjective}" in form else ""
    return unused(form.format(stem=stem, adjective=adjective, thing=thing), taken), is_night


def _attraction(
    seed: int, stream: Stream, city: City, *, id: int, kind: str, name: str, windows: Weighted
) -> Attraction:
    middle, radius = centre(seed, city)
    opens, closes = stream.weighted(windows)
    hours = stream.pick(ATTRACTION_HOURS[kind])
    tags = some_of(stream, PERSONAS, 6 if city.is_rich else stream.weighted(((1, 7.0), (2, 13.0), (3, 80.0))))
    ticket = _ticket(seed, stream, city, kind)
    open_hours = f"{clock(opens)}-{clock(closes)}"
    return Attraction(
        id=id,
        city=city,
        kind=kind,
        name=name,
        address=address(stream, city),
        point=scattered(stream, middle, radius),
        personas=tags,
        facilities=facilities(BASE_ATTRACTION, ATTRACTION_FACILITIES, tags),
        ticket=ticket,
        opens=opens,
        closes=closes,
        visit_hours=hours,
        restaurant=ATTRACTION_RESTAURANT[kind],
        open_hours=open_hours,
        overview=_overview(city, kind, name=name, ticket=ticket, hours=hours, open_hours=open_hours),
    )


def _ticket(seed: int, stream: Stream, city: City, kind: str) -> float:
    """Log-normal around the kind's median, two decimals; over the cap it is drawn anew below it."""
    if stream.chance(_FREE_SHARE):
        return 0.0
    median, sigma = _TICKET[kind]
    level = cost_level(seed, city) / 80.0 * stream.uniform(0.9, 1.1) if kind in (HISTORIC, MUSEUM) else 1.0
    price = level * median * math.exp(stream.normal(0.0, sigma))
    if price > TICKET_CAP[kind]:
        price = stream.uniform(median * 1.3, TICKET_CAP[kind])
    return round(price, 2)


def _overview(city: City, kind: str, *, name: str, ticket: float, hours: int, open_hours: str) -> str:
    """Prose made of the other columns; a clone is described by its family's name."""
    word, reason, adjective, audience = _ABOUT_KIND[kind]
    family = name.partition(" No.")[0]
    fee = f"{ticket} USD"
    return (
        f"{family} is a {word} in {city.name}, {city.country}, visited {reason}. Admission is {fee} and "
        f"a visit takes {hours} hours. {family} is {adjective} among {audience}; it is open {open_hours} "
        f"every day, for {fee} a person."
    )
