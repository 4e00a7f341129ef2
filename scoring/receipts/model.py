"""What a receipt says, as a value: digests of all that went into an evaluation and came out of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.engine.canonical import canonical_json, digest
from scoring.engine.model import Json, TaskResult
from scoring.engine.run import result_json

FORMAT: Final = "trek-receipt/1"
"""Names the members and how they are signed; another meaning of any of them is another number."""


class TaskDigest(NamedTuple):
    """SHA-256 of one task's result in canonical form."""

    query_index: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Digested:
    """The results of a run as digests.

    Attributes:
        tasks: One per task, in task order.
        total: Of all results, one line each; what `trek score` prints and the entry's page shows.
    """

    tasks: Sequence[TaskDigest]
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What is signed.

    Attributes:
        submission: Public id; nothing else says whose it is.
        evaluated_at: ISO 8601, UTC, to the second.
        configuration: Digest of what the evaluator was set to.
        is_selection_declared: The manifest explains several answers to a task; it is read with the bundle.
        tasks_digest: SHA-256 of the canonical form of ``tasks``, so that the list vouches for itself.
        summary: Every aggregate under its official key.
    """

    track: str
    submission: str
    evaluated_at: str
    evaluator_version: str
    configuration: str
    release_digest: str
    bundle_sha256: str
    bundle_bytes: int
    is_selection_declared: bool
    results_digest: str
    tasks_digest: str
    tasks: Sequence[TaskDigest]
    summary: Mapping[str, Json]

    def as_json(self) -> dict[str, Json]:
        """Its members, as they are signed."""
        return {
            "format": FORMAT,
            "track": self.track,
            "submission": self.submission,
            "evaluated_at": self.evaluated_at,
            "evaluator": {"version": self.evaluator_version, "configuration": self.configuration},
            "release": {"digest": self.release_digest},
            "bundle": {
                "sha256": self.bundle_sha256,
                "bytes": self.bundle_bytes,
                "selection_declared": self.is_selection_declared,
            },
            "results": {
                "digest": self.results_digest,
                "tasks_digest": self.tasks_digest,
                "tasks": [list(task) for task in self.tasks],
            },
            "summary": dict(self.summary),
        }

    def signed_bytes(self) -> bytes:
        """The bytes that the signature is over."""
        return canonical_json(self.as_json())


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who vouches for a receipt: key and value in hexadecimal digits, the key's name beside it."""

    algorithm: str
    key: str
    public_key: str
    value: str

    def as_json(self) -> dict[str, Json]:
        """Its members."""
        return {
            "algorithm": self.algorithm,
            "key": self.key,
            "public_key": self.public_key,
            "value": self.value,
        }


def digested(results: Iterable[TaskResult]) -> Digested:
    """The digests of results that come in task order."""
    total, tasks = hashlib.sha256(), []
    for result in results:
        line = canonical_json(result_json(result))
        tasks.append(TaskDigest(int(result.task_id), hashlib.sha256(line).hexdigest()))
        total.update(line + b"\n")
    return Digested(tasks=tuple(tasks), total=total.hexdigest())


def tasks_digest(tasks: Sequence[TaskDigest]) -> str:
    """The digest over the digests of the tasks."""
    return digest([list(task) for task in tasks])


def document(signed_bytes: bytes, signature: Signature) -> bytes:
    """A receipt as a file: canonical JSON and the end of a line.

    Args:
        signed_bytes: What `Receipt.signed_bytes` gave when it was signed.
        signature: Of those bytes.
    """
    return b'{"body":' + signed_bytes + b',"signature":' + canonical_json(signature.as_json()) + b"}\n"
