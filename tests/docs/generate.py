"""Write the pages of ``docs/`` that are made from code: ``python -m tests.docs.generate``."""

from __future__ import annotations

from pathlib import Path

from scoring.engine.catalogue import catalogue_markdown
from scoring.tracks import TREK

DOCS = Path(__file__).parents[2] / "docs"


def main() -> None:
    """Overwrite each generated page."""
    (DOCS / "checks.md").write_text(catalogue_markdown(TREK), encoding="utf-8")


if __name__ == "__main__":
    main()
