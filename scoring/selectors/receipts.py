"""Receipts: for whoever may see the entry, and nobody else; and the keys of this site, for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import F

from scoring.links import entry_url, receipt_file_url
from scoring.models import LeaderboardEntry, Receipt, SigningKey
from scoring.pages.receipts import BroughtReceipt, KeyLine, ReceiptPage, VerifyPage
from scoring.receipt_states import ReceiptFault
from scoring.receipts import (
    ALGORITHM,
    KnownKey,
    ReceiptReading,
    Signature,
    Status,
    Step,
    check_parts,
    check_signature,
    document,
    keys_document,
    read_receipt,
)
from scoring.receipts import Receipt as Said
from scoring.selectors.entries import carried_to, entry_row
from scoring.tracks import DEFAULT
from submissions.selectors import Viewer, is_own, moderates
from submissions.showing import identity_of
from trek_site.shared.errors import NotFoundError

NOT_YET: Final = "The receipt of this entry is not made yet; ask again in a minute."
NEVER: Final = "There is no receipt of this entry; its page says why."


def receipt_page(
    public_id: str, viewer: Viewer, *, version: str = "", evaluator_version: str = ""
) -> ReceiptPage:
    """The receipt of an entry with what is around it.

    Raises:
        NotFoundError: There is no such entry, or the viewer may not know of it.
    """
    entry = entry_row(public_id, viewer, version=version, evaluator_version=evaluator_version)
    facts: Any = entry  # with what `entry_row` annotates
    row = _receipt_of(entry)
    named = _named(entry)
    is_signed = row is not None and row.key is not None
    return ReceiptPage(
        public_id=public_id,
        display_name=_name_of(entry, viewer, is_mine=facts.is_own),
        version_name=facts.version_name,
        fault="" if row is None or not row.fault else ReceiptFault(row.fault).label,
        receipt=_said(row) if row is not None and is_signed else None,
        key=_key_line(row.key) if row is not None and row.key is not None else None,
        signature=row.signature if row is not None else "",
        signed_at=row.signed_at if row is not None else None,
        entry_url=entry_url(public_id, *named),
        json_url=receipt_file_url(public_id, *named),
    )


def receipt_text(public_id: str, viewer: Viewer, *, version: str = "", evaluator_version: str = "") -> str:
    """The receipt of an entry as a file.

    Raises:
        NotFoundError: There is no such entry, or the viewer may not know of it, or it has no receipt.
    """
    row = _receipt_of(entry_row(public_id, viewer, version=version, evaluator_version=evaluator_version))
    if row is None or row.key is None:
        raise NotFoundError(NEVER if row is not None and row.fault else NOT_YET)
    return document(row.body.encode("ascii"), _signature(row)).decode("ascii")


def keys_text() -> str:
    """Every key that signed receipts of this site, as a file."""
    return keys_document([line.known for line in _keys()]).decode("ascii")


def verify_page(viewer: Viewer, *, brought: bytes | None = None) -> VerifyPage:
    """How receipts are checked, and what is to be said about one that somebody brings."""
    keys = _keys()
    return VerifyPage(keys=keys, brought=None if brought is None else _brought(brought, keys, viewer))


def _brought(raw: bytes, keys: Sequence[KeyLine], viewer: Viewer) -> BroughtReceipt:
    reading = read_receipt(raw)
    steps = _steps(reading, keys)
    is_ours = reading.signed is not None and all(step.status is Status.OK for step in steps)
    states = {line.known.key: line.known.state for line in keys}
    said = reading.signed.receipt if reading.signed is not None else None
    row = _row_of(said, viewer) if said is not None and is_ours else None
    return BroughtReceipt(
        steps=steps,
        is_ours=is_ours,
        is_retired_key=is_ours
        and reading.signed is not None
        and states[reading.signed.signature.key] == "retired",
        receipt=said,
        entry_url="" if row is None or said is None else entry_url(said.submission, *_named(row)),
        display_name="" if row is None else _name_of(row, viewer, is_mine=bool(_facts(row).is_own)),
        is_latest=row is not None and said is not None and _is_given_out(row, said),
    )


def _steps(reading: ReceiptReading, keys: Sequence[KeyLine]) -> Sequence[Step]:
    if reading.faults or reading.signed is None:
        form = Step(name="receipt", status=Status.DIFFERS, detail="; ".join(reading.faults))
    else:
        form = Step(name="receipt", status=Status.OK, detail="well-formed")
    if reading.signed is None:
        return (form,)
    known = [line.known for line in keys]
    return (form, check_parts(reading.signed.receipt), check_signature(reading.signed, keys=known))


def _row_of(said: Said, viewer: Viewer) -> LeaderboardEntry | None:
    """The entry that a receipt of ours is about, if the viewer may know of it."""
    return (
        LeaderboardEntry.objects.visible_to(viewer)
        .filter(
            evaluation__submission__public_id=said.submission,
            evaluation__release_digest=said.release_digest,
            evaluator_version=said.evaluator_version,
        )
        .annotate(
            is_own=is_own(viewer, "evaluation__submission__"),
            version_name=F("dataset_version__name"),
            own_version_name=F("evaluation__submission__dataset_version__name"),
        )
        .select_related("evaluation__submission")
        .first()
    )


def _is_given_out(entry: LeaderboardEntry, said: Said) -> bool:
    row = _receipt_of(entry)
    return row is not None and row.body.encode("ascii") == said.signed_bytes()


def _named(entry: LeaderboardEntry) -> tuple[str, str]:
    """The version and the evaluator that a link to an entry has to name."""
    return carried_to(entry), "" if entry.evaluator_version == DEFAULT else entry.evaluator_version


def _facts(entry: LeaderboardEntry) -> Any:
    return entry


def _name_of(entry: LeaderboardEntry, viewer: Viewer, *, is_mine: bool) -> str:
    submission = entry.evaluation.submission
    return identity_of(submission, is_own=is_mine, is_staff=moderates(viewer)).display_name


def _receipt_of(entry: LeaderboardEntry) -> Receipt | None:
    return Receipt.objects.select_related("key").filter(evaluation=entry.evaluation_id).first()


def _signature(row: Receipt) -> Signature:
    assert row.key is not None
    return Signature(
        algorithm=ALGORITHM, key=row.key.fingerprint, public_key=row.key.public_key, value=row.signature
    )


def _said(row: Receipt) -> Said | None:
    found = read_receipt(document(row.body.encode("ascii"), _signature(row)))
    return found.signed.receipt if found.signed is not None else None


def _keys() -> Sequence[KeyLine]:
    rows = SigningKey.objects.order_by(F("retired_at").desc(nulls_first=True), "-pk")
    return tuple(map(_key_line, rows))


def _key_line(row: SigningKey) -> KeyLine:
    return KeyLine(
        known=KnownKey(
            key=row.fingerprint,
            public_key=row.public_key,
            state="current" if row.retired_at is None else "retired",
        ),
        introduced_at=row.introduced_at,
        retired_at=row.retired_at,
    )
