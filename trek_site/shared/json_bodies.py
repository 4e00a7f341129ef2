"""How a JSON body is read: bounded, and without what two readers could take differently."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from trek_site.shared.errors import TooLargeError

JSON_BYTES_MAX: Final = 1024 * 1024
_SHOWN: Final = 20


class JsonParser(BaseParser):
    """JSON of a bounded size, in which no member is given twice and every number is finite."""

    media_type = "application/json"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,  # noqa: ARG002 - the framework hands it in
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002 - the framework hands it in
    ) -> Any:
        """What the body says.

        Raises:
            TooLargeError: It is longer than any description has to be.
            ParseError: It is no such JSON.
        """
        content = stream.read(JSON_BYTES_MAX + 1)
        if len(content) > JSON_BYTES_MAX:
            raise TooLargeError(f"A JSON document has at most {JSON_BYTES_MAX} bytes here.")
        try:
            return json.loads(
                content.decode(),
                object_pairs_hook=_members,
                parse_constant=_not_finite,
                parse_float=_finite,
            )
        except (ValueError, RecursionError) as fault:
            raise ParseError(f"The body is not JSON as it is read here: {fault}") from fault


def _members(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member is given twice")
    return members


def _finite(text: str) -> float:
    number = float(text)
    # The reader itself takes 1e999 for infinity.
    return number if math.isfinite(number) else _not_finite(text)


def _not_finite(name: str) -> float:
    raise ValueError(f"{name[:_SHOWN]} is no number that can be held")
