"""One line to one value: what plain parsing would let through is found, with its column."""

import json
import re

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.engine.reading import Decoded, Fault, FaultKind, Limits, column_of, decode
from tests.engine.reading_limits import LIMITS

MARKS = frozenset({"query_index"})


def read(text, *, with_places=True):
    return decode(text, text.encode(), LIMITS, marks=MARKS, with_places=with_places)


def fault_of(text):
    (fault,) = read(text)
    return fault


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


# JSON written in every way, and text that nearly is: the alphabet holds whatever decides.
DOCUMENTS = (
    st.builds(
        lambda value, is_ascii, gaps: json.dumps(value, ensure_ascii=is_ascii, separators=gaps),
        JSON_VALUES,
        st.booleans(),
        st.sampled_from([(",", ":"), (" ,\r ", "\t: ")]),
    )
    | st.from_regex(r"-?[0-9]{1,25}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,4})?", fullmatch=True)
    | st.from_regex(r'"(\\u[dD]?[0-9a-fA-F]{3,4}|\\["/bfnrtu\\]|[ -~é€\x00-\x1f])*"', fullmatch=True)
    | st.text(alphabet='{}[]",:\\ab01eE.-+ntrulfs\t\u20ac \ud7ff', max_size=40)
)


class TestValues:
    @given(JSON_VALUES, st.booleans())
    @example({'a:"\\': [{'"': '\\"{['}, "\\\\", ":"]}, True)
    def test_json_is_read_as_it_is(self, value, is_ascii):
        decoded = read(json.dumps(value, ensure_ascii=is_ascii))
        if _depth(value) > LIMITS.depth:
            assert decoded[0].kind is FaultKind.TOO_DEEP
        else:
            assert isinstance(decoded, Decoded)
            assert decoded.value == value

    @given(DOCUMENTS)
    @example('{"a":-0,"b":-0.0,"c":1E+2,"d":5e-324,"e":9007199254740993.0,"f":18446744073709551616}')
    @example('{"a":"\\ud83d\\ude00\\/\\u00E9\\b","":[[],{},""],"\u2028":"\x7f"} ')
    def test_the_quick_decoder_gives_what_the_standard_one_gives_or_leaves_it_to_that(self, text):
        try:
            quick = msgspec.json.decode(text.encode())
        except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
            return
        assert repr(quick) == repr(json.loads(text))

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0.1e400"])
    def test_numbers_without_a_value_are_noticed(self, number):
        assert read(f'{{"a": {number}}}').has_non_finite

    @pytest.mark.parametrize("number", ["1e308", "-0.0", "1e-999", "123456789012345678901234567890"])
    def test_odd_numbers_are_numbers(self, number):
        decoded = read(f"[{number}]")
        assert decoded.value == [json.loads(number)]
        assert not decoded.has_non_finite

    @pytest.mark.parametrize(
        ("text", "is_odd"),
        [
            (r'"\u0000"', True),
            (r'"\ud800"', True),
            (r'"\\u0000"', False),
            (r'"\u00e9"', False),
            (r'"\n"', False),
            ('"u0000"', False),
        ],
    )
    def test_characters_that_cannot_be_stored_are_suspected(self, text, is_odd):
        assert read(text).may_have_odd_text is is_odd

    @pytest.mark.parametrize(
        ("value", "is_bulky"),
        [
            ({str(n): n for n in range(50)}, False),
            ({str(n): n for n in range(51)}, True),
            (["x"] * 100, False),
            (list(range(101)), True),
            (["x" * 500, 1], True),
            (['"' * 501], True),
            (["x" * 501], True),
            (["x" * 100] * 20, False),
        ],
    )
    def test_bulk_is_never_overlooked(self, value, is_bulky):
        decoded = read(json.dumps(value))
        assert decoded.may_be_bulky is is_bulky


class TestDepth:
    def test_the_deepest_value_allowed_is_read(self):
        assert read("[" * 8 + "]" * 8).value == json.loads("[" * 8 + "]" * 8)
        assert read('{"a":' * 7 + "[]" + "}" * 7).value

    @pytest.mark.parametrize(
        ("text", "column"),
        [
            ("[" * 9 + "]" * 9, 9),
            ('{"a":' * 9 + "1" + "}" * 9, 41),
            ('["]]]]", ' * 9 + "1" + "]" * 9, 73),
            ("[" * 1_000, 9),
            ("[" * 1_000_000, 9),
            ('[[1],["[[[[[[[[["],' + "[" * 8 + "]" * 9, 27),
        ],
    )
    def test_one_level_more_is_refused_with_its_column(self, text, column):
        assert fault_of(text) == Fault(kind=FaultKind.TOO_DEEP, column=column, facts={"max": 8})

    def test_brackets_inside_texts_do_not_nest(self):
        assert isinstance(read(json.dumps({"a": '[[[[[[[[[[{"\\', "b": ["{" * 50, '"[' * 30]})), Decoded)

    def test_a_depth_beyond_python_s_own_is_no_crash(self):
        limits = Limits(**{name: getattr(LIMITS, name) for name in LIMITS.__slots__} | {"depth": 5_000})
        text = "[" * 4_000 + "]" * 4_000
        assert decode(text, text.encode(), limits) == (Fault(kind=FaultKind.TOO_DEEP, facts={"max": 5_000}),)

    def test_no_place_is_looked_for_unless_it_is_wanted(self):
        assert read("[" * 9, with_places=False) == (Fault(kind=FaultKind.TOO_DEEP, facts={"max": 8}),)

    def test_a_place_that_cannot_be_reached_is_column_1(self):
        assert fault_of('"a\x01"' + "[" * 9).column == 1

    @pytest.mark.parametrize("rest", ["[" * 9 + "]" * 9, "9" * 31, '{"a":1,"a":2}'])
    def test_nobody_searches_through_megabytes_for_a_place(self, rest):
        fault = fault_of("[" + " " * 1_100_000 + "0," + rest + "]")
        assert fault.column == 1
        assert fault.facts


class TestDuplicates:
    @pytest.mark.parametrize(
        ("text", "places"),
        [
            ('{"a":1,"a":2}', [(8, "a")]),
            ('{"a" :1, "\\u0061" : 2}', [(10, "a")]),
            ('{"x":[{"b":1},{"b":2,"c":"\\\\","c":3}],"x":{"b":1}}', [(31, "c"), (39, "x")]),
            ('{"a":{"a":{"a":1}},"b":{"a":1,"b":2,"a":":"}}', [(37, "a")]),
            ('{"":1,"":2,"":3}', [(7, ""), (12, "")]),
            ('[{"é:":1,"é:":1}]', [(10, "é:")]),
        ],
    )
    def test_every_name_given_twice_has_the_column_of_the_later(self, text, places):
        assert [(fault.column, fault.facts["name"]) for fault in read(text)] == places
        assert {fault.kind for fault in read(text)} == {FaultKind.DUPLICATE_MEMBER}
        assert [fault.kind for fault in read(text, with_places=False)] == [FaultKind.DUPLICATE_MEMBER]

    @given(JSON_VALUES)
    def test_a_plain_hook_finds_the_same(self, value):
        text = re.sub("[cdefg]", "a", json.dumps({"a": value, "b": value}))
        seen = []

        def hook(pairs):
            seen.append(len(pairs) - len(dict(pairs)))
            return dict(pairs)

        try:
            json.loads(text, object_pairs_hook=hook)
        except ValueError:
            return
        decoded = read(text)
        if isinstance(decoded, Decoded):
            assert not any(seen)
        elif decoded[0].kind is FaultKind.DUPLICATE_MEMBER:
            assert len(decoded) == sum(seen)


class TestDigits:
    @pytest.mark.parametrize(
        ("text", "column", "digits"),
        [
            ('{"a": ' + "9" * 31 + "}", 7, 31),
            ("[-0." + "1" * 30 + "]", 2, 31),
            ("[1e" + "0" * 30 + "]", 2, 31),
            ('{"a":' + "9" * 5_000 + "}", 6, 5_000),
        ],
    )
    def test_long_numbers_are_refused_with_their_column(self, text, column, digits):
        fault = Fault(kind=FaultKind.TOO_MANY_DIGITS, column=column, facts={"n": digits, "max": 30})
        assert fault_of(text) == fault
        without = read(text, with_places=False)
        assert without == (Fault(kind=FaultKind.TOO_MANY_DIGITS, facts={"n": digits, "max": 30}),)

    @pytest.mark.parametrize(
        "text", ["[" + "9" * 30 + "]", '["' + "9" * 400 + '"]', '{"a":"' + "-" * 99 + '","b":1.5,"c":7}']
    )
    def test_other_runs_of_digits_are_fine(self, text):
        assert isinstance(read(text), Decoded)


class TestSyntax:
    @pytest.mark.parametrize(
        ("text", "column", "reason", "hint"),
        [
            ('{"a":1', 7, "ends inside an object or array", "is cut off"),
            ('{"a":[1,', 9, "ends inside an object or array", "is cut off"),
            ('{"a":tru', 6, "ends inside an object or array", "is cut off"),
            ('{"a":-', 6, "", ""),
            ('{"a": {"b": 1}, "c', 17, "ends inside a text", "is cut off"),
            ('{"a":"b', 6, "ends inside a text", "is cut off"),
            ('{"a": "b{"query_index": 3, "plan": {}}', 11, "glued to it", "on a line of its own"),
            ('{"a": {"b": {"query_index": 3, "plan": {}}', 43, "glued to it", "on a line of its own"),
            ('{"a": {"b": {"c": 3}', 21, "ends inside an object or array", "is cut off"),
            ('{"a":1} {"b":2}', 9, "more text after the record", "Two records on one line?"),
            ('{"a":1,}', 7, "comma before the closing bracket", "no trailing comma"),
            ("[1, ]", 3, "comma before the closing bracket", "no trailing comma"),
            ('{"a":,}', 6, "comma before the closing bracket", "no trailing comma"),
            ("{'a': 1}", 2, "not a JSON value", "printed Python object"),
            ('{"a": None}', 7, "not a JSON value", "printed Python object"),
            ('{"a":"\t"}', 7, "unescaped control character", "\\t or \\n"),
            ('{"a":"\\x41"}', 7, "begins no JSON escape", "written twice"),
            ("\ufeff{}", 1, "byte-order mark inside the file", "without byte-order marks"),
            ('{"a":"b"c"}', 9, "comma or closing bracket was expected", "quotation mark inside a text"),
            ("{a:1}", 2, "in double quotation marks", "a JSON library"),
            ('{"a":1,2}', 8, "in double quotation marks", "a JSON library"),
            ("a,b,c", 1, "not a JSON value", "one JSON object per line"),
            ('{"a" 1}', 6, "not a JSON value", "one JSON object per line"),
        ],
    )
    def test_a_line_that_is_not_json_says_why_and_how_to_mend_it(self, text, column, reason, hint):
        fault = fault_of(text)
        assert (fault.kind, fault.column) == (FaultKind.NOT_JSON, column)
        assert reason in fault.facts["reason"]
        assert hint in fault.facts["hint"]

    def test_the_search_for_a_glued_record_is_bounded(self):
        text = '{"a": "' + '{"b"' * 5_001 + '{"query_index": 1}'
        assert "glued" not in fault_of(text).facts["reason"]

    @given(st.text(alphabet='{}[]",:\\ab01eE.-+ntu\t\u20ac \ud7ff', max_size=40))
    def test_anything_is_read_or_has_a_fault(self, text):
        decoded = read(text)
        try:
            value = json.loads(text)
        except ValueError:
            assert not isinstance(decoded, Decoded)
            assert all(1 <= fault.column <= len(text) + 1 for fault in decoded)
        else:
            assert decoded == read(text)
            if isinstance(decoded, Decoded):
                assert repr(decoded.value) == repr(value)
        assert (read(text, with_places=False) == decoded) or not isinstance(decoded, Decoded)


class TestColumns:
    TEXT = ' {"a" : [ 1, {"b":"é", "c": {} } ,[]], "d":"x","e":null }'

    @pytest.mark.parametrize(
        ("path", "at"),
        [
            ((), '{"a"'),
            (("a",), "[ 1"),
            (("a", 0), "1,"),
            (("a", 1, "c"), "{} }"),
            (("a", 2), "[]]"),
            (("e",), "null"),
            (("missing",), '{"a"'),
            (("a", 9), "[ 1"),
            (("a", "b"), "[ 1"),
            (("d", 0), '"x"'),
            (("a", 1, "missing", 3), '{"b"'),
        ],
    )
    def test_a_path_leads_to_its_value_or_as_far_as_there_is_one(self, path, at):
        assert column_of(self.TEXT, path) == self.TEXT.index(at) + 1


def _depth(value):
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0
