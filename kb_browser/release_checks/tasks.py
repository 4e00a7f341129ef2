"""Invariants 23 to 33: the task file."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from kb_browser.geometry import distance_km
from kb_browser.leaks import Look, leaks_of
from kb_browser.release_checks.catalogue import Catalogue, Point, catalogue_of, point_of
from kb_browser.release_checks.release import Release
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.release_checks.task_rows import TaskRow, task_rows, unreadable_tasks
from kb_browser.vocabulary import CONFLICTS, PERSONAS, order_word_in, party_range
from scoring.engine.display import counted
from scoring.tracks.trek.dataset import QUERIES

_STAYS = {"1": 360, "2": 240, "3": 200}
_PERSONA_COUNTS = {"0": 120, "1": 280, "2": 240, "3": 160}
_BALANCES = {"1.0": 267, "0.0": 266, "": 267}
_INFEASIBLE = {"entity": 89, "route": 89, "budget": 89}
_FARTHEST_STAYS_KM = 3000.0
_LEAST_GAP, _LEAST_GAP_SHARE = 50.0, 0.05
# A word of its own: Caracas begins like one.
_CAR = re.compile(r"\bcar\b")


def _each(say: Callable[[TaskRow], Iterator[str]]) -> Callable[[Release], Iterator[Flaw]]:
    """A rule about one task at a time, as a rule about the release."""

    def find(release: Release) -> Iterator[Flaw]:
        for task in task_rows(release):
            for detail in say(task):
                yield Flaw(QUERIES, task.row, detail)

    return find


def _quotas(release: Release) -> Iterator[Flaw]:
    tasks = task_rows(release)
    catalogue = catalogue_of(release)
    kinds = Counter(derived_type(catalogue, task) for task in tasks)
    quotas: tuple[tuple[str, Mapping[str, int], Counter[str]], ...] = (
        ("stay cities", _STAYS, Counter(str(len(task.stays)) for task in tasks)),
        ("personas", _PERSONA_COUNTS, Counter(str(len(task.personas)) for task in tasks)),
        ("balance", _BALANCES, Counter(task.balance for task in tasks)),
        ("infeasible type", _INFEASIBLE, kinds),
    )
    for title, wanted, found in quotas:
        for value, count in wanted.items():
            if found[value] != count:
                yield Flaw(
                    QUERIES, None, f"{counted(found[value], 'task')} with {title} {value!r}, expected {count}"
                )


def _counts_agree(task: TaskRow) -> Iterator[str]:
    if task.cities_count != len(task.stays):
        yield f"cities_count is {task.cities_count}, there are {len(task.stays)} stay cities"
    if task.days != 3 * len(task.stays):
        cities = counted(len(task.stays), "stay city", "stay cities")
        yield f"{counted(task.days, 'day')} for {cities}, expected three each"


def _party(task: TaskRow) -> Iterator[str]:
    low, high = party_range(task.personas)
    if not low <= task.persons <= high:
        yield f"{task.persons} travellers, the personas allow {low} to {high}"
    if task.rooms != str(math.ceil(task.persons / 2)):
        yield f"{task.rooms} rooms for {task.persons} travellers"
    if any(conflict <= set(task.personas) for conflict in CONFLICTS):
        yield "two personas exclude each other"


def _personas(task: TaskRow) -> Iterator[str]:
    for persona in task.personas:
        if persona not in PERSONAS:
            yield f'unknown persona "{persona}"'
    if len(set(task.personas)) != len(task.personas):
        yield "a persona is named twice"
    if task.persona_count != str(len(task.personas)):
        yield f"implicit_keywords_count is {task.persona_count}, there are {len(task.personas)}"


def _trip(task: TaskRow) -> Iterator[str]:
    if task.trip_type not in ("round", "one_way"):
        yield f'trip_type "{task.trip_type}" is neither round nor one_way'
    if task.departure in task.stays:
        yield "the departure city is a stay city"
    if len(set(task.stays)) != len(task.stays):
        yield "a stay city is named twice"


def _stays_known(release: Release) -> Iterator[Flaw]:
    known = {city for city, _ in release.hotels}
    for task in task_rows(release):
        for city in task.stays:
            if city not in known:
                yield Flaw(QUERIES, task.row, f"the stay city {city} has no hotel file")


def _stays_near(release: Release) -> Iterator[Flaw]:
    points = _city_points(release)
    for task in task_rows(release):
        known = [points[city] for city in task.stays if city in points]
        for position, here in enumerate(known):
            for there in known[:position]:
                if (apart := distance_km(here, there)) > _FARTHEST_STAYS_KM:
                    yield Flaw(QUERIES, task.row, f"two stay cities are {apart:.0f} km apart")


def _city_points(release: Release) -> Mapping[str, Point]:
    points: dict[str, Point] = {}
    for _, cells in release.flights:
        points.setdefault(cells["departure_city"], point_of(cells, "departure_airport_"))
    return points


def _wording(task: TaskRow) -> Iterator[str]:
    if (task.hotel != "") + len(task.attractions) != 1:
        yield "not exactly one named entity"
    told = [task.entity, task.departure, *task.stays, str(task.budget)]
    for text in told:
        if text not in task.query:
            yield f'the query does not say "{text}"'
    lowered = task.query.lower()
    if "direct flight" not in lowered:
        yield "the query does not ask for direct flights"
    if len(task.stays) > 1 and "order" not in lowered:
        yield "the query does not ask for the order of cities"


def _car_wording(task: TaskRow) -> Iterator[str]:
    is_said = _CAR.search(task.query.lower()) is not None
    if "road trip" in task.personas:
        if is_said or task.seats is None:
            yield "a road trip needs a car that the query does not speak of"
    elif is_said != (task.seats is not None):
        yield "the query speaks of a car exactly when seats are set"


def _order_cue(task: TaskRow) -> Iterator[str]:
    cue = order_word_in(task.query) if len(task.stays) > 1 else None
    if cue is not None:
        yield f'the query holds "{cue}", so the order of cities would count'


def _labels(task: TaskRow) -> Iterator[str]:
    if task.impossible not in ("0.0", "1.0"):
        yield f'impossible is "{task.impossible}", expected 0.0 or 1.0'
    if (task.balance == "") == task.is_feasible or task.balance not in _BALANCES:
        yield f'balance is "{task.balance}" with impossible {task.impossible}'


def _budget_text(task: TaskRow) -> Iterator[str]:
    if task.budget is None or task.budget <= 0:
        yield "the budget is not the text of a whole number above 0"


def derived_type(catalogue: Catalogue, task: TaskRow) -> str:
    """Why an infeasible task has no valid plan, from the data alone: entity, route or budget.

    "" where the task is feasible, or nothing shows why it should not be.
    """
    if task.is_feasible:
        return ""
    if not any(catalogue.holds(city, task.entity) for city in task.stays):
        return "entity"
    if any(leg not in catalogue.fares for leg in task.legs):
        return "route"
    floor = catalogue.floor(task)
    return "budget" if floor is not None and task.budget is not None and floor > task.budget else ""


def _feasible_claims(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for task in task_rows(release):
        if not task.is_feasible:
            continue
        if not catalogue.holds(task.stays[0], task.entity):
            yield Flaw(QUERIES, task.row, f'"{task.entity}" does not stand in {task.stays[0]}')
        for leg in task.legs:
            if leg not in catalogue.fares:
                yield Flaw(QUERIES, task.row, f"no direct flight from {leg[0]} to {leg[1]}")


def _infeasible_claims(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for task in task_rows(release):
        if task.is_feasible:
            continue
        kind = derived_type(catalogue, task)
        if not kind:
            yield Flaw(QUERIES, task.row, "marked impossible, but entity, route and budget are all in order")
        floor = catalogue.known_floor(task)
        if kind == "budget" and floor is not None and task.budget is not None:
            least = max(_LEAST_GAP, _LEAST_GAP_SHARE * floor)
            if floor - task.budget < least - 1:
                yield Flaw(QUERIES, task.row, f"the budget misses the minimum by less than {least:.0f}")
        is_short = floor is not None and task.budget is not None and floor > task.budget
        if kind in ("entity", "route") and is_short:
            yield Flaw(QUERIES, task.row, f"the budget is too low as well, so {kind} is not the only cause")


def _leaks(release: Release) -> Iterator[Flaw]:
    looks = [
        Look(
            trip_type=task.trip_type,
            entity_kind="hotel" if task.hotel else "attraction",
            stay_count=len(task.stays),
            is_feasible=task.is_feasible,
        )
        for task in task_rows(release)
    ]
    for leak in leaks_of(looks):
        said = f"{leak.share:.1%} of tasks with {leak.trait} are infeasible, overall {leak.overall:.1%}"
        yield Flaw(QUERIES, None, said)


RULES = (
    Rule(23, "task_unreadable", Scope.GENERATED, unreadable_tasks),
    Rule(23, "task_quotas", Scope.FULL, _quotas),
    Rule(23, "task_counts", Scope.GENERATED, _each(_counts_agree)),
    Rule(24, "party", Scope.GENERATED, _each(_party)),
    Rule(25, "task_personas", Scope.GENERATED, _each(_personas)),
    Rule(26, "trip", Scope.GENERATED, _each(_trip)),
    Rule(26, "stay_city_unknown", Scope.SCORING, _stays_known),
    Rule(26, "stays_apart", Scope.GENERATED, _stays_near),
    Rule(27, "query_wording", Scope.GENERATED, _each(_wording)),
    Rule(28, "car_wording", Scope.GENERATED, _each(_car_wording)),
    Rule(29, "order_cue", Scope.GENERATED, _each(_order_cue)),
    Rule(30, "task_labels", Scope.GENERATED, _each(_labels)),
    Rule(30, "budget_text", Scope.GENERATED, _each(_budget_text)),
    Rule(31, "feasible_claim", Scope.GENERATED, _feasible_claims),
    Rule(32, "infeasible_claim", Scope.GENERATED, _infeasible_claims),
    Rule(33, "label_leak", Scope.FULL, _leaks),
)
