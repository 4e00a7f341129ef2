"""The page about our world states the digest that is written down, and the figures of the release."""

from __future__ import annotations

import re

import pytest

from tests.docs.world_page import PAGE, page
from tests.worlds.known_digests import FULL_DIGEST


def test_the_page_has_the_digest_that_is_written_down():
    assert f"    {FULL_DIGEST}\n" in PAGE.read_text(encoding="utf-8")


@pytest.mark.benchmark
def test_the_page_has_the_figures_of_the_release():
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.docs.world_page`"


@pytest.mark.parametrize("page", ["README.md", "docs/dataset-versions.md"])
def test_the_release_of_the_demo_lies_where_the_pages_say(page):
    text = (PAGE.parents[1] / page).read_text(encoding="utf-8")
    assert set(re.findall(r"\.data/demo/full-\w+/release", text)) == {
        f".data/demo/full-{FULL_DIGEST[:8]}/release"
    }
