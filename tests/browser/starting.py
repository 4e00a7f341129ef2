"""How browsers are started here, and how people sign in with them; needs no settings of Django."""

from typing import Final

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
PASSWORD: Final = "correct horse battery"
"""Of every account that `user_make` makes."""
