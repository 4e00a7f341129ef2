"""The page on the format names every code, every limit and every member, and nothing that does not exist."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.tracks.trek import intake
from scoring.tracks.trek.intake import CATALOGUE, LIMITS
from scoring.tracks.trek.intake.limits import RECORD_LIMITS, REPORT_LIMITS
from tests.tracks.trek.intake.bundles import check

PAGE = (Path(__file__).parents[4] / "docs" / "submission-format.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([FRWINL]\d{2,3}) \| ([FRWI]) \| (\w+) \|", PAGE, re.MULTILINE)


def test_every_code_is_documented_with_its_severity_and_stage_and_no_other():
    assert [(text.code, str(text.severity), str(text.stage)) for text in CATALOGUE.values()] == ROWS


@pytest.mark.parametrize(
    "table", [LIMITS, RECORD_LIMITS, REPORT_LIMITS], ids=lambda table: type(table).__name__
)
def test_every_limit_is_documented_with_its_value(table):
    documented = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", PAGE, re.MULTILINE))
    for each in fields(table):
        assert documented.pop(each.name) == f"{getattr(table, each.name):,}", each.name


def test_every_member_of_a_record_is_documented():
    schema = json.loads((Path(intake.__file__).parent / "record.schema.json").read_text("utf-8"))
    for name in schema["properties"]:
        assert f"| `{name}` |" in PAGE, name


def test_the_example_is_a_valid_record():
    (example,) = re.findall(r"```json\n(\{\"query_index.*?)\n```", PAGE, re.DOTALL)
    report = check(example.replace("\n", " ").encode(), name="", tasks=800)
    assert set(report.found) == {"W606"}
