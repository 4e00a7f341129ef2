"""Read a manifest written as YAML that says no more than JSON could, with the place of every value.

Only the parser of the library is used: its events are the text, before any rule of YAML turns ``no`` into
false or ``12:30`` into a number. Nothing is ever expanded, since an alias is refused where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.source import UNREAD, Document, Place, Placed, Plain, Raw
from scoring.tracks.trek.intake.wording import quoted

_KEEP_ONE = "Readers differ in which of the two they take; keep one."

# What the parser says, by a part of it, and how to mend it.
_HINTS = (
    ("'\\t'", "Indent with blanks, not with tabs."),
    ("mapping values are not allowed", 'Put a text that holds ": " into quotation marks.'),
    ("found unexpected end of stream", "Is a quotation mark or bracket missing?"),
    ("did not find expected", "Do the members of one object begin in the same column?"),
    ("expected <block end>", "Do the members of one object begin in the same column?"),
    ("could not find expected ':'", "Do the members of one object begin in the same column?"),
    ("special characters are not allowed", "Delete the control character, or write it as an escape."),
)


class _StopError(Exception):
    """Ends the reading; never leaves this module."""

    def __init__(self, complaint: Complaint, place: Place) -> None:
        super().__init__(complaint.code)
        self.complaint = complaint
        self.place = place


def read_yaml(text: str) -> Document:
    """The document in ``text``; never raises."""
    reader = _Reader(text)
    complaints = reader.complaints
    value: Raw = UNREAD
    try:
        value = reader.document()
    except _StopError as stop:
        complaints.append(Placed(stop.complaint, stop.place))
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        complaints.append(Placed(_not_yaml(str(error.reason)), place))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
        complaints.append(Placed(_not_yaml(str(error.problem)), place))
    except (ValueError, OverflowError):
        # The library does not bound the numbers in escapes and directives.
        complaints.append(Placed(_not_yaml("an escape or directive with a number too big"), reader.reached))
    return Document(value=value, complaints=tuple(complaints), places=reader.places)


class _Reader:
    """One stream of events being read."""

    def __init__(self, text: str) -> None:
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.SafeLoader)
        self.complaints: list[Placed] = []
        self.places: dict[Path, Place] = {}
        self.reached = Place(1, 1)

    def document(self) -> Raw:
        """The one value of the stream.

        Raises:
            _StopError: There is not exactly one, or it is too deep.
            yaml.YAMLError: The text is no YAML.
        """
        self._next()
        if isinstance(self._next(), yaml.StreamEndEvent):
            raise _StopError(_not_yaml("the file is empty"), Place(1, 1))
        value = self._value(self._next(), ())
        self._next()
        after = self._next()
        if not isinstance(after, yaml.StreamEndEvent):
            raise _StopError(_not_yaml("there is a second document in the file"), _place_of(after))
        return value

    def _next(self) -> yaml.Event:
        event = next(self._events)
        self.reached = _place_of(event)
        return event

    def _value(self, event: yaml.Event, path: Path) -> Raw:
        self.places.setdefault(path, _place_of(event))
        if self._is_alias(event, path):
            return UNREAD
        self._refuse_extras(event, path)
        if isinstance(event, yaml.ScalarEvent):
            return Plain(event.value) if event.implicit[0] and not event.style else event.value
        if len(path) >= MAX.manifest_depth:
            limit = f"nested deeper than {MAX.manifest_depth}"
            raise _StopError(Complaint("F205", path, {"limit": limit}), _place_of(event))
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path)
        return self._object(path)

    def _list(self, path: Path) -> list[Raw]:
        values: list[Raw] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            values.append(self._value(event, (*path, len(values))))
        return values

    def _object(self, path: Path) -> dict[str, Raw]:
        members: dict[str, Raw] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            place = _place_of(event)
            name = self._name(event, path)
            if name is None:
                self._value(self._next(), (*path, "?"))
                continue
            value = self._value(self._next(), (*path, name))
            if name in members:
                reason = f'member "{quoted(name)}" appears twice in the same object'
                self._complain(_not_yaml(reason, _KEEP_ONE, (*path, name)), place)
            members.setdefault(name, value)
        return members

    def _name(self, event: yaml.Event, path: Path) -> str | None:
        """The name of a member; None, with a complaint, for what can be none."""
        place = _place_of(event)
        if self._is_alias(event, path):
            return None
        if not isinstance(event, yaml.ScalarEvent):
            self._value(event, (*path, "?"))
            self._complain(_not_yaml("the name of a member must be a text", "", path), place)
            return None
        name = str(event.value)
        self._refuse_extras(event, (*path, name))
        if name == "<<" and not event.style:
            self._complain(Complaint("F208", path, {"what": "merge keys"}), place)
            return None
        return name

    def _is_alias(self, event: yaml.Event, path: Path) -> bool:
        if not isinstance(event, yaml.AliasEvent):
            return False
        self._complain(Complaint("F208", path, {"what": "aliases"}), _place_of(event))
        return True

    def _refuse_extras(self, event: yaml.Event, path: Path) -> None:
        assert isinstance(event, yaml.NodeEvent)
        if event.anchor is not None:
            self._complain(Complaint("F208", path, {"what": "anchors"}), _place_of(event))
        if getattr(event, "tag", None) is not None:
            self._complain(Complaint("F208", path, {"what": "tags"}), _place_of(event))

    def _complain(self, complaint: Complaint, place: Place) -> None:
        self.complaints.append(Placed(complaint, place))


def _place_of(event: yaml.Event) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)


def _not_yaml(reason: str, hint: str = "", path: Path = ()) -> Complaint:
    advice = hint or next((words for part, words in _HINTS if part in reason), "")
    return Complaint("F201", path, {"format": "YAML", "reason": quoted(reason), "hint": advice})
