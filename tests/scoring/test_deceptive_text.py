"""Text from an upload that turns the direction of writing stays within its own place on the page."""

import re

import pytest
from django.template.loader import render_to_string

TURNED = "/plan/day1\u202e/flights/0"


@pytest.mark.parametrize(
    ("template", "context"),
    [
        ("scoring/finding.html", {"finding": {"pointer": TURNED, "line": 1, "column": 1}}),
        ("scoring/check.html", {"check": {"code": "a.b", "path": TURNED}}),
    ],
)
def test_a_path_is_shown_isolated(template, context):
    shown = render_to_string(template, context)
    assert "\u202e" in shown
    assert "\u202e" not in re.sub(r"<bdi>[^<]*</bdi>", "", shown)
