"""What one upload is expected to be told: the form of the cases, and the helpers they are made with."""

from dataclasses import dataclass, field

from tests.tracks.trek.intake.bundles import line, record, whole


@dataclass(frozen=True, kw_only=True)
class Case:
    """A file, and the first finding of the code it is about."""

    content: bytes
    message: str
    hint: str = ""
    place: tuple = (None, 1)  # line and column
    task: int | None = None
    pointer: str = ""
    times: int = 1
    options: dict = field(default_factory=dict)


def changed(**changes):
    return record(1, **changes)


def second(**changes):
    """A whole bundle whose second record, on line 2, is changed."""
    return whole((1, changed(**changes)))


def at(value, part):
    """Line 2, at the value that follows this part of the line."""
    return 2, line(value).index(part) + len(part) + 1
