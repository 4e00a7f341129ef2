"""The page of a release's rules is what the rules say, and no invariant is without a rule."""

from __future__ import annotations

from pathlib import Path

from kb_browser.release_checks.invariants import INVARIANTS, PARSING_RULES, SCORING_RULE, rules_markdown
from kb_browser.release_checks.run import RULES

PAGE = Path(__file__).parents[2] / "docs" / "release-rules.md"


def test_the_page_is_what_the_rules_say():
    assert PAGE.read_text(encoding="utf-8") == rules_markdown(RULES), "run `make docs`"


def test_every_invariant_is_kept_by_a_rule():
    kept = {rule.number for rule in RULES} | set(PARSING_RULES.values()) | {SCORING_RULE[1]}
    assert kept == set(INVARIANTS) == set(range(1, 42))
