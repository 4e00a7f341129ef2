"""Receipts: the digests that let anybody replay an evaluation, signed by the site. No Django.

`model` says what stands in one, `reading` takes only what is well-formed, `keys` signs and checks, `replay`
evaluates again, and `checks` compares. The site writes and checks with the same parts as `trek verify`.
"""

from scoring.receipts.checks import (
    Status,
    Step,
    check_evaluator,
    check_parts,
    check_signature,
    compare_replay,
    compared,
)
from scoring.receipts.configuration import configuration, configuration_digest
from scoring.receipts.keys import ALGORITHM, KEY, SEED_BYTES, Signer
from scoring.receipts.model import (
    FORMAT,
    Digested,
    Receipt,
    Signature,
    TaskDigest,
    digested,
    document,
    tasks_digest,
)
from scoring.receipts.reading import (
    RECEIPT_BYTES_MAX,
    KnownKey,
    ReceiptReading,
    Signed,
    keys_document,
    read_keys,
    read_receipt,
)
from scoring.receipts.replay import Replayed, UnreadableBundleError, replay, selection_declared

__all__ = [
    "ALGORITHM",
    "FORMAT",
    "KEY",
    "RECEIPT_BYTES_MAX",
    "SEED_BYTES",
    "Digested",
    "KnownKey",
    "Receipt",
    "ReceiptReading",
    "Replayed",
    "Signature",
    "Signed",
    "Signer",
    "Status",
    "Step",
    "TaskDigest",
    "UnreadableBundleError",
    "check_evaluator",
    "check_parts",
    "check_signature",
    "compare_replay",
    "compared",
    "configuration",
    "configuration_digest",
    "digested",
    "document",
    "keys_document",
    "read_keys",
    "read_receipt",
    "replay",
    "selection_declared",
    "tasks_digest",
]
