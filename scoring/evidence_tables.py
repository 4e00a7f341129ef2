"""Evidence as tables: one of each kind, made by one function each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from scoring.engine.display import ABSENT, counted, decimal
from scoring.evidence_page import EvidenceCell, EvidenceHead, EvidenceTable, TextPiece
from scoring.evidence_words import clock, heads, left_out, length, money, named, number, span, verdict
from scoring.explanations import shown
from scoring.tracks.trek import evidence as found
from scoring.tracks.trek.bill import CLAIMED, FLOOR, KNOWN

Linked = Callable[[str], str]
_Cells = tuple[EvidenceCell, ...]

_KINDS: Final[Mapping[str, str]] = {
    "flight": "Flight", "hotel": "Hotel", "attraction": "Attraction", "car": "Car",
    "air": "Flights", "lodging": "Lodging", "tickets": "Tickets", "cars": "Cars",
}  # fmt: skip

_SOURCES: Final[Mapping[str, str]] = {
    KNOWN: "the knowledge base", CLAIMED: "the plan", FLOOR: "the cheapest there is",
}  # fmt: skip


def evidence_tables(evidence: found.Evidence, linked: Linked) -> Mapping[str, EvidenceTable]:
    """The tables of an answer by the key of the dimension they belong to.

    Args:
        evidence: What the evaluator found.
        linked: From a record's key to its page; "" where it has none.
    """
    made: dict[str, EvidenceTable | None] = {
        "d0_keyword": _checklist(evidence.checklist, linked) if evidence.checklist is not None else None,
        "d0_source": _records(evidence.records, linked) if evidence.records is not None else None,
        "d1_implicit": _personas(evidence.personas, linked) if evidence.personas is not None else None,
        "d3_budget": _bill(evidence.bill, linked) if evidence.bill is not None else None,
        "d4_impossible": _cause(evidence.cause) if evidence.cause is not None else None,
        "b2_opening_hours": _visits(evidence.visits, linked) if evidence.visits is not None else None,
        "b3_spatiotemporal": _transitions(evidence.transitions) if evidence.transitions is not None else None,
    }
    return {key: table for key, table in made.items() if table is not None}


def pieces(texts: Sequence[found.Piece]) -> Sequence[TextPiece]:
    """A marked text for the page."""
    return tuple(TextPiece(text=piece.text, kind=piece.kind) for piece in texts)


def _named(name: str, record: str | None, linked: Linked, detail: str = "") -> EvidenceCell:
    return EvidenceCell(text=name, detail=detail, record=record or "", url=linked(record) if record else "")


def _checklist(part: found.Checklist, linked: Linked) -> EvidenceTable:
    return EvidenceTable(
        kind="checklist",
        title="What the request asks for",
        note=f"{part.met} of {counted(part.count, 'demand')} met.",
        heads=heads("Asked for", "In the plan", "Verdict"),
        rows=tuple(
            (
                EvidenceCell(text=shown(item.required)),
                _named(shown(item.found), item.record, linked),
                verdict(is_met=item.is_met),
            )
            for item in part.items.rows
        ),
        more_text=left_out(part.items.more, "demands"),
    )


def _records(part: found.RecordEvidence, linked: Linked) -> EvidenceTable:
    return EvidenceTable(
        kind="records",
        title="What the plan states, and what the knowledge base says",
        note=f"{part.verified} of {counted(part.count, 'booking')} exist as stated.",
        heads=heads("Booking", "Kind", "The plan states", "The knowledge base says", "Verdict"),
        rows=tuple(
            (
                EvidenceCell(text=named(row.name)),
                EvidenceCell(text=_KINDS[row.kind]),
                EvidenceCell(text=shown(row.stated)),
                _named(shown(row.known) if row.known else "no such record", row.record, linked),
                verdict(is_met=row.is_met, problem="differs" if row.record else "unknown"),
            )
            for row in part.bookings.rows
        ),
        more_text=left_out(part.bookings.more, "bookings"),
    )


def _personas(part: found.PersonaMatrix, linked: Linked) -> EvidenceTable:
    more = [left_out(part.more_rows, "rows"), left_out(part.more_cities, "cities")]
    return EvidenceTable(
        kind="personas",
        title="Whom each booking serves",
        note=f"{part.full_count} of {counted(part.cell_count, 'cell')} have all points; D1 is their mean.",
        heads=(*heads("Persona", "Booking"), *(EvidenceHead(text=named(city)) for city in part.cities)),
        rows=tuple(
            (
                EvidenceCell(text=shown(row.persona)),
                EvidenceCell(text=_KINDS[row.resource]),
                *(_persona_cell(cell, linked) for cell in row.cells),
            )
            for row in part.rows
        ),
        more_text=", ".join(text for text in more if text),
    )


def _persona_cell(cell: found.PersonaCell | None, linked: Linked) -> EvidenceCell:
    if cell is None:
        return EvidenceCell(text=ABSENT)
    said = [f"has {shown(cell.has)}"] if cell.has else []
    said += [f"lacks all of {shown(cell.lacks)}"] if cell.lacks else []
    said += [f"{'is' if cell.test_is_met else 'is not'} {cell.test}"] if cell.test else []
    return EvidenceCell(
        text="nothing booked" if cell.booked is None else named(cell.booked),
        value=cell.points,
        detail="; ".join(said),
        state="pass" if cell.is_met else "partial" if cell.points > 0 else "fail",
        record=cell.record or "",
        url=linked(cell.record) if cell.record else "",
    )


def _bill(part: found.BillEvidence, linked: Linked) -> EvidenceTable:
    left = part.budget - part.total
    return EvidenceTable(
        kind="bill",
        title="The bill, in USD",
        note="Priced by the knowledge base; what the plan leaves out is billed at the cheapest there is.",
        heads=heads("Item", "Part", "Where", "#Number", "#Price", "Price from", "#Amount"),
        rows=tuple(_bill_row(row, linked) for row in part.lines.rows),
        sums=(
            *(_sum(_KINDS[name], amount) for name, amount in part.parts.items()),
            _sum("Total", part.total),
            _sum("Budget", part.budget),
            _sum("Left" if left >= 0 else "Over budget", abs(left), "pass" if part.is_met else "fail"),
        ),
        more_text=left_out(part.lines.more, "lines, which the sums hold"),
    )


def _bill_row(row: found.BillRow, linked: Linked) -> _Cells:
    factors = " × ".join(counted(factor.count, factor.unit) for factor in row.factors)
    return (
        _named(named(row.what), row.record, linked),
        EvidenceCell(text=_KINDS[row.part]),
        EvidenceCell(text=named(row.place)),
        EvidenceCell(text=shown(factors)),
        EvidenceCell(text=money(row.price), value=number(row.price)),
        EvidenceCell(text=_SOURCES[row.source]),
        EvidenceCell(text=money(row.amount), value=number(row.amount)),
    )


def _sum(title: str, amount: float, state: str = "") -> _Cells:
    return (EvidenceCell(text=title), EvidenceCell(text=money(amount), value=number(amount), state=state))


def _cause(part: found.CauseReading) -> EvidenceTable:
    proof = {"entity": f"no stay city has {part.proof}", "route": f"no flight goes from {part.proof}"}
    derived = proof.get(part.actual, "nothing else stands in the way")
    stated = f"the words “{part.recognised}”" if part.recognised else "no words are recognised"
    return EvidenceTable(
        kind="cause",
        title="Why it cannot be done, and what the refusal says",
        note="A refusal is read by its words; the first class that is recognised counts.",
        heads=heads("Side", "Cause", "Because", "Verdict"),
        rows=(
            (_text("Derived"), _text(part.actual), _text(derived), _text(ABSENT)),
            (
                _text("Stated"),
                _text(part.stated or "none"),
                _text(stated),
                verdict(is_met=part.stated == part.actual, problem="another cause"),
            ),
            *_besides(part),
        ),
        quote=(*pieces(part.reason), *([TextPiece(text="…", kind="")] if part.is_cut else [])),
    )


def _text(text: str) -> EvidenceCell:
    return EvidenceCell(text=shown(text))


def _besides(part: found.CauseReading) -> Iterator[_Cells]:
    """What fails a refusal whatever it says."""
    failed = verdict(is_met=False)
    if not part.invents_nothing:
        yield _text("Plan beside it"), _text(ABSENT), _text(f"{part.invented} does not exist"), failed
    if not part.is_finished:
        yield _text("Run"), _text(ABSENT), _text("not submitted, or ended with an error"), failed


def _visits(part: found.VisitEvidence, linked: Linked) -> EvidenceTable:
    return EvidenceTable(
        kind="visits",
        title="Visits against opening hours",
        note=(
            f"{part.compliant} of {counted(part.count, 'visit')} comply; "
            f"{counted(part.cities, 'stay city', 'stay cities')} to be visited."
        ),
        heads=heads("Visit", "City", "From – to", "Open", "#Stay", "#At least", "Verdict"),
        rows=tuple(
            (
                _named(named(row.name), row.record, linked),
                EvidenceCell(text=named(row.city)),
                EvidenceCell(text=span(row.start_min, row.end_min)),
                EvidenceCell(text=named(row.open_hours)),
                EvidenceCell(text=length(row.stay_min), value=number(row.stay_min)),
                EvidenceCell(text=length(row.least_min), value=number(row.least_min)),
                verdict(is_met=row.problem is None, problem=row.problem or ""),
            )
            for row in part.visits.rows
        ),
        more_text=left_out(part.visits.more, "visits"),
    )  # fmt: skip


def _transitions(part: found.TransitionEvidence) -> EvidenceTable:
    return EvidenceTable(
        kind="transitions",
        title="From one event of a day to the next",
        note=(
            f"{part.violations} of {counted(part.count, 'transition')} fail."
            if part.is_measured
            else "No day has two events with times, so there is nothing to measure."
        ),
        heads=heads("Day", "From", "To", "#Gap", "#Required", "#Distance", "Way", "Verdict"),
        rows=tuple(map(_transition_row, part.transitions.rows)),
        more_text=left_out(part.transitions.more, "transitions"),
    )


def _transition_row(row: found.TransitionRow) -> _Cells:
    distance = f"{decimal(row.distance_km, 1)} km" if row.distance_km is not None else ABSENT
    return (
        EvidenceCell(text=shown(row.day)),
        EvidenceCell(text=named(row.start_name), detail=_when(row.start_kind, row.ends_min)),
        EvidenceCell(text=named(row.name), detail=_when(row.kind, row.starts_min)),
        EvidenceCell(text=length(row.gap_min), value=number(row.gap_min)),
        EvidenceCell(text=length(row.required_min), value=number(row.required_min)),
        EvidenceCell(text=distance, value=number(row.distance_km)),
        EvidenceCell(text=f"by {row.mode}" if row.mode else ABSENT),
        verdict(is_met=row.problem is None, problem=row.problem or ""),
    )


def _when(kind: str, minute: int | None) -> str:
    return f"{kind}, {clock(minute)}" if kind else ""
