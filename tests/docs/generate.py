"""Write the pages of ``docs/`` that are made from code: ``python -m tests.docs.generate``."""

from __future__ import annotations

from pathlib import Path

from kb_browser.release_checks.invariants import rules_markdown
from kb_browser.release_checks.run import RULES
from scoring.engine.catalogue import catalogue_markdown
from scoring.tracks import TREK
from scoring.tracks.trek.intake.manifest.page import manifest_markdown

DOCS = Path(__file__).parents[2] / "docs"


def main() -> None:
    """Overwrite each generated page."""
    (DOCS / "checks.md").write_text(catalogue_markdown(TREK), encoding="utf-8")
    (DOCS / "release-rules.md").write_text(rules_markdown(RULES), encoding="utf-8")
    (DOCS / "manifest.md").write_text(manifest_markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
