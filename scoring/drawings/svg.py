"""The pieces of a drawing. Colours are those of the light theme in ``static/css/tokens.css``."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr  # (They write and read nothing.)

from scoring.exports.safety import plain

INK: Final = "#13181d"
INK_2: Final = "#444d57"
SHEET: Final = "#ffffff"
RULE: Final = "#d8dad4"
DATA: Final = "#1f6f97"
DATA_SOFT: Final = "#c3dbe7"
ACCENT: Final = "#073f57"
SANS: Final = "Verdana, DejaVu Sans, Geneva, sans-serif"


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """One element; ``content`` is markup already. ``font_size`` becomes ``font-size``."""
    said = "".join(
        f" {key.replace('_', '-')}={quoteattr(_written(value))}" for key, value in attributes.items()
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def words(text: str) -> str:
    """Text as markup; what only steers the display is left out of it."""
    return escape(plain(text))


def shortened(text: str, most: int) -> str:
    """At most so many characters, the last one an ellipsis where some are missing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def drawing(content: str, *, width: float, height: float, title: str, description: str = "") -> str:
    """A whole file, with a title that is read out for it."""
    said = element("title", words(title)) + (element("desc", words(description)) if description else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label={quoteattr(words_plain(title))} '
        f'width="{_written(width)}" height="{_written(height)}" '
        f'viewBox="0 0 {_written(width)} {_written(height)}">{said}{content}</svg>\n'
    )


def words_plain(text: str) -> str:
    """Text for an attribute, before it is quoted."""
    return plain(text)


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
