"""What must hold between members of a manifest, beyond what one member requires of another in its section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.tracks.trek.intake.complaints import Complaint

Values = Mapping[str, Any]


def cross_complaints(values: Values) -> Iterator[Complaint]:
    """Every broken rule.

    Args:
        values: The manifest's members as far as they could be read; what is missing breaks no rule here.
    """
    for rule in RULES:
        yield from rule(values)


def _models_have_roles(values: Values) -> Iterator[Complaint]:
    models = values.get("models") or ()
    if len(models) > 1:
        for index, model in enumerate(models):
            if model is not None and "role" not in model:
                facts = {"other": "/models", "value": f"a list of {len(models)}"}
                yield Complaint("F206", ("models", index, "role"), facts)


def _standard_is_unchanged(values: Values) -> Iterator[Complaint]:
    scaffold = values.get("scaffold") or {}
    if (values.get("entry") or {}).get("track") == "standard":
        for name in ("prompt_modified", "tools_modified"):
            if scaffold.get(name):
                yield Complaint("F207", ("scaffold", name), {"value": "false"})


def _run_ends_after_it_began(values: Values) -> Iterator[Complaint]:
    run = values.get("run") or {}
    started, finished = run.get("started"), run.get("finished")
    if started is not None and finished is not None and finished < started:
        limit = f"{finished.isoformat()} is before /run/started, which is {started.isoformat()}"
        yield Complaint("F205", ("run", "finished"), {"limit": limit})


def _files_are_listed_once(values: Values) -> Iterator[Complaint]:
    seen: set[str] = set()
    for index, claim in enumerate(values.get("files") or ()):
        path = (claim or {}).get("path")
        if path is not None and path in seen:
            yield Complaint("F205", ("files", index, "path"), {"limit": "is listed twice"})
        elif path is not None:
            seen.add(path)


RULES: tuple[Callable[[Values], Iterator[Complaint]], ...] = (
    _models_have_roles,
    _standard_is_unchanged,
    _run_ends_after_it_began,
    _files_are_listed_once,
)
