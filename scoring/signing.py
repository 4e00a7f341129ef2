"""The private key of this site: from the settings, or made once in the folder of the site's data."""

from __future__ import annotations

import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.conf import settings

from scoring.receipts import KEY, SEED_BYTES, Signer

KEY_FILE: Final = "signing.key"


class NoSigningKeyError(Exception):
    """There is no key to sign with at the moment; the text says why and quotes nothing of it."""


def signer() -> Signer:
    """The key that signs now.

    Raises:
        NoSigningKeyError: It is not set and cannot be made, or what is there is no key.
    """
    seed = settings.TREK_SIGNING_KEY or _kept(Path(settings.TREK_DATA_DIR) / KEY_FILE)
    if not KEY.fullmatch(seed):
        raise NoSigningKeyError(f"{KEY_FILE} holds no key")
    return _signer(seed)


@lru_cache(maxsize=2)
def _signer(seed: str) -> Signer:
    return Signer(bytes.fromhex(seed))


def _kept(place: Path) -> str:
    """The seed in the file; of processes that make it at the same time one wins, and all read the same."""
    try:
        if not place.exists():
            _make(place)
        return place.read_text(encoding="ascii", errors="replace").strip()
    except OSError as fault:
        raise NoSigningKeyError(f"{KEY_FILE}: {fault.strerror}") from fault


def _make(place: Path) -> None:
    draft = place.with_name(f".{KEY_FILE}-{uuid4().hex}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(SEED_BYTES) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(draft, place)
        except FileExistsError:
            return
    finally:
        draft.unlink()
