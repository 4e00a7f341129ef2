"""Ed25519 as receipts use it: keys, their fingerprints, signing and checking."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM: Final = "ed25519"
SEED_BYTES: Final = 32
KEY: Final = re.compile("[0-9a-f]{64}")
"""A public key, its fingerprint, or a seed: 32 bytes in lower hexadecimal digits."""
SIGNATURE: Final = re.compile("[0-9a-f]{128}")


class Signer:
    """A private key that signs; everything that may be known of it is in its attributes.

    Attributes:
        public_key: 64 hexadecimal digits.
        fingerprint: SHA-256 of the public key's 32 bytes, 64 hexadecimal digits; the key's name.
    """

    __slots__ = ("_private", "fingerprint", "public_key")

    def __init__(self, seed: bytes) -> None:
        """Take a seed of 32 bytes; one seed is one key.

        Raises:
            ValueError: It is of another length.
        """
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public_key = self._private.public_key().public_bytes_raw().hex()
        self.fingerprint = fingerprint(self.public_key)

    def sign(self, message: bytes) -> str:
        """The signature, 128 hexadecimal digits; the same for the same message."""
        return self._private.sign(message).hex()


def fingerprint(public_key: str) -> str:
    """The name of a public key: SHA-256 of its bytes.

    Raises:
        ValueError: It is no hexadecimal text.
    """
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()


def is_signed(message: bytes, *, signature: str, public_key: str) -> bool:
    """Whether the owner of a public key signed exactly these bytes. Whatever is malformed did not."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), message)
    except (ValueError, InvalidSignature):
        return False
    return True
