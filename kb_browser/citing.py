"""How a version is cited. Pure."""

from __future__ import annotations

import re
from typing import Final

from kb_browser.pages import VersionLine

_NO_KEY: Final = re.compile(r"[^A-Za-z0-9]+")
_SPECIAL: Final = re.compile(r"([&%$#_{}])")


def title_of(version: VersionLine) -> str:
    """What the version is called in full."""
    return f"TREK dataset, version {version.name}"


def bibtex_of(version: VersionLine, page_url: str) -> str:
    """An entry for BibTeX: the version, its address, and the digest that nobody can mistake."""
    when = version.published_at or version.imported_at
    key = _NO_KEY.sub("-", version.name).strip("-").lower() or version.short_digest
    licence = _escaped(version.licence or "not named")
    fields = {
        "title": f"{{TREK}} dataset, version {_escaped(version.name)}",
        "author": "{TREK leaderboard}",
        "year": str(when.year),
        "month": str(when.month),
        "version": _escaped(version.name),
        "url": page_url,
        "note": f"Release digest sha256:{version.digest}. Licence: {licence}",
    }
    lines = "".join(f"  {name:<8} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{trek-dataset-{key},\n{lines}}}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\\", ""))
