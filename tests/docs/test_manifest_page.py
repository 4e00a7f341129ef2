"""The page about manifests is what the table of members says, and its examples are valid."""

import re
from datetime import date
from pathlib import Path

from scoring.tracks.trek.intake.manifest import read_manifest
from scoring.tracks.trek.intake.manifest.example import EXAMPLE_YAML
from scoring.tracks.trek.intake.manifest.page import manifest_markdown

PAGE = (Path(__file__).parents[2] / "docs" / "manifest.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_table_says():
    assert manifest_markdown() == PAGE, "run `make docs`"


def test_both_examples_are_valid_and_say_the_same():
    (as_yaml,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (as_json,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert as_yaml == EXAMPLE_YAML
    day = date(2026, 7, 20)
    first = read_manifest(as_yaml.encode(), file_name="metadata.yaml", today=day)
    second = read_manifest(as_json.encode(), file_name="metadata.json", today=day)
    assert first.findings == second.findings == ()
    assert first.manifest == second.manifest is not None
