"""Every address of the site, by its name, and how it is filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.sites import site
from django.urls import URLPattern, URLResolver, get_resolver

from tests.access.world import World

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
NAMED_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
ADMIN = "admin:"
SUBMISSION = "public_id"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One address.

    Attributes:
        name: With its namespaces, such as ``scoring:entry``; for one without a name, its pattern.
        pattern: As the resolver knows it, from the root of the site.
        parameters: What it is filled in with, in order.
    """

    name: str
    pattern: str
    parameters: tuple[str, ...]

    @property
    def is_admin(self) -> bool:
        return self.name.startswith(ADMIN)

    @property
    def is_of_submission(self) -> bool:
        """Whether it names a submission, so that the answer depends on the state of that."""
        return SUBMISSION in self.parameters or self.model in MODELS_OF_SUBMISSION

    @property
    def model(self) -> str:
        """For a page of the admin the model that it is about, as ``scoring.evaluation``; else empty."""
        return self.admin_page[0]

    @property
    def admin_page(self) -> tuple[str, str]:
        """Model and page, as ``("scoring.evaluation", "change")``; twice empty for other addresses."""
        for model in site._registry:
            stem = f"{ADMIN}{model._meta.app_label}_{model._meta.model_name}_"
            if self.name.startswith(stem):
                return model._meta.label_lower, self.name.removeprefix(stem)
        return "", ""


MODELS_OF_SUBMISSION = frozenset({"submissions.submission", "scoring.evaluation", "scoring.leaderboardentry"})


def routes() -> tuple[Route, ...]:
    """Every address there is; of two with the same pattern only the first is ever reached."""
    found: dict[str, Route] = {}
    for route in _walk(get_resolver()):
        found.setdefault(route.pattern, route)
    return tuple(found.values())


def _walk(resolver: Any, prefix: str = "", namespace: str = "") -> Iterator[Route]:
    for part in resolver.url_patterns:
        pattern = prefix + str(part.pattern).removeprefix("^")
        if isinstance(part, URLPattern):
            names = tuple(PARAMETER.findall(NAMED_GROUP.sub(r"<\1>", pattern)))
            name = namespace + (part.name or pattern.removeprefix("admin/"))
            yield Route(name=name, pattern=pattern, parameters=names)
        elif isinstance(part, URLResolver):
            inner = f"{namespace}{part.namespace}:" if part.namespace else namespace
            yield from _walk(part, pattern, inner)


def address(route: Route, world: World, state: str) -> str:
    """The address with its parameters filled in; those of a submission with the one in that state."""
    values = {**world.values, **_of_submission(route, world, state)}
    text = NAMED_GROUP.sub(r"<\1>", route.pattern).removesuffix("$").replace("\\Z", "")
    return "/" + PARAMETER.sub(lambda found: values[found[1]], text)


def _of_submission(route: Route, world: World, state: str) -> Mapping[str, str]:
    found = {SUBMISSION: world.submissions[state].public_id}
    keys = {
        "submissions.submission": lambda: world.submissions[state],
        "scoring.evaluation": lambda: world.evaluation_of(state),
        "scoring.leaderboardentry": lambda: world.entry_of(state),
    }
    if route.name == "admin:view_on_site":
        return {**found, "object_id": str(world.submissions[state].pk)}
    row = keys[route.model]() if route.model in keys else _first_of(route.model)
    key = "0" if row is None else str(row.pk)
    return {**found, "object_id": key, "pk": key}


def _first_of(model: str) -> Any:
    known = {known._meta.label_lower: known for known in site._registry}
    return known[model]._default_manager.order_by("pk").first() if model in known else None
