"""B16 to B24: names, markup, formulas, deceptive text, patterns, wrong types, near misses, cheats."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import partial
from typing import Any

from scoring.engine.intake import Mode
from tests.hostile.fixture import Fixture, archived, hostile
from tests.hostile.texts import among
from tests.hostile.zips import bundle as archive
from tests.hostile.zips import declared, records, zipped
from tests.tracks.trek.intake.bundles import DAY, bundle, line, manifest, record, refusal, whole

NAMES = {
    "a NUL": "a\x00.jsonl",
    "a device of old systems": "con.jsonl",
    "4,000 characters": "a" * 3_994 + ".jsonl",
    "markup": '"><svg onload=1>.jsonl',
    "a header": "x.jsonl\r\nSet-Cookie: a=b.jsonl",
    "a path": "../../../etc/passwd.jsonl",
    "turned letters": "lnosj.\u202egpj.jsonl",
    "half a surrogate pair": "a\ud800.jsonl",
}

MARKUP = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(1)</script>",
    "{{7*7}}",
    "{% load static %}",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "[click](javascript:alert(1))",
    "<svg/onload=alert(1)>",
    "<!--",
    "]]>",
    "&lt;b&gt;",
)

FORMULAS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    '=HYPERLINK("https://example.org","a")',
    "=cmd|' /C calc'!A0",
    'a"b\n=1+1',
)

DECEPTIVE = (
    "\u202eevil\u202c",
    "a\u200d\u200bb",
    "Tr\u043ejan",  # With a Cyrillic letter.
    "\U0001f600" * 1_000,
    "\n[ERROR] a line that was not logged",
    "\x1b[31mred\x1b[0m",
)

REASONS = {
    "sorry, forty times": "sorry " * 40 + "!",
    "unable to, five hundred times": "unable to " * 500,
    "blanks before a word": " " * 7_990 + '"plan"',
    "no, two thousand times": "no " * 2_000,
    "could not find, without an end": "could not find " * 500,
}


def named(index: int, text: str) -> Any:
    """A record with the text wherever one may stand that is shown."""
    day = deepcopy(DAY)
    day["hotel"]["name"] = day["attractions"][0]["name"] = day["car"]["car_type"] = text
    day["flights"][0]["flight_number"] = day["current_city"] = text
    return record(index, plan={"day1": day}, refusal_reason=text, notebook={"notes": [text]})


def everywhere(texts: tuple[str, ...]) -> bytes:
    return bundle(*(named(index, text) for index, text in enumerate(texts)))


def sound() -> dict[str, Any]:
    """A record with every member that has a type of its own."""
    step = {"turn": 1, "tool": "search", "args": {"city": "Eastmere"}}
    return record(0, trajectory=[step], notebook={"notes": ["n"]}, model_label="m")


def places(value: Any, path: tuple[Any, ...] = ()) -> Any:
    if path:
        yield path
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, member in members:
        yield from places(member, (*path, name))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    copied = deepcopy(value)
    place = copied
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = new
    return copied


PLACES = tuple(places(sound()))
# What stands in place of something else, and what is said when it does: anywhere, and as the index.
REPLACEMENTS: dict[str, tuple[Any, str, str]] = {
    "null": (None, "L11 N01 N03 R502", "F602 W606"),
    "a boolean": (True, "L11 N01 N03 R502", "F602 W606"),
    "an integer": (7, "L01 L11 N01 N03 R502", "F601 W606"),
    "a fraction": (-1.5, "L01 L11 N01 N03 R502 R504", "F602 W606"),
    "an empty text": ("", "L01 L11 N01 R502 R503 R504", "F602 W606"),
    "a huge text": ("x" * 70_000, "N01 R502 R503 R504 W608", "F602 R504 W606"),
    "a list": ([[]], "L11 N01 N03 R502", "F602 W606"),
    "an object": ({"a": {"b": []}}, "N03 R501 R502", "F602 W606"),
}


def with_wrong_types(new: Any) -> bytes:
    """One record for each place in a sound one, with the value there replaced."""
    lines = []
    for index, path in enumerate(PLACES):
        numbered = {**sound(), "query_index": index}
        lines.append(numbered if path == ("query_index",) else replaced(numbered, path, new))
    return bundle(*lines)


def with_wrong_index(new: Any) -> bytes:
    return whole((0, {**record(0), "query_index": new}))


def near(**changes: Any) -> Any:
    """A plan that is nearly right is the scorer's business: the check lets it pass."""
    return among((0, record(0, plan={"day1": {**deepcopy(DAY), **changes}})))


FLIGHT, SIGHT, HOTEL = DAY["flights"][0], DAY["attractions"][0], DAY["hotel"]
TASK_FILE = "0" * 64

SHOWN: dict[str, Fixture] = {
    **{
        f"B16 named by {what}": hostile(f"Sent as {name[:40]!r}.", make=whole, name=name)
        for what, name in NAMES.items()
    },
    "B17 markup in every text": hostile(
        "A record for each.",
        make=partial(everywhere, MARKUP),
        tasks=len(MARKUP),
    ),
    "B18 formulas in every text": hostile(
        "A record for each.", "L03", make=partial(everywhere, FORMULAS), tasks=len(FORMULAS)
    ),
    "B19 deceptive text everywhere": hostile(
        "A record for each.", "L03", "R504", make=partial(everywhere, DECEPTIVE), tasks=len(DECEPTIVE)
    ),
    "B17 markup in the manifest": archived(
        "As names and a link.",
        "F205",
        make=lambda: zipped(
            records(),
            declared(
                content=json.dumps(
                    {**manifest(entry={"display_name": MARKUP[0]}), "links": {"paper_url": MARKUP[5]}}
                ).encode()
            ),
        ),
    ),
    **{
        f"B20 {what}": hostile(
            "As the reason of a refusal.", make=among((0, refusal(0, refusal_reason=text)))
        )
        for what, text in REASONS.items()
    },
    "B20 a reason without an end": hostile(
        "100,000 letters and a mark.", "R504", make=among((0, refusal(0, refusal_reason="a" * 10**5 + "!")))
    ),
    "B20 blanks without an end": hostile(
        "50,000 of them before a word.",
        "R504",
        make=among((0, refusal(0, refusal_reason=" " * 50_000 + "plan"))),
    ),
    "B20 blanks between two cities": hostile(
        "3,990 of them.", make=near(current_city="Alta" + " " * 3_990 + "Brea")
    ),
    "B20 a label without an end": hostile(
        "100,000 letters.", "R504", make=among((0, record(0, model_label="a" * 10**5 + "!")))
    ),
}

JUDGED: dict[str, Fixture] = {
    **{
        f"B21 {what} anywhere": hostile(
            f"In each of the {len(PLACES)} places of a record.",
            *anywhere.split(),
            make=partial(with_wrong_types, new),
            tasks=len(PLACES),
            peak_mib=24,
        )
        for what, (new, anywhere, _) in REPLACEMENTS.items()
    },
    **{
        f"B21 {what} as the index": hostile(
            "In one record of three.", *as_index.split(), make=partial(with_wrong_index, new)
        )
        for what, (new, _, as_index) in REPLACEMENTS.items()
    },
    "B22 one cent off": hostile("A flight's price.", make=near(flights=[{**FLIGHT, "price": 112.41}])),
    "B22 one minute off": hostile(
        "A flight's departure.", make=near(flights=[{**FLIGHT, "departure_time": "08:21"}])
    ),
    "B22 one letter off": hostile(
        "A museum's name.", make=near(attractions=[{**SIGHT, "name": "Lanternworks Museun"}])
    ),
    "B22 24:00": hostile(
        "The end of a visit.", "L01", make=near(attractions=[{**SIGHT, "visit_end": "24:00"}])
    ),
    "B22 past midnight": hostile(
        "A visit ends at 00:30.", make=near(attractions=[{**SIGHT, "visit_end": "00:30"}])
    ),
    "B22 a visit twice": hostile("On one day.", make=near(attractions=[SIGHT, SIGHT])),
    "B22 a day under two names": hostile(
        "day1 and day01.", make=among((0, record(0, plan={"day1": DAY, "day01": DAY})))
    ),
    "B23 empty plans": hostile(
        "Feasible, and nothing booked.", make=lambda: bundle(*(record(index, plan={}) for index in range(3)))
    ),
    "B23 everything refused": hostile(
        "One reason for all.", make=lambda: bundle(*(refusal(index) for index in range(3)))
    ),
    "B23 the same hotel a hundred times": hostile(
        "All hotels listed.",
        "R504",
        make=near(hotel=[HOTEL] * 100),
    ),
    "B23 scores in the record": hostile(
        "The scorer reads none.", "I508", make=among((0, record(0, scores={"d0_keyword": 1}, perfect=True)))
    ),
    "B23 indices from another edition": hostile(
        "Tasks 800 to 802.", "F601", "W606", make=lambda: bundle(*(record(800 + n) for n in range(3)))
    ),
    "B24 another benchmark": archived(
        "The manifest names another.",
        "F203",
        make=lambda: zipped(
            records(), declared(content=json.dumps(manifest(benchmark={"name": "TRAVEL"})).encode())
        ),
    ),
    "B24 another task set": archived(
        "The manifest answers trek-800.",
        "F203",
        make=lambda: zipped(
            records(), declared(content=json.dumps(manifest(benchmark={"task_set": "trek-800"})).encode())
        ),
    ),
    "B24 an old edition": archived(
        "The digest of another task file.",
        "F209",
        make=lambda: zipped(
            records(),
            declared(content=json.dumps({**manifest(), "files": [_claim("trek_sample.jsonl")]}).encode()),
        ),
    ),
    "B24 a manifest beside the one in the archive": archived(
        "Two manifests, which might differ.",
        "F109",
        make=archive,
        options={"mode": Mode.ENTRY, "manifest": manifest()},
    ),
    "B24 the answers of another run of the same task": hostile(
        "Two runs in one file.",
        "F604",
        make=lambda: whole() + bundle(line(record(1, plan={}))),
    ),
}


def _claim(path: str) -> dict[str, Any]:
    return {"path": path, "sha256": TASK_FILE}


RECORDS: dict[str, Fixture] = {**SHOWN, **JUDGED}
