"""Archives: what may lie in one, and the framing that is checked before anything is unpacked."""

import hashlib
import io
import json
import stat
import zipfile
from dataclasses import replace

import pytest

from scoring.engine.intake import Mode
from scoring.tracks.trek.intake import LIMITS, Outcome
from scoring.tracks.trek.record import TrekRecord
from tests.tracks.trek.intake.bundles import (
    TASKS,
    archive,
    check,
    codes,
    entry,
    manifest,
    packed,
    record,
    whole,
)

NAME = "bundle.zip"
SOUND = entry()


def entered(content, **options):
    return check(content, **{"name": NAME, "mode": Mode.ENTRY, **options})


def info(name, mode=0, **attributes):
    made = zipfile.ZipInfo(name)
    made.external_attr = mode << 16
    for attribute, value in attributes.items():
        setattr(made, attribute, value)
    return made


def patched(content, *changes):
    """The bytes with values written over them: pairs of place and bytes."""
    work = bytearray(content)
    for place, value in changes:
        work[place : place + len(value)] = value
    return bytes(work)


def streamed(files):
    """An archive as written to a pipe: sizes follow the data of each entry."""

    class Pipe(io.RawIOBase):
        def __init__(self):
            self.written = b""

        def write(self, data):
            self.written += bytes(data)
            return len(data)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packing:
        for name, content in files.items():
            packing.writestr(name, content)
    return pipe.written


PARTS = {"trek_sample.jsonl": whole(), "metadata.json": json.dumps(manifest()).encode()}


class TestAccepted:
    """What people's tools make of a folder with the right files in it."""

    FORMS = {
        "plain": (SOUND, {}),
        "not compressed": (archive(PARTS, method=zipfile.ZIP_STORED), {}),
        "written to a pipe": (streamed(PARTS), {}),
        "gzip inside": (entry(packed(whole()), name="trek_sample.jsonl.gz"), {}),
        "in one folder": (entry(folder="my run/"), {}),
        "in one folder that is listed": (
            archive([("run/", b""), *((f"run/{n}", c) for n, c in PARTS.items())]),
            {},
        ),
        "packed on a Mac": (
            entry(
                folder="run/",
                besides={
                    "run/.DS_Store": b"\0\0\0\1Bud1",
                    "__MACOSX/._run": b"\0\5\x16\7",
                    "__MACOSX/run/._trek_sample.jsonl": b"\0\5\x16\7",
                },
            ),
            {"I113"},
        ),
        "packed on Windows": (entry(besides={"Thumbs.db": b"x", "Desktop.ini": b"[x]"}), {"I113"}),
        "with an empty folder": (entry(besides={"logs/": b""}), {"I113"}),
        "with what the runner writes": (
            entry(besides={"trek_models.json": b"{}", "trek_sample.scores.csv": b"1"}),
            {"I113"},
        ),
        "with a README": (entry(besides={"ReadMe.md": b"# A run"}), {}),
        "YAML in capitals": (
            archive({"trek_sample.jsonl": whole(), "METADATA.YAML": json.dumps(manifest()).encode()}),
            {},
        ),
        "name in another alphabet": (entry(besides={"Läufe 2026/README.md": b"x"}, folder="Läufe 2026/"), {}),
        "no manifest that is asked for": (archive({"trek_sample.jsonl": whole()}), None),
    }

    @pytest.mark.parametrize("form", FORMS)
    def test_the_records_are_those_of_the_plain_file(self, form):
        content, found = self.FORMS[form]
        report = entered(content, mode=Mode.RECORDS if found is None else Mode.ENTRY)
        assert set(report.found) == set(found or {})
        assert report.outcome is Outcome.VALID
        assert report.records == {index: TrekRecord.from_object(record(index)) for index in range(TASKS)}
        plain = check(whole())
        assert report.file.content_sha256 == plain.file.content_sha256
        assert report.file.sent_sha256 == hashlib.sha256(content).hexdigest()
        assert report.label == "sample"

    def test_the_files_in_it_are_listed_with_their_digests(self):
        gzip = packed(whole())
        report = entered(entry(gzip, name="r.jsonl.gz", folder="a/", besides={"a/README.md": b"# A"}))
        listed = [(each.name, each.sent_bytes, each.sent_sha256, each.lines) for each in report.entries]
        assert listed[0] == ("r.jsonl.gz", len(gzip), hashlib.sha256(gzip).hexdigest(), TASKS)
        assert {name for name, *_ in listed[1:]} == {"metadata.json", "README.md"}
        assert report.entries[0].content_sha256 == hashlib.sha256(whole()).hexdigest()
        assert report.label == "declared-1"
        assert [each["name"] for each in report.as_json()["files"]] == [NAME, *(each[0] for each in listed)]

    def test_ignored_files_are_named(self):
        (note,) = entered(entry(besides={"__MACOSX/._a": b"", "x.scores.csv": b"", "logs/": b""})).findings
        assert note.message == "Ignored: __MACOSX/._a, logs/, x.scores.csv."

    def test_findings_of_the_records_name_the_record_file(self):
        report = entered(entry(whole((1, record(1, submitted=...))), folder="run/"))
        (found,) = report.as_json()["findings"]
        assert (found["code"], found["file"], found["line"]) == ("R501", "trek_sample.jsonl", 2)


class TestContents:
    """What must not lie in an archive, or has to."""

    CASES = {
        "parent": (entry(besides={"../x.md": b""}), "F103", 'it holds ".."'),
        "parent inside": (entry(besides={"a/../x.md": b""}), "F103", 'it holds ".."'),
        "absolute": (entry(besides={"/x.md": b""}), "F103", "it is absolute"),
        "backslash": (entry(besides={"a\\b": b""}), "F103", "it holds a backslash"),
        "drive": (entry(besides={"C:x": b""}), "F103", "it holds a colon"),
        "return": (entry(besides={"a\r\nb": b""}), "F103", "it holds a control character"),
        "override": (entry(besides={"a\u202eb": b""}), "F103", "it holds a control character"),
        "dot": (entry(besides={"./x": b""}), "F103", "a part of it is empty"),
        "double slash": (entry(besides={"a//x": b""}), "F103", "a part of it is empty"),
        "long": (entry(besides={"x" * 256: b""}), "F103", "it has 256 bytes; the limit is 255"),
        "link": (
            archive([*PARTS.items(), (info("README.md", stat.S_IFLNK | 0o777), b"/etc/passwd")]),
            "F104",
            'Entry "README.md" is a link or special file.',
        ),
        "pipe": (
            archive([*PARTS.items(), (info("__MACOSX/._p", stat.S_IFIFO | 0o600), b"")]),
            "F104",
            'Entry "__MACOSX/._p" is a link or special file.',
        ),
        "folder with content": (archive([*PARTS.items(), ("x/", b"y")]), "F104", 'Entry "x/" is'),
        "capitals": (entry(besides={"METADATA.json": b"{}"}), "F110", '"METADATA.json"'),
        "accents": (entry(besides={"e\u0301": b"", "\u00e9": b""}), "F110", "Two entries"),
        "file and folder": (entry(besides={"x": b"", "x/": b""}), "F110", "Two entries"),
        "seventeen": (
            entry(besides={f"__MACOSX/._{number}": b"" for number in range(15)}),
            "F102",
            "The archive holds 17 entries; the limit is 16.",
        ),
        "no records": (
            archive({"metadata.json": manifest()}),
            "F107",
            "Found no record file; exactly one record file is expected.",
        ),
        "two record files": (
            entry(besides={"b.jsonl.gz": packed(whole())}),
            "F107",
            "Found 2 record files (trek_sample.jsonl, b.jsonl.gz); exactly one record file is expected.",
        ),
        "no manifest": (archive({"a.jsonl": whole()}), "F108", "No manifest found."),
        "two manifests": (entry(besides={"metadata.yml": b"{}"}), "F109", 'Unexpected file "metadata.yml".'),
        "another file": (entry(besides={"notes.txt": b"x"}), "F109", 'Unexpected file "notes.txt".'),
        "a file in a folder": (
            entry(besides={"a/README.md": b"x"}),
            "F109",
            'Unexpected file "a/README.md".',
        ),
        "nested": (entry(besides={"inner.zip": SOUND}), "F111", '"inner.zip" is an archive'),
        "nested in disguise": (entry(besides={"picture.png": SOUND}), "F111", '"picture.png" is an archive'),
        "nested as records": (entry(SOUND), "F111", '"trek_sample.jsonl" is an archive'),
        "gzip named as text": (entry(packed(whole())), "F003", 'named "trek_sample.jsonl"'),
        "gzip in gzip": (
            entry(packed(packed(whole())), name="a.jsonl.gz"),
            "F111",
            '"a.jsonl.gz" is an archive',
        ),
        "empty records": (entry(b""), "F002", "no bytes"),
        "a large README": (
            entry(besides={"README.md": b"x" * (256 * 1024 + 1)}),
            "F105",
            '"README.md" unpacks to more than 262144 bytes (stopped after ',
        ),
        "a large manifest": (
            archive({"a.jsonl": whole(), "metadata.json": b" " * (64 * 1024 + 1)}),
            "F105",
            '"metadata.json" unpacks to more than 65536 bytes',
        ),
    }

    @pytest.mark.parametrize("case", CASES)
    def test_each_has_its_code_and_says_which(self, case):
        content, code, words = self.CASES[case]
        report = entered(content)
        assert (report.outcome, report.records) == (Outcome.INVALID, {})
        assert set(report.found) - {"I113"} == {code}
        (first, *_) = [one for one in report.findings if one.code == code]
        assert words in first.message

    def test_everything_wrong_with_the_contents_is_said_at_once(self):
        report = entered(archive({"a.jsonl": whole(), "b.jsonl": whole(), "c.txt": b"", "d.zip": b""}))
        assert codes(report) == {"F107": 1, "F108": 1, "F109": 1, "F111": 1}

    def test_a_second_manifest_beside_the_archive_is_one_too_many(self):
        report = entered(SOUND, manifest=manifest())
        assert [(one.code, one.hint) for one in report.findings] == [
            ("F109", "A manifest was given with the upload too; leave one of them out.")
        ]

    def test_a_manifest_beside_an_archive_without_one_will_do(self):
        report = entered(archive({"a.jsonl": whole()}), manifest=manifest())
        assert (report.outcome, report.label) == (Outcome.VALID, "declared-1")

    def test_a_ratio_is_counted_inside_the_archive(self):
        tight = replace(LIMITS, ratio=10, ratio_after_bytes=5_000)
        assert codes(entered(entry(b"\n" * 50_000), limits=tight)) == {"F106": 1}
        assert codes(entered(entry(packed(b"\n" * 50_000), name="a.jsonl.gz"), limits=tight)) == {"F106": 1}
        assert codes(entered(entry(b"\n" * 50_000), limits=replace(LIMITS, unpacked_bytes=40_000))) == {
            "F105": 1
        }
