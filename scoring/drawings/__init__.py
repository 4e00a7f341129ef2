"""Pictures for other people's pages and papers, drawn here as plain SVG: no script, no style, nothing loaded.

Each has a ground of its own, so that it is legible on a light and on a dark page and in print. Pure.
"""

from scoring.drawings.badge import badge_svg
from scoring.drawings.board import board_svg

__all__ = ["badge_svg", "board_svg"]
