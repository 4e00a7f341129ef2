"""Canonical JSON: same value, same bytes; nothing that JSON lacks ever gets through."""

from __future__ import annotations

import hashlib
import json
import math
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.canonical import canonical_json, digest

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_what_was_written_reads_back(value):
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_order_of_members_does_not_show(value):
    assert canonical_json(dict(reversed(value.items()))) == canonical_json(value)


def test_the_bytes_are_ascii_sorted_and_tight():
    assert canonical_json({"b": [1, 2.5, None], "a": "é\ud800"}) == b'{"a":"\\u00e9\\ud800","b":[1,2.5,null]}'


def test_a_digest_is_the_sha256_of_the_bytes():
    assert digest({}) == hashlib.sha256(b"{}").hexdigest()


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf]])
def test_numbers_that_json_lacks_are_refused(value):
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json(value)


def test_read_only_mappings_are_objects_and_other_values_are_refused():
    assert canonical_json(MappingProxyType({"a": 1})) == b'{"a":1}'
    with pytest.raises(TypeError, match="set"):
        canonical_json({1})
