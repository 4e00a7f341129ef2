"""A static copy as its readers have it: behind a plain file server, and link by link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

CSS_URL = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""")


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Not into the output of the tests."""


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve `folder` as any file server does; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Links(HTMLParser):
    """What a page refers to, by how: places that a reader goes to, and what is loaded with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.ids.add(given.get("id") or "")
        for name in ("href", "src", "action", "formaction", "data", "poster"):
            if given.get(name):
                (self.places if tag == "a" else self.loaded).append(given[name] or "")


@dataclass
class Visit:
    """Everything that was read of a copy, from its first page on."""

    root: str
    pages: dict[str, Links] = field(default_factory=dict)
    dead: list[tuple[str, str]] = field(default_factory=list)
    absolute: list[tuple[str, str]] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def all_from(self, first: str) -> Visit:
        waiting = [(self.root + first, "the beginning")]
        while waiting:
            address, where = waiting.pop()
            if address not in self.seen:
                self.seen.add(address)
                waiting += [(one, address) for one in self._read(address, where)]
        return self

    def _read(self, address: str, where: str) -> list[str]:
        try:
            with urlopen(address) as answer:
                kind, content = answer.headers.get_content_type(), answer.read()
        except HTTPError:
            self.dead.append((address, where))
            return []
        if kind == "text/css":
            return [urljoin(address, found) for found in CSS_URL.findall(content.decode())]
        if kind != "text/html":
            return []
        self.pages[address] = links = Links(content.decode())
        return [
            *self._follow(address, links.loaded, is_place=False),
            *self._follow(address, links.places, is_place=True),
        ]

    def _follow(self, address: str, given: list[str], *, is_place: bool) -> Iterator[str]:
        for one in given:
            if one.startswith("/"):
                self.absolute.append((one, address))
            if urlsplit(one).scheme in {"data", "mailto"}:
                continue
            whole = urlsplit(urljoin(address, one))
            if not whole.geturl().startswith(self.root):
                self.outside.add(one if is_place else f"loaded: {one}")
                continue
            yield whole._replace(fragment="").geturl()
