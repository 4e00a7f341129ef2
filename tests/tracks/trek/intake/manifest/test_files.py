"""Manifests as files: JSON, and YAML that says no more than JSON."""

import codecs
import json

import pytest

from tests.tracks.trek.intake.manifest.manifests import (
    accepted,
    as_file,
    from_json,
    from_yaml,
    members,
    placed,
    told,
)

# The least manifest as people type it, with every trap of YAML 1.1 that a member can hold.
TYPED = """\
%YAML 1.2
---
manifest_version: 1
benchmark: {name: TREK, task_set: 0123, kb_version: 2026-08-01}
entry:
  label: 12_30
  display_name: on
  track: custom
  description: |
    one
    two
models:
- name: no
  vendor: 12:30
  identifier: 1e3
  open_weights: no
  temperature: 0.50
  max_output_tokens: ~
  fine_tuned: FALSE
scaffold: {name: 'null', version: 1.10, open_source: true, prompt_modified: true,
           tools_modified: false, symbolic_solver: false, tool_budget: none, retrieval_backend: =}
run: {started: 2026-08-11, finished: "2026-08-12", attempts_per_task: 1, unfinished_retried: True,
      human_intervention: false, cost_usd: 1.2e2}
disclosure: {gold_seen: no, tasks_in_training: yes, scorer_used_in_development: false,
             kb_outside_tools: false, training_data: not disclosed, benchmark_specific_tuning: null}
submitter: {name: .inf, affiliation: 0x1F, contact_email: ada@larch.example, represents_vendor: true}
consent: {publish_plans: true, publish_traces: false, statement: true}
x_own: [true, 1.10, 012, no, null, "1", 2026-08-01]
"""


def test_a_field_decides_what_an_unquoted_word_is():
    read = from_yaml(TYPED)
    assert told(read) == []
    manifest = read.manifest
    model = manifest.models[0]
    assert (manifest.benchmark.task_set, manifest.benchmark.kb_version) == ("0123", "2026-08-01")
    assert (manifest.entry.label, manifest.entry.display_name) == ("12_30", "on")
    assert manifest.entry.description == "one\ntwo"
    assert (model.name, model.vendor, model.identifier, model.open_weights) == ("no", "12:30", "1e3", "no")
    assert (model.temperature, model.max_output_tokens, model.fine_tuned) == (0.5, None, False)
    assert (manifest.scaffold.name, manifest.scaffold.version) == ("null", "1.10")
    assert (manifest.scaffold.tool_budget, manifest.scaffold.retrieval_backend) == ("none", "=")
    assert (manifest.run.cost_usd, manifest.disclosure.tasks_in_training) == (120.0, "yes")
    assert (manifest.submitter.name, manifest.submitter.affiliation) == (".inf", "0x1F")
    assert manifest.extra == {"x_own": [True, 1.1, "012", "no", None, "1", "2026-08-01"]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "represents_vendor: yes",
            'F205 /submitter/represents_vendor: must be true or false without quotation marks, found "yes".',
        ),
        (
            'represents_vendor: "true"',
            (
                "F205 /submitter/represents_vendor: must be true or false without quotation marks, "
                'found the text "true".'
            ),
        ),
        ("represents_vendor: ~", "F202 /submitter/represents_vendor: required."),
    ],
)
def test_an_unquoted_yes_is_no_truth(line, said):
    assert told(from_yaml(TYPED.replace("represents_vendor: true", line))) == [said]


@pytest.mark.parametrize("number", ["0123", "12:30", "1_000", "0x10", "+5", ".5", "5.", "0o7", "9" * 301])
def test_a_word_that_json_would_not_read_is_no_number(number):
    (said,) = told(from_yaml(TYPED.replace("attempts_per_task: 1", f"attempts_per_task: {number}")))
    assert said.startswith("F205 /run/attempts_per_task: must be a whole number from 1 to 1,000, found")


def test_the_ending_of_the_name_tells_yaml_from_json():
    text = TYPED.encode()
    assert from_json(text, "METADATA.YML").manifest
    assert told(from_json(text, "metadata.json")) == [
        (
            "F201 metadata.json, line 1, column 1: not valid JSON: this is not a JSON value. "
            "Write the file with a JSON library."
        )
    ]
    assert from_json(as_file(), "metadata.yaml").manifest == from_json(as_file()).manifest == accepted()


def test_a_byte_order_mark_and_windows_line_ends_are_accepted():
    windows = codecs.BOM_UTF8 + json.dumps(members(), indent=1).replace("\n", "\r\n").encode()
    assert from_json(windows).manifest == accepted()
    assert (
        from_yaml(codecs.BOM_UTF8 + TYPED.replace("\n", "\r\n").encode()).manifest
        == from_yaml(TYPED).manifest
    )


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "F201 metadata.json, line 1, column 1: not valid JSON: the file is empty."),
        (b" \r\n\t", "F201 metadata.json, line 1, column 1: not valid JSON: the file is empty."),
        (
            b'{"a":\n "\xff"}',
            (
                "F201 metadata.json, line 2, column 3: not valid JSON: not UTF-8 (byte 0xff). "
                "Save the file as UTF-8 without conversion."
            ),
        ),
        (
            "{}".encode("utf-16"),
            "F201 metadata.json, line 1, column 1: not valid JSON: the file is UTF-16. Save it as UTF-8.",
        ),
        (
            "{}".encode("utf-32-be"),
            (
                "F201 metadata.json, line 1, column 1: not valid JSON: the file is UTF-16 or UTF-32. "
                "Save it as UTF-8."
            ),
        ),
        (
            b"[" + b" " * 65_536,
            "F205 the manifest: has 65,537 bytes; at most 65,536 are allowed.",
        ),
    ],
)
def test_what_is_no_text_is_refused_as_a_whole(raw, said):
    assert told(from_json(raw)) == [said]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason", "hint"),
    [
        ('{"a": 1,\n "b": NaN}', 2, 7, "NaN is no number of JSON", "Leave out what was not measured."),
        ("[-Infinity]", 1, 2, "-Infinity is no number of JSON", "Leave out what was not measured."),
        ('{"a": 1,}', 1, 8, "a comma before the closing bracket", "JSON has no trailing comma; delete it."),
        ("[1,\n]", 1, 3, "a comma before the closing bracket", "JSON has no trailing comma; delete it."),
        ('{"a": "b', 1, 7, "the text that begins here has no end", ""),
        (
            '{"a": "b\nc"}',
            1,
            9,
            "an unescaped control character in a text",
            "A line break inside a text is written as \\n.",
        ),
        ('{"a": "\\x"}', 1, 8, "a backslash that begins no JSON escape", "A backslash is written twice."),
        ('{"a": "\\u12"}', 1, 9, "a backslash that begins no JSON escape", "A backslash is written twice."),
        ('{"a": ', 1, 7, "the file ends too early", "Was it cut off?"),
        ('{"a" 1}', 1, 6, "a colon was expected", "Write the file with a JSON library."),
        (
            '{"a": 1 "b": 2}',
            1,
            9,
            "a comma or closing bracket was expected",
            "Write the file with a JSON library.",
        ),
        (
            "{'a': 1}",
            1,
            2,
            "a member name in double quotation marks was expected",
            "This looks like a printed Python object; write it with a JSON library.",
        ),
        (
            '{"a": True}',
            1,
            7,
            "this is not a JSON value",
            "This looks like a printed Python object; write it with a JSON library.",
        ),
        ('{"a": 01}', 1, 8, "a comma or closing bracket was expected", "Write the file with a JSON library."),
        ('{} // "x"', 1, 4, "there is more text after the manifest", ""),
        ("# x\n{}", 1, 1, "JSON has no comments", "Delete it, or use YAML."),
    ],
)
def test_a_slip_in_json_is_told_with_its_place(text, line, column, reason, hint):
    (one,) = from_json(text).findings
    assert one.message == f"metadata.json, line {line}, column {column}: not valid JSON: {reason}."
    assert (one.code, one.line, one.column, one.hint) == ("F201", line, column, hint)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason", "hint"),
    [
        (
            "a:\n\tb: 1",
            2,
            1,
            "found character '\\t' that cannot start any token",
            "Indent with blanks, not with tabs.",
        ),
        (
            "a: b: c",
            1,
            5,
            "mapping values are not allowed here",
            'Put a text that holds ": " into quotation marks.',
        ),
        ('a: "b', 1, 6, "found unexpected end of stream", "Is a quotation mark or bracket missing?"),
        (
            "a: 1\n b: 2",
            2,
            3,
            "mapping values are not allowed here",
            'Put a text that holds ": " into quotation marks.',
        ),
        ("a: 1\n---\nb: 2", 2, 1, "there is a second document in the file", ""),
        ("# nothing", 1, 1, "the file is empty", ""),
        (
            "ab: \x07",
            1,
            5,
            "special characters are not allowed",
            "Delete the control character, or write it as an escape.",
        ),
        ('a: "\\UFFFFFFFF"', 1, 1, "an escape or directive with a number too big", ""),
        ("%YAML 1." + "9" * 5_000 + "\n--- a", 1, 1, "an escape or directive with a number too big", ""),
        ("a: %b", 1, 4, "found character '%' that cannot start any token", ""),
    ],
)
def test_a_slip_in_yaml_is_told_with_its_place(text, line, column, reason, hint):
    (one,) = from_yaml(text).findings
    assert one.message == f"metadata.yaml, line {line}, column {column}: not valid YAML: {reason}."
    assert (one.code, one.line, one.column, one.hint) == ("F201", line, column, hint)


def test_a_member_that_appears_twice_is_told_at_the_second_and_the_rest_is_read():
    text = as_file().replace('"label": "wayfarer-2"', '"label": "a",\n"label": 3, "lable": 1')
    assert placed(from_json(text)) == [
        ("F201", 2, 1, "/entry/label"),
        ("F204", 2, 22, "/entry/lable"),
    ]
    typed = TYPED.replace("label: 12_30", "label: a\n  label: b")
    assert told(from_yaml(typed)) == [
        (
            'F201 metadata.yaml, line 7, column 3: not valid YAML: member "label" appears twice in the same '
            "object. Readers differ in which of the two they take; keep one."
        )
    ]


def test_findings_have_the_place_of_the_value_or_of_what_lacks_it():
    text = json.dumps(members({"/entry/track": "other", "/run/started": ..., "/links": {"zzz": 1}}), indent=2)
    found = from_json(text).findings
    lines = text.split("\n")
    shown = [(one.code, lines[one.line - 1][one.column - 1 :], one.pointer) for one in found]
    assert shown == [
        ("F203", '"other"', "/entry/track"),
        ("F202", "{", "/run/started"),
        ("F204", "1", "/links/zzz"),
    ]
    assert {one.file for one in found} == {"metadata.json"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x_a: &here 1\nx_b: *here", [("anchors", 1, 6, "/x_a"), ("aliases", 2, 6, "/x_b")]),
        ("x_a: !!str 1", [("tags", 1, 6, "/x_a")]),
        ("x_a: !own {b: 1}", [("tags", 1, 6, "/x_a")]),
        ("x_a: ! b", [("tags", 1, 6, "/x_a")]),
        ("x_a: [!!int 1, &b 2]", [("tags", 1, 7, "/x_a/0"), ("anchors", 1, 16, "/x_a/1")]),
        ("x_a:\n  <<: {b: 1}", [("merge keys", 2, 3, "/x_a")]),
        ("&name x_a: 1", [("anchors", 1, 1, "/x_a")]),
        ("*name : 1", [("aliases", 1, 1, "the manifest")]),
    ],
)
def test_what_json_cannot_say_is_refused_in_yaml(text, said):
    found = [one for one in from_yaml(text).findings if one.code == "F208"]
    assert [(one.message, one.line, one.column) for one in found] == [
        (f"{pointer}: YAML {what} are not supported.", line, column) for what, line, column, pointer in said
    ]


def test_a_value_behind_an_alias_is_not_judged_as_well():
    typed = TYPED.replace("label: 12_30", "label: *other").replace("{name: TREK", "{name: *other, <<: *other")
    assert [(one.code, one.pointer) for one in from_yaml(typed).findings] == [
        ("F208", "/benchmark/name"),
        ("F208", "/benchmark"),
        ("F208", "/benchmark/?"),
        ("F208", "/entry/label"),
    ]
    assert [one.code for one in from_yaml("*a").findings] == ["F208"]


def test_a_quoted_merge_key_is_a_name_like_any_other():
    (said,) = [one.message for one in from_yaml('x_a: 1\n"<<": 1').findings if one.code == "F204"]
    assert said == "/<<: unknown member."


def test_the_name_of_a_member_is_a_text():
    found = [one for one in from_yaml("? [a]\n: 1\n? {b: 1}\n: 2").findings if one.code == "F201"]
    assert [one.message for one in found] == [
        "metadata.yaml, line 1, column 3: not valid YAML: the name of a member must be a text.",
        "metadata.yaml, line 3, column 3: not valid YAML: the name of a member must be a text.",
    ]


@pytest.mark.parametrize("make", [from_json, from_yaml])
def test_nine_levels_are_too_deep_and_eight_are_not(make):
    def nested(levels):
        return '{"x_a": ' + "[" * (levels - 1) + "]" * (levels - 1) + "}"

    assert [one.code for one in make(nested(8)).findings if one.code == "F205"] == []
    assert told(make(nested(9))) == ["F205 /x_a/0/0/0/0/0/0/0: nested deeper than 8."]


def test_a_number_with_too_many_digits_is_told_at_its_place():
    read = from_json('{"x_a": ' + "9" * 5_000 + "}")
    assert [(one.message, one.column) for one in read.findings if one.code == "F205"] == [
        ("/x_a: has 5000 digits; at most 300 are allowed.", 9)
    ]
