"""Follows every link from the public starting points and writes what it finds, nearest first."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast
from urllib.parse import urljoin, urlsplit

from django.http import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse

from trek_site.static_copy.asking import OK, Asker, static_file
from trek_site.static_copy.folder import Folder
from trek_site.static_copy.rewriting import (
    Refer,
    css_rewritten,
    feed_rewritten,
    html_rewritten,
    script_rewritten,
)
from trek_site.static_copy.rules import STARTS, STATIC_NAME, Address, Kept, address_of, link_to, name_of

OTHERS: Final = "others"
"""Counts what no rule names: signing in, uploads, filters, orders, the API."""

_BY_TYPE: Final[dict[str, Callable[[str, Refer], str]]] = {
    "text/html": html_rewritten,
    "application/atom+xml": feed_rewritten,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """An address that is to be asked for, its file, and the page that first linked it."""

    kind: str
    address: Address
    name: str
    linked_from: str


@dataclass(slots=True)
class Crawl:
    """One copy in the making.

    Attributes:
        failures: Public addresses that did not answer as they should, with the reason.
        left_out: How many addresses were left out, by kind.
        downloads: Addresses of downloads that were left out.
    """

    asker: Asker
    folder: Folder
    with_downloads: bool
    tell: Callable[[int, int], None]
    failures: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    downloads: set[str] = field(default_factory=set)
    _known: dict[Address, str | None] = field(default_factory=dict)
    _kinds: Counter[str] = field(default_factory=Counter)
    _others: set[str] = field(default_factory=set)
    _waiting: deque[_Found] = field(default_factory=deque)

    def run(self) -> None:
        """Ask, write, follow, until nothing new is linked."""
        for name in STARTS:
            self._file_of(reverse(name), linked_from="the beginning")
        while self._waiting:
            found = self._waiting.popleft()
            if found.kind == STATIC_NAME:
                self._copy_static(found)
            else:
                self._copy_page(found)
            self.tell(len(self.folder.files), len(self._waiting))

    def _copy_page(self, found: _Found) -> None:
        response = self.asker.ask(found.address)
        if response.status_code != OK:
            self.failures.append(
                f"{found.address} answers {response.status_code}; linked from {found.linked_from}"
            )
            return
        self.folder.write(found.name, self._pieces(found, response), address=found.address)
        if response.streaming:
            # Closes the file; other answers hold none, and closing them would end the database's connection.
            response.close()

    def _pieces(self, found: _Found, response: HttpResponseBase) -> Iterable[bytes]:
        if response.streaming:
            return cast("Iterable[bytes]", cast("StreamingHttpResponse", response).streaming_content)
        content: bytes = response.content  # type: ignore[attr-defined]  # Every answer that does not stream.
        rewrite = _BY_TYPE.get(response.headers["Content-Type"].partition(";")[0])
        return [content if rewrite is None else rewrite(content.decode(), self._refer(found)).encode()]

    def _copy_static(self, found: _Found) -> None:
        path = static_file(found.address)
        if path is None:
            self.failures.append(f"{found.address} is no static file; linked from {found.linked_from}")
            return
        self.folder.write(found.name, [self._static(found, path)], address=found.address)

    def _static(self, found: _Found, path: Path) -> bytes:
        content = path.read_bytes()
        if path.suffix == ".css":
            return css_rewritten(content.decode(), self._refer(found)).encode()
        # What came with a package is a plain script already, and no text of ours to change.
        is_ours = path.suffix == ".js" and "/vendor/" not in found.address
        return script_rewritten(content.decode()).encode() if is_ours else content

    def _refer(self, found: _Found) -> Refer:
        """How the page `found` writes its links."""

        def refer(reference: str) -> str | None:
            # The library takes a lone question mark for no query at all; browsers drop the page's own.
            is_bare = reference.partition("#")[0] == "?"
            base = found.address.partition("?")[0] if is_bare else found.address
            parts = urlsplit(urljoin(base, reference.strip()))
            if reference.startswith("#") or parts.scheme not in {"", "http", "https"}:
                return reference
            if parts.netloc and parts.netloc != self.asker.site.netloc:
                return reference
            inside = parts._replace(scheme="", netloc="", fragment="").geturl()
            name = self._file_of(inside, linked_from=found.address)
            fragment = f"#{parts.fragment}" if parts.fragment else ""
            return None if name is None else link_to(name, from_name=found.name) + fragment

        return refer

    def _file_of(self, reference: str, *, linked_from: str) -> str | None:
        """The file that will hold it; None for what is left out. What is new is waited for."""
        match = address_of(reference)
        if match is None:
            if reference not in self._others:
                self._others.add(reference)
                self.left_out[OTHERS] += 1
            return None
        kind, rule, address = match
        if address not in self._known:
            self._known[address] = self._decided(kind, rule, address, linked_from)
        return self._known[address]

    def _decided(self, kind: str, rule: Kept, address: Address, linked_from: str) -> str | None:
        """Once for each address, so that all pages say the same of it."""
        if rule.is_download and not self.with_downloads:
            self.downloads.add(address)
            return None
        if rule.most is not None and self._kinds[kind] >= rule.most:
            self.left_out[kind] += 1
            return None
        self._kinds[kind] += 1
        name = name_of(address, rule)
        self._waiting.append(_Found(kind=kind, address=address, name=name, linked_from=linked_from))
        return name
