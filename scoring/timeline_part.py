"""The timeline of an answer for its page: drawing and table, with the gold beside where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.engine.display import ABSENT
from scoring.evidence_page import EvidenceCell, EvidenceTable
from scoring.evidence_tables import Linked
from scoring.evidence_words import heads, length, named, number, span, verdict
from scoring.explanations import shown
from scoring.timeline_drawing import LEFT, WIDTH, hours_of, lanes_of, note_of, scale_of
from scoring.timeline_page import TimelinePart
from scoring.tracks.trek.evidence import Timeline, TimelineDay, TimelineEvent

_PLANS: Final = {"plan": "this plan", "gold": "gold"}


def timeline_part(plan: Timeline, gold: Timeline | None, *, gold_url: str, linked: Linked) -> TimelinePart:
    """Both from the same values, so that they cannot differ.

    Args:
        plan: The answer's.
        gold: The gold's, where it is to be shown.
        gold_url: Shows the gold, or takes it away.
        linked: From a record's key to its page; "" where it has none.
    """
    scale = scale_of([plan] if gold is None else [plan, gold])
    lanes, height = lanes_of(plan, gold, scale)
    return TimelinePart(
        width=WIDTH, height=height, left=LEFT, ticks=scale.ticks(), lanes=lanes,
        table=_table(plan, gold, linked), shows_gold=gold is not None, gold_url=gold_url,
    )  # fmt: skip


def _table(plan: Timeline, gold: Timeline | None, linked: Linked) -> EvidenceTable:
    rows = [*_rows("plan", plan, linked), *([] if gold is None else _rows("gold", gold, linked))]
    left = plan.days.more + sum(day.events.more for day in plan.days.rows)
    return EvidenceTable(
        kind="timeline",
        title="The same as a table",
        note="Times are local. A night stands at the end of its day.",
        heads=heads(
            "Event", "Of", "Day", "Kind", "City", "From – to", "Open", "#Gap", "#Required", "Verdict"
        ),
        rows=tuple(rows),
        more_text=f"and {left} more days or events" if left else "",
    )


def _rows(of: str, timeline: Timeline, linked: Linked) -> Iterator[Sequence[EvidenceCell]]:
    for day in timeline.days.rows:
        for event in day.events.rows:
            yield _row(of, day, event, linked)
        if day.hotel is not None:
            texts = (named(day.hotel), _PLANS[of], named(day.key), "night", *[ABSENT] * 6)
            yield tuple(EvidenceCell(text=text) for text in texts)


def _row(of: str, day: TimelineDay, event: TimelineEvent, linked: Linked) -> Sequence[EvidenceCell]:
    way, note = event.transition, note_of(event)
    return (
        EvidenceCell(
            text=named(event.name),
            record=event.record or "",
            url=linked(event.record) if event.record else "",
        ),
        EvidenceCell(text=_PLANS[of]),
        EvidenceCell(text=named(day.key)),
        EvidenceCell(text=event.kind or ABSENT),
        EvidenceCell(text=named(event.city)),
        EvidenceCell(text=span(event.start_min, event.end_min)),
        EvidenceCell(text=hours_of(event) or ABSENT),
        EvidenceCell(text=length(way.gap_min if way else None), value=number(way.gap_min if way else None)),
        EvidenceCell(
            text=length(way.required_min if way else None), value=number(way.required_min if way else None)
        ),
        verdict(is_met=not note, problem=shown(note)),
    )
