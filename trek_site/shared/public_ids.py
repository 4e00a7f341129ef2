"""Names for URLs that cannot be guessed or counted through."""

from __future__ import annotations

import secrets
from typing import Final

# No characters that are mistaken for each other when an id is read aloud. 12 of 31 give 59 bits.
PUBLIC_ID_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
PUBLIC_ID_LENGTH: Final = 12


def public_id_new() -> str:
    """A random name of `PUBLIC_ID_LENGTH` characters."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))
