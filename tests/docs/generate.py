"""Write the pages of ``docs/`` that are made from code: ``python -m tests.docs.generate``."""

from __future__ import annotations

from pathlib import Path

from kb_browser.release_checks.invariants import rules_markdown
from kb_browser.release_checks.run import RULES
from scoring.engine.catalogue import catalogue_markdown
from scoring.tracks import TREK
from scoring.tracks.trek.intake.manifest.page import manifest_markdown
from scoring.tracks.trek.integrity import signals_table

DOCS = Path(__file__).parents[2] / "docs"
SIGNALS = "## The signals\n\n"
"""From here on the page of signals is made from their own texts."""


def main() -> None:
    """Overwrite each generated page."""
    (DOCS / "checks.md").write_text(catalogue_markdown(TREK), encoding="utf-8")
    (DOCS / "release-rules.md").write_text(rules_markdown(RULES), encoding="utf-8")
    (DOCS / "manifest.md").write_text(manifest_markdown(), encoding="utf-8")
    written = (DOCS / "integrity.md").read_text(encoding="utf-8").partition(SIGNALS)[0]
    (DOCS / "integrity.md").write_text(f"{written}{SIGNALS}{signals_table()}", encoding="utf-8")


if __name__ == "__main__":
    main()
