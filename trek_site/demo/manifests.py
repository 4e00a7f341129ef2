"""What the demo says about its runs: they were made by this project from the reference plans, and say so."""

from __future__ import annotations

from typing import Any


def run_manifest(label: str, visibility: str, task_count: int) -> dict[str, Any]:
    """The manifest of a reference run.

    Args:
        label: Its name.
        visibility: Who may see it.
        task_count: Tasks of the dataset version.
    """
    return {
        "manifest_version": "1",
        "benchmark": {"name": "TREK", "task_set": f"trek-{task_count}"},
        "entry": {"label": label, "display_name": label, "track": "standard", "visibility": visibility},
        "models": [
            {
                "name": "synthetic",
                "vendor": "this project",
                "identifier": f"synthetic.{label}-v1",
                "open_weights": "unknown",
                "temperature": "not_settable",
                "fine_tuned": False,
            }
        ],
        "scaffold": {
            "name": "none",
            "version": "1",
            "open_source": True,
            "prompt_modified": False,
            "tools_modified": False,
            "symbolic_solver": False,
            "tool_budget": 15,
            "retrieval_backend": "none",
        },
        "run": {
            "started": "2026-01-01",
            "finished": "2026-01-01",
            "attempts_per_task": 1,
            "unfinished_retried": False,
            "human_intervention": False,
        },
        # What is true would keep it off the ranks, and a demo without ranks would show little.
        "disclosure": {
            "gold_seen": "unknown",
            "tasks_in_training": "no",
            "scorer_used_in_development": False,
            "kb_outside_tools": False,
            "training_data": "Made from the reference plans with known faults; no model was run.",
        },
        "submitter": {
            "name": "Reference runs",
            "affiliation": "Reference runs",
            "contact_email": "demo@example.org",
            "represents_vendor": False,
        },
        "consent": {"publish_plans": True, "publish_traces": False, "statement": True},
    }
