"""Whatever comes in, a manifest or findings come out, and a manifest survives being written."""

import json
from string import printable

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.engine.canonical import canonical_json
from scoring.tracks.trek.intake import CATALOGUE
from scoring.tracks.trek.intake.manifest import json_schema, manifest_of, read_manifest
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.rules import Items
from scoring.tracks.trek.intake.manifest.texts import TextError, clean_text
from tests.tracks.trek.intake.manifest.manifests import TODAY, members

SCHEMA = Draft202012Validator(json_schema())


def pointers(rule=MANIFEST, prefix=""):
    for member in rule.members:
        here = f"{prefix}/{member.name}"
        yield here
        if isinstance(member.kind, Items):
            yield from pointers(member.kind.rule, here if member.kind.high is None else f"{here}/0")


TEXTS = st.text(max_size=20) | st.sampled_from(
    ["yes", "no", "true", "none", "vote", "custom", "2026-08-01", "1.10", "https://a.example", "agent", "x_a"]
)  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
CHANGES = st.dictionaries(
    st.sampled_from([each for each in pointers() if "/authors/" not in each and "/files/" not in each]),
    VALUES,
    max_size=4,
)  # fmt: skip
OWN = st.dictionaries(st.from_regex(r"x_[a-z]{1,3}", fullmatch=True), VALUES, max_size=2)
WORDS = [
    *(
        "a: ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "? ",
        ": ",
        "&a ",
        "*a ",
        "!t ",
        "<<: ",
        "\n",
        "  ",
        '"',
        "'",
        "|\n",
    ),
    *(
        "#",
        "\t",
        "%YAML 1.1\n",
        "---\n",
        "...\n",
        "\\U",
        "\\u",
        "0",
        "1e9",
        "null",
        "true",
        "\u2028",
        "\u202e",
    ),
]


def changed(changes, own):
    made = members()
    made.update(own)
    for pointer, value in changes.items():
        *steps, last = pointer.strip("/").split("/")
        inside = made
        for step in steps:
            inside = inside[0] if isinstance(inside, list) and inside else inside
            inside = inside.setdefault(step, {}) if isinstance(inside, dict) and step != "0" else inside
        inside = inside[0] if isinstance(inside, list) and inside else inside
        if isinstance(inside, dict):
            inside[last] = value
    return made


def is_sound(reading):
    assert (reading.manifest is None) == bool(reading.findings)
    for one in reading.findings:
        assert CATALOGUE[one.code].stage == "manifest"
        assert one.message.isprintable()
        assert len(one.message) < 600
        assert one.line is None or (one.line >= 1 and one.column >= 1)
    return True


@given(st.binary(max_size=200), st.sampled_from(["metadata.json", "metadata.yaml", "", "\ud800.yml"]))
@settings(max_examples=150)
def test_any_bytes_end_in_findings(raw, name):
    assert is_sound(read_manifest(raw, file_name=name, today=TODAY))


@given(st.lists(st.sampled_from(WORDS) | st.text(printable, max_size=3), max_size=30).map("".join))
@settings(max_examples=200)
def test_any_text_end_in_findings_as_yaml_and_as_json(text):
    for name in ("metadata.yaml", "metadata.json"):
        assert is_sound(read_manifest(text.encode(), file_name=name, today=TODAY))


@given(CHANGES, OWN, st.booleans())
@settings(max_examples=200)
def test_any_members_end_in_a_manifest_that_survives_writing_or_in_findings(changes, own, are_texts):
    reading = manifest_of(changed(changes, own), today=TODAY, are_texts=are_texts)
    assert is_sound(reading)
    if reading.manifest is not None:
        written = reading.manifest.as_json()
        assert manifest_of(written, today=TODAY).manifest == reading.manifest
        assert canonical_json(manifest_of(written, today=TODAY).manifest.as_json()) == canonical_json(written)
        assert list(SCHEMA.iter_errors(written)) == []


@given(OWN)
def test_what_is_written_as_json_reads_the_same_from_a_file_of_either_kind(own):
    manifest = manifest_of(members() | own, today=TODAY).manifest
    if manifest is not None:
        raw = json.dumps(manifest.as_json()).encode()
        assert read_manifest(raw, file_name="metadata.json", today=TODAY).manifest == manifest


@given(CHANGES, OWN)
def test_members_in_another_order_read_the_same(changes, own):
    made = changed(changes, own)
    backwards = dict(reversed(made.items()))
    first, second = manifest_of(made, today=TODAY), manifest_of(backwards, today=TODAY)
    assert (first.manifest, first.findings) == (second.manifest, second.findings)


@given(st.text(max_size=60), st.booleans())
def test_a_clean_text_is_clean_already(text, has_lines):
    try:
        clean = clean_text(text, chars=50, has_lines=has_lines)
    except TextError:
        return
    assert clean_text(clean, chars=50, has_lines=has_lines) == clean
    assert len(clean) <= 50
