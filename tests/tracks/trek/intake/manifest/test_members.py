"""What each member may hold, and what is said when it holds something else."""

from dataclasses import fields, is_dataclass
from datetime import date

import pytest

from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.model import ATTRIBUTES
from scoring.tracks.trek.intake.manifest.rules import Items
from tests.tracks.trek.intake.manifest.manifests import LEAST, TODAY, accepted, complaints, members

# What the longer sentences say.
WORDS = {
    "PATH": "must be a relative path",
    "SEEN": "must be one of the words private, anonymous, public",
    "LABEL": "must be at most 128 letters, digits, dots, hyphens and underscores, "
    "the first a letter or digit",
    "DAY": "must be a date written as YYYY-MM-DD",
    "FLAG": "must be true or false without quotation marks",
    "BUDGET": 'must be a whole number from 1 to 10,000 or "none"',
    "SIZE": "must be a number above 0 up to 1,000,000",
    "HEAT": 'must be a number from 0 to 2 or "not_settable"',
}


def rules(rule=MANIFEST):
    yield rule
    for member in rule.members:
        if isinstance(member.kind, Items):
            yield from rules(member.kind.rule)


def test_the_table_and_the_values_have_the_same_members():
    for rule in rules():
        assert is_dataclass(rule.makes)
        attributes = {each.name for each in fields(rule.makes)} - {"extra"}
        named = {ATTRIBUTES.get(member.name, member.name) for member in rule.members}
        assert named - {"manifest_version"} == attributes


def test_every_member_says_what_it_is():
    for rule in rules():
        assert all(member.title and member.title[0].isupper() for member in rule.members)


def test_a_manifest_is_read_into_its_sections_and_written_again():
    manifest = accepted({"/x_ticket": "A-17"})
    assert manifest.as_json() == members({"/x_ticket": "A-17", "/entry/visibility": "private"})
    assert manifest.entry.division == "standard"
    assert manifest.run.started == date(2026, 8, 11)
    assert manifest.model_names == "Wayfarer 2"
    assert manifest.has_open_weights is False
    assert not manifest.is_documented
    assert not manifest.is_selection_declared
    assert manifest.unranked_reasons == ()


def test_null_empty_text_and_an_empty_list_are_as_if_left_out():
    changes = {
        "/benchmark/kb_version": None,
        "/entry/description": " \n ",
        "/submitter/authors": [],
        "/links": None,
        "/files": [],
        "/x_note": "",
    }
    assert accepted(changes) == accepted()
    assert complaints({"/entry/label": None, "/models": [], "/scaffold/name": "  "}) == [
        "F202 /entry/label: required.",
        "F202 /models: required.",
        "F202 /scaffold/name: required.",
    ]


def test_everything_that_is_missing_is_named_at_once():
    sections = [name for name in LEAST if name not in {"manifest_version", "models"}]
    found = complaints({f"/{name}": {} for name in sections} | {"/manifest_version": ..., "/models": [{}]})
    assert len(found) == 37
    assert found[:4] == [
        "F202 /benchmark/name: required.",
        "F202 /benchmark/task_set: required.",
        "F202 /consent/publish_plans: required.",
        "F202 /consent/publish_traces: required.",
    ]


@pytest.mark.parametrize(
    ("pointer", "value", "read"),
    [
        ("/entry/display_name", "  Zo\u0308e  ", "Zöe"),
        ("/entry/description", "one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("/entry/display_name", "{{7*7}} <b>", "{{7*7}} <b>"),
        ("/benchmark/task_file_sha256", "AB" * 32, "ab" * 32),
        ("/models/0/temperature", "not_settable", "not_settable"),
        ("/models/0/temperature", 2, 2.0),
        ("/models/0/temperature", -0.0, 0.0),
        ("/models/0/parameters_b", 0.6, 0.6),
        ("/models/0/seed", -(2**63), -(2**63)),
        ("/models/0/identifier", "team/model:0612@5d0c", "team/model:0612@5d0c"),
        ("/scaffold/tool_budget", "none", "none"),
        ("/scaffold/tool_budget", 10_000.0, 10_000),
        ("/run/cost_usd", 0, 0.0),
        ("/links/paper_url", "http://a.example:8080/p?q=1#r", "http://a.example:8080/p?q=1#r"),
        ("/links/paper_url", "https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
        ("/links/paper_url", "https://bücher.example/été", "https://bücher.example/été"),
        ("/links/paper_url", "https://a.example/" + "p" * 1_982, "https://a.example/" + "p" * 1_982),
        ("/submitter/contact_email", "a.b+c@mail.larch.example", "a.b+c@mail.larch.example"),
        ("/submitter/authors", [{"name": "A"}], [{"name": "A"}]),
        ("/consent/trace_licence", "CC-BY-4.0", "CC-BY-4.0"),
        ("/entry/supersedes", "k3m9pqrstuvw", "k3m9pqrstuvw"),
        ("/entry/visibility", "anonymous", "anonymous"),
        ("/files", [{"path": "a/b.jsonl", "sha256": "0" * 64}], [{"path": "a/b.jsonl", "sha256": "0" * 64}]),
    ],
)
def test_values_that_fit_are_kept_in_one_form(pointer, value, read):
    written = accepted({pointer: value}).as_json()
    for step in pointer.strip("/").split("/"):
        written = written[int(step) if step.isdigit() else step]
    assert (written, type(written)) == (read, type(read))


@pytest.mark.parametrize(
    ("pointer", "value", "said"),
    [
        ("/manifest_version", "2", 'F203 {}: "2" is not one of 1.'),
        ("/manifest_version", 1, "F205 {}: must be one of the words 1, found the number 1."),
        ("/benchmark", [], "F202 {}: required."),
        ("/benchmark", "TREK", 'F205 {}: must be an object, found the text "TREK".'),
        ("/benchmark/name", "Trek", 'F203 {}: "Trek" is not one of TREK.'),
        ("/benchmark/task_set", "x" * 65, "F205 {}: has 65 characters; at most 64 are allowed."),
        ("/benchmark/task_set", 800, "F205 {}: must be text, found the number 800."),
        ("/benchmark/task_file_sha256", "ab", 'F205 {}: must be 64 hexadecimal digits, found "ab".'),
        (
            "/entry/label",
            "-a",
            'F205 {}: {LABEL}, found "-a".',
        ),
        ("/entry/label", "a" * 129, "F205 {}: has 129 characters; at most 128 are allowed."),
        ("/entry/display_name", "\u202eabc", "F205 {}: holds the invisible or control character U+202E."),
        ("/entry/display_name", "a\tb", "F205 {}: holds the invisible or control character U+0009."),
        ("/entry/display_name", "a\nb", "F205 {}: holds the invisible or control character U+000A."),
        ("/entry/display_name", "a\x00b", "F205 {}: holds the invisible or control character U+0000."),
        ("/entry/display_name", "a\ud800", "F205 {}: holds the invisible or control character U+D800."),
        ("/entry/display_name", "\u3164", "F205 {}: holds the invisible or control character U+3164."),
        ("/entry/display_name", "a" + "\u0323" * 8, "F205 {}: has more than 6 combining marks in a row."),
        ("/entry/display_name", "\u0958" * 80, "F205 {}: has 160 characters; at most 80 are allowed."),
        ("/entry/description", "a\x0bb", "F205 {}: holds the invisible or control character U+000B."),
        ("/entry/track", "official", 'F203 {}: "official" is not one of standard, custom.'),
        ("/entry/visibility", True, "F205 {}: {SEEN}, found true."),
        ("/entry/supersedes", "a/b", 'F205 {}: must be the id of a submission, found "a/b".'),
        ("/models", {}, "F205 {}: must be a list, found an object."),
        ("/models", "x", 'F205 {}: must be a list, found the text "x".'),
        ("/models/0", 3, "F205 {}: must be an object, found the number 3."),
        (
            "/models/0/identifier",
            "wayfarer-LATEST",
            'F205 {}: must not hold "latest", which names no fixed model.',
        ),
        ("/models/0/open_weights", False, "F205 {}: must be one of the words yes, no, unknown, found false."),
        (
            "/models/0/temperature",
            2.1,
            "F205 {}: {HEAT}, found the number 2.1.",
        ),
        (
            "/models/0/temperature",
            float("nan"),
            "F205 {}: {HEAT}, found the number nan.",
        ),
        ("/models/0/parameters_b", 0, "F205 {}: {SIZE}, found the number 0."),
        (
            "/models/0/parameters_b",
            float("inf"),
            "F205 {}: {SIZE}, found the number inf.",
        ),
        ("/models/0/top_p", "0.9", 'F205 {}: must be a number from 0 to 1, found the text "0.9".'),
        ("/models/0/top_p", True, "F205 {}: must be a number from 0 to 1, found true."),
        ("/models/0/seed", 10**300, "F205 {}: has more than 300 digits."),
        ("/models/0/release_date", "2026-02-30", 'F205 {}: {DAY}, found the text "2026-02-30".'),
        ("/models/0/release_date", "20260230", 'F205 {}: {DAY}, found the text "20260230".'),
        ("/models/0/release_date", 2026, "F205 {}: {DAY}, found the number 2026."),
        ("/models/0/release_date", "2026-08-22", "F205 {}: 2026-08-22 lies in the future."),
        ("/models/0/fine_tuned", "false", 'F205 {}: {FLAG}, found the text "false".'),
        ("/models/0/fine_tuned", 0, "F205 {}: {FLAG}, found the number 0."),
        ("/scaffold/tool_budget", 15.5, "F205 {}: {BUDGET}, found the number 15.5."),
        ("/scaffold/tool_budget", 0, "F205 {}: {BUDGET}, found the number 0."),
        ("/consent/statement", False, "F205 {}: must be true; without this statement nothing is accepted."),
        ("/submitter/authors", [{"name": "A"}] * 51, "F205 {}: has 51 entries; at most 50 are allowed."),
        ("/files", [{"path": "../a", "sha256": "0" * 64}], 'F205 {}/0/path: {PATH}, found "../a".'),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_refused_in_words(pointer, value, said):
    assert complaints({pointer: value}) == [said.format(pointer, **WORDS)]


@pytest.mark.parametrize(
    "address",
    [
        "ftp://a.example",
        "javascript:alert(1)",
        "//a.example",
        "https://",
        "https://user@a.example/",
        "https://user:pw@a.example",
        "https://a.example\\@b.example",
        "https://a.example/a b",
        "https://a.example/<script>",
        "https://a.example/{{7*7}}",
        "https://a..example/",
        "HTTPS://a.example/",
    ],
)
def test_addresses_that_lead_elsewhere_are_refused(address):
    expected = "an http or https address without user name or blanks"
    assert complaints({"/links/code_url": address}) == [
        f'F205 /links/code_url: must be {expected}, found "{address}".'
    ]


def test_an_address_has_at_most_two_thousand_visible_characters():
    assert complaints({"/links/code_url": "https://a.example/" + "p" * 1_983}) == [
        "F205 /links/code_url: has 2,001 characters; at most 2,000 are allowed."
    ]
    assert complaints({"/links/code_url": "https://a.example/\u202egpj.exe"}) == [
        "F205 /links/code_url: holds the invisible or control character U+202E."
    ]


@pytest.mark.parametrize(
    "address",
    ["ada", "ada@", "@larch.example", "ada@larch", "a@b@larch.example", "a..b@larch.example",
     ".a@larch.example", "ada larch@larch.example", "ada@-larch.example", "ada@larch..example",
     "é@larch.example", "a" * 65 + "@larch.example", "ada@larch.example\nBcc: b@larch.example"],
)  # fmt: skip
def test_what_is_no_mail_address_is_refused(address):
    (said,) = complaints({"/submitter/contact_email": address})
    assert said.startswith("F205 /submitter/contact_email: ")


@pytest.mark.parametrize("orcid", ["0000-0002-1825-0097", "https://orcid.org/0000-0002-1694-233X"])
def test_an_orcid_is_kept_without_its_address(orcid):
    (author,) = accepted({"/submitter/authors": [{"name": "A", "orcid": orcid}]}).submitter.authors
    assert author.orcid == orcid[-19:]


def test_an_orcid_whose_checksum_is_wrong_is_refused():
    authors = [{"name": "A", "orcid": "0000-0002-1825-0098"}, {"name": "B", "orcid": "0000-0002-1825"}]
    first, second = complaints({"/submitter/authors": authors})
    assert first == (
        'F205 /submitter/authors/0/orcid: "0000-0002-1825-0098" is no ORCID: '
        "its last character does not fit the others."
    )
    assert second == (
        "F205 /submitter/authors/1/orcid: must be an ORCID written as 0000-0000-0000-0000, "
        'found the text "0000-0002-1825".'
    )


def test_a_day_ahead_of_the_clock_is_tolerated():
    assert accepted({"/run/finished": "2026-08-21"}).run.finished > TODAY
    assert complaints({"/run/finished": "2026-08-22"}) == [
        "F205 /run/finished: 2026-08-22 lies in the future."
    ]


def test_unknown_members_are_refused_with_the_nearest_name():
    changes = {"/entry/lable": "x", "/entry/licence": 1, "/modles": [], "/run/tool_budget": 4, "/zzz": None}
    assert complaints(changes) == [
        'F204 /entry/lable: unknown member. Did you mean "label"?',
        'F204 /entry/licence: unknown member. Members of your own have names that begin with "x_".',
        'F204 /modles: unknown member. Did you mean "models"?',
        'F204 /run/tool_budget: unknown member. "tool_budget" belongs in "scaffold".',
        'F204 /zzz: unknown member. Members of your own have names that begin with "x_".',
    ]


def test_members_of_ones_own_are_kept_anywhere_with_their_texts_cleaned():
    value = {"a": [1, 2.5, None, True, "  Zo\u0308e "], "b": {}}
    manifest = accepted({"/x_top": value, "/entry/x_in": 3, "/models/0/x_m-1.b": "y"})
    assert manifest.extra == {"x_top": {"a": [1, 2.5, None, True, "Zöe"], "b": {}}}
    assert manifest.entry.extra == {"x_in": 3}
    assert manifest.models[0].extra == {"x_m-1.b": "y"}


def test_members_of_ones_own_hold_nothing_that_cannot_be_shown():
    changes = {
        "/x_": 1,
        "/x_é": 1,
        "/x_a": "\u200b\u200ba",
        "/x_b": [float("inf")],
        "/x_c": {"\u202e": 1},
        "/x_d": "a" * 4_001,
    }
    assert complaints(changes) == [
        'F205 /x_: must have a name of "x_" and 1 to 62 letters, digits, dots, - and _.',
        "F205 /x_a: holds the invisible or control character U+200B.",
        "F205 /x_b/0: must be a number that JSON can hold.",
        "F205 /x_c/\\u202e: has a name with more than 64 or invisible characters.",
        "F205 /x_d: has 4,001 characters; at most 4,000 are allowed.",
        'F205 /x_é: must have a name of "x_" and 1 to 62 letters, digits, dots, - and _.',
    ]


def test_what_a_form_sends_is_converted_by_its_fields():
    typed = {
        "/models/0/temperature": "0.5",
        "/models/0/fine_tuned": "false",
        "/models/0/top_p": "",
        "/scaffold/tool_budget": "15",
        "/scaffold/version": "1.10",
        "/entry/display_name": "null",
    }
    manifest = accepted(typed, are_texts=True)
    assert (manifest.models[0].temperature, manifest.models[0].fine_tuned) == (0.5, False)
    assert (manifest.scaffold.tool_budget, manifest.scaffold.version) == (15, "1.10")
    assert manifest.entry.display_name == "null"
    assert complaints({"/scaffold/tool_budget": "0x10"}, are_texts=True) == [
        'F205 /scaffold/tool_budget: must be a whole number from 1 to 10,000 or "none", found "0x10".'
    ]
