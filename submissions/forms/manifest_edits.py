"""The buttons inside the form that fill it in or change its lists; nothing is checked or sent by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from submissions.forms.sections import PREFIX, groups, index_in, item_pointers

ADD: Final = "add:"
REMOVE: Final = "remove:"


def edited(values: Mapping[str, str], action: str) -> dict[str, str]:
    """The fields after one press of a button that adds an object to a list or takes one out.

    Args:
        values: What the fields of the manifest hold, by name.
        action: ``add:/models`` or ``remove:/models/1``; anything else changes nothing.
    """
    if action.startswith(ADD):
        return _with_one_more(values, action.removeprefix(ADD))
    return _without(values, action.removeprefix(REMOVE)) if action.startswith(REMOVE) else dict(values)


def _with_one_more(values: Mapping[str, str], pointer: str) -> dict[str, str]:
    for group in groups():
        count = len(item_pointers(group, values))
        if group.pointer == f"{pointer}/*" and count < group.most:
            first = group.fields[0].pointer.rpartition("/")[2]
            return {**values, f"{PREFIX}{pointer}/{count}/{first}": ""}
    return dict(values)


def _without(values: Mapping[str, str], pointer: str) -> dict[str, str]:
    head, _, number = f"{PREFIX}{pointer}".rpartition("/")
    removed = index_in(number)
    if removed is None:
        return dict(values)
    kept: dict[str, str] = {}
    for name, value in values.items():
        step, _, rest = name.removeprefix(f"{head}/").partition("/")
        index = index_in(step) if name.startswith(f"{head}/") else None
        if index is None:
            kept[name] = value
        elif index != removed:
            kept[f"{head}/{index - (index > removed)}/{rest}"] = value
    return kept
