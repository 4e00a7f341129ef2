"""Names: what nobody sees is refused, and what looks alike is the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trek_site.shared.names import name_cleaned, skeleton, unseen_characters

ALIKE = [
    ("Ada", "Аda"),  # noqa: RUF001  # The second A is Cyrillic.
    ("paypal", "раураl"),  # noqa: RUF001
    ("Ada", "ADA"),
    ("Ada", "ａｄａ"),  # noqa: RUF001
    ("Ada Lab", "AdaLab"),
    ("Ada Lab", "Ada\u00a0 Lab"),
    ("Ian", "lan"),
    ("admin", "adrnin"),
    ("O0", "00"),
    ("é", "e\u0301"),
    ("Ωmega", "Ωmega"),  # The second is the sign of a unit.
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Eva"), ("Team 1", "Team 2"), ("Öl", "Ol"), ("日本", "中国")]
)
def test_names_that_do_not_are_told_apart(one, other):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a\u202eb", ["U+202E"]),
        ("a\u200db", ["U+200D"]),
        ("a\u200b\x00", ["U+200B", "U+0000"]),
        ("line\u2028break\n", ["U+2028", "U+000A"]),
        ("\u3164", ["U+3164"]),
        ("a\ufe0f", ["U+FE0F"]),
        ("\ud800", ["U+D800"]),
        ("\U0001f469\u200d", ["U+200D"]),
        ("\U0001f469\u200d\U0001f4bb", []),
        ("\u2764\ufe0f\u200d\U0001f525", []),
        ("Universität Oberau, 日本", []),
    ],
)
def test_characters_that_nobody_sees_are_named(name, found):
    assert unseen_characters(name) == found


def test_a_name_is_kept_composed_and_without_spare_spaces():
    assert name_cleaned("  Ada\u00a0  Lo\u0308vel ") == "Ada Lövel"


@given(st.text(max_size=40))
def test_a_skeleton_is_blind_to_spaces(name):
    assert skeleton(f"  {name} ") == skeleton(name)


@given(st.text(max_size=40))
def test_cleaning_twice_changes_nothing_more(name):
    assert name_cleaned(name_cleaned(name)) == name_cleaned(name)
