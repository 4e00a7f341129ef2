"""The form and the schema say what the table says."""

from jsonschema import Draft202012Validator

from scoring.tracks.trek.intake.manifest import ITEM, form_groups, json_schema
from scoring.tracks.trek.intake.manifest.forms import FormField
from tests.tracks.trek.intake.manifest.manifests import members


def fields_by_pointer():
    return {field.pointer: field for group in form_groups() for field in group.fields}


def test_the_form_has_a_group_for_each_section_and_list():
    assert [(group.pointer, group.is_required, group.most) for group in form_groups()] == [
        ("/benchmark", True, 1),
        ("/entry", True, 1),
        (f"/models/{ITEM}", True, 10),
        ("/scaffold", True, 1),
        ("/run", True, 1),
        ("/disclosure", True, 1),
        ("/submitter", True, 1),
        (f"/submitter/authors/{ITEM}", False, 50),
        ("/links", False, 1),
        ("/consent", True, 1),
        (f"/files/{ITEM}", False, 16),
    ]


def test_a_field_says_everything_a_form_shows():
    fields = fields_by_pointer()
    assert len(fields) == 70
    assert fields["/run/selection"] == FormField(
        pointer="/run/selection",
        title="Choice among answers",
        explanation="How one of several answers was chosen. With scorer, the scorer or the reference "
        "plans took part; such an entry is never ranked.",
        control="choice",
        choices=("first", "vote", "self_ranked", "scorer"),
        chars=None,
        bounds=None,
        is_whole=False,
        is_required=False,
        condition="there are several answers per task",
    )
    assert fields["/entry/description"].chars == 4_000
    assert fields["/models/*/top_p"].bounds == (0, 1)
    assert fields["/run/attempts_per_task"].is_whole


def test_every_kind_of_field_is_used():
    assert {field.control for field in fields_by_pointer().values()} == {
        "text", "lines", "choice", "number", "flag", "date", "url", "email",
    }  # fmt: skip
    assert fields_by_pointer()["/models/*/temperature"].control == "text"


def test_the_schema_is_valid_and_refuses_what_the_table_refuses():
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert validator.is_valid(members())
    for pointer, value in {
        "/entry/track": "custom",
        "/entry/lable": "x",
        "/models": [],
        "/run/attempts_per_task": 2,
        "/scaffold/tool_budget": "many",
        "/links": {"code_url": "ftp://a.example"},
        "/consent/statement": False,
        "/consent/publish_traces": True,
        "/benchmark/name": ...,
    }.items():
        assert not validator.is_valid(members({pointer: value})), pointer
