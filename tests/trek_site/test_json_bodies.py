"""JSON bodies are read in one way only: every member once, every number finite, nothing without bound."""

import io
import json

import pytest
from rest_framework.exceptions import ParseError

from trek_site.shared.errors import TooLargeError
from trek_site.shared.json_bodies import JSON_BYTES_MAX, JsonParser


def read(body):
    return JsonParser().parse(io.BytesIO(body))


@pytest.mark.parametrize("number", ["0", "-1.5", "1e308", "-1e-400", "12345678901234567890"])
def test_a_number_that_can_be_held_is_read(number):
    assert read(f'{{"a": [{number}]}}'.encode()) == {"a": [json.loads(number)]}


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e309", "-1e999", "9" * 310 + ".0"])
def test_a_number_that_cannot_be_held_is_refused_wherever_it_stands(number):
    for body in (f"{number}", f"[{number}]", f'{{"a": {{"b": {number}}}}}'):
        with pytest.raises(ParseError, match="is no number") as refused:
            read(body.encode())
        assert len(str(refused.value.detail)) < 100


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b'{"a": 1, "a": 1}', b'{"b": {"a": 1, "a": 2}}', b"[" * 100_000, b"9" * 5000],
    ids=["empty", "cut off", "not UTF-8", "twice", "twice within", "deep", "long number"],
)
def test_what_two_readers_could_take_differently_is_refused(body):
    with pytest.raises(ParseError):
        read(body)


def test_a_body_is_bounded():
    assert read(b" " * (JSON_BYTES_MAX - 1) + b"1") == 1
    with pytest.raises(TooLargeError):
        read(b" " * JSON_BYTES_MAX + b"1")
