"""The example files that people download are sound, and say the same in every form."""

import io

import pytest

from scoring.engine.intake import Asked, Mode, Outcome, TaskSet
from scoring.tracks import intake_of
from scoring.tracks.trek.intake.examples import (
    EXAMPLE_DAY,
    example_manifest_json,
    example_manifest_yaml,
    example_records,
)
from submissions.examples import EXAMPLES, RECORDS

INTAKE = intake_of("trek")


def read(name, mode):
    return INTAKE.read_bundle(
        io.BytesIO(EXAMPLES[name]()),
        Asked(
            file_name=name,
            tasks=TaskSet.of("trek", 800),
            today=EXAMPLE_DAY,
            mode=mode,
        ),
    )


@pytest.mark.parametrize("name", [RECORDS, "example.zip"])
def test_nothing_is_wrong_with_the_records(name):
    report = read(name, Mode.CHECK)
    assert (report.outcome, dict(report.found)) == (Outcome.VALID, {"W610": 1})
    assert (report.counts["records"], report.counts["refusals"], report.counts["unfinished"]) == (3, 1, 1)


def test_the_archive_is_an_entry_in_which_only_tasks_are_missing():
    report = read("example.zip", Mode.ENTRY)
    assert (report.outcome, dict(report.found)) == (Outcome.NEEDS_CONFIRMATION, {"W606": 1, "W610": 1})
    assert report.manifest is not None


def test_both_manifests_say_the_same():
    yaml = INTAKE.read_manifest(example_manifest_yaml(), file_name="metadata.yaml", today=EXAMPLE_DAY)
    json = INTAKE.read_manifest(example_manifest_json(), file_name="metadata.json", today=EXAMPLE_DAY)
    assert yaml.manifest == json.manifest
    assert yaml.manifest is not None


def test_an_example_has_the_same_bytes_every_time():
    assert {name: make() for name, make in EXAMPLES.items()} == {
        name: make() for name, make in EXAMPLES.items()
    }
    assert EXAMPLES[RECORDS]() == example_records()
