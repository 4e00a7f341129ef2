"""The sections of a manifest as fields of a form, made from the track's table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django import forms

from scoring.tracks import DEFAULT_TRACK, intake_of

TRACK: Final = DEFAULT_TRACK
PREFIX: Final = "manifest"
ITEM: Final = "*"
# What an archive holds is told by its own manifest.
NOT_ASKED: Final = frozenset({"/files/*"})
# Decisions, not descriptions: they stand at the end of the form, by themselves.
APART: Final = ("/entry/visibility", "/entry/supersedes")
# More than any list may hold; a longer number is nobody's.
POSITION_DIGITS: Final = 3
FLAGS: Final = (("true", "Yes"), ("false", "No"))
# What browsers fill in by themselves, and which keys a phone shows.
_HINTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "/submitter/name": {"autocomplete": "name"},
        "/submitter/affiliation": {"autocomplete": "organization"},
        "/submitter/contact_email": {"autocomplete": "email", "inputmode": "email"},
        "number": {"inputmode": "decimal"},
        "url": {"inputmode": "url", "placeholder": "https://"},
        "date": {"placeholder": "YYYY-MM-DD"},
    }
)


class ManifestField(forms.CharField):
    """A field that takes any text: what is wrong with it, the track says, all at once.

    Attributes:
        pointer: Its place in the manifest.
        is_needed: Whether it must always be filled in.
        condition: When else it must be, to follow "if"; "" for never.
        is_radio: Whether it is a choice shown side by side.
    """

    def __init__(self, pointer: str, asked: Any) -> None:
        self.pointer = pointer
        self.is_needed = asked.is_required
        self.condition = asked.condition
        self.is_radio = asked.control == "flag"
        super().__init__(
            required=False,
            label=asked.title,
            help_text=asked.explanation,
            strip=False,
            widget=_widget_of(asked),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FormItem:
    """One object of a section: the section itself, or one of its list.

    Attributes:
        key: What its buttons name.
        title: "" for a section that is no list.
        fields: What has to be given, always or in a certain case; of a section without such all there is.
        more: What may be left out.
        has_more: Something of that is filled in, or wrong.
        can_be_removed: It may be taken out of its list.
    """

    key: str
    title: str
    fields: Sequence[forms.BoundField]
    more: Sequence[forms.BoundField]
    has_more: bool
    can_be_removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSection:
    """A section of the manifest with its fields.

    Attributes:
        key: Its pointer, for addresses and buttons.
        is_list: Whether there can be several.
        can_be_added: Whether there is room for one more.
        needed: How many of its fields must be filled in.
        filled: How many of these are.
        mistakes: How many of its fields are wrong.
        is_open: Shown unfolded.
    """

    key: str
    title: str
    explanation: str
    items: Sequence[FormItem]
    is_list: bool
    can_be_added: bool
    needed: int
    filled: int
    mistakes: int
    is_open: bool


def name_of(pointer: str) -> str:
    """The name of the field at a place of the manifest."""
    return f"{PREFIX}{pointer}"


def index_in(step: str) -> int | None:
    """The position in a list that a step of a pointer names; None for one that names none."""
    is_number = step.isascii() and step.isdigit() and len(step) <= POSITION_DIGITS
    return int(step) if is_number else None


def groups() -> Iterator[Any]:
    """The sections that are asked for, as the table has them."""
    return (group for group in intake_of(TRACK).form_groups() if group.pointer not in NOT_ASKED)


def item_pointers(group: Any, names: Iterable[str]) -> Sequence[str]:
    """Where the objects of a section are: one for each that the names of fields tell of, and the least."""
    if ITEM not in group.pointer:
        return (group.pointer,)
    head = group.pointer.removesuffix(ITEM)
    start = name_of(head)
    found = (name.removeprefix(start).partition("/")[0] for name in names if name.startswith(start))
    numbers = [number for number in map(index_in, found) if number is not None]
    least = 1 if group.is_required else 0
    count = min(group.most, max([least, *(number + 1 for number in numbers)]))
    return tuple(f"{head}{index}" for index in range(count))


def fields_of(names: Iterable[str]) -> Mapping[str, ManifestField]:
    """Every field of the manifest by its name."""
    known = tuple(names)
    return {
        name_of(place): ManifestField(place, asked)
        for group in groups()
        for pointer in item_pointers(group, known)
        for place, asked in _places(group, pointer)
    }


def sections_of(form: forms.Form) -> Iterator[FormSection]:
    """The sections of a form that has `fields_of`, in the order of the table."""
    for group in groups():
        pointers = item_pointers(group, form.fields)
        yield _section(form, group, pointers)


def _places(group: Any, pointer: str) -> Iterator[tuple[str, Any]]:
    return ((field.pointer.replace(group.pointer, pointer, 1), field) for field in group.fields)


def _section(form: forms.Form, group: Any, pointers: Sequence[str]) -> FormSection:
    bound = [
        [form[name_of(place)] for place, _ in _places(group, pointer) if place not in APART]
        for pointer in pointers
    ]
    every = [field for fields in bound for field in fields]
    needed = [field for field in every if _rule(field).is_needed]
    mistakes = sum(bool(field.errors) for field in every)
    is_list = group.most > 1
    return FormSection(
        key=group.pointer.removesuffix(f"/{ITEM}"),
        title=group.title,
        explanation=group.explanation,
        items=[
            _item(group, pointer, fields, len(pointers))
            for pointer, fields in zip(pointers, bound, strict=True)
        ],
        is_list=is_list,
        can_be_added=is_list and len(pointers) < group.most,
        needed=len(needed),
        filled=sum(bool(str(field.value() or "").strip()) for field in needed),
        mistakes=mistakes,
        is_open=bool(mistakes),
    )


def _item(group: Any, pointer: str, fields: Sequence[forms.BoundField], count: int) -> FormItem:
    needed = [field for field in fields if _rule(field).is_needed or _rule(field).condition]
    more = [field for field in fields if field not in needed]
    is_list = group.most > 1
    number = int(pointer.rpartition("/")[2]) + 1 if is_list else 0
    return FormItem(
        key=pointer,
        title=f"{group.title.removesuffix('s')} {number}" if is_list else "",
        fields=needed or more,
        more=more if needed else (),
        has_more=any(field.errors or field.value() for field in more),
        can_be_removed=is_list and (count > 1 or not group.is_required),
    )


def _rule(field: forms.BoundField) -> ManifestField:
    assert isinstance(field.field, ManifestField)
    return field.field


def _widget_of(asked: Any) -> forms.Widget:
    if asked.control == "flag":
        return forms.RadioSelect(choices=FLAGS)
    if asked.control == "choice":
        named = [(value, value.replace("_", " ")) for value in asked.choices]
        return forms.Select(choices=[("", "–"), *named])
    hints = {**_HINTS.get(asked.control, {}), **_HINTS.get(asked.pointer, {})}
    if asked.control == "lines":
        return forms.Textarea(attrs={"rows": "4", **hints})
    return forms.TextInput(attrs={**hints})
