"""Receipts that somebody made up: refused with their place, at once, and never with an error of ours."""

from __future__ import annotations

import json
import random

import pytest

from scoring.receipts import RECEIPT_BYTES_MAX, check_parts, read_keys, read_receipt, tasks_digest
from tests.receipts import SIGNER, changed, keys_of, receipt_of, signed

RECEIPT = signed(receipt_of())

HOSTILE = {
    "nothing": b"",
    "no JSON": b"receipt",
    "a number": b"1",
    "a list": b"[]",
    "null": b"null",
    "an empty object": b"{}",
    "bytes of no text": b"\xff\xfe{}",
    "a mark before it": b"\xef\xbb\xbf" + RECEIPT,
    "half of it": RECEIPT[: len(RECEIPT) // 2],
    "two of them": RECEIPT + RECEIPT,
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"body":' * 40_000,
    "too large": b" " * (RECEIPT_BYTES_MAX + 1),
    "a member twice": RECEIPT.replace(b'"track":"trek"', b'"track":"trek","track":"trek"'),
    "a member twice by an escape": RECEIPT.replace(b'"track":"trek"', b'"\\u0074rack":"trek","track":"trek"'),
    "an unknown member": RECEIPT.replace(b'"track":"trek"', b'"track":"trek","unknown":1'),
    "a number that is none": RECEIPT.replace(b'"bytes":57183', b'"bytes":NaN'),
    "an infinite number": RECEIPT.replace(b'"bytes":57183', b'"bytes":1e999'),
    "a number of many digits": RECEIPT.replace(b'"bytes":57183', b'"bytes":' + b"9" * 5000),
    "a number of some digits": RECEIPT.replace(b'"bytes":57183', b'"bytes":' + b"9" * 39),
    "a size below nothing": RECEIPT.replace(b'"bytes":57183', b'"bytes":-1'),
    "a size that is true": RECEIPT.replace(b'"bytes":57183', b'"bytes":true'),
    "a size with a fraction": RECEIPT.replace(b'"bytes":57183', b'"bytes":57183.0'),
    "a null": RECEIPT.replace(b'"bytes":57183', b'"bytes":null'),
    "a text of half a character": RECEIPT.replace(b'"submission":"s-1"', b'"submission":"\\ud800"'),
    "another way": RECEIPT.replace(b'"submission":"s-1"', b'"submission":"../../etc"'),
    "markup": RECEIPT.replace(b'"submission":"s-1"', b'"submission":"<script>"'),
    "another format": RECEIPT.replace(b"trek-receipt/1", b"trek-receipt/2"),
    "another algorithm": RECEIPT.replace(b'"ed25519"', b'"none"'),
    "a digest in capitals": RECEIPT.replace(
        receipt_of().bundle_sha256.encode(), receipt_of().bundle_sha256.upper().encode()
    ),
    "no tasks": RECEIPT.replace(b'"tasks":[[', b'"tasks":{"x":[[').replace(b'"]],"tasks_d', b'"]]},"tasks_d'),
    "tasks of three": RECEIPT.replace(b'"tasks":[[0,', b'"tasks":[[0,0,'),
    "no summary": RECEIPT.replace(b'"summary":{', b'"summary":[{').replace(b'},"track"', b'}],"track"'),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_it_is_no_receipt_and_the_reason_is_told(content):
    assert content != RECEIPT
    reading = read_receipt(content)
    assert reading.signed is None
    assert reading.faults
    assert all(fault.isascii() or "…" in fault for fault in reading.faults)


def test_every_member_that_is_missing_is_named():
    document = json.loads(RECEIPT)
    del document["body"]["results"]["digest"], document["signature"]["key"]
    document["body"]["release"] = None
    told = " ".join(read_receipt(json.dumps(document).encode()).faults)
    for place in ("/body/results/digest: it is missing", "/signature/key: it is missing", "/body/release:"):
        assert place in told


def test_tasks_out_of_order_or_twice_do_not_pass_for_the_list():
    tasks = receipt_of().tasks
    for wrong in ((tasks[1], tasks[0], *tasks[2:]), (tasks[0], *tasks)):
        step = check_parts(changed(receipt_of(), tasks=wrong, tasks_digest=tasks_digest(wrong)))
        assert step.status == "differs"


@pytest.mark.parametrize("seed", range(200))
def test_noise_is_read_without_an_error(seed):
    noise = random.Random(seed)
    content = bytearray(RECEIPT)
    for _ in range(noise.randint(1, 8)):
        content[noise.randrange(len(content))] = noise.randrange(256)
    if bytes(content) != RECEIPT:
        reading = read_receipt(bytes(content))
        assert (
            reading.faults
            or reading.signed.receipt.signed_bytes() != receipt_of().signed_bytes()
            or (reading.signed.signature.as_json() != json.loads(RECEIPT)["signature"])
        )


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{}", b'{"format":"trek-keys/1","keys":[]}', b'{"format":"trek-keys/1","keys":[1]}',
        b'{"format":"trek-keys/1","keys":null}', keys_of(SIGNER).replace(b"current", b"trusted"),
        keys_of(SIGNER).replace(b"ed25519", b"rsa"), b"[" * 100_000, b" " * (RECEIPT_BYTES_MAX + 1),
    ],
)  # fmt: skip
def test_a_list_of_keys_that_is_none_is_not_believed(content):
    keys, faults = read_keys(content)
    assert faults
    assert not [one for one in keys if one.state == "trusted"]
