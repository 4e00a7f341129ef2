"""A manifest as values."""

from datetime import date

from scoring.tracks.trek.intake.manifest import manifest_of

TODAY = date(2026, 8, 20)


def test_a_manifest_is_read_into_its_sections_and_written_again():
    members = {
        "manifest_version": "1",
        "benchmark": {"name": "TREK", "task_set": "trek-800"},
        "entry": {
            "label": "wayfarer-2",
            "display_name": "Wayfarer 2",
            "track": "standard",
            "visibility": "private",
        },
        "models": [
            {
                "name": "Wayfarer 2",
                "vendor": "Larch Institute",
                "identifier": "wayfarer-2-0612",
                "open_weights": "no",
                "temperature": 0.0,
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
        "x_ticket": "A-17",
    }
    manifest = manifest_of(members, file_name="", today=TODAY).manifest
    assert manifest is not None
    assert manifest.as_json() == members
    assert manifest.entry.division == "standard"
    assert manifest.run.started == date(2026, 8, 11)
    assert manifest.model_names == "Wayfarer 2"
    assert not manifest.is_documented
    assert manifest.unranked_reasons == ()
