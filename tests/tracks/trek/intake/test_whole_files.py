"""The whole way of a file, from its bytes to its scores: one test per row of what must be withstood."""

from __future__ import annotations

import gzip
import json
import zipfile
from functools import cache

import pytest

from kb_browser.store import load_dataset
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.intake import LIMITS, Mode, Outcome
from tests.factories import bundle_of, gold_answers
from tests.tracks.trek.intake.bundles import (
    archive,
    bundle,
    check,
    codes,
    crashed,
    entry,
    line,
    manifest,
    packed,
    record,
    refusal,
    whole,
)

OFFICIAL = 800
SMALL = 40
IN_ARCHIVE = {"benchmark": {"task_set": f"trek-{SMALL}"}}


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    return load_dataset(SMALL_WORLD, cache_dir=tmp_path_factory.mktemp("cache"))[0]


def scores(dataset, records):
    return TREK.aggregate(dataset, evaluate_all(TREK, dataset, records)).summary


@cache
def official_lines():
    return tuple(line(record(index)) for index in range(OFFICIAL))


def official(*changed):
    """A file for the full set, some of its lines replaced: pairs of position and line."""
    lines = list(official_lines())
    for position, value in changed:
        lines[position] = line(value)
    return bundle(*lines)


class TestForms:
    """An official file in every dress is the same file."""

    def test_every_form_is_accepted_with_the_same_scores(self, dataset):
        plain = bundle_of(failing={3, 8})
        side_files = {"__MACOSX/run/._x": b"", "run/.DS_Store": b""}
        forms = {
            "with a byte-order mark": (b"\xef\xbb\xbf" + plain, "trek_a.jsonl"),
            "with CRLF": (plain.replace(b"\n", b"\r\n"), "trek_a.jsonl"),
            "without a final line feed": (plain.rstrip(b"\n"), "trek_a.jsonl"),
            "gzip": (gzip.compress(plain), "trek_a.jsonl.gz"),
            "gzip in two members": (packed(plain, members=2), "trek_a.JSONL.GZ"),
            "zip": (entry(plain, **IN_ARCHIVE), "a.zip"),
            "zip with a folder and side files": (
                entry(plain, folder="run/", besides=side_files, **IN_ARCHIVE),
                "a.zip",
            ),
        }
        expected = scores(dataset, check(plain, tasks=SMALL).records)
        for form, (content, name) in forms.items():
            mode = Mode.ENTRY if name == "a.zip" else Mode.RECORDS
            report = check(content, name=name, tasks=SMALL, mode=mode)
            assert (form, report.outcome) == (form, Outcome.VALID)
            assert scores(dataset, report.records) == expected, form

    def test_line_separators_of_unicode_in_a_note_leave_800_lines(self):
        noted = record(7, notebook={"notes": ["one\u2028two\u2029three\u0085four"]})
        report = check(official((7, noted)), tasks=OFFICIAL)
        assert (report.outcome, report.file.lines, report.counts["records"]) == (Outcome.VALID, 800, 800)


class TestNumbers:
    """What is no number becomes null, with a word about each."""

    @pytest.mark.parametrize("number", ["NaN", "1e999", "-Infinity"])
    def test_in_notebook_price_and_time_it_is_null_and_the_time_unmeasured(self, number):
        odd = line(record(5, notebook={"notes": [], "counts": {}, "price": 7}))
        odd = odd.replace('"price": 112.4', f'"price": {number}').replace("31.07", number)
        odd = odd.replace('"price": 7', f'"price": {number}')
        report = check(official((5, odd)), tasks=OFFICIAL)
        assert (report.outcome, codes(report)) == (Outcome.VALID, {"N02": 3})
        assert {one.pointer for one in report.findings} == {
            "/notebook/price",
            "/plan/day1/flights/0/price",
            "/elapsed_sec",
        }
        assert report.records[5].elapsed_sec is None

    def test_nan_is_no_index(self):
        report = check(
            official((5, line(record(5)).replace('"query_index": 5', '"query_index": NaN'))), tasks=800
        )
        assert report.found["F602"] == 1

    @pytest.mark.parametrize(
        ("bad", "code"),
        [
            ('{"query_index": 1, "plan": {}, "plan": {}}', "F402"),
            ('{"query_index": 1, "a": ' + "[" * 32 + "]" * 32 + "}", "F404"),
            ('{"query_index": ' + "1" * 5_000 + "}", "F405"),
            ('{"query": "' + "x" * LIMITS.line_bytes + '"}', "F303"),
        ],
    )
    def test_what_no_reader_should_read_refuses_the_file(self, bad, code):
        report = check(whole((1, bad)))
        assert (report.outcome, report.found[code]) == (Outcome.INVALID, 1)
        assert report.records == {}

    def test_a_member_twice_has_the_column_of_the_second(self):
        bad = '{"query_index": 1, "plan": {}, "plan": {}}'
        (found,) = [one for one in check(whole((1, bad))).findings if one.code == "F402"]
        assert (found.line, found.column) == (2, bad.rindex('"plan"') + 1)

    def test_4001_lines_are_too_many(self):
        assert check(b"{}\n" * 4_001).found["F304"] == 1

    def test_nul_and_half_a_pair_are_replaced_and_said(self):
        noted = line(record(1))[:-1] + r', "notebook": {"notes": ["a\u0000", "\udfff"]}}'
        report = check(whole((1, noted)))
        assert (report.outcome, codes(report)) == (Outcome.VALID, {"N08": 2})


class TestSets:
    """Which lines answer which tasks."""

    def test_counting_from_one_is_seen(self):
        report = check(bundle(*(record(index) for index in range(1, 801))), tasks=OFFICIAL)
        assert (report.outcome, report.found["F601"], report.found["W607"]) == (Outcome.INVALID, 1, 1)

    def test_an_index_in_quotes_is_refused(self):
        assert check(official((3, record("3"))), tasks=OFFICIAL).found["F602"] == 1

    @pytest.mark.parametrize(
        ("earlier", "last", "code"),
        [
            (record(3), refusal(3), "F604"),
            (crashed(3), record(3), "I605"),
            (record(3), crashed(3), "F604"),
        ],
    )
    def test_several_lines_for_a_task_are_judged_by_what_would_be_lost(self, earlier, last, code):
        content = official((3, earlier)) + bundle(last)
        report = check(content, tasks=OFFICIAL)
        assert report.found[code] == 1
        assert (report.outcome is Outcome.INVALID) == (code == "F604")

    def test_799_records_need_a_confirmation_and_none_are_refused(self):
        report = check(bundle(*official_lines()[1:]), tasks=OFFICIAL)
        assert (report.outcome, codes(report)) == (Outcome.NEEDS_CONFIRMATION, {"W606": 1})
        assert check(b"\n\n", tasks=OFFICIAL).outcome is Outcome.INVALID

    def test_the_gold_file_needs_indices_and_submitted_and_then_reaches_the_ceiling(self, dataset):
        answers = gold_answers()
        report = check(bundle(*answers), tasks=SMALL)
        assert codes(report) == {"N05": SMALL, "R501": SMALL}
        assert report.outcome is Outcome.NEEDS_CONFIRMATION
        assert report.not_shown == {"N05": SMALL - 20, "R501": SMALL - 20}
        report = check(bundle(*({**one, "submitted": True} for one in answers)), tasks=SMALL)
        assert (report.outcome, codes(report)) == (Outcome.VALID, {"N05": SMALL})
        reached = scores(dataset, report.records)
        assert reached["task_perfect_rate"] == 1.0
        assert reached["cat_efficiency"] is None


class TestTornFiles:
    """What a killed run leaves behind."""

    def test_a_torn_last_line_is_left_out_with_a_hint_and_the_rest_scores_the_same(self, dataset):
        lines = bundle_of().splitlines(keepends=True)
        report = check(b"".join(lines[:-1]) + lines[-1][:300], tasks=SMALL)
        assert (report.outcome, codes(report)) == (Outcome.NEEDS_CONFIRMATION, {"R401": 1, "W606": 1})
        assert "was the run or the upload interrupted" in report.findings[0].hint
        assert scores(dataset, report.records) == scores(
            dataset, check(bundle_of(missing={SMALL - 1}), tasks=SMALL).records
        )

    def test_a_record_glued_to_a_torn_one_is_dropped_with_it_as_officially(self, dataset):
        lines = bundle_of().splitlines(keepends=True)
        glued = b"".join([*lines[:4], lines[4][:300], *lines[5:]])
        report = check(glued, tasks=SMALL)
        assert report.found == {"R401": 1, "W606": 1}
        assert "glued" in report.findings[0].message
        assert scores(dataset, report.records) == scores(
            dataset, check(bundle_of(missing={4, 5}), tasks=SMALL).records
        )

    def test_a_table_under_another_name_is_no_file_of_records(self):
        assert check(b"query_index,plan\n0,none\n").found["F410"] == 1


LINK = zipfile.ZipInfo("link.jsonl")
LINK.external_attr = 0o120777 << 16


class TestArchives:
    """Nothing that an archive says is believed, and nothing of it is written."""

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            *((entry(besides={name: b""}), "F103") for name in ("../x", "/x", "C:x")),
            (entry(besides={"a?b": b""}).replace(b"a?b", b"a\\b"), "F103"),
            (archive([(LINK, b"/etc/passwd"), ("metadata.json", manifest())]), "F104"),
            (
                archive(
                    [("trek_a.jsonl", whole()), ("TREK_A.jsonl", whole()), ("metadata.json", manifest())]
                ),
                "F110",
            ),
            (entry(besides={"inner.zip": archive({"a": b"x"})}), "F111"),
            (entry(b"\n" * 20_000_000), "F106"),
            (entry(besides={f"{number}/": b"" for number in range(15)}), "F102"),
            (archive({"trek_a.jsonl": whole()}), "F108"),
            (entry(besides={"trek_b.jsonl": whole()}), "F107"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_each_is_refused_by_its_code(self, content, code, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        report = check(content, name="a.zip", mode=Mode.ENTRY)
        assert (report.outcome, report.found[code]) == (Outcome.INVALID, 1)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("entry: &a {label: x}\nother: *a\n", "F208"),
            ("entry: !!python/object x\n", "F208"),
            ("entry: {label: x}\nentry: {label: y}\n", "F201"),
        ],
    )
    def test_yaml_that_means_more_than_it_says_is_refused(self, text, code):
        content = archive({"trek_a.jsonl": whole(), "metadata.yaml": text.encode()})
        assert check(content, name="a.zip", mode=Mode.ENTRY).found[code] >= 1

    def test_yaml_words_are_texts_until_their_field_says_otherwise(self):
        said = manifest(
            scaffold={"version": "VERSION"}, models=[{**manifest()["models"][0], "open_weights": "OPEN"}]
        )
        text = json.dumps(said).replace('"VERSION"', "1.10").replace('"OPEN"', "no")
        content = archive({"trek_a.jsonl": whole(), "metadata.yaml": text.encode()})
        report = check(content, name="a.zip", mode=Mode.ENTRY)
        assert report.outcome is Outcome.VALID
        assert report.manifest.scaffold.version == "1.10"
        assert report.manifest.models[0].open_weights == "no"
