"""The intake and the official reading give the same scores wherever the intake accepts a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb_browser import world
from kb_browser.release_files import ReleaseFolder
from scoring.engine.model import Severity
from scoring.engine.run import evaluate_all, result_json, results_digest
from scoring.tracks import TREK
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.tracks.trek.intake.bundles import check

FOLDER = Path(__file__).parent / "conformance"
WORLD = Path(world.__path__[0])
BUNDLES = sorted((WORLD / "bundles").glob("trek_*-*.jsonl"))
# What the official scorer reads differently, by the rules of the intake: non-finite numbers become null.
DIFFERS = {"N02"}
REPAIRS = {f"N0{number}" for number in range(1, 9)}


@pytest.mark.parametrize(
    "bundle", sorted((WORLD / "bundles").glob("trek_*-*.jsonl")), ids=lambda path: path.stem
)
def test_a_bundle_without_refused_lines_has_one_digest(bundle):
    dataset = TREK.read_dataset(ReleaseFolder(WORLD / "small").files())
    content = bundle.read_bytes()
    official = last_records(read_rows(split_rows(content)), len(dataset.tasks))
    report = check(content, name=bundle.name, tasks=len(dataset.tasks))
    assert not {finding.severity for finding in report.findings} & {Severity.FATAL, Severity.RECORD}
    digests = {
        results_digest(evaluate_all(TREK, dataset, records)) for records in (official, report.records)
    }  # fmt: skip
    assert len(digests) == 1


def test_every_vector_that_the_intake_accepts_scores_the_same_either_way():
    dataset = TREK.read_dataset(ReleaseFolder(FOLDER / "release").files())
    accepted = 0
    for line in (FOLDER / "vectors.jsonl").read_bytes().splitlines():
        vector = json.loads(line)
        index = vector["query_index"]
        row = {**vector["submission"], "query_index": index}
        content = json.dumps(row, ensure_ascii=False).encode()
        report = check(content, tasks=len(dataset.tasks))
        record = report.records.get(index)
        codes = {finding.code for finding in report.findings}
        if record is None or record.is_refused or codes & DIFFERS:
            continue
        accepted += 1
        official = TREK.evaluate(dataset, index, TrekRecord.from_object(row))
        own = TREK.evaluate(dataset, index, record)
        # A repaired value shows in the facts; without a repair not even those differ.
        compared = {"scores", "gates", "perfect"} if codes & REPAIRS else result_json(own).keys()
        for key in compared:
            assert result_json(own)[key] == result_json(official)[key], (
                vector["id"],
                vector["labels"],
                codes,
            )
    # Most vectors are odd but acceptable plans; were they refused, the comparison would say nothing.
    assert accepted > 1000
