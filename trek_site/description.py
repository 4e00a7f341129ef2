"""What is said of every operation in the API's description, because the site does it and no endpoint."""

from __future__ import annotations

from typing import Any, Final

from trek_site.shared.errors import PUBLIC_TITLES
from trek_site.shared.problems import CONTENT_TYPE

RATE_HEADERS: Final = {
    "RateLimit-Limit": "Requests that are answered in this minute.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until the next minute begins.",
}


def describe_rates(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Every operation may answer 429, and every answer says how the asker stands."""
    headers = {
        name: {"description": text, "schema": {"type": "integer"}} for name, text in RATE_HEADERS.items()
    }
    refusal = {
        "description": PUBLIC_TITLES["rate_limited"],
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"].setdefault("429", dict(refusal))
            for answer in operation["responses"].values():
                answer["headers"] = {**answer.get("headers", {}), **headers}
    return result
