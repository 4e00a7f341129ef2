"""Read a receipt that anybody may have written: bounded, strict, and with the place of every fault.

Only the canonical form is taken. Whatever byte is changed, what is read is then either another value, which
the signature does not fit, or no receipt at all; a file that was laid out anew has to be fetched again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.engine.canonical import canonical_json
from scoring.engine.model import Json
from scoring.engine.reading import Fault, decode
from scoring.receipts.keys import ALGORITHM, KEY, SIGNATURE, fingerprint
from scoring.receipts.model import FORMAT, Receipt, Signature, TaskDigest
from scoring.tracks import TREK_INTAKE
from scoring.tracks.trek.intake.wording import quoted

RECEIPT_BYTES_MAX: Final = 512 * 1024
"""Room for some six thousand tasks."""

KEYS_FORMAT: Final = "trek-keys/1"
KEY_STATES: Final = ("current", "retired")

LIMITS: Final = replace(TREK_INTAKE.limits, line_bytes=RECEIPT_BYTES_MAX, depth=12, digits=40)

_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_COUNT_MAX: Final = 2**53
_PAIR: Final = 2
_FAULTS_NAMED: Final = 10
# What stands for a member that is not there; it was complained of already.
_MISSING: Final[Any] = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A receipt with its signature, as it was read; the signature is not checked by that."""

    receipt: Receipt
    signature: Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptReading:
    """What came of reading a file.

    Attributes:
        signed: What it says; None where it is no receipt.
        faults: What is wrong with its form, in sentences; empty when nothing is.
    """

    signed: Signed | None
    faults: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownKey:
    """A key that a site publishes; ``state`` is ``current`` or ``retired``."""

    key: str
    public_key: str
    state: str

    def as_json(self) -> dict[str, Json]:
        """Its members."""
        return {"algorithm": ALGORITHM, "key": self.key, "public_key": self.public_key, "state": self.state}


def keys_document(keys: Sequence[KnownKey]) -> bytes:
    """The keys of a site as a file: canonical JSON and the end of a line."""
    listed: list[Json] = [one.as_json() for one in keys]
    return canonical_json({"format": KEYS_FORMAT, "keys": listed}) + b"\n"


def read_keys(raw: bytes) -> tuple[Sequence[KnownKey], Sequence[str]]:
    """Read a file of keys; never raises for bad input.

    Returns:
        The keys, and what is wrong; no key is to be believed where anything is.
    """
    value, faults = read_strictly(raw)
    if faults:
        return (), faults
    fields = _Fields()
    top = fields.members(value, "", ("format", "keys"))
    if top["format"] != KEYS_FORMAT:
        fields.refuse("/format", f"the format is not {KEYS_FORMAT}")
    listed = top["keys"] if isinstance(top["keys"], list) else []
    keys = [_known_key(fields, one, f"/keys/{number}") for number, one in enumerate(listed)]
    if not keys:
        fields.refuse("/keys", "it lists no key")
    return tuple(keys), tuple(fields.faults[:_FAULTS_NAMED])


def _known_key(fields: _Fields, value: Json, place: str) -> KnownKey:
    members = fields.members(value, place, ("algorithm", "key", "public_key", "state"))
    fields.text(members["algorithm"], f"{place}/algorithm", re.compile(ALGORITHM))
    known = KnownKey(
        key=fields.text(members["key"], f"{place}/key", KEY),
        public_key=fields.text(members["public_key"], f"{place}/public_key", KEY),
        state=fields.text(members["state"], f"{place}/state", re.compile("|".join(KEY_STATES))),
    )
    if known.key and known.public_key and fingerprint(known.public_key) != known.key:
        fields.refuse(f"{place}/key", f"{known.key} is not the fingerprint of the public key beside it")
    return known


def read_receipt(raw: bytes) -> ReceiptReading:
    """Read a receipt file; never raises for bad input."""
    value, faults = read_strictly(raw)
    if value is None:
        return ReceiptReading(signed=None, faults=faults)
    fields = _Fields()
    signed = _signed(fields, value)
    found = (*fields.faults[:_FAULTS_NAMED], *faults)
    return ReceiptReading(signed=None if fields.faults else signed, faults=found)


def read_strictly(raw: bytes) -> tuple[Json, Sequence[str]]:
    """The value of a JSON document of bounded size, and what is wrong with its form.

    Returns:
        The value, None where there is none; and sentences. A value may come with a sentence: that it does not
        stand in canonical form.
    """
    if len(raw) > RECEIPT_BYTES_MAX:
        return None, (f"it has more than {RECEIPT_BYTES_MAX} bytes",)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, (f"byte {error.start + 1} is not UTF-8",)
    found = decode(text, raw, LIMITS)
    if not isinstance(found, tuple):
        if found.has_non_finite:
            return None, ("a number in it is not finite",)
        if found.value is None:
            return None, ("it says nothing",)
        return found.value, () if _is_canonical(raw, found.value) else (
            "it is not in canonical form: a byte was changed, or it was laid out anew",
        )
    return None, tuple(map(_told, found[:_FAULTS_NAMED]))


def _is_canonical(raw: bytes, value: Json) -> bool:
    try:
        return raw.removesuffix(b"\n") == canonical_json(value)
    except (ValueError, RecursionError):
        return False


def _told(fault: Fault) -> str:
    # A repeated name is the writer's own text: half of a surrogate pair in it could not even be sent.
    facts = ", ".join(f"{name} {quoted(value)}" for name, value in fault.facts.items() if value != "")
    words = fault.kind.value.replace("_", " ")
    return f"character {fault.column}: {words}" + (f" ({facts})" if facts else "")


def _signed(fields: _Fields, value: Json) -> Signed:
    top = fields.members(value, "", ("body", "signature"))
    body = fields.members(
        top["body"],
        "/body",
        (
            "bundle",
            "evaluated_at",
            "evaluator",
            "format",
            "release",
            "results",
            "submission",
            "summary",
            "track",
        ),
    )
    if body["format"] != FORMAT:
        fields.refuse("/body/format", f"the format is not {FORMAT}")
    evaluator = fields.members(body["evaluator"], "/body/evaluator", ("configuration", "version"))
    release = fields.members(body["release"], "/body/release", ("digest",))
    bundle = fields.members(body["bundle"], "/body/bundle", ("bytes", "selection_declared", "sha256"))
    results = fields.members(body["results"], "/body/results", ("digest", "tasks", "tasks_digest"))
    return Signed(
        receipt=Receipt(
            track=fields.text(body["track"], "/body/track", _WORD),
            submission=fields.text(body["submission"], "/body/submission", _WORD),
            evaluated_at=fields.text(body["evaluated_at"], "/body/evaluated_at", _MOMENT),
            evaluator_version=fields.text(evaluator["version"], "/body/evaluator/version", _WORD),
            configuration=fields.text(evaluator["configuration"], "/body/evaluator/configuration", KEY),
            release_digest=fields.text(release["digest"], "/body/release/digest", KEY),
            bundle_sha256=fields.text(bundle["sha256"], "/body/bundle/sha256", KEY),
            bundle_bytes=fields.count(bundle["bytes"], "/body/bundle/bytes"),
            is_selection_declared=fields.flag(
                bundle["selection_declared"], "/body/bundle/selection_declared"
            ),
            results_digest=fields.text(results["digest"], "/body/results/digest", KEY),
            tasks_digest=fields.text(results["tasks_digest"], "/body/results/tasks_digest", KEY),
            tasks=fields.tasks(results["tasks"], "/body/results/tasks"),
            summary=fields.mapping(body["summary"], "/body/summary"),
        ),
        signature=_signature(fields, top["signature"]),
    )


def _signature(fields: _Fields, value: Json) -> Signature:
    members = fields.members(value, "/signature", ("algorithm", "key", "public_key", "value"))
    return Signature(
        algorithm=fields.text(members["algorithm"], "/signature/algorithm", re.compile(ALGORITHM)),
        key=fields.text(members["key"], "/signature/key", KEY),
        public_key=fields.text(members["public_key"], "/signature/public_key", KEY),
        value=fields.text(members["value"], "/signature/value", SIGNATURE),
    )


class _Fields:
    """Readers of single members; each says what is wrong and goes on with something harmless."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def refuse(self, place: str, why: str) -> None:
        self.faults.append(f"{place or 'the document'}: {why}")

    def mapping(self, value: Json, place: str) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        if value is not _MISSING:
            self.refuse(place, "it is no object")
        return {}

    def members(self, value: Json, place: str, names: Sequence[str]) -> Mapping[str, Any]:
        """Exactly these members; in place of a missing one, what no other reader complains of again."""
        found = self.mapping(value, place)
        for name in names:
            if name not in found:
                self.refuse(f"{place}/{name}", "it is missing")
        for name in sorted(found.keys() - set(names))[:_FAULTS_NAMED]:
            self.refuse(place, f"it has a member {name[:40]!a}, which no receipt has")
        return {name: found.get(name, _MISSING) for name in names}

    def text(self, value: Any, place: str, pattern: re.Pattern[str]) -> str:
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        if value is not _MISSING:
            self.refuse(place, "it is not of the form that stands there in a receipt")
        return ""

    def count(self, value: Any, place: str) -> int:
        if type(value) is int and 0 <= value <= _COUNT_MAX:
            return value
        if value is not _MISSING:
            self.refuse(place, "it is no whole number of 0 or more")
        return 0

    def flag(self, value: Any, place: str) -> bool:
        if isinstance(value, bool):
            return value
        if value is not _MISSING:
            self.refuse(place, "it is neither true nor false")
        return False

    def tasks(self, value: Any, place: str) -> Sequence[TaskDigest]:
        if not isinstance(value, list):
            if value is not _MISSING:
                self.refuse(place, "it is no list")
            return ()
        found = []
        for number, one in enumerate(value):
            if not isinstance(one, list) or len(one) != _PAIR:
                self.refuse(f"{place}/{number}", "it is no pair of task and digest")
                continue
            found.append(
                TaskDigest(
                    self.count(one[0], f"{place}/{number}/0"), self.text(one[1], f"{place}/{number}/1", KEY)
                )
            )
        return tuple(found)
