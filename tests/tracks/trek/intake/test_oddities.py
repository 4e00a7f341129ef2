"""What odd but common files get: one row per oddity that the format's page promises something about."""

from __future__ import annotations

import gzip
import unicodedata
from dataclasses import dataclass, field

import pytest

from kb_browser.store import load_dataset
from kb_browser.world.bundles import SMALL_WORLD
from scoring.tracks.trek.intake import Mode, Outcome
from tests.factories import gold_answers
from tests.tracks.trek.intake.bundles import bundle, check, codes, line, packed, record, whole


@dataclass(frozen=True, kw_only=True)
class Odd:
    """A file, and everything that is found in it."""

    content: bytes
    found: dict = field(default_factory=dict)
    outcome: Outcome = Outcome.VALID
    name: str = "trek_sample.jsonl"


def lines(*, end="\n"):
    return bundle(*(record(index) for index in range(3)), end=end)


def altered(old, new):
    """A whole file in whose second line one piece is written otherwise."""
    text = line(record(1))
    assert old in text
    return whole((1, text.replace(old, new)))


ODDITIES = {
    "a byte-order mark": Odd(content=b"\xef\xbb\xbf" + whole(), found={"W305": 1}),
    "CRLF": Odd(content=lines(end="\r\n"), found={"I306": 1}),
    "a bare return between records": Odd(content=lines(end="\r"), found={"F307": 1}, outcome=Outcome.INVALID),
    "separators of Unicode in a text": Odd(
        content=altered("Wagon", "Wa\u2028g\u2029o\u0085n"), found={"L03": 1}
    ),
    "blank lines and blanks around records": Odd(content=b"\n \n" + whole().replace(b"\n", b" \t\n\n")),
    "no line feed at the end": Odd(content=whole().rstrip(b"\n")),
    "a line that is no JSON": Odd(
        content=whole((1, "oops")), found={"R401": 1, "W606": 1}, outcome=Outcome.NEEDS_CONFIRMATION
    ),
    "a first line that is no JSON": Odd(
        content=whole((0, "oops")), found={"R401": 1, "F410": 1}, outcome=Outcome.INVALID
    ),
    "NaN": Odd(content=altered("31.07", "NaN"), found={"N02": 1}),
    "a number that overflows": Odd(content=altered("31.07", "1e999"), found={"N02": 1}),
    "5,000 digits": Odd(content=altered("31.07", "1" * 5_000), found={"F405": 1}, outcome=Outcome.INVALID),
    "a member twice": Odd(
        content=altered('"submitted": true', '"submitted": true, "submitted": true'),
        found={"F402": 1},
        outcome=Outcome.INVALID,
    ),
    "NUL in a name": Odd(content=altered("Wagon", r"Wag\u0000on"), found={"N08": 1}),
    "half a surrogate pair": Odd(content=altered("Wagon", r"Wag\ud800on"), found={"N08": 1}),
    "another control character in a name": Odd(content=altered("Wagon", r"Wag\u0007on"), found={"L03": 1}),
    "claimed scores and unknown members": Odd(
        content=altered('"error": null', '"score": 1.0, "seed": 3'), found={"I508": 1}
    ),
    "null for what is optional": Odd(content=altered('"elapsed_sec": 31.07', '"elapsed_sec": null')),
    "bidirectional characters in a name": Odd(content=altered("Wagon", "Wag\u202eon")),
    "an array in place of lines": Odd(
        content=b"[\n" + whole() + b"]\n", found={"R401": 1, "F408": 1}, outcome=Outcome.INVALID
    ),
    "deep nesting": Odd(
        content=altered('"error": null', '"x": ' + "[" * 100_000 + "]" * 100_000),
        found={"F404": 1},
        outcome=Outcome.INVALID,
    ),
    "gzip of several members, with zeros after": Odd(
        content=packed(whole(), members=3) + b"\0" * 64, name="trek_sample.JSONL.GZ"
    ),
    "gzip with other bytes after": Odd(
        content=gzip.compress(whole()) + b"more",
        name="trek_sample.jsonl.gz",
        found={"F112": 1},
        outcome=Outcome.INVALID,
    ),
}


@pytest.mark.parametrize("name", ODDITIES)
def test_each_is_told_and_nothing_else(name):
    odd = ODDITIES[name]
    report = check(odd.content, name=odd.name)
    assert (report.outcome, codes(report)) == (odd.outcome, odd.found)


def test_what_is_unknown_is_kept_and_listed_once():
    report = check(bundle(*(record(index, seed=index, score=1.0) for index in range(3))))
    assert [one.message for one in report.findings] == [
        "Members the scorer does not read, kept and ignored: score, seed."
    ]


def test_a_name_in_another_normal_form_stays_as_it_is_and_counts_as_unknown(tmp_path):
    dataset, _ = load_dataset(SMALL_WORLD, cache_dir=tmp_path)
    answers = [{**one, "submitted": True, "query_index": index} for index, one in enumerate(gold_answers())]
    found = {}
    for form in ("NFC", "NFD"):
        content = unicodedata.normalize(form, bundle(*answers).decode()).encode()
        report = check(content, tasks=len(answers), mode=Mode.CHECK, dataset=dataset)
        assert report.outcome is Outcome.VALID
        found[form] = report.found.get("L03", 0)
    assert found["NFC"] == 0
    assert found["NFD"] > 0
