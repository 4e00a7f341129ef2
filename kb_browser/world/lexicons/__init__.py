"""The words that names of a world are made of, one lexicon a region. Invented stems, no real business."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons import africa, americas, asia, europe_east, europe_west
from kb_browser.world.lexicons.lexicon import Lexicon

LEXICONS: Mapping[str, Lexicon] = {
    **europe_west.LEXICONS,
    **europe_east.LEXICONS,
    **americas.LEXICONS,
    **africa.LEXICONS,
    **asia.LEXICONS,
}
"""Region key, as the table of countries states it, to its words."""
