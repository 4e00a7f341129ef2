"""What one member of a manifest requires of another, and what a manifest leads to."""

import pytest

from scoring.tracks.trek.intake.manifest import manifest_of
from tests.tracks.trek.intake.manifest.manifests import LEAST, TODAY, accepted, complaints, told

SECOND = {**LEAST["models"][0], "name": "Compass"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"/entry/track": "custom"},
            ["F206 /entry/description: must be given because /entry/track is custom."],
        ),
        (
            {"/models/0/open_weights": "yes"},
            [
                "F206 /models/0/license: must be given because /models/0/open_weights is yes.",
                "F206 /models/0/weights_url: must be given because /models/0/open_weights is yes.",
            ],
        ),
        (
            {"/run/attempts_per_task": 2},
            ["F206 /run/selection: must be given because /run/attempts_per_task is 2."],
        ),
        (
            {"/run/human_intervention": True},
            ["F206 /run/human_notes: must be given because /run/human_intervention is true."],
        ),
        (
            {"/consent/publish_traces": True},
            ["F206 /consent/trace_licence: must be given because /consent/publish_traces is true."],
        ),
        (
            {"/models": [LEAST["models"][0], SECOND]},
            [
                "F206 /models/0/role: must be given because /models is a list of 2.",
                "F206 /models/1/role: must be given because /models is a list of 2.",
            ],
        ),
        (
            {"/scaffold/prompt_modified": True, "/scaffold/tools_modified": True},
            [
                f'F207 Track "standard" needs /scaffold/{name} to be false. Choose "custom" or correct it.'
                for name in ("prompt_modified", "tools_modified")
            ],
        ),
        (
            {"/run/finished": "2026-08-10"},
            ["F205 /run/finished: 2026-08-10 is before /run/started, which is 2026-08-11."],
        ),
        (
            {"/files": [{"path": "a", "sha256": "0" * 64}, {"path": "a", "sha256": "1" * 64}]},
            ["F205 /files/1/path: is listed twice."],
        ),
    ],
)
def test_members_that_do_not_go_together_are_told(changes, said):
    assert complaints(changes) == said


@pytest.mark.parametrize(
    "changes",
    [
        {"/entry/track": "custom", "/entry/description": "Ours.", "/scaffold/tools_modified": True},
        {
            "/models/0/open_weights": "yes",
            "/models/0/license": "MIT",
            "/models/0/weights_url": "https://a.example/w",
        },
        {"/run/attempts_per_task": 3, "/run/selection": "vote"},
        {"/run/human_intervention": True, "/run/human_notes": "Restarted it."},
        {"/consent/publish_traces": True, "/consent/trace_licence": "CC0-1.0"},
        {"/models": [{**LEAST["models"][0], "role": "agent"}, {**SECOND, "role": "router"}]},
        {"/run/finished": "2026-08-11"},
    ],
)
def test_members_that_go_together_are_accepted(changes):
    assert accepted(changes)


def test_a_member_that_does_not_fit_is_not_told_again_as_missing():
    changes = {
        "/models": [{**LEAST["models"][0], "role": "boss"}, {**SECOND, "role": "agent"}, 3],
        "/run/attempts_per_task": 2,
        "/run/selection": "best",
        "/entry/track": "custom",
        "/entry/description": 7,
    }
    assert complaints(changes) == [
        'F203 /models/0/role: "boss" is not one of agent, planner, router, verifier, retriever, other.',
        'F203 /run/selection: "best" is not one of first, vote, self_ranked, scorer.',
        "F205 /entry/description: must be text, found the number 7.",
        "F205 /models/2: must be an object, found the number 3.",
    ]  # fmt: skip


def test_rules_between_sections_bear_sections_that_are_missing_or_wrong():
    assert told(manifest_of({"models": 3, "run": None, "files": [4], "scaffold": 1}, today=TODAY)) == [
        "F202 /benchmark: required.",
        "F202 /consent: required.",
        "F202 /disclosure: required.",
        "F202 /entry: required.",
        "F202 /manifest_version: required.",
        "F202 /run: required.",
        "F202 /submitter: required.",
        "F205 /files/0: must be an object, found the number 4.",
        "F205 /models: must be a list, found the number 3.",
        "F205 /scaffold: must be an object, found the number 1.",
    ]


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"/disclosure/gold_seen": "unknown"}, ()),
        ({"/disclosure/gold_seen": "development"}, ("The published reference plans were used.",)),
        (
            {"/disclosure/kb_outside_tools": True},
            ("The agent read the data other than through the tools.",),
        ),
        (
            {
                "/run/selection": "scorer",
                "/run/attempts_per_task": 4,
                "/disclosure/gold_seen": "model_training",
            },
            (
                "The published reference plans were used.",
                "The answers were chosen with the scorer or the reference plans.",
            ),
        ),
    ],
)
def test_some_answers_leave_an_entry_without_a_rank(changes, reasons):
    assert accepted(changes).unranked_reasons == reasons


@pytest.mark.parametrize("name", ["paper_url", "code_url", "report_url"])
def test_paper_code_or_report_makes_an_entry_documented(name):
    assert accepted({f"/links/{name}": "https://a.example"}).is_documented
    assert not accepted({"/links/traces_url": "https://a.example"}).is_documented


def test_weights_are_open_only_if_those_of_every_model_are():
    def with_answers(*answers):
        shared = {"role": "agent", "license": "MIT", "weights_url": "https://a.example/w"}
        models = [{**SECOND, **shared, "name": f"M{n % 2}", "open_weights": a} for n, a in enumerate(answers)]
        return accepted({"/models": models})

    assert with_answers("yes", "yes").has_open_weights is True
    assert with_answers("yes", "unknown").has_open_weights is None
    assert with_answers("no", "unknown").has_open_weights is False
    assert with_answers("yes", "yes", "yes").model_names == "M0 + M1"


def test_several_answers_count_as_explained_with_number_and_choice():
    assert accepted({"/run/attempts_per_task": 2, "/run/selection": "first"}).is_selection_declared
    assert not accepted({"/run/selection": "first"}).is_selection_declared
