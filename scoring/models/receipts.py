"""Receipts of evaluations, and the keys that signed them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.evaluations import Evaluation
from scoring.receipt_states import ReceiptFault
from scoring.receipts import ALGORITHM


class SigningKey(models.Model):
    """The public half of a key that signs or signed; a row stays for good, and is retired once.

    Attributes:
        fingerprint: SHA-256 of the public key, 64 hexadecimal digits.
        public_key: 64 hexadecimal digits.
        retired_at: When another key took its place; None for the one that signs now.
    """

    algorithm = models.CharField(max_length=10, default=ALGORITHM)
    fingerprint = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=64, unique=True)
    introduced_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-introduced_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["algorithm"], condition=Q(retired_at__isnull=True), name="signing_key_one_current"
            ),
        ]

    def __str__(self) -> str:
        return f"key {self.fingerprint[:16]}"


class Receipt(models.Model):
    """The receipt of an evaluation. A trigger of the database refuses every change once it is signed.

    Attributes:
        body: What is signed, in canonical form (ASCII); "" where it cannot be given.
        fault: Why it cannot.
        key, signature, signed_at: Who signed when; without value until a key is at hand.
    """

    evaluation = models.OneToOneField(
        Evaluation, on_delete=models.PROTECT, primary_key=True, related_name="receipt"
    )
    body = models.TextField(blank=True)
    fault = models.CharField(max_length=20, choices=ReceiptFault.choices, blank=True)
    key = models.ForeignKey(
        SigningKey, on_delete=models.PROTECT, null=True, blank=True, related_name="receipts"
    )
    signature = models.CharField(max_length=128, blank=True)
    made_at = models.DateTimeField()
    signed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["evaluation"], condition=Q(signature="", fault=""), name="receipt_to_be_signed"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(fault="") & ~Q(body="") | ~Q(fault="") & Q(body="", signature=""),
                name="receipt_body_or_fault",
            ),
            models.CheckConstraint(
                condition=Q(key__isnull=True, signature="", signed_at__isnull=True)
                | Q(key__isnull=False, signed_at__isnull=False) & ~Q(signature=""),
                name="receipt_signed_as_a_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"receipt of evaluation {self.evaluation_id}"
