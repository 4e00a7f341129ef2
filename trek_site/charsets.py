"""UTF-8 and nothing else: what a request says about its charset is dealt with before Django believes it.

Django reads the query string and every form in whatever charset the content type names. Python knows a
hundred of them; some cannot read a text at all, and Django meets them while it builds the request, where no
error page is at hand yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.utils.http import parse_header_parameters

# Names of UTF-8 and of a part of it.
UTF_8: Final = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
REFUSED: Final = "trek.refused_charset"

WsgiApplication = Callable[[dict[str, Any], Any], Iterable[bytes]]


def is_utf_8(charset: str) -> bool:
    """Whether the name is one of UTF-8's, or none is given."""
    return charset.strip().lower() in UTF_8


def without_charset(application: WsgiApplication) -> WsgiApplication:
    """The application, told the content type without its charset; one that will not do is noted beside it."""

    def told(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        charset = parameters.pop("charset", None)
        if charset is not None:
            if not is_utf_8(charset):
                environ[REFUSED] = charset
            boundary = parameters.get("boundary")
            environ["CONTENT_TYPE"] = kind if boundary is None else f'{kind}; boundary="{boundary}"'
        return application(environ, start_response)

    return told
