"""A receipt made without a site, and bytes changed in it."""

from __future__ import annotations

import dataclasses
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring.receipts import (
    KnownKey,
    Receipt,
    Signature,
    Signer,
    configuration_digest,
    document,
    keys_document,
    replay,
    tasks_digest,
)
from scoring.tracks import TREK, TREK_INTAKE
from scoring.tracks.trek.dataset import read_dataset

BUNDLE = BUNDLES / "trek_weak-agent.jsonl"
SIGNER = Signer(bytes(range(32)))


@cache
def receipt_of(bundle: Path = BUNDLE, release: Path = SMALL_WORLD) -> Receipt:
    """What the site would sign of this bundle and the carried world."""
    folder = ReleaseFolder(release)
    content = bundle.read_bytes()
    draft = Receipt(
        track="trek",
        submission="s-1",
        evaluated_at="2026-11-30T21:00:00Z",
        evaluator_version=TREK.evaluator_version,
        configuration=configuration_digest(TREK, TREK_INTAKE),
        release_digest=folder.digest(),
        bundle_sha256=hashlib.sha256(content).hexdigest(),
        bundle_bytes=len(content),
        is_selection_declared=False,
        results_digest="",
        tasks_digest="",
        tasks=(),
        summary={},
    )
    with bundle.open("rb") as stream:
        found = replay(draft, TREK, read_dataset(folder.files()), stream)
    return dataclasses.replace(
        draft,
        results_digest=found.results.total,
        tasks_digest=tasks_digest(found.results.tasks),
        tasks=found.results.tasks,
        summary=found.summary,
    )


def signed(receipt: Receipt, signer: Signer = SIGNER) -> bytes:
    """The receipt as a file."""
    content = receipt.signed_bytes()
    return document(
        content,
        Signature(
            algorithm="ed25519",
            key=signer.fingerprint,
            public_key=signer.public_key,
            value=signer.sign(content),
        ),
    )


def keys_of(*signers: Signer) -> bytes:
    """The keys of a site whose current one is the first."""
    return keys_document(
        [
            KnownKey(key=one.fingerprint, public_key=one.public_key, state="retired" if number else "current")
            for number, one in enumerate(signers)
        ]
    )


def changed(receipt: Receipt, **changes: Any) -> Receipt:
    """The same receipt saying something else."""
    return dataclasses.replace(receipt, **changes)


def flipped(content: bytes, place: int) -> bytes:
    """The bytes with one of them changed; digits stay digits where that is possible."""
    byte = content[place]
    other = ord("1") if byte != ord("1") else ord("2")
    return content[:place] + bytes([other]) + content[place + 1 :]
