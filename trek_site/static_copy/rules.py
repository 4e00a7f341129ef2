"""What is in a static copy, and which file holds it: one table, and names that follow from the address alone.

Queries are without end, so each address says which of its parameters make a page of its own. A link with any
other parameter (filters, orders, columns, a date) leads to nothing in a copy and is shown without a target.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NewType
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

Address = NewType("Address", str)
"""Path and query inside the site, as `address_of` writes them: one page has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One kind of page or file that is in a copy.

    Attributes:
        by: Parameters of the query that make a page of its own, in the order of its address.
        index: What a file is called whose address ends in a slash.
        most: So many of the kind at most, those that are found first; None for all.
        is_download: Only with the downloads, which are large.
    """

    by: tuple[str, ...] = ()
    index: str = "index.html"
    most: int | None = None
    is_download: bool = False


# Pairs of entries grow with the square of their number, everything else in step with it.
COMPARISONS_MOST: Final = 2000
_BOARD: Final = ("version", "evaluator")

KEPT: Final[Mapping[str, Kept]] = MappingProxyType(
    {
        "scoring:board": Kept(by=(*_BOARD, "revision", "page")),
        # Of earlier states there are the permanent addresses, with the same bytes.
        "scoring:board_file": Kept(by=(*_BOARD, "page")),
        "scoring:board_file_pinned": Kept(by=("page",)),
        "scoring:board_figure": Kept(by=(*_BOARD, "revision")),
        "scoring:badge": Kept(),
        "scoring:board_log": Kept(by=("page",)),
        "scoring:board_feed": Kept(),
        "scoring:board_runs": Kept(by=(*_BOARD, "revision")),
        "scoring:analysis": Kept(),
        "scoring:analysis_failures": Kept(by=(*_BOARD, "page")),
        "scoring:analysis_failures_csv": Kept(by=(*_BOARD, "page")),
        "scoring:analysis_cost": Kept(by=(*_BOARD, "pairs")),
        "scoring:analysis_cost_csv": Kept(by=_BOARD),
        "scoring:analysis_robustness": Kept(by=(*_BOARD, "page")),
        "scoring:analysis_robustness_csv": Kept(by=_BOARD),
        "scoring:entry": Kept(by=(*_BOARD, "page")),
        "scoring:entry_task": Kept(by=_BOARD),
        "scoring:entry_receipt": Kept(by=_BOARD),
        "scoring:entry_receipt_json": Kept(by=_BOARD),
        "scoring:comparison": Kept(by=("a", "b", *_BOARD, "page"), most=COMPARISONS_MOST),
        "scoring:verify": Kept(),
        "scoring:verify_keys": Kept(),
        "submissions:how": Kept(),
        "submissions:example": Kept(),
        "kb_browser:dataset_list": Kept(),
        "kb_browser:dataset": Kept(),
        "kb_browser:checksums": Kept(),
        "kb_browser:download": Kept(is_download=True),
        "about": Kept(),
        "api_schema": Kept(index="openapi.json"),
    }
)

STARTS: Final = ("scoring:board", "scoring:board_log", "scoring:analysis", "scoring:comparison",
                 "kb_browser:dataset_list", "submissions:how", "scoring:verify", "about")  # fmt: skip
"""Where copying begins; whatever else is public is linked from there."""

STATIC: Final = Kept()
STATIC_NAME: Final = "static"

_UNSAFE: Final = re.compile(rb"[^A-Za-z0-9._-]")
# A query that is longer is named by its digest; file systems take 255 bytes.
_NAME_MOST: Final = 180
_IN_LINKS: Final = "/,=~"


def address_of(reference: str) -> tuple[str, Kept, Address] | None:
    """The kind, its rule and the one address of a page; None for what is in no copy.

    Args:
        reference: Path and query, from the root of the site; a fragment is ignored.
    """
    parts = urlsplit(reference)
    if parts.path.startswith(settings.STATIC_URL):
        return STATIC_NAME, STATIC, Address(parts.path)
    try:
        name = resolve(unquote(parts.path)).view_name
    except Resolver404:
        return None
    rule = KEPT.get(name)
    query = None if rule is None else _query(parts.query, rule)
    if rule is None or query is None:
        return None
    return name, rule, Address(f"{parts.path}?{query}" if query else parts.path)


def _query(text: str, rule: Kept) -> str | None:
    """What of a query makes a page of its own, in order; None where anything else is asked for."""
    given = [(key, value) for key, value in parse_qsl(text) if (key, value) != ("page", "1")]
    asked = dict(given)
    if len(asked) < len(given) or not set(asked) <= set(rule.by):
        return None
    return urlencode([(key, asked[key]) for key in rule.by if key in asked])


def name_of(address: Address, rule: Kept) -> str:
    """The file that holds it, with slashes; different addresses have different ones.

    ``/entries/x/?page=2`` is ``entries/x/index,page=2.html``.
    """
    parts = urlsplit(address)
    folder, _, last = unquote(parts.path).lstrip("/").rpartition("/")
    stem, dot, ending = (last or rule.index).rpartition(".")
    asked = "".join(f",{key}={_safe(value)}" for key, value in parse_qsl(parts.query))
    if len(asked) > _NAME_MOST:
        asked = f",{hashlib.sha256(asked.encode()).hexdigest()[:32]}"
    folders = [_safe(part) for part in folder.split("/")] if folder else []
    return "/".join([*folders, f"{_safe(stem)}{asked}{dot}{_safe(ending)}"])


def _safe(text: str) -> str:
    """Letters, digits, dot, dash and underscore stay; every other byte becomes ``~`` and two digits."""
    escaped = _UNSAFE.sub(lambda byte: b"~%02x" % byte[0][0], text.encode()).decode()
    return escaped.replace(".", "~2e") if not escaped.strip(".") else escaped


def link_to(name: str, *, from_name: str) -> str:
    """A relative link between two files of a copy, so that it works from any folder."""
    here, there = from_name.split("/")[:-1], name.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return quote("/".join([*[".."] * (len(here) - shared), *there[shared:]]), safe=_IN_LINKS)
