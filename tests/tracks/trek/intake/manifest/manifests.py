"""Manifests to read: a least valid one, changes to it, and findings cut down to what a test compares."""

import json
from copy import deepcopy
from datetime import date

from scoring.tracks.trek.intake.manifest import manifest_of, read_manifest

TODAY = date(2026, 8, 20)

LEAST = {
    "manifest_version": "1",
    "benchmark": {"name": "TREK", "task_set": "trek-800"},
    "entry": {"label": "wayfarer-2", "display_name": "Wayfarer 2", "track": "standard"},
    "models": [
        {
            "name": "Wayfarer 2",
            "vendor": "Larch Institute",
            "identifier": "wayfarer-2-0612",
            "open_weights": "no",
            "temperature": 0.5,
            "fine_tuned": False,
        }
    ],
    "scaffold": {
        "name": "official",
        "version": "4f5e6d7",
        "open_source": True,
        "prompt_modified": False,
        "tools_modified": False,
        "symbolic_solver": False,
        "tool_budget": 15,
        "retrieval_backend": "lexical-1",
    },
    "run": {
        "started": "2026-08-11",
        "finished": "2026-08-12",
        "attempts_per_task": 1,
        "unfinished_retried": True,
        "human_intervention": False,
    },
    "disclosure": {
        "gold_seen": "no",
        "tasks_in_training": "unknown",
        "scorer_used_in_development": False,
        "kb_outside_tools": False,
        "training_data": "Not disclosed.",
    },
    "submitter": {
        "name": "Ada Larch",
        "affiliation": "Larch Institute",
        "contact_email": "ada@larch.example",
        "represents_vendor": True,
    },
    "consent": {"publish_plans": True, "publish_traces": False, "statement": True},
}


def members(changes=None):
    """The least manifest with values set by pointer; ``...`` takes a member away."""
    made = deepcopy(LEAST)
    for pointer, value in (changes or {}).items():
        *steps, last = [int(step) if step.isdigit() else step for step in pointer.strip("/").split("/")]
        inside = made
        for step in steps:
            if isinstance(inside, list) and step == len(inside):
                inside.append({})
            inside = inside.setdefault(step, {}) if isinstance(inside, dict) else inside[step]
        if value is ...:
            del inside[last]
        else:
            inside[last] = value
    return made


def reading(changes=None, **options):
    return manifest_of(members(changes), file_name="", today=TODAY, **options)


def accepted(changes=None, **options):
    """The manifest, which has to be valid."""
    read = reading(changes, **options)
    assert told(read) == []
    return read.manifest


def told(read):
    """Message of every finding, with its code and hint."""
    return [f"{one.code} {one.message}" + (f" {one.hint}" if one.hint else "") for one in read.findings]


def complaints(changes=None, **options):
    read = reading(changes, **options)
    assert read.manifest is None or not read.findings
    return told(read)


def from_json(text, file_name="metadata.json"):
    raw = text if isinstance(text, bytes) else text.encode()
    return read_manifest(raw, file_name=file_name, today=TODAY)


def from_yaml(text):
    return from_json(text, "metadata.yaml")


def as_file(changes=None):
    return json.dumps(members(changes))


def placed(read):
    """Code, line, column and pointer of every finding."""
    return [(one.code, one.line, one.column, one.pointer) for one in read.findings]
