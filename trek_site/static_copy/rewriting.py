"""Turns what the site answers into what lies in a folder: links lead to files, and nothing is left to send.

Only the tags that change are written anew; every other byte stays as the site answered it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape, unescape
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Final, TypeAlias

Attributes: TypeAlias = Sequence[tuple[str, str | None]]
Refer: TypeAlias = Callable[[str], str | None]
"""What a reference is in the copy; the same text where it stays as it is, None where nothing is there."""

_REFERENCES: Final[Mapping[str, str]] = MappingProxyType(
    {"a": "href", "area": "href", "link": "href", "script": "src", "img": "src", "source": "src",
     "image": "href", "use": "href", "iframe": "src", "embed": "src", "audio": "src", "video": "src"}
)  # fmt: skip
_PLACES: Final = frozenset({"a", "area"})
LIVE_ONLY: Final = "Only on the live site"
_CSS_URL: Final = re.compile(r"""(url\(\s*["']?|@import\s+["'])([^"')\s]+)""")
_XML_HREF: Final = re.compile(r'(\shref=")([^"]*)(?=")')


def html_rewritten(text: str, refer: Refer) -> str:
    """A page: links by `refer`, no forms, and scripts as a browser takes them from a disk, too."""
    reader = _Reader(text, refer)
    reader.feed(text)
    reader.close()
    return reader.rewritten()


def css_rewritten(text: str, refer: Refer) -> str:
    """A style sheet; what is nowhere in the copy stays as it is."""
    return _CSS_URL.sub(lambda found: found[1] + (refer(found[2]) or found[2]), text)


def feed_rewritten(text: str, refer: Refer) -> str:
    """A feed: its links; ids stay, because readers know entries by them."""

    def one(found: re.Match[str]) -> str:
        given = unescape(found[2])
        return found[1] + escape(refer(given) or given)

    return _XML_HREF.sub(one, text)


def script_rewritten(text: str) -> str:
    """A module as a plain script: browsers load no modules from a disk, and plain ones share their names."""
    return f'(() => {{\n"use strict";\n{text}}})();\n'


class _Reader(HTMLParser):
    """Collects what is to be replaced, by place."""

    def __init__(self, text: str, refer: Refer) -> None:
        super().__init__(convert_charrefs=False)
        self._text = text
        self._refer = refer
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._edits: list[tuple[int, int, str]] = []
        self._form_at: int | None = None

    def rewritten(self) -> str:
        """The whole text with its replacements."""
        pieces, at = [], 0
        for start, end, new in self._edits:
            pieces += [self._text[at:start], new]
            at = end
        return "".join([*pieces, self._text[at:]])

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Forms begin here; elsewhere a reference is looked up."""
        if tag == "form" and self._form_at is None:
            self._form_at = self._place()
        if self._form_at is not None:
            return
        new = _tag_rewritten(tag, attrs, self._refer)
        if new is not None:
            start = self._place()
            self._edits.append((start, start + len(self.get_starttag_text() or ""), new))

    def handle_endtag(self, tag: str) -> None:
        """Where a form ends, it goes as a whole."""
        if tag == "form" and self._form_at is not None:
            end = self._text.index(">", self._place()) + 1
            self._edits.append((self._form_at, end, ""))
            self._form_at = None

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _tag_rewritten(tag: str, attrs: Attributes, refer: Refer) -> str | None:
    """The tag anew; None where it stays."""
    given = dict(attrs)
    reference = given.get(_REFERENCES.get(tag, ""))
    if reference is None:
        return None
    key, found = _REFERENCES[tag], refer(reference)
    if found is None:
        return _without_target(tag, given, key)
    changed = {**given, key: found}
    if tag == "script" and given.get("type") == "module":
        del changed["type"]
        changed["defer"] = None
    return None if changed == given else _written(tag, changed)


def _without_target(tag: str, given: Mapping[str, str | None], key: str) -> str:
    """A link keeps its words and loses its target; whatever else leads nowhere is left out."""
    if tag not in _PLACES:
        return ""
    left = {name: value for name, value in given.items() if name not in {key, "download", "tabindex"}}
    return _written(tag, {**left, "title": given.get("title") or LIVE_ONLY, "data-live-only": None})


def _written(tag: str, attrs: Mapping[str, str | None]) -> str:
    said = (f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs.items())
    return f"<{tag}{''.join(said)}>"
