"""Uploads for tests, sent through the service."""

from submissions import storage
from submissions.fields import SubmissionFields
from submissions.services import submission_receive
from tests.factories import LINE, user_make, version_make


def receive(**changes):
    given = {
        "owner": changes.get("owner") or user_make(),
        "dataset_version": changes.get("dataset_version") or version_make(),
        "upload": [LINE],
        "file_name": "trek_agent.jsonl",
        "fields": SubmissionFields(),
        **changes,
    }
    return submission_receive(**given)


def files():
    return [path for path in storage.uploads_folder().rglob("*") if path.is_file()]
