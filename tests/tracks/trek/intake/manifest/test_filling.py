"""A manifest file as the texts of a form: whatever it holds, as it stands there."""

from datetime import date

import pytest

from scoring.tracks.trek.intake.examples import example_manifest_json, example_manifest_yaml
from scoring.tracks.trek.intake.manifest import filled_in, manifest_of, read_manifest, texts_of

TODAY = date(2026, 7, 20)


def test_values_become_texts_by_their_place():
    run = b"run: {attempts_per_task: 3, unfinished_retried: yes, hardware: null}\n"
    raw = run + b"models:\n- {name: A}\n- {name: '5'}\n"
    assert filled_in(raw, file_name="metadata.yml") == {
        "/run/attempts_per_task": "3",
        "/run/unfinished_retried": "yes",
        "/models/0/name": "A",
        "/models/1/name": "5",
    }


def test_json_becomes_the_words_of_a_form():
    raw = b'{"run": {"human_intervention": false, "cost_usd": 1.5, "hardware": null, "concurrency": 4}}'
    assert filled_in(raw, file_name="metadata.json") == {
        "/run/human_intervention": "false",
        "/run/cost_usd": "1.5",
        "/run/concurrency": "4",
    }


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'"text"'])
@pytest.mark.parametrize("name", ["metadata.json", "metadata.yaml"])
def test_what_cannot_be_read_fills_in_nothing(raw, name):
    assert set(filled_in(raw, file_name=name)) <= {""}


@pytest.mark.parametrize(
    ("raw", "name"),
    [(example_manifest_json(), "metadata.json"), (example_manifest_yaml(), "metadata.yaml")],
)
def test_what_is_filled_in_reads_as_the_file_does(raw, name):
    manifest = read_manifest(raw, file_name=name, today=TODAY).manifest
    typed = manifest_of(_members(filled_in(raw, file_name=name)), today=TODAY, are_texts=True)
    assert manifest is not None
    assert typed.manifest == manifest
    assert (
        manifest_of(_members(texts_of(manifest.as_json())), today=TODAY, are_texts=True).manifest == manifest
    )


def _members(texts):
    """The objects and lists that the pointers tell of."""
    root = {}
    for pointer, text in texts.items():
        *way, last = pointer.strip("/").split("/")
        here = root
        for step in way:
            here = here.setdefault(step, {})
        here[last] = text
    return _with_lists(root)


def _with_lists(value):
    if not isinstance(value, dict):
        return value
    members = {name: _with_lists(each) for name, each in value.items()}
    return list(members.values()) if members and all(name.isdigit() for name in members) else members
