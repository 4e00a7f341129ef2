"""One upload per code: which it gets, where, and in which words. Both directions: no code without a case."""

import zipfile
from dataclasses import dataclass, field, replace

import pytest

from scoring.tracks.trek.intake import CATALOGUE, LIMITS, Mode, Outcome
from tests.tracks.trek.intake.bundles import (
    TASKS,
    archive,
    bundle,
    check,
    crashed,
    entry,
    line,
    manifest,
    packed,
    record,
    refusal,
    unfinished,
    whole,
)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A file, and the first finding of the code it is about."""

    content: bytes
    message: str
    hint: str = ""
    place: tuple = (None, 1)  # line and column
    task: int | None = None
    pointer: str = ""
    times: int = 1
    options: dict = field(default_factory=dict)


def column(text, part):
    return line(text).index(part) + 1


def changed(**changes):
    return record(1, **changes)


def second(**changes):
    """A whole bundle whose second record, on line 2, is changed."""
    return whole((1, changed(**changes)))


def at(value, part):
    """Line 2, at the value that follows this part of the line."""
    return 2, line(value).index(part) + len(part) + 1


SMALL = replace(
    LIMITS, upload_bytes=10_000, unpacked_bytes=20_000, ratio=10, ratio_after_bytes=5_000, lines=5, depth=6
)
BLANKS = b"\n" * 8_800
LINK = zipfile.ZipInfo("README.md")
LINK.external_attr = 0o120777 << 16
NAMELESS = {"query_index": ...}

CASES = {
    "F001": Case(
        content=b"x" * 10_001,
        options={"limits": SMALL},
        message="The upload has more than 10000 bytes, which is the limit.",
        hint='Leave out the member "notebook" (it is not scored) or compress the file.',
    ),
    "F002": Case(
        content=b"",
        message="The upload is empty: it holds no bytes.",
        hint="Write one record per line.",
    ),
    "F003": Case(
        content=packed(whole()),
        message='The file looks like gzip-compressed data but is named "trek_sample.jsonl".',
        hint="Rename it, or upload the right file.",
    ),
    "F004": Case(
        content=b"%PDF-1.7 and so on",
        message="Binary files are not accepted.",
        hint="Upload a .jsonl, .jsonl.gz or .zip file.",
    ),
    "F101": Case(
        content=entry() + b"\0",
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message="The archive cannot be read (bytes follow its end record).",
        hint="Create it again; encrypted and multi-volume archives are not supported.",
    ),
    "F102": Case(
        content=entry(besides={f"{number}/": b"" for number in range(15)}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message="The archive holds 17 entries; the limit is 16.",
        hint="A bundle is the records, the manifest and a README.",
    ),
    "F103": Case(
        content=entry(besides={"/etc/x": b""}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message='Entry "/etc/x" has a forbidden path: it is absolute.',
        hint='Paths must be relative, without "..", drive letters or backslashes.',
    ),
    "F104": Case(
        content=archive([(LINK, b"/etc/passwd")]),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message='Entry "README.md" is a link or special file.',
        hint="Put the file itself in its place.",
    ),
    "F105": Case(
        content=packed(b"x" * 20_224) + packed(b"y"),
        options={"limits": replace(SMALL, ratio=10**6, unpacked_bytes=20_224), "name": "a.jsonl.gz"},
        message='"a.jsonl.gz" unpacks to more than 20224 bytes (stopped after 20225).',
    ),
    "F106": Case(
        content=packed(BLANKS),
        options={"limits": SMALL, "name": "a.jsonl.gz"},
        message=f'"a.jsonl.gz" expands {8_800 // len(packed(BLANKS))} times; the limit is 10.',
    ),
    "F107": Case(
        content=archive({"metadata.json": manifest()}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message="Found no record file; exactly one record file is expected.",
        hint="Records are in a file whose name ends in .jsonl or .jsonl.gz.",
    ),
    "F108": Case(
        content=whole(),
        options={"mode": Mode.ENTRY},
        message="No manifest found.",
        hint="Give it with the upload, or upload a .zip with metadata.json or metadata.yaml in it.",
    ),
    "F109": Case(
        content=entry(besides={"notes.txt": b"x"}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message='Unexpected file "notes.txt".',
        hint="A bundle is one record file, one manifest and, if you like, README.md.",
    ),
    "F110": Case(
        content=entry(besides={"TREK_sample.jsonl": b""}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message='Two entries are named "TREK_sample.jsonl".',
        hint="Names are the same that differ in capitals or in how accents are written.",
    ),
    "F111": Case(
        content=packed(packed(whole())),
        options={"name": "a.JSONL.GZ"},
        message='"a.JSONL.GZ" is an archive inside the archive.',
        hint="Pack the records once.",
    ),
    "F112": Case(
        content=packed(whole()) + b"trailing",
        options={"name": "a.jsonl.gz"},
        message=f"The gzip stream is damaged or cut off after {len(whole())} unpacked bytes.",
        hint="Compress the file again and upload it whole.",
    ),
    "I113": Case(
        content=entry(besides={"__MACOSX/._x": b"", "trek_models.json": b"{}"}),
        options={"name": "a.zip", "mode": Mode.ENTRY},
        message="Ignored: __MACOSX/._x, trek_models.json.",
    ),
    "F209": Case(
        content=whole(),
        options={
            "mode": Mode.ENTRY,
            "manifest": manifest(files=[{"path": "trek_sample.jsonl", "sha256": "0" * 64, "bytes": 1}]),
        },
        message='Checksum of "trek_sample.jsonl" differs from the manifest.',
        hint="State the files as they are in the bundle, or leave out the member.",
        pointer="/files/0",
        times=2,
    ),
    "F301": Case(
        content=bundle(record()) + b'{"query": "caf\xe9"}\n',
        message=f"Line 2, byte {len(bundle(record())) + 14}: not UTF-8 (byte 0xe9).",
        hint="Save the file as UTF-8 without conversion.",
        place=(2, 15),
    ),
    "F302": Case(
        content=whole().decode().encode("utf-16"),
        message="The file is UTF-16.",
        hint="Save it as UTF-8.",
    ),
    "F303": Case(
        content=second(query="x" * 5_000),
        options={"limits": replace(LIMITS, line_bytes=4_000)},
        message=f"Line 2 has {len(line(changed(query='x' * 5_000)))} bytes; the limit is 4000.",
        hint='Leave out the member "notebook" (it is not scored).',
        place=(2, 1),
    ),
    "F304": Case(
        content=b"{}\n" * 6,
        options={"limits": SMALL},
        message="More than 5 non-empty lines.",
        hint="One run has one line per task and attempt.",
    ),
    "W305": Case(
        content=b"\xef\xbb\xbf" + whole(),
        message="Byte-order mark at the start ignored. The official scorer would lose line 1.",
        hint="Save the file as UTF-8 without a byte-order mark.",
    ),
    "I306": Case(
        content=bundle(*(record(index) for index in range(TASKS)), end="\r\n"),
        message="Windows line ends (CRLF) in 3 lines; accepted.",
    ),
    "F307": Case(
        content=bundle(record(), line(record(1)) + "\r" + line(record(2))),
        message="Line 2: a bare carriage return separates two records.",
        hint="Use line feeds.",
        place=(2, len(line(record(1))) + 1),
    ),
    "F308": Case(
        content=whole(),
        message="Reading stopped after line 1: the file takes too long to check.",
        hint='Leave out what is not scored, above all the members "trajectory" and "notebook".',
        place=(1, 1),
        options={"is_out_of_time": lambda: True},
    ),
    "R401": Case(
        content=bundle(record(0), record(1), line(record(2))[:-1] + ",}"),
        message=f"Line 3, column {len(line(record(2)))}: a comma before the closing bracket.",
        hint="JSON has no trailing comma; delete it. After confirmation the line is left out.",
        place=(3, len(line(record(2)))),
    ),
    "F402": Case(
        content=bundle(record(), '{"query_index": 1, "query_index": 2}'),
        message='Line 2, column 20: member "query_index" appears twice in the same object.',
        hint="Readers differ in which of the two they take; keep one.",
        place=(2, 20),
    ),
    "F404": Case(
        content=whole((1, '{"a": ' + "[" * 32 + "]" * 32 + "}")),
        message="Line 2, column 38: nested deeper than 32.",
        place=(2, 38),
    ),
    "F405": Case(
        content=whole((1, '{"a": ' + "1" * 5_000 + "}")),
        message="Line 2, column 7: number with 5000 digits; the limit is 300.",
        place=(2, 7),
    ),
    "F407": Case(
        content=whole((1, [record(1)])),
        message="Line 2: a record must be an object, found a list.",
        hint="Write one JSON object per line.",
        place=(2, 1),
    ),
    "F408": Case(
        content=b"[\n" + whole() + b"]\n",
        message="The file is one JSON array over several lines.",
        hint="Write one record per line.",
    ),
    "F410": Case(
        content=b"query_index,plan\n0,none\n",
        message="Line 1 or more than 20 lines are not JSON.",
        hint="This does not look like one record per line. Is it the right file?",
    ),
    "R501": Case(
        content=second(submitted=...),
        message="Line 2, task 1: /submitted: required.",
        place=(2, 1),
        task=1,
        pointer="/submitted",
    ),
    "R502": Case(
        content=second(tool_call_count="7"),
        message='Line 2, task 1: /tool_call_count: expected a whole number, found the text "7".',
        place=at(changed(tool_call_count="7"), '"tool_call_count": '),
        task=1,
        pointer="/tool_call_count",
    ),
    "R503": Case(
        content=second(is_feasible="false"),
        message='Line 2, task 1: is_feasible is the text "false".',
        hint="Write true or false without quotes; the official scorer would take this text as true.",
        place=at(changed(is_feasible="false"), '"is_feasible": '),
        task=1,
        pointer="/is_feasible",
    ),
    "R504": Case(
        content=second(elapsed_sec=-0.5),
        message="Line 2, task 1: /elapsed_sec: the number -0.5 must be from 0 to 604800.",
        place=at(changed(elapsed_sec=-0.5), '"elapsed_sec": '),
        task=1,
        pointer="/elapsed_sec",
    ),
    "R505": Case(
        content=second(submitted=False),
        message="Line 2, task 1: is_feasible is true but nothing was submitted.",
        hint="An itinerary counts only when the agent submitted it; is_feasible is then false.",
        place=at(changed(submitted=False), '"is_feasible": '),
        task=1,
        pointer="/is_feasible",
    ),
    "R506": Case(
        content=whole((1, refusal(1, refusal_reason=...))),
        message="Line 2, task 1: a submitted refusal needs refusal_reason.",
        hint="It may be empty.",
        place=(2, 1),
        task=1,
        pointer="/refusal_reason",
    ),
    "R507": Case(
        content=second(plan={"plan": {}}),
        message='Line 2, task 1: plan holds another "plan" but no is_feasible.',
        hint="It would be read as a refusal. Write the days directly into plan.",
        place=at(changed(plan={"plan": {}}), '"plan": '),
        task=1,
        pointer="/plan",
    ),
    "I508": Case(
        content=second(seed=11, score=1.0),
        message="Members the scorer does not read, kept and ignored: score, seed.",
    ),
    "N01": Case(
        content=second(plan="none"),
        message="Line 2, task 1: /plan: text was read as {}.",
        hint="A plan is an object with one member per day.",
        place=at(changed(plan="none"), '"plan": '),
        task=1,
        pointer="/plan",
    ),
    "N02": Case(
        content=second(elapsed_sec=float("nan")),
        message="Line 2, task 1: /elapsed_sec: the number nan was read as null.",
        hint="JSON has no such number; write null.",
        place=at(changed(elapsed_sec=float("nan")), '"elapsed_sec": '),
        task=1,
        pointer="/elapsed_sec",
    ),
    "N03": Case(
        content=second(refusal_reason=["budget"]),
        message="Line 2, task 1: /refusal_reason: a list was read as the text \"['budget']\".",
        hint="A reason is text.",
        place=at(changed(refusal_reason=["budget"]), '"refusal_reason": '),
        task=1,
        pointer="/refusal_reason",
    ),
    "N04": Case(
        content=second(query_index=1.0),
        message="Line 2, task 1: /query_index: the number 1.0 was read as the number 1.",
        hint="Write whole numbers without a fraction.",
        place=(2, 17),
        task=1,
        pointer="/query_index",
    ),
    "N05": Case(
        content=bundle(*[record(**NAMELESS)] * TASKS),
        message="Line 1, task 0: /query_index: nothing was read as the position 0.",
        hint="No record has a query_index, so the position in the file is taken.",
        place=(1, 1),
        task=0,
        pointer="/query_index",
        times=3,
    ),
    "N06": Case(
        content=second(plan={"day1": {"Hotels": [{"Name": 0}]}}),
        message="Line 2, task 1: /plan/day1/Hotels/0/Name: the number 0 was read as null.",
        hint="Leave a name out when nothing is booked.",
        place=at(changed(plan={"day1": {"Hotels": [{"Name": 0}]}}), '"Name": '),
        task=1,
        pointer="/plan/day1/Hotels/0/Name",
    ),
    "N07": Case(
        content=second(total_turns=-1),
        message="Line 2, task 1: /total_turns: the number -1 was read as absent.",
        hint="Counters are whole numbers from 0.",
        place=at(changed(total_turns=-1), '"total_turns": '),
        task=1,
        pointer="/total_turns",
    ),
    "N08": Case(
        content=whole((1, line(record(1))[:-1] + ', "notebook": {"notes": ["a\\u0000b", "\\ud800"]}}')),
        message="Line 2, task 1: /notebook/notes/0: 1 unstorable characters was read as U+FFFD.",
        hint="NUL and halves of surrogate pairs cannot be stored.",
        place=(2, len(line(record(1))) + len(', "notebook": {"notes": [')),
        task=1,
        pointer="/notebook/notes/0",
        times=2,
    ),
    "F601": Case(
        content=bundle(record(0), record(3)),
        message="Line 2: query_index 3 is not in 0–2.",
        hint="Indices count from 0.",
        place=(2, 17),
        pointer="/query_index",
    ),
    "F602": Case(
        content=second(query_index="1"),
        message="Line 2: query_index is text.",
        hint="Write a whole number without quotes.",
        place=(2, 17),
        pointer="/query_index",
    ),
    "F603": Case(
        content=whole((1, record(**NAMELESS))),
        message="1 lines lack query_index (first: 2) while others have it.",
        place=(2, 1),
    ),
    "F604": Case(
        content=bundle(*(record(index) for index in range(TASKS)), refusal(1)),
        message="Task 1 was answered on lines 2, 4 with different submissions.",
        hint="Keep one, or declare the attempts per task and how one was selected.",
        place=(4, 1),
        task=1,
    ),
    "I605": Case(
        content=bundle(crashed(1), *(record(index) for index in range(TASKS))),
        message="Task 1: earlier unfinished attempts on lines 1 replaced by line 3.",
        place=(3, 1),
        task=1,
    ),
    "W606": Case(
        content=bundle(record(1)),
        message="2 of 3 tasks have no record and will count as failed: 0, 2.",
    ),
    "W607": Case(
        content=bundle(*(record(index) for index in (1, 2, 3))),
        message="All indices are shifted by one (1–3).",
        hint="Did you count from 1?",
    ),
    "W608": Case(
        content=whole((0, record(0, model_id="a:0")), (1, changed(model_id="b:0", model_label="b"))),
        message="Records name 2 different models or labels: a:0, b:0 / b.",
    ),
    "F609": Case(
        content=whole((1, changed(query="Another  request")), (2, record(2, query="third"))),
        options={"requests": ["first", "second", "third"]},
        message="50 % of the request texts do not match their task (first: line 2, task 1).",
        hint="Is this another task set?",
        place=(2, 1),
        task=1,
    ),
    "W610": Case(
        content=whole((0, crashed(0)), (1, unfinished(1)), (2, unfinished(2))),
        message="1 records carry an error and 2 ended without submission.",
        hint="They are scored as the official scorer does.",
    ),
    "L01": Case(
        content=second(plan={"day1": {"flights": [{"departure_time": "noon"}]}}),
        message="Line 2, task 1: /plan/day1/flights/0/departure_time: "
        'the text "noon" is no time of the form HH:MM.',
        hint="The scorer reads no time there.",
        place=at(changed(plan={"day1": {"flights": [{"departure_time": "noon"}]}}), '"departure_time": '),
        task=1,
        pointer="/plan/day1/flights/0/departure_time",
    ),
    "L10": Case(
        content=second(plan={"day1": {"cars": [{}, {}]}}),
        message="Line 2, task 1: /plan/day1/cars: only the first car of a day counts, of 2 here.",
        hint="Book one hotel and one car a day.",
        place=at(changed(plan={"day1": {"cars": [{}, {}]}}), '"cars": '),
        task=1,
        pointer="/plan/day1/cars",
    ),
    "L11": Case(
        content=second(plan={"day1": 5}),
        message="Line 2, task 1: /plan/day1: the number 5 is no day and is ignored.",
        hint="A day is an object.",
        place=at(changed(plan={"day1": 5}), '"day1": '),
        task=1,
        pointer="/plan/day1",
    ),
    "L12": Case(
        content=second(plan={"day1": {"hotelz": {}}}),
        message='Line 2, task 1: /plan/day1/hotelz: "hotelz" is not read; "hotel" is.',
        hint="Other members are ignored.",
        place=at(changed(plan={"day1": {"hotelz": {}}}), '"hotelz": '),
        task=1,
        pointer="/plan/day1/hotelz",
    ),
}


# What a manifest or the data is needed for has tests of its own. What needs other uploads the site says.
OF_OTHERS = {
    *("F005", "I006"),
    *(f"F20{number}" for number in range(1, 9)),
    *(f"L0{number}" for number in range(2, 10)),
}
CODES = [code for code in CATALOGUE if code not in OF_OTHERS]


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_found_where_it_is_and_said_in_its_words(code):
    case = CASES[code]
    report = check(case.content, **case.options)
    text = CATALOGUE[code]
    first, *rest = [one for one in report.findings if one.code == code]
    assert (first.line, first.column) == case.place
    assert (first.message, first.hint) == (case.message, case.hint)
    assert (first.task, first.pointer) == (case.task, case.pointer)
    assert (first.severity, first.stage) == (text.severity, text.stage)
    assert len(rest) + 1 == report.found[code] == case.times
    if first.line is not None:
        content = case.content.removeprefix(b"\xef\xbb\xbf")
        assert first.byte in {None, sum(len(part) + 1 for part in content.split(b"\n")[: first.line - 1])}


def test_no_case_is_about_a_code_that_does_not_exist():
    assert set(CASES) == set(CODES)


def test_a_sound_bundle_gets_none_of_them():
    report = check(whole())
    assert (report.outcome, dict(report.found), list(report.findings)) == (Outcome.VALID, {}, [])
