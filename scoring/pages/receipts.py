"""A receipt for people, what is said about one that somebody brings, and the keys of this site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.receipts import KnownKey, Receipt, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLine:
    """A key with the time in which it signed; ``retired_at`` is None for the current one."""

    known: KnownKey
    introduced_at: datetime
    retired_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptPage:
    """The receipt of an entry.

    Attributes:
        display_name: As the reader may know it.
        fault: Why there is none and will be none; "" otherwise.
        receipt: What it says; None while it is being made, or with a fault.
        key: Who signed; None until it is signed.
    """

    public_id: str
    display_name: str
    version_name: str
    fault: str
    receipt: Receipt | None
    key: KeyLine | None
    signature: str
    signed_at: datetime | None
    entry_url: str
    json_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtReceipt:
    """What this site says about a receipt that somebody brings.

    Attributes:
        steps: Its form, its own parts, its signature.
        is_ours: Everything agrees, and a key of this site signed it.
        is_retired_key: That key signs no more.
        receipt: What it says; None where it is no receipt.
        entry_url: The entry that it is about, "" where the reader may not know of it.
        display_name: As the reader may know it.
        is_latest: It is to the byte the receipt that the site gives out for that entry.
    """

    steps: Sequence[Step]
    is_ours: bool
    is_retired_key: bool
    receipt: Receipt | None
    entry_url: str
    display_name: str
    is_latest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyPage:
    """How receipts are checked.

    Attributes:
        keys: The current one first.
        brought: What was said about one; None where none was brought.
    """

    keys: Sequence[KeyLine]
    brought: BroughtReceipt | None = None
