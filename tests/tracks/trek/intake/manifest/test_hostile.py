"""Manifests made to harm: each ends in findings, after work that grows with its size."""

import pytest

from scoring.tracks.trek.intake.manifest import MANIFEST_LIMITS, manifest_of
from tests.tracks.trek.intake.manifest.manifests import TODAY, complaints, from_json, from_yaml, members, told

FULL = MANIFEST_LIMITS.manifest_bytes


def filled(beginning, repeated, end=""):
    """A file of the largest size made of one thing over and over."""
    return beginning + repeated * ((FULL - len(beginning) - len(end)) // len(repeated)) + end


LAUGHS = "\n".join(
    ['a0: &a0 ["lol", "lol"]', *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 60))]
)

HOSTILE = {
    "lists in lists": filled("", "["),
    "objects in objects": filled("", '{"a":'),
    "dashes": filled("", "- "),
    "question marks": filled("", "? "),
    "aliases": filled("a: &a [x]\nb: [", "*a,", "]"),
    "anchors": filled("[", "&a x,", "]"),
    "tags": filled("[", "!a x,", "]"),
    "laughs": LAUGHS,
    "one member again and again": filled("", "a: 1\n"),
    "items": filled("[", "a,", "]"),
    "quotation marks": filled("", '"'),
    "backslashes": filled('"', "\\"),
    "one word": filled("a: ", "b"),
    "combining marks": filled("x_a: a", "\u0344")[: FULL // 2],
    "blanks": filled("", " ", "a"),
    "comments": filled("", "#"),
    "colons": filled("", ":"),
    "exclamation marks": filled("", "!"),
    "percent signs": filled("", "%"),
    "control characters": filled("a: ", "\x07"),
    "tabs": filled("a:\n", "\t", "b"),
    "zero bytes": filled("a: b", "\0"),
    "directives": filled("", "%TAG !a! tag:x,2000:\n", "---\n"),
}


@pytest.mark.parametrize("read", [from_json, from_yaml])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_ends_in_findings(text, read):
    reading = read(text)
    assert reading.manifest is None
    assert 0 < len(reading.findings) <= MANIFEST_LIMITS.manifest_findings


def test_aliases_are_refused_where_they_stand_and_never_followed():
    found = from_yaml(LAUGHS).findings
    assert sum(one.message.endswith("aliases are not supported.") for one in found) == 3 * 59
    assert sum(one.message.endswith("anchors are not supported.") for one in found) == 60


def test_a_hundred_thousand_unknown_members_are_refused_in_one_sentence():
    many = members({f"/unknown{number}": number for number in range(100_000)})
    assert told(manifest_of(many, today=TODAY)) == ["F205 the manifest: holds more than 65,536 characters."]


def test_of_many_unknown_members_a_thousand_are_told():
    found = from_json("{" + ",".join(f'"k{number}":0' for number in range(6_000)) + "}").findings
    assert len(found) == 1_000


def test_members_nested_in_themselves_are_refused():
    endless = []
    endless.append(endless)
    assert told(manifest_of({"x_a": endless}, today=TODAY)) == [
        "F205 /x_a/0/0/0/0/0/0/0: nested deeper than 8."
    ]
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    assert told(manifest_of(deep, today=TODAY)) == ["F205 /a/a/a/a/a/a/a/a: nested deeper than 8."]


def test_numbers_of_any_size_are_refused_in_words():
    for pointer in ("/models/0/seed", "/run/cost_usd", "/x_a", "/scaffold/tool_budget"):
        assert complaints({pointer: -(10**100_000)}) == [f"F205 {pointer}: has more than 300 digits."]
    assert complaints({"/run/cost_usd": 10**299}) == [
        "F205 /run/cost_usd: must be a number from 0 to 1,000,000,000,000, found the number 1"
        + "0" * 78
        + "…."
    ]


def test_forty_thousand_combining_marks_are_counted_before_they_are_put_in_order():
    marks = "a" + "\u0323\u0301" * 20_000
    assert complaints({"/entry/display_name": marks}) == [
        "F205 /entry/display_name: has 40,001 characters; at most 80 are allowed."
    ]
    assert complaints({"/x_a": marks}) == ["F205 /x_a: has 40,001 characters; at most 4,000 are allowed."]


def test_what_is_quoted_from_a_manifest_is_escaped_and_cut():
    name = "\u202e" + "<script>" * 20
    (finding,) = manifest_of(members({f"/entry/{name.replace('/', '')}": 1}), today=TODAY).findings
    assert finding.message.startswith("/entry/\\u202e<script><script>")
    assert len(finding.message) < 110


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "x", [], ["x"], float("nan")])
def test_what_is_no_object_is_refused(value):
    (said,) = told(manifest_of(value, today=TODAY))
    assert said.startswith("F205 the manifest: must be an object, found ")
