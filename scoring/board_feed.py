"""The log as an Atom feed (RFC 4287)."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from xml.sax.xmlreader import AttributesImpl  # (It holds attributes and reads nothing.)

from django.utils.xmlutils import SimplerXMLGenerator

from scoring.pages.board_log import LogLine, LogPage

CONTENT_TYPE: Final = "application/atom+xml; charset=utf-8"
TITLE: Final = "TREK leaderboard: what happened"
_NAMESPACE: Final = "http://www.w3.org/2005/Atom"
# RFC 4287 wants a time even of an empty feed.
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


def atom(page: LogPage, *, own_url: str, page_url: str, absolute: Callable[[str], str]) -> str:
    """The feed of a page of the log.

    Args:
        page: Its lines become entries, in their order.
        own_url: Where the feed is, in full.
        page_url: The page of the same log, in full.
        absolute: Makes a path of this site a full address.
    """
    out = io.StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("feed", AttributesImpl({"xmlns": _NAMESPACE, "xml:lang": "en"}))
    _element(xml, "id", own_url)
    _element(xml, "title", TITLE)
    _element(xml, "updated", (page.updated or _NEVER).isoformat())
    _element(xml, "link", rel="self", type="application/atom+xml", href=own_url)
    _element(xml, "link", rel="alternate", type="text/html", href=page_url)
    xml.startElement("author", AttributesImpl({}))
    _element(xml, "name", "TREK leaderboard")
    xml.endElement("author")
    for line in page.lines:
        _entry(xml, line, absolute)
    xml.endElement("feed")
    xml.endDocument()
    return out.getvalue()


def _entry(xml: SimplerXMLGenerator, line: LogLine, absolute: Callable[[str], str]) -> None:
    board = line.version_name + (f", {line.evaluator_version}" if line.evaluator_version else "")
    xml.startElement("entry", AttributesImpl({}))
    _element(xml, "id", line.id)
    _element(xml, "title", f"{line.entry_name} {line.said}".strip())
    _element(xml, "updated", line.at.isoformat())
    _element(xml, "published", line.at.isoformat())
    _element(xml, "link", rel="alternate", type="text/html", href=absolute(line.url))
    if line.entry_url:
        _element(xml, "link", rel="related", type="text/html", href=absolute(line.entry_url))
    _element(xml, "category", term=line.cause or line.kind)
    revision = f", revision {line.revision}" if line.revision is not None else ""
    _element(xml, "summary", f"{line.effect} ({board}{revision})")
    xml.endElement("entry")


def _element(xml: SimplerXMLGenerator, name: str, text: str = "", **attributes: str) -> None:
    xml.startElement(name, AttributesImpl(attributes))
    if text:
        # What no XML may hold is left out; names are checked where they come in.
        xml.characters("".join(one for one in text if one.isprintable()))
    xml.endElement(name)
