"""Edits of visits: another attraction, one more or one less, a name or city as the knowledge base has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.plan import ATTRACTION_CONTAINERS, Booking, Day
from scoring.tracks.trek.rows import Attraction
from scoring.tracks.trek.suggestions.bookings import append, put_times, put_visit, visit_entry
from scoring.tracks.trek.suggestions.edits import Edit, EditKind, together
from scoring.tracks.trek.suggestions.patches import joined
from scoring.tracks.trek.suggestions.scene import Scene, shown, spelt
from scoring.tracks.trek.suggestions.slots import Slot, slots, stops_of, visit_wish
from scoring.tracks.trek.suggestions.stock import is_like
from scoring.tracks.trek.text import first_of, fold, lowered, objects_in
from scoring.tracks.trek.units import clock, minutes

_EACH = 60
"""How many attractions of a city are tried for one place of the plan, the cheapest first."""


def free_slots(scene: Scene, day: Day, row: Attraction, booking: Booking | None = None) -> Sequence[Slot]:
    """Where an attraction would fit on a day, nearest to the times of a booking, itself left out."""
    times = (None, None) if booking is None else times_of(booking)
    wish = visit_wish(row, start=times[0], end=times[1])
    if wish is None:
        return ()
    events = scene.events(day)
    stops = stops_of(scene.stock.kb, events, without=None if booking is None else booking.path)
    found = slots(stops, wish)
    return sorted(found, key=lambda slot: (abs(slot.start - wish.start_min), slot.start))


def times_of(booking: Booking) -> tuple[int | None, int | None]:
    """Stated start and end in minutes."""
    return minutes(booking.fields.get("visit_start")), minutes(booking.fields.get("visit_end"))


def is_kept(scene: Scene, booking: Booking) -> bool:
    """Whether the request names this very attraction."""
    return str(booking.name).strip().lower() in {
        name.strip().lower() for name in scene.facts.named_attractions
    }  # fmt: skip


def another_visit(
    scene: Scene, booking: Booking, row: Attraction, city: str, slot: Slot | None = None
) -> Edit:
    """Another attraction in place of one; at the same time where no slot is given."""
    draft = scene.draft()
    path = scene.at(booking.path)
    put_visit(draft, path, booking.fields, row, city)
    start, _ = times_of(booking)
    when = "at the same time"
    if slot is not None:
        put_times(draft, path, slot)
        when = f"from {clock(slot.start)} to {clock(slot.end)}"
    old = scene.attempt.attraction(booking) if isinstance(booking.name, str) else None
    before = 0.0 if old is None or old.price is None else old.price
    return Edit(
        kind=EditKind.REPLACE,
        words=f"Visit {shown(row.name)} instead of {shown(booking.name)} {when}"
              f" ({row.price or 0:g} USD a person, open {row.open_hours}).",
        changes=tuple(draft.changes),
        price_usd=((row.price or 0.0) - before) * scene.task.persons,
        moved_min=0 if slot is None or start is None else abs(slot.start - start),
        is_doubtful=is_kept(scene, booking),
        label=f"{booking.path} {row.key}",
    )  # fmt: skip


def others_instead(scene: Scene, booking: Booking, rows: Iterable[Attraction], city: str) -> Iterator[Edit]:
    """Each of the attractions in place of a visit, as near to its times as the day allows."""
    day = scene.day_at(booking.path)
    booked = {str(visit.name).lower() for visit in scene.attempt.plan.attractions}
    for row in rows:
        if day is not None and (row.name or "").lower() not in booked:
            found = free_slots(scene, day, row, booking)
            if found:
                yield another_visit(scene, booking, row, city, found[0])


def one_more(scene: Scene, rows: Sequence[Attraction], city: str, positions: Sequence[int]) -> Iterator[Edit]:
    """Each of the attractions as one more visit, on each of the days where it fits."""
    booked = {str(visit.name).lower() for visit in scene.attempt.plan.attractions}
    for row in rows:
        if (row.name or "").lower() in booked:
            continue
        for position in positions:
            day = scene.days[position]
            for slot in free_slots(scene, day, row)[:1]:
                yield _added(scene, day, row, city, slot)


def _added(scene: Scene, day: Day, row: Attraction, city: str, slot: Slot) -> Edit:
    draft = scene.draft()
    append(draft, scene, day, ATTRACTION_CONTAINERS, visit_entry(row, city, slot))
    return Edit(
        kind=EditKind.ADD,
        words=f"Visit {shown(row.name)} in {city} on {shown(day.key)} from {clock(slot.start)} to"
              f" {clock(slot.end)} ({row.price or 0:g} USD a person, open {row.open_hours}).",
        changes=tuple(draft.changes),
        price_usd=(row.price or 0.0) * scene.task.persons,
        label=f"{day.path} {row.key}",
    )  # fmt: skip


def dropped(scene: Scene, booking: Booking) -> Edit:
    """The visit left out."""
    draft = scene.draft()
    draft.remove(scene.at(booking.path))
    return Edit(
        kind=EditKind.DROP,
        words=f"Leave out {shown(booking.name)}.",
        changes=tuple(draft.changes),
        price_usd=-_ticket(scene, booking) * scene.task.persons,
        is_doubtful=is_kept(scene, booking),
        label=booking.path,
    )


def _ticket(scene: Scene, booking: Booking) -> float:
    row = scene.attempt.attraction(booking) if isinstance(booking.name, str) else None
    return 0.0 if row is None or row.price is None else row.price


def visits_in(scene: Scene, key: str) -> Sequence[Booking]:
    """Visits of a city, in the order of extraction."""
    return [visit for visit in scene.attempt.plan.attractions if visit.place_key == key]


def serving_attraction(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """An attraction that has what the persona needs, in place of a visit of the city or beside them."""
    city, persona = str(outcome.facts["city"]), str(outcome.facts["persona"])
    rows = [row for row in scene.stock.attractions(city) if scene.stock.serves(persona, row)]
    for visit in visits_in(scene, fold(city)):
        yield from others_instead(scene, visit, rows, city)
    yield from one_more(scene, rows[:_EACH], city, scene.days_in(fold(city)))


def attraction_in_city(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """A first visit in a city; or a booked one that is there, only the plan does not say so."""
    city = str(outcome.facts["city"])
    for visit in scene.attempt.plan.attractions:
        if isinstance(visit.name, str) and scene.stock.kb.attractions.named(visit.name, city) is not None:
            draft = scene.draft()
            draft.put(joined(scene.at(visit.path), "city"), city)
            yield Edit(
                kind=EditKind.RESTATE,
                words=f"State {city} as the city of {shown(visit.name)}.",
                changes=tuple(draft.changes),
                label=visit.path,
            )
    yield from one_more(scene, _by_use(scene, city)[:_EACH], city, scene.days_in(fold(city)))


def _by_use(scene: Scene, city: str) -> Sequence[Attraction]:
    """Attractions of a city, those that serve the whole party first."""
    rows = scene.stock.attractions(city)
    return sorted(rows, key=lambda row: not scene.stock.serves_all(scene.facts.personas, row))


def enough_visits(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
    """As many visits as stay cities: one more in each city that has none."""
    current, steps = scene, list[Edit]()
    for city, key in zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True):
        if visits_in(current, key):
            continue
        options = one_more(current, _by_use(current, city)[:_EACH], city, current.days_in(key))
        edit = next(options, None)
        if edit is None:
            return
        steps.append(edit)
        current = current.after(edit, current.evaluated(edit))
    if steps:
        yield together(steps)


def named_attraction(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The attraction the request names, beside the visits of its city or in place of one."""
    name = str(outcome.facts["name"])
    for city, key in zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True):
        row = scene.stock.kb.attractions.named(name, city)
        if row is None:
            continue
        for visit in scene.attempt.plan.attractions:
            if is_like(visit.name, row.name):
                yield restated(scene, visit, row, city)
        for visit in visits_in(scene, key):
            yield another_visit(scene, visit, row, city)
            yield from others_instead(scene, visit, [row], city)
        yield from one_more(scene, [row], city, scene.days_in(key))


def restated(scene: Scene, booking: Booking, row: Attraction, city: str) -> Edit:
    """A visit under the name and city that the knowledge base has."""
    draft = scene.draft()
    path = scene.at(booking.path)
    draft.put(joined(path, spelt(booking.fields, "name")), row.name)
    draft.put(joined(path, "city"), city)
    return Edit(
        kind=EditKind.RESTATE,
        words=f"Write {shown(row.name)} in {city}, as the knowledge base has it, for {shown(booking.name)}.",
        changes=tuple(draft.changes),
        label=f"{booking.path} {row.key}",
    )


def known_attraction(scene: Scene, path: str) -> Iterator[Edit]:
    """A visit to what does not exist there: its right name or city, another attraction, or none."""
    booking = scene.booking(path)
    if booking is None:
        return
    day = scene.day_at(booking.path)
    places = scene.places[scene.day_of[day.path]] if day is not None else frozenset()
    stated = scene.stock.spelling(booking.city)
    for city, key in dict.fromkeys(
        [*([(stated, fold(stated))] if stated is not None else []),
         *zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True)]
    ):  # fmt: skip
        rows = scene.stock.attractions(city)
        for row in rows:
            if is_like(booking.name, row.name):
                yield restated(scene, booking, row, city)
        if key == booking.city_key or (stated is None and key in places):
            yield from others_instead(scene, booking, rows, city)
    yield dropped(scene, booking)


def _without_repeats(scene: Scene, booking: Booking, edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits, each with every repeat of the visit left out first: a ticket is billed while one is left."""
    draft = scene.draft()
    for path in reversed(_repeats(scene, booking)):
        draft.remove(scene.at(path))
    for edit in edits:
        yield replace(
            edit,
            words=f"{edit.words} Leave out its repeats." if draft.changes else edit.words,
            changes=(*draft.changes, *edit.changes),
            bookings=edit.bookings + len(draft.changes),
        )


def _repeats(scene: Scene, booking: Booking) -> Sequence[str]:
    """Places of the entries that name the same attraction of the same city again, in the order of days."""
    found = []
    for day in scene.days:
        base, value = day.container(ATTRACTION_CONTAINERS)
        for position, entry in objects_in(value):
            path = base if position is None else f"{base}/{position}"
            if path != booking.path and _key(entry) == _key(booking.fields):
                found.append(path)
    return found


def _key(entry: Mapping[str, object]) -> tuple[str, str]:
    keys = lowered(entry)
    city = keys.get("city")
    return str(first_of(keys, "name", "attraction_name")).lower(), str(city).lower() if city else ""


def cheaper_visits(scene: Scene, each: int | None = None) -> Iterator[Edit]:
    """A cheaper attraction for each visit, or none.

    Args:
        scene: The record.
        each: How many attractions are tried for each visit, the cheapest first; None for all.
    """
    for visit in scene.attempt.plan.attractions:
        ticket = _ticket(scene, visit)
        city = scene.stock.spelling(visit.city)
        if ticket <= 0 or city is None:
            continue
        rows = [row for row in scene.stock.attractions(city) if (row.price or 0.0) < ticket][:each]
        edits = (*others_instead(scene, visit, rows, city), dropped(scene, visit))
        yield from _without_repeats(scene, visit, edits)
