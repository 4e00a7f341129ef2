"""Receipts: written with the results, signed once a key is at hand, made later where one is missing."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now

from scoring.engine.model import CheckOutcome, DimensionKey, TaskId, TaskResult, Verdict
from scoring.models import Evaluation, Receipt, SigningKey, TaskOutcome
from scoring.receipt_states import ReceiptFault
from scoring.receipts import (
    Digested,
    Signer,
    configuration_digest,
    digested,
    selection_declared,
    tasks_digest,
)
from scoring.receipts import Receipt as Signed
from scoring.signing import NoSigningKeyError, signer
from scoring.states import Outcome
from scoring.tracks import evaluator, intake_of
from scoring.tracks.trek.track import TrekTrack

logger = logging.getLogger(__name__)

MADE_PER_SWEEP: Final = 20
SIGNED_PER_SWEEP: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class _Key:
    pk: int
    signer: Signer


def receipt_store(evaluation_id: int, found: Digested) -> None:
    """Write the receipt of an evaluation, in the transaction that writes its results.

    Without a key it waits for the sweep to sign it; an evaluation never fails for want of a signature.
    """
    facts = _facts(evaluation_id)
    body = _body(facts, evaluator(facts["evaluator_version"]), found)
    _store(evaluation_id, _key_known(), body=body)


def receipts_sweep() -> int:
    """Introduce this site's key, sign what was not signed, make receipts that are missing.

    Safe to run twice and beside itself.

    Returns:
        How many receipts were signed or made.
    """
    key = _key_introduced()
    unsigned = Receipt.objects.filter(signature="", fault="").order_by("pk")
    signed = 0
    if key is not None:
        waiting = list(unsigned.values_list("pk", "body")[:SIGNED_PER_SWEEP])
        signed = sum(
            unsigned.filter(pk=pk).update(**_signature(key, body), signed_at=Now()) for pk, body in waiting
        )
    missing = Evaluation.objects.filter(outcome=Outcome.SCORED, receipt__isnull=True).order_by("pk")
    made = list(missing.values_list("pk", flat=True)[:MADE_PER_SWEEP])
    for pk in made:
        _make(pk, key)
    return signed + len(made)


def _make(evaluation_id: int, key: _Key | None) -> None:
    """The receipt of an evaluation from before there were any, from the results that were stored."""
    facts = _facts(evaluation_id)
    try:
        track = evaluator(facts["evaluator_version"])
    except LookupError:
        _store(evaluation_id, None, fault=ReceiptFault.EVALUATOR_GONE)
        return
    found = _digested_again(evaluation_id, track)
    if found is None or found.total != facts["results_digest"]:
        logger.error("stored results without their digest", extra={"evaluation_id": evaluation_id})
        _store(evaluation_id, None, fault=ReceiptFault.NOT_REPRODUCED)
        return
    _store(evaluation_id, key, body=_body(facts, track, found))


def _digested_again(evaluation_id: int, track: TrekTrack) -> Digested | None:
    """The digests of the stored results; None where they cannot even be read."""
    try:
        return digested(stored_results(evaluation_id, track))
    except (ValueError, KeyError, TypeError):
        # Damaged rows. Everybody else's receipts are not to wait behind them.
        logger.exception("stored results unreadable", extra={"evaluation_id": evaluation_id})
        return None


def _store(evaluation_id: int, key: _Key | None, *, body: str = "", fault: str = "") -> None:
    signed = {} if key is None else {**_signature(key, body), "signed_at": Now()}
    row = Receipt(evaluation_id=evaluation_id, body=body, fault=fault, made_at=Now(), **signed)
    # Another sweep may have been here meanwhile; what it wrote says the same.
    Receipt.objects.bulk_create([row], ignore_conflicts=True)


def _signature(key: _Key, body: str) -> dict[str, Any]:
    return {"key_id": key.pk, "signature": key.signer.sign(body.encode("ascii"))}


def _facts(evaluation_id: int) -> dict[str, Any]:
    """What a receipt says beside the results, as it was stored."""
    rows = Evaluation.objects.annotate(
        track=F("dataset_version__track"),
        public_id=F("submission__public_id"),
        manifest=F("submission__manifest"),
        file_bytes=F("submission__file_bytes"),
    )
    columns = (
        "track", "public_id", "manifest", "file_bytes", "evaluator_version", "finished_at", "bundle_sha256",
        "release_digest", "results_digest", "summary",
    )  # fmt: skip
    return dict(rows.values(*columns).get(pk=evaluation_id))


def _body(facts: dict[str, Any], track: TrekTrack, found: Digested) -> str:
    receipt = Signed(
        track=facts["track"],
        submission=facts["public_id"],
        evaluated_at=facts["finished_at"].astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        evaluator_version=track.evaluator_version,
        configuration=configuration_digest(track, intake_of(track.slug)),
        release_digest=facts["release_digest"],
        bundle_sha256=facts["bundle_sha256"],
        bundle_bytes=facts["file_bytes"],
        is_selection_declared=selection_declared(facts["track"], facts["manifest"]),
        results_digest=found.total,
        tasks_digest=tasks_digest(found.tasks),
        tasks=found.tasks,
        summary=facts["summary"],
    )
    return receipt.signed_bytes().decode("ascii")


def stored_results(evaluation_id: int, track: TrekTrack) -> Iterable[TaskResult]:
    """Results as they were before they became rows; where storing changed one, its digest tells."""
    keys = [dimension.key for dimension in track.dimensions]
    for row in TaskOutcome.objects.filter(evaluation=evaluation_id).order_by("query_index").iterator(200):
        yield TaskResult(
            task_id=TaskId(row.query_index),
            scores={DimensionKey(key): getattr(row, key) for key in keys},
            is_perfect=row.is_perfect,
            gates=row.gates,
            run=row.run,
            outcomes=[
                CheckOutcome(
                    code=one["code"], verdict=Verdict(one["verdict"]), path=one["path"], facts=one["facts"]
                )
                for one in row.outcomes
            ],
        )


def _key_known() -> _Key | None:
    """The key that signs now, if the sweep has introduced it; inside a transaction nothing more is done."""
    try:
        mine = signer()
    except NoSigningKeyError as fault:
        logger.warning("nothing to sign with", extra={"fault": str(fault)})
        return None
    known = SigningKey.objects.filter(fingerprint=mine.fingerprint).first()
    if known is None:
        return None
    if known.retired_at is not None:
        logger.error("the key in use was retired", extra={"key": mine.fingerprint})
        return None
    return _Key(pk=known.pk, signer=mine)


def _key_introduced() -> _Key | None:
    """The same; a key that was never seen here takes the place of the one before it."""
    try:
        mine = signer()
        if not SigningKey.objects.filter(fingerprint=mine.fingerprint).exists():
            _introduce(mine)
    except NoSigningKeyError:
        pass  # Said by what is called next.
    except IntegrityError:
        # Another worker did the same at this moment.
        logger.info("key introduced elsewhere")
    return _key_known()


def _introduce(mine: Signer) -> None:
    with transaction.atomic():
        SigningKey.objects.filter(retired_at__isnull=True).update(retired_at=Now())
        SigningKey.objects.create(
            fingerprint=mine.fingerprint, public_key=mine.public_key, introduced_at=Now()
        )
    logger.info("signing key introduced", extra={"key": mine.fingerprint})
