"""One validator behind every door: the form, the API in one go and in portions, and the command line."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kb_browser.selectors import release_path
from scoring.models import Evaluation
from scoring.services import submission_evaluate
from scoring.states import Outcome as EvaluationOutcome
from submissions.models import Submission
from submissions.services import submission_check
from submissions.states import Outcome, Purpose
from tests.factories import bundle_of, packed, upload_make, user_make
from tests.manifests import form_fields, manifest_make
from trek_site.accounts.services import token_issue
from trek_site.cli import main

pytestmark = pytest.mark.django_db

CREATE = "/api/v1/submissions/"
UPLOADS = "/api/v1/uploads/"
OCTETS = "application/offset+octet-stream"

# The two members of a report that say what became of a submission.
OWN = re.compile(rb'^ "(bundle|state)": .*$', re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A file as somebody sends it.

    Attributes:
        manifest: Beside it; None where it lies in the file or none is needed.
        severities: Of what is found in it.
    """

    name: str
    content: bytes
    manifest: dict[str, Any] | None
    outcome: Outcome
    severities: str
    purpose: Purpose = Purpose.ENTRY
    codes: frozenset[str] = field(default_factory=frozenset)


def manifest(**sections):
    return manifest_make(label="run-1", display_name="Run 1", sections=sections)


def lines():
    return bundle_of().decode().splitlines()


def changed(line, **members):
    return json.dumps({**json.loads(line), **members})


def with_every_severity():
    records = lines()
    records[3] = changed(records[3], query_index=400)
    records[5] = changed(records[5], tool_call_count="seven", elapsed_sec=float("nan"), total_turns=-1)
    records[7] = changed(records[7], seed=11)
    return ("\r\n".join(records) + "\r\n").encode()


def odd_plans():
    """A flight number in other capitals, and a plan cut short: only the data tell."""
    records = lines()[:6]
    plan = next(json.loads(line) for line in records if json.loads(line)["is_feasible"])
    day = next(day for day in plan["plan"].values() if day.get("flights"))
    day["flights"][0]["flight_number"] = day["flights"][0]["flight_number"].lower()
    plan["plan"] = {"day1": day}
    records[plan["query_index"]] = json.dumps(plan)
    return "\n".join(records).encode()


def archive():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packing:
        packing.writestr("run/trek_run-1.jsonl.gz", packed(bundle_of(missing={4})))
        packing.writestr("run/metadata.json", json.dumps(manifest()))
        packing.writestr("__MACOSX/._run", b"")
    return target.getvalue()


CASES = {
    "valid": lambda: Sent(
        name="trek_run-1.jsonl",
        content=bundle_of(),
        manifest=manifest(),
        outcome=Outcome.VALID,
        severities="",
    ),
    "findings of every severity": lambda: Sent(
        name="trek_run-1.jsonl",
        content=with_every_severity(),
        manifest=manifest(),
        outcome=Outcome.INVALID,
        severities="FRWI",
    ),
    "an archive with its manifest": lambda: Sent(
        name="run-1.zip",
        content=archive(),
        manifest=None,
        outcome=Outcome.NEEDS_CONFIRMATION,
        severities="WI",
    ),
    "a look before the run is finished": lambda: Sent(
        name="trek_run-1.jsonl",
        content=odd_plans(),
        manifest=None,
        outcome=Outcome.VALID,
        severities="W",
        purpose=Purpose.CHECK,
        codes=frozenset({"L05", "L09"}),
    ),
    "no records, and another task file": lambda: Sent(
        name="trek_run-1.jsonl",
        content=b"query_index,plan\n0,none\n",
        manifest=manifest(benchmark={"name": "TREK", "task_set": "trek-40", "task_file_sha256": "0" * 64}),
        outcome=Outcome.INVALID,
        severities="F",
        codes=frozenset({"F205"}),
    ),
}


def by_form(sent):
    client = Client()
    client.force_login(user_make())
    file = SimpleUploadedFile(sent.name, sent.content)
    members = {name: part for name, part in (sent.manifest or {}).items() if name != "manifest_version"}
    address = "/submit/check/" if sent.purpose == Purpose.CHECK else "/submit/"
    answer = client.post(address, {**form_fields(members), "file": file})
    assert answer.status_code == 302, answer.content.decode()[:4_000]
    return lambda public_id: client.get(f"/submissions/{public_id}/report.json")


def program():
    _, plain = token_issue(user_make(), name="test")
    return Client(headers={"Authorization": f"Bearer {plain}"}, enforce_csrf_checks=True)


def said(sent):
    manifest = {} if sent.manifest is None else {"manifest": sent.manifest}
    return {"purpose": sent.purpose.value, **manifest}


def by_api(sent):
    client = program()
    fields = {name: part if isinstance(part, str) else json.dumps(part) for name, part in said(sent).items()}
    answer = client.post(CREATE, {**fields, "file": SimpleUploadedFile(sent.name, sent.content)})
    assert answer.status_code == 202, answer.content
    return lambda public_id: client.get(f"{CREATE}{public_id}/report/")


def in_portions(sent):
    client = program()
    named = f"filename {base64.b64encode(sent.name.encode()).decode()}"
    begun = client.post(UPLOADS, headers={"Upload-Length": str(len(sent.content)), "Upload-Metadata": named})
    half = len(sent.content) // 2
    for start, end in ((0, half), (half, None)):
        place = {"Upload-Offset": str(start)}
        client.patch(begun["Location"], sent.content[start:end], content_type=OCTETS, headers=place)
    body = {**said(sent), "upload": begun.json()["id"]}
    answer = client.post(CREATE, body, content_type="application/json")
    assert answer.status_code == 202, answer.content
    return lambda public_id: client.get(f"{CREATE}{public_id}/report/")


def by_command(sent, version, folder):
    bundle = folder / sent.name
    bundle.write_bytes(sent.content)
    options = ["--release", str(release_path(version.digest)), "--json", str(folder / "report.json")]
    if sent.manifest is not None:
        (folder / "metadata.json").write_text(json.dumps(sent.manifest))
        options += ["--manifest", str(folder / "metadata.json")]
    if sent.purpose == Purpose.CHECK:
        options.append("--check")
    main(["validate", str(bundle), *options])
    return (folder / "report.json").read_bytes()


@pytest.mark.parametrize("name", CASES)
def test_every_door_gives_the_bytes_of_the_command_line(world, tmp_path, name):
    sent = CASES[name]()
    expected = by_command(sent, world, tmp_path)
    report = json.loads(expected)
    assert report["state"] == sent.outcome
    assert "".join(severity for severity in "FRWI" if report["totals"][severity]) == sent.severities
    assert sent.codes <= {one["code"] for one in report["findings"]} | set(report["not_shown"])
    for door in (by_form, by_api, in_portions):
        report_of = door(sent)
        submission = Submission.objects.latest("pk")
        submission_check(submission.pk)
        answer = report_of(submission.public_id)
        assert f'"bundle": "{submission.public_id}"'.encode() in answer.content
        assert OWN.sub(b"", answer.content) == OWN.sub(b"", expected), door.__name__


def test_repeats_that_were_declared_are_scored_as_they_were_checked(world):
    records = lines()
    other = changed(records[1], is_feasible=False, plan={}, refusal_reason="no seats")
    sections = {"run": {"attempts_per_task": 2, "selection": "vote"}}
    pk = upload_make("\n".join([other, *records]).encode(), version=world, sections=sections).pk
    submission_check(pk)
    assert Submission.objects.get(pk=pk).outcome == Outcome.VALID
    submission_evaluate(pk)
    assert Evaluation.objects.get(submission=pk).outcome == EvaluationOutcome.SCORED
