"""What a visitor gets: pages as elements, answers of the API, files. Nothing of the project is used."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import duckdb

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "rect", "use", "path", "circle", "line"})


@dataclass
class Element:
    """An element with what is in it: texts and elements."""

    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Any] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set((self.attributes.get("class") or "").split())

    def every(self, *, tag: str = "", cls: str = "") -> Iterator[Element]:
        """All elements in it of this tag and class, in order."""
        for one in self.inside:
            if isinstance(one, Element):
                if (not tag or one.tag == tag) and (not cls or cls in one.classes):
                    yield one
                yield from one.every(tag=tag, cls=cls)

    def first(self, *, tag: str = "", cls: str = "") -> Element:
        return next(self.every(tag=tag, cls=cls))

    @property
    def text(self) -> str:
        """What is seen of it, in one line."""
        return " ".join("".join(self._seen()).split(" ")).strip()

    def _seen(self) -> Iterator[str]:
        for one in self.inside:
            if isinstance(one, str):
                yield one.replace("\n", " ")
            elif "visually-hidden" not in one.classes:
                yield from one._seen()

    def rows(self, *, cls: str = "") -> list[list[Element]]:
        """The cells of the rows of the first table with that class, headings included."""
        table = self.first(tag="table", cls=cls)
        return [
            [one for one in row.inside if isinstance(one, Element) and one.tag in {"td", "th"}]
            for row in table.every(tag="tr")
        ]


class Reader(HTMLParser):
    """A page as a tree."""

    def __init__(self, text: str):
        super().__init__()
        self.root = Element()
        self._open = [self.root]
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        one = Element(tag, dict(attrs))
        self._open[-1].inside.append(one)
        if tag not in VOID:
            self._open.append(one)

    def handle_startendtag(self, tag, attrs):
        self._open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag):
        # Whatever was left open in it ends with it.
        if any(one.tag == tag for one in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data):
        self._open[-1].inside.append(data)


class Site:
    """The site as a visitor without an account reads it."""

    def __init__(self, client):
        self._client = client

    def got(self, address: str) -> bytes:
        answer = self._client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return b"".join(answer) if answer.streaming else answer.content

    def json(self, address: str) -> Any:
        return json.loads(self.got(address))

    def page(self, address: str) -> Element:
        return Reader(self.got(address).decode()).root

    def csv(self, address: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.got(address).decode(), newline="")))

    def parquet(self, address: str, folder) -> list[dict[str, Any]]:
        place = folder / "file.parquet"
        place.write_bytes(self.got(address))
        with duckdb.connect(":memory:") as engine:
            found = engine.execute(f"SELECT * FROM read_parquet('{place}')")
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def plots(self, address: str) -> dict[str, Any]:
        """What the script of a page draws."""
        (script,) = (
            one for one in self.page(address).every(tag="script") if one.attributes.get("id") == "plots"
        )
        return json.loads("".join(script.inside))

    def tasks(self, entry: str) -> list[dict[str, Any]]:
        """All tasks of an entry, page by page."""
        found, cursor = [], ""
        while cursor is not None:
            answer = self.json(f"/api/v1/entries/{entry}/tasks/?cursor={cursor}")
            found += answer["results"]
            cursor = answer["next"]
        assert len(found) == answer["total"]
        return found
