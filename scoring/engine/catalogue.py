"""Every check of a track by its code, and the published catalogue made from the checks' own text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.engine.track import CheckText, Track


def check_texts(track: Track[Any, Any]) -> Mapping[str, CheckText]:
    """The texts of every check, those outside the dimensions first, in the order in which they run."""
    checks = [*track.conditions, *(check for dimension in track.dimensions for check in dimension.checks)]
    return {check.code: check for check in checks}


def catalogue_markdown(track: Track[Any, Any]) -> str:
    """The catalogue as a Markdown page; the same track gives the same bytes."""
    return "\n".join(_page(track)) + "\n"


def _page(track: Track[Any, Any]) -> Iterator[str]:
    yield f"# Checks of {track.label}, evaluator {track.evaluator_version}"
    yield ""
    yield "Made from the checks themselves by `make docs`; a test fails when this page is not what they say."
    yield "A code never changes its meaning. The message is what a page shows when the check failed; names in"
    yield "braces are facts that the outcome carries."
    yield ""
    yield "## Before any dimension"
    yield ""
    yield "Whether the record can be scored, whether its claim fits the task, and the hard gates."
    yield ""
    yield from _table(track.conditions)
    for dimension in track.dimensions:
        yield ""
        yield f"## {dimension.label} (`{dimension.key}`)"
        yield ""
        yield f"{dimension.summary} Source: {dimension.paper}."
        yield ""
        yield from _table(dimension.checks)


def _table(checks: Sequence[CheckText]) -> Iterator[str]:
    yield "| code | what must hold | message when it does not | source |"
    yield "| --- | --- | --- | --- |"
    for check in checks:
        yield f"| `{check.code}` | {check.title} | {check.message} | {check.paper} |"
