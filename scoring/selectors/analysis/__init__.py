"""Reading boards across their entries: one selector per analysis page, values out."""

from __future__ import annotations

from scoring.selectors.analysis.cost import cost_page
from scoring.selectors.analysis.failures import failures_page
from scoring.selectors.analysis.robustness import robustness_page

__all__ = ["cost_page", "failures_page", "robustness_page"]
