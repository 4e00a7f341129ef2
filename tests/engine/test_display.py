"""Numbers on pages: rounded once, halves up, absent shown as absent."""

from __future__ import annotations

import pytest

from scoring.engine.display import count, counted, decimal, percent, signed, size


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [
        (None, 1, "–"),
        (0.0, 1, "0.0"),
        (1.0, 1, "100.0"),
        (0.4255, 1, "42.6"),
        (0.42549, 1, "42.5"),
        (1 / 3, 2, "33.33"),
        (0.005, 0, "1"),
        (1e-9, 1, "0.0"),
    ],
)
def test_shares_in_percent(share, digits, text):
    assert percent(share, digits) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(None, "–"), (0, "0"), (999.5, "1\u202f000"), (1234567, "1\u202f234\u202f567"), (12.4, "12")],
)
def test_counts_with_thin_thousands(number, text):
    assert count(number) == text


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (None, 2, "–"),
        (0, 2, "0.00"),
        (1.555, 2, "1.56"),
        (1.5449, 2, "1.54"),
        (2.5, 0, "3"),
        (1e-9, 1, "0.0"),
    ],
)
def test_numbers_with_decimals(number, digits, text):
    assert decimal(number, digits) == text


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (0, "0\u202fB"),
        (999, "999\u202fB"),
        (1000, "1.0\u202fkB"),
        (9_844_033, "9.8\u202fMB"),
        (2 * 10**9, "2.0\u202fGB"),
    ],
)
def test_sizes_in_the_unit_that_fits(size_bytes, text):
    assert size(size_bytes) == text


@pytest.mark.parametrize(
    ("number", "words", "text"),
    [
        (1, ("task",), "1 task"),
        (0, ("task",), "0 tasks"),
        (2, ("stay city", "stay cities"), "2 stay cities"),
        (1, ("rank changes", "ranks change"), "1 rank changes"),
        (212_530, ("record",), "212\u202f530 records"),
    ],
)
def test_a_number_agrees_with_what_it_counts(number, words, text):
    assert counted(number, *words) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(1.5, "+1.50"), (-0.2, "−0.20"), (0.0, "0.00"), (0.004, "0.00"), (-0.004, "0.00"), (-0.005, "−0.01")],
)
def test_a_difference_says_its_sign_unless_it_rounds_to_nothing(number, text):
    assert signed(number) == text
