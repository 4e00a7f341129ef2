"""What is kept of one record until the bundle has been read: counts and digests, no text of any length."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.intake import SeenRecord
from scoring.engine.integrity import NO_PRINT, PRINT_BYTES
from scoring.engine.model import Json, TaskId
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.integrity.evidence import Traced, found_names, texts, traced, unseen
from scoring.tracks.trek.integrity.prints import plan_print
from scoring.tracks.trek.integrity.thresholds import SECONDS_PER_TURN
from scoring.tracks.trek.integrity.words import telling_word
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.plan import Plan, read_plan
from scoring.tracks.trek.record import Answer, TrekRecord, answer_of
from scoring.tracks.trek.refusal import stated_cause, true_cause
from scoring.tracks.trek.text import UnscorableError, is_number, is_object, trimmed

_MODEL_CHARS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskNote:
    """One record, noted.

    Attributes:
        task: The task it names; None when it names none.
        is_refused: It broke a rule and is scored as a failed task.
        claims_feasible: A plan was submitted; False for a refusal, None for neither.
        print: Of the plan; `NO_PRINT` without one.
        refusal: Digest of the refusal's words; `NO_PRINT` for anything else.
        is_right_cause: For a refusal of an infeasible task, whether it names the true cause; else None.
        bookings: What the plan books, counted once each.
        unseen: Of these, what no search found; None without a ledger.
        traced: The trajectory, counted; None without one.
        calls: ``tool_call_count``; None when it is absent or 0, which means that it was not measured.
        odd_measures: Names of what cannot be as it is stated.
        word: Telling words in notes or arguments; "" for none.
        model: ``model_id``; "" for none.
        loopholes: Flights that are found only without regard to case and blanks.
        underpriced: Of these, those that the plan states below the data's fare.
    """

    task: TaskId | None
    is_refused: bool
    claims_feasible: bool | None = None
    print: bytes = NO_PRINT
    refusal: bytes = NO_PRINT
    is_right_cause: bool | None = None
    bookings: int = 0
    unseen: int | None = None
    traced: Traced | None = None
    calls: int | None = None
    odd_measures: tuple[str, ...] = ()
    word: str = ""
    model: str = ""
    loopholes: int = 0
    underpriced: int = 0

    @property
    def searches(self) -> int | None:
        """How often it searched: by its trajectory, else by its count; None when neither is there."""
        if self.traced is not None:
            return self.traced.searches
        return None if self.calls is None else self.calls - 1


def task_note(seen: SeenRecord, dataset: TrekDataset, budget: int | None) -> TaskNote:
    """Note one record; total over whatever the intake shows.

    Args:
        seen: The record.
        dataset: The data the tasks are about.
        budget: Units after which no search is carried out; None for no such bound.
    """
    if seen.is_refused:
        return TaskNote(task=seen.task, is_refused=True)
    members = seen.members
    record = TrekRecord.from_object(members)
    answer = answer_of(record)
    plan = read_plan(answer.days if answer.claims_feasible and record.is_finished else {})
    known = found_names(members.get("notebook"))
    calls = members.get("tool_call_count")
    model = members.get("model_id")
    loopholes, underpriced = _loopholes(plan, dataset.kb)
    return TaskNote(
        task=seen.task,
        is_refused=False,
        claims_feasible=answer.claims_feasible if record.is_finished else None,
        print=_print(plan),
        refusal=_refusal_print(record, answer),
        is_right_cause=_is_right_cause(record, answer, dataset, seen.task),
        bookings=len(plan.flights) + len(plan.hotels) + len(plan.attractions) + len(plan.cars),
        unseen=None if known is None else unseen(plan, known),
        traced=traced(members.get("trajectory"), budget),
        calls=calls if isinstance(calls, int) and not isinstance(calls, bool) and calls > 0 else None,
        odd_measures=tuple(_odd_measures(members)),
        word=telling_word(texts(members), seen.task),
        model=model[:_MODEL_CHARS] if isinstance(model, str) else "",
        loopholes=loopholes,
        underpriced=underpriced,
    )


def _print(plan: Plan) -> bytes:
    try:
        return plan_print(plan)
    except UnscorableError:
        return NO_PRINT


def _refusal_print(record: TrekRecord, answer: Answer) -> bytes:
    """Of the words of a refusal, blind to case and outer blanks; one without words is no text."""
    text = trimmed(answer.reason)
    if answer.claims_feasible or not record.is_finished or not text:
        return NO_PRINT
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=PRINT_BYTES).digest()


def _is_right_cause(
    record: TrekRecord, answer: Answer, dataset: TrekDataset, task: TaskId | None
) -> bool | None:
    if task is None or not 0 <= task < len(dataset.tasks) or not dataset.tasks[task].is_impossible:
        return None
    if answer.claims_feasible or not record.is_finished:
        return False
    return stated_cause(answer.reason)[0] == true_cause(dataset.kb, dataset.facts[task])[0]


def _odd_measures(members: Mapping[str, Json]) -> list[str]:
    """What cannot be: parts that are not their sum, calls without tokens, turns faster than any model."""
    odd = []
    usage = members.get("token_usage")
    if is_object(usage):
        parts = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
        total = usage.get("total_tokens")
        if all(map(is_number, (*parts, total))) and sum(parts) != total:  # type: ignore[arg-type]  # All numbers.
            odd.append("sum")
        calls = members.get("tool_call_count")
        if total == 0 and is_number(calls) and calls > 0:
            odd.append("tokens")
    seconds, turns = members.get("elapsed_sec"), members.get("total_turns")
    if is_number(seconds) and is_number(turns) and turns > 0 and seconds < SECONDS_PER_TURN * turns:
        odd.append("seconds")
    return odd


def _loopholes(plan: Plan, kb: KnowledgeBase) -> tuple[int, int]:
    """Flights whose fare is not found because of how their number is written, and those stated too cheap."""
    found = underpriced = 0
    for flight in plan.flights:
        number = flight.fields.get("flight_number")
        if not isinstance(number, str) or any(row.number == number for row in kb.flights_numbered(number)):
            continue
        fares = [row.price for row in kb.flights_numbered(number) if row.price is not None]
        if fares:
            found += 1
            claimed = flight.fields.get("price")
            underpriced += (claimed if is_number(claimed) else 0) < fares[0]
    return found, underpriced


def most_common(prints: Mapping[int, bytes]) -> tuple[bytes, list[int]]:
    """The print that most tasks share, and these tasks ascending; of equals the one met first.

    Args:
        prints: By task; `NO_PRINT` counts for nothing.
    """
    tasks_of: dict[bytes, list[int]] = {}
    for task in sorted(prints):
        if prints[task] != NO_PRINT:
            tasks_of.setdefault(prints[task], []).append(task)
    best = max(tasks_of, key=lambda each: len(tasks_of[each]), default=NO_PRINT)
    return best, tasks_of.get(best, [])
