"""A manifest in words, as everybody may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from scoring.pages.following import SaidLine, SaidSection
from scoring.selectors.entries import entry_row
from scoring.tracks import intake_of
from submissions.selectors import Viewer
from submissions.showing import identity_of

# Promised to be shown to nobody; what the site says better by itself; and the id of the entry that is
# replaced, which may stand on a board without names while this one has them.
NEVER_SHOWN: Final = frozenset(
    {"/submitter/contact_email", "/consent/statement", "/entry/visibility", "/entry/supersedes"}
)
# While an entry has no names: what its maker could not write a name into.
NAMELESS_SECTIONS: Final = ("/run", "/disclosure", "/consent")
NAMELESS_CONTROLS: Final = frozenset({"choice", "flag", "number", "date"})
# What the form asks of one person, others read of somebody else.
LABELS: Final[Mapping[str, str]] = MappingProxyType({"/submitter/name": "Name"})
LONG_CHARACTERS: Final = 80


def said_of_entry(public_id: str, viewer: Viewer, *, version: str = "") -> Sequence[SaidSection]:
    """What was declared about an entry, as one reader may know it.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    row: Any = entry_row(public_id, viewer, version=version)
    submission = row.evaluation.submission
    # Of what is hidden on boards the same is hidden here, from staff too: the admin shows it to them.
    is_hidden = identity_of(submission, is_own=row.is_own).is_hidden
    return said(row.track, submission.manifest, is_hidden=is_hidden)


def said(track: str, manifest: Mapping[str, Any], *, is_hidden: bool = False) -> Sequence[SaidSection]:
    """A cleaned manifest by sections, in the order of the track's table; empty where there is none.

    Args:
        track: Whose table.
        manifest: The members.
        is_hidden: Leave out whatever could name somebody.
    """
    return tuple(_sections(track, manifest, is_hidden=is_hidden))


def _sections(track: str, manifest: Mapping[str, Any], *, is_hidden: bool) -> Iterator[SaidSection]:
    intake = intake_of(track)
    texts = intake.texts_of(manifest)
    for group in intake.form_groups():
        if is_hidden and group.pointer not in NAMELESS_SECTIONS:
            continue
        for number, pointer in enumerate(_places(group, texts), start=1):
            lines = tuple(_lines(group, pointer, texts, is_hidden=is_hidden))
            title = group.title if group.most == 1 else f"{group.title.removesuffix('s')} {number}"
            if lines:
                yield SaidSection(title=title, lines=lines)


def _places(group: Any, texts: Mapping[str, str]) -> Sequence[str]:
    if group.most == 1:
        return (group.pointer,)
    head = group.pointer.removesuffix("*")
    steps = (pointer.removeprefix(head).partition("/")[0] for pointer in texts if pointer.startswith(head))
    return tuple(f"{head}{step}" for step in dict.fromkeys(steps))


def _lines(group: Any, pointer: str, texts: Mapping[str, str], *, is_hidden: bool) -> Iterator[SaidLine]:
    for field in group.fields:
        text = texts.get(field.pointer.replace(group.pointer, pointer, 1), "")
        is_kept_back = is_hidden and field.control not in NAMELESS_CONTROLS
        if not text or is_kept_back or field.pointer in NEVER_SHOWN:
            continue
        yield SaidLine(
            label=LABELS.get(field.pointer, field.title),
            text=_in_words(field, text),
            url=text if field.control == "url" else "",
            is_long=len(text) > LONG_CHARACTERS and field.control != "url",
        )


def _in_words(field: Any, text: str) -> str:
    if field.control == "flag":
        return "yes" if text == "true" else "no"
    return text.replace("_", " ") if field.control == "choice" else text
