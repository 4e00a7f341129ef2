"""The parts of the evidence one by one, on answers whose arithmetic can be followed."""

from __future__ import annotations

import copy

import pytest

from scoring.tracks import TREK
from scoring.tracks.trek.evidence import Factor, Piece, request_pieces
from scoring.tracks.trek.evidence.marking import marked
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.units import is_by_air, minimum_gap_min
from tests.bundles import gold_answers
from tests.tracks.trek.evidence.test_agreement_of_evidence import small_dataset

ROUND_TRIP_OF_SIX_DAYS = 1


def evidence_of(task, **changes):
    answer = {**copy.deepcopy(gold_answers()[task]), "submitted": True, **changes}
    return TREK.evidence(small_dataset(), task, TrekRecord.from_object(answer))


class TestTheBill:
    """Rooms × nights × price, seats × fare, tickets, car days; the total is the evaluator's."""

    def test_every_row_is_its_factors_times_its_price(self):
        bill = evidence_of(ROUND_TRIP_OF_SIX_DAYS).bill
        for row in bill.lines.rows:
            product = row.price
            for factor in row.factors:
                product *= factor.count
            assert row.amount == pytest.approx(product)
        assert sum(row.amount for row in bill.lines.rows) == pytest.approx(bill.total)
        assert sum(bill.parts.values()) == pytest.approx(bill.total)
        assert list(bill.parts) == ["air", "lodging", "tickets", "cars"][: len(bill.parts)]

    def test_nights_in_one_hotel_are_one_row(self):
        task = small_dataset().tasks[ROUND_TRIP_OF_SIX_DAYS]
        rows = [row for row in evidence_of(ROUND_TRIP_OF_SIX_DAYS).bill.lines.rows if row.part == "lodging"]
        assert [row.factors for row in rows] == [
            (Factor(count=task.rooms, unit="room"), Factor(count=3, unit="night")),
            (Factor(count=task.rooms, unit="room"), Factor(count=2, unit="night")),
        ]

    def test_missing_nights_are_billed_at_the_cheapest(self):
        plan = gold_answers()[ROUND_TRIP_OF_SIX_DAYS]["plan"]
        for day in plan.values():
            day.pop("hotel", None)
        rows = evidence_of(ROUND_TRIP_OF_SIX_DAYS, plan=plan).bill.lines.rows
        lodging = [row for row in rows if row.part == "lodging"]
        assert [(row.source, row.factors[1].count) for row in lodging] == [("cheapest", 3), ("cheapest", 2)]


class TestTheMatrix:
    """One row per persona and kind of booking, one column per city."""

    def test_cells_name_what_serves(self):
        matrix = evidence_of(ROUND_TRIP_OF_SIX_DAYS).personas
        facts = small_dataset().facts[ROUND_TRIP_OF_SIX_DAYS]
        assert matrix.cities == facts.stay_cities
        assert {row.persona for row in matrix.rows} == set(facts.personas)
        assert all(cell.has and not cell.lacks for row in matrix.rows for cell in row.cells)

    def test_nothing_booked_lacks_everything(self):
        plan = gold_answers()[ROUND_TRIP_OF_SIX_DAYS]["plan"]
        for day in plan.values():
            day.pop("hotel", None)
        matrix = evidence_of(ROUND_TRIP_OF_SIX_DAYS, plan=plan).personas
        cells = [cell for row in matrix.rows if row.resource == "hotel" for cell in row.cells]
        assert cells
        assert all(cell.booked is None and cell.lacks and cell.points == 0 for cell in cells)


class TestTheCause:
    """Derived against stated, and the words that were recognised."""

    def test_recognised_words_are_marked(self):
        cause = evidence_of(0, refusal_reason="Sadly, far Too Expensive for us.").cause
        assert (cause.stated, cause.actual, cause.is_met) == ("budget", "budget", True)
        assert cause.reason == (
            Piece("Sadly, far "), Piece("Too Expensive", "recognised"), Piece(" for us."),
        )  # fmt: skip

    def test_both_ends_of_a_gap_are_marked(self):
        cause = evidence_of(0, refusal_reason="We could not find any such fine hotel.").cause
        assert cause.stated == "entity"
        assert [piece.text for piece in cause.reason if piece.kind] == ["could not find", "hotel"]

    def test_an_unfinished_run_is_said(self):
        cause = evidence_of(0, submitted=False).cause
        assert not cause.is_met
        assert not cause.is_finished

    def test_a_long_reason_is_cut(self):
        cause = evidence_of(0, refusal_reason="budget " * 10_000).cause
        assert cause.is_cut
        assert len("".join(piece.text for piece in cause.reason)) == 1000


class TestTheRequest:
    """Each constraint is marked where the request states it, and nothing of the text is lost."""

    @pytest.mark.parametrize("task", range(40))
    def test_pieces_are_the_text(self, task):
        asked = small_dataset().tasks[task]
        pieces = request_pieces(asked)
        assert "".join(piece.text for piece in pieces) == asked.query
        kinds = {piece.kind for piece in pieces}
        assert {"city", "departure", "budget", "days", "rooms", "named place"} <= kinds

    def test_words_stand_on_their_own(self):
        assert marked("30 days, 3 days", [("3 days", "days")]) == (
            Piece("30 days, "), Piece("3 days", "days"),
        )  # fmt: skip

    def test_earlier_words_win(self):
        assert marked("Alta Inn in Alta", [("Alta Inn", "named place"), ("Alta", "city")]) == (
            Piece("Alta Inn", "named place"), Piece(" in "), Piece("Alta", "city"),
        )  # fmt: skip


class TestTheWay:
    """The way named is the one whose time is required."""

    @pytest.mark.parametrize("distance", [0.0, 29.0, 31.0, 180.0, 180.4, 181.0, 500.0, 9000.0])
    def test_by_the_shorter_of_both(self, distance):
        required = 180 + 60 * distance / 700 if is_by_air(distance) else max(45, 15 + distance)
        assert minimum_gap_min(distance) == round(required)
