"""One upload per code of the stages receipt to JSON."""

import zipfile
from dataclasses import replace

from scoring.tracks.trek.intake import LIMITS, Mode
from tests.tracks.trek.intake.bundles import (
    TASKS,
    archive,
    bundle,
    entry,
    line,
    manifest,
    packed,
    record,
    whole,
)
from tests.tracks.trek.intake.cases import Case, changed, second

SMALL = replace(
    LIMITS, upload_bytes=10_000, unpacked_bytes=20_000, ratio=10, ratio_after_bytes=5_000, lines=5, depth=6
)
BLANKS = b"\n" * 8_800
LINK = zipfile.ZipInfo("README.md")
LINK.external_attr = 0o120777 << 16

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
}
