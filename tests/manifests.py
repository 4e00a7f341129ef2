"""Manifests for tests, as members and as the fields of the upload form."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from kb_browser.selectors import VersionFacts

_number = itertools.count(1)


def manifest_make(
    *,
    version: VersionFacts | None = None,
    organisation: str = "Example Lab",
    model: Mapping[str, Any] | None = None,
    sections: Mapping[str, Mapping[str, Any]] | None = None,
    **entry: Any,
) -> dict[str, Any]:
    """The least manifest whose every rule holds; `entry` and `sections` replace members."""
    label = entry.get("label") or f"run-{next(_number)}"
    made: dict[str, Any] = {
        "manifest_version": "1",
        "benchmark": {"name": "TREK", "task_set": f"trek-{version.task_count if version else 40}"},
        "entry": {"label": label, "display_name": label, "track": "standard", **entry},
        "models": [
            {
                "name": "Sample Model",
                "vendor": "Example Lab",
                "identifier": "sample-model-v1",
                "open_weights": "no",
                "temperature": 0.0,
                "fine_tuned": False,
                **(model or {}),
            }
        ],
        "scaffold": {
            "name": "official",
            "version": "commit 0a1b2c3",
            "open_source": True,
            "prompt_modified": False,
            "tools_modified": False,
            "symbolic_solver": False,
            "tool_budget": 15,
            "retrieval_backend": "lexical-1",
        },
        "run": {
            "started": "2026-08-01",
            "finished": "2026-08-02",
            "attempts_per_task": 1,
            "unfinished_retried": True,
            "human_intervention": False,
        },
        "disclosure": {
            "gold_seen": "no",
            "tasks_in_training": "unknown",
            "scorer_used_in_development": False,
            "kb_outside_tools": False,
            "training_data": "not disclosed by the vendor",
        },
        "submitter": {
            "name": "R. Example",
            "affiliation": organisation,
            "contact_email": "r@example.org",
            "represents_vendor": True,
        },
        "consent": {"publish_plans": True, "publish_traces": False, "statement": True},
    }
    for name, members in (sections or {}).items():
        made[name] = {**made.get(name, {}), **members}
    return made


def form_fields(members: Mapping[str, Any], prefix: str = "manifest") -> dict[str, str]:
    """A manifest as the fields of the upload form, of each list the first."""
    found: dict[str, str] = {}
    for name, value in members.items():
        place = f"{prefix}/{name}"
        if isinstance(value, Mapping):
            found |= form_fields(value, place)
        elif isinstance(value, list):
            found |= form_fields(value[0], f"{place}/0")
        else:
            found[place] = str(value).lower() if isinstance(value, bool) else str(value)
    return found
