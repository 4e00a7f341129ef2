"""What every page of the knowledge base has: its version, the versions beside it, the open file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urlencode

from django.urls import reverse

from kb_browser.knowledge.opening import KnowledgeFile
from kb_browser.knowledge.reading import RecordLine
from kb_browser.knowledge.shelf import OFFERS, Kind
from kb_browser.knowledge_files import knowledge_of
from kb_browser.selectors import VersionFacts, dataset_version_current, dataset_versions
from trek_site.shared.errors import NotFoundError

TRACK: Final = "trek"

ROOTS_KEPT: Final = 64

KIND_WORDS: Final = {
    Kind.CITY: ("city", "cities"),
    Kind.HOTEL: ("hotel", "hotels"),
    Kind.ATTRACTION: ("attraction", "attractions"),
    Kind.CAR: ("car", "cars"),
    Kind.FLIGHT: ("flight", "flights"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A published version and its records.

    Attributes:
        others: Names of the other published versions, the newest first.
    """

    version: VersionFacts
    others: Sequence[str]
    file: KnowledgeFile

    @property
    def kinds(self) -> Sequence[Kind]:
        """The kinds of offer, in the order in which they are shown."""
        return OFFERS


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLink:
    """A record in a list.

    Attributes:
        kind: In the singular.
        url: Its page.
    """

    kind: str
    name: str
    city: str
    summary: str
    url: str
    api_url: str


def frame_of(name: str) -> Frame:
    """The frame of a published version.

    Raises:
        NotFoundError: There is no published version of that name.
        UnavailableError: Its knowledge file is not made yet.
    """
    versions = {version.name: version for version in dataset_versions(TRACK)}
    if name not in versions:
        raise NotFoundError("There is no published dataset version of that name.")
    others = [other for other in versions if other != name]
    return Frame(version=versions[name], others=others, file=knowledge_of(versions[name].digest))


def current_name() -> str:
    """Name of the version that is shown first; "" while none is published."""
    version = dataset_version_current(TRACK)
    return "" if version is None else version.name


def kind_named(text: str) -> Kind:
    """The kind that an address names.

    Raises:
        NotFoundError: There is none of that name.
    """
    try:
        return Kind(text)
    except ValueError as unknown:
        raise NotFoundError("There is no such kind of record.") from unknown


def record_url(version: str, kind: Kind, slug: str) -> str:
    """The page of a record."""
    return f"{_root('kb_browser:knowledge', version)}{kind.value}/{quote(slug)}/"


def record_api_url(version: str, kind: Kind, slug: str) -> str:
    """The same for programs."""
    root = _root("api_knowledge_cities", version).removesuffix(f"{Kind.CITY.value}/")
    return f"{root}{kind.value}/{quote(slug)}/"


@lru_cache(maxsize=ROOTS_KEPT)
def _root(name: str, version: str) -> str:
    """Where the addresses of a version begin. A page has dozens; resolving each costs more than a search."""
    return reverse(name, args=[version])


def list_url(version: str, kind: Kind, **asked: str) -> str:
    """The list of a kind, filtered."""
    given = {name: value for name, value in asked.items() if value}
    address = reverse("kb_browser:knowledge_list", args=[version, kind.value])
    return f"{address}?{urlencode(given)}" if given else address


def route_url(version: str, start: str, goal: str) -> str:
    """The flights between two cities, named by their slugs."""
    return f"{reverse('kb_browser:knowledge_route', args=[version])}?{urlencode({'from': start, 'to': goal})}"


def record_link(version: str, line: RecordLine) -> RecordLink:
    """The record as lists show it."""
    return RecordLink(
        kind=KIND_WORDS[line.kind][0],
        name=line.name,
        # A city is where it is; a flight's summary says from where to where.
        city="" if line.kind in {Kind.CITY, Kind.FLIGHT} else line.city,
        summary=line.summary,
        url=record_url(version, line.kind, line.slug),
        api_url=record_api_url(version, line.kind, line.slug),
    )
