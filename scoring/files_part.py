"""What a page offers to take along: a board's files with their digest, and pictures to show elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from scoring.exports import FORMS, board_file
from scoring.links import board_file_now_url
from scoring.pages import BoardPage


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLink:
    """One form of a board: what is shown now, and the same for good ("" while there is none).

    Attributes:
        form: Its ending, a key of `FORMS`.
        url, permanent_url: Paths of this site.
    """

    form: str
    label: str
    url: str
    permanent_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """A picture, and what is pasted to show it elsewhere.

    Attributes:
        picture_url: A path of this site.
        html, markdown: With whole addresses.
    """

    picture_url: str
    alt: str
    html: str
    markdown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesPart:
    """All of it.

    Attributes:
        sha256: Of the content, the same in every form.
        revision: Of the state that the permanent addresses name.
        figure: The figure of the board.
    """

    links: Sequence[FileLink]
    sha256: str
    revision: int
    is_final: bool
    figure: Embedding


def files_part(page: BoardPage) -> FilesPart:
    """For a page of a board; its version is published."""
    file = board_file(page)
    query = page.filters.query()
    links = [
        FileLink(
            form=name,
            label=form.label,
            url=board_file_now_url(name, query),
            permanent_url=file.address(name) if file.is_final else "",
        )
        for name, form in FORMS.items()
    ]
    state = page.board_query
    return FilesPart(
        links=links,
        sha256=file.sha256,
        revision=page.revision,
        is_final=file.is_final,
        figure=_embedding(
            reverse("scoring:board_figure") + state,
            "TREK leaderboard: TP-feas of the first entries",
            reverse("scoring:board") + state,
        ),
    )


def badge_part(public_id: str) -> Embedding:
    """For the page of a public entry."""
    return _embedding(
        reverse("scoring:badge", args=[public_id]),
        "Score and rank on the TREK leaderboard",
        reverse("scoring:entry", args=[public_id]),
    )


def _embedding(picture: str, alt: str, page: str) -> Embedding:
    site = settings.TREK_SITE_URL
    # Queries are percent-encoded, ids are letters and digits: nothing here has to be escaped but the "&".
    source, target = f"{site}{picture}", f"{site}{page}"
    html = f'<a href="{_attribute(target)}"><img src="{_attribute(source)}" alt="{alt}"></a>'
    return Embedding(picture_url=picture, alt=alt, html=html, markdown=f"[![{alt}]({source})]({target})")


def _attribute(address: str) -> str:
    return address.replace("&", "&amp;")
