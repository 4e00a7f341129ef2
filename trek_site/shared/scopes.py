"""What a program's token may be used for."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """One thing that a token opens; a signed-in person has all of them."""

    READ = "read"
    SUBMIT = "submit"
    PUBLISH = "publish"
