"""The page about manifests, made from the table of members and from an example that is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date

from scoring.tracks.trek.intake.manifest.example import EXAMPLE_YAML
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS
from scoring.tracks.trek.intake.manifest.members import MANIFEST
from scoring.tracks.trek.intake.manifest.reading import read_manifest
from scoring.tracks.trek.intake.manifest.rules import Items, Member, When

_EXAMPLE_DAY = date(2026, 7, 20)

_INTRODUCTION = """\
Made from the table of members by `make docs`; a test fails when this page is not what the table says.

A manifest says who made a run, with which models and means, and what may be published. It is typed into
the form, sent as the member `manifest` of the API, or lies in the archive as `metadata.json`,
`metadata.yaml` or `metadata.yml`. It has the member `manifest_version`, which is `"1"`, and the sections
below.

- A value that is null, or a text of blanks only, is the same as a member left out.
- Texts are trimmed and brought into Unicode's composed form (NFC). Control characters, invisible ones and
  those that turn the direction of writing are refused; line feeds stand only in texts of several lines.
- Days are written YYYY-MM-DD and do not lie in the future, with one day of tolerance.
- Addresses begin with http:// or https://, name no user, and are never fetched by the site.
- Members whose names begin with `x_` are your own, in any section; they are kept and not read. Any other
  member that is not listed here is refused, with the nearest name that is.
- A number has to be one in JSON too: `0123`, `12:30` and `1_000` are none.

In YAML write one document without anchors, aliases, tags and merge keys. What is not quoted is read by the
member it stands in: `open_weights: no` is the word no, `version: 1.10` the text 1.10, and
`started: 2026-07-06` a day. In members of your own it is what JSON would read, else text.

An entry has no rank, and stands in a list of its own, if `gold_seen` is neither `no` nor `unknown`, if
`kb_outside_tools` is true, or if `selection` is `scorer`. In the division `standard`, `prompt_modified` and
`tools_modified` are false. A run does not end before it started, and no file is listed twice.
"""

_LIMITS = (
    ("manifest_bytes", "bytes of the file; characters of names and values where there is no file"),
    ("manifest_depth", "objects and lists inside each other, the manifest itself included"),
    ("manifest_digits", "digits of one number"),
    ("manifest_findings", "findings that are told"),
    ("extra_name", "characters of a name in a member of your own"),
    ("extra_text", "characters of a text in a member of your own"),
    ("marks_in_a_row", "combining marks on one letter"),
)


def manifest_markdown() -> str:
    """The page about manifests; the same table gives the same bytes."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# The manifest of a TREK bundle"
    yield ""
    yield _INTRODUCTION
    for member in MANIFEST.members:
        yield from _section(member, "")
    yield "## Example"
    yield ""
    yield "```yaml"
    yield EXAMPLE_YAML.rstrip("\n")
    yield "```"
    yield ""
    yield "The same as JSON:"
    yield ""
    manifest = read_manifest(EXAMPLE_YAML.encode(), file_name="metadata.yaml", today=_EXAMPLE_DAY).manifest
    assert manifest is not None
    yield "```json"
    yield json.dumps(manifest.as_json(), indent=2, ensure_ascii=False)
    yield "```"
    yield ""
    yield "## Limits"
    yield ""
    yield "| limit | value | what |"
    yield "| --- | --- | --- |"
    for name, words in _LIMITS:
        yield f"| `{name}` | {getattr(MANIFEST_LIMITS, name):,} | {words} |"


def _section(member: Member, prefix: str) -> Iterator[str]:
    if not isinstance(member.kind, Items):
        return
    name = f"{prefix}{member.name}"
    high = member.kind.high
    yield f"## `{name}`"
    yield ""
    need = "Required" if member.need is True else "Optional"
    count = "" if high is None else f", a list of {member.kind.low or 'up'} to {high}"
    yield f"{need}{count}. {member.explanation}"
    yield ""
    yield "| member | required | value | meaning |"
    yield "| --- | --- | --- | --- |"
    for each in member.kind.rule.members:
        yield f"| `{each.name}` | {_need(each)} | {_value(each)} | {_meaning(each)} |"
    yield ""
    for each in member.kind.rule.members:
        yield from _section(each, f"{name}.")


def _need(member: Member) -> str:
    if isinstance(member.need, When):
        return f"if {member.need.words}"
    return "yes" if member.need else "no"


def _value(member: Member) -> str:
    kind = member.kind
    return "see below" if isinstance(kind, Items) else kind.words()


def _meaning(member: Member) -> str:
    return f"{member.title}. {member.explanation}".strip()
