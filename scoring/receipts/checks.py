"""Compare a receipt with what is at hand, one step for each thing that may differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from scoring.engine.display import counted
from scoring.engine.model import Json
from scoring.receipts.configuration import configuration_digest
from scoring.receipts.keys import fingerprint, is_signed
from scoring.receipts.model import Receipt, tasks_digest
from scoring.receipts.reading import KnownKey, Signed
from scoring.receipts.replay import Replayed
from scoring.tracks import evaluator, intake_of
from scoring.tracks.trek.intake.wording import quoted
from scoring.tracks.trek.track import TrekTrack

NAMED: Final = 20
"""So many tasks or members are named in a sentence; all of them stand in the document."""


class Status(StrEnum):
    """How a step ended. What could not be checked is no agreement."""

    OK = "ok"
    DIFFERS = "differs"
    UNCHECKED = "not checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One comparison.

    Attributes:
        name: Of what was compared; permanent.
        expected: What the receipt says; "" where it is no single value.
        found: What is there.
        detail: A sentence more, for people.
        names: Everything that differs, where it has names: tasks, members, files.
    """

    name: str
    status: Status
    expected: str = ""
    found: str = ""
    detail: str = ""
    names: Sequence[str] = ()

    def as_json(self) -> dict[str, Json]:
        """Its members."""
        return {
            "name": self.name,
            "status": self.status.value,
            "expected": self.expected,
            "found": self.found,
            "detail": self.detail,
            "names": list(self.names),
        }


def compared(name: str, expected: object, found: object, detail: str = "") -> Step:
    """Whether two values are the same text."""
    status = Status.OK if str(expected) == str(found) else Status.DIFFERS
    return Step(name=name, status=status, expected=str(expected), found=str(found), detail=detail)


def check_parts(receipt: Receipt) -> Step:
    """Whether the list of tasks is the one that its digest was made of."""
    is_ordered = all(one.query_index < other.query_index for one, other in pairwise(receipt.tasks))
    if not is_ordered:
        return Step(
            name="parts", status=Status.DIFFERS, detail="the tasks do not stand in order, each of them once"
        )
    return compared(
        "parts", receipt.tasks_digest, tasks_digest(receipt.tasks), counted(len(receipt.tasks), "task")
    )


def check_signature(
    signed: Signed, *, keys: Sequence[KnownKey] | None = None, trusted: str | None = None
) -> Step:
    """Whether one of the keys signed it.

    Args:
        signed: The receipt with its signature.
        keys: The keys that a site publishes; None for no list.
        trusted: The fingerprint of the one key that is believed, in place of a list.
    """
    signature, fits = signed.signature, True
    found = fingerprint(signature.public_key)
    if found != signature.key:
        detail = "the public key in the receipt is not the one whose fingerprint stands beside it"
        return Step(
            name="signature", status=Status.DIFFERS, expected=signature.key, found=found, detail=detail
        )
    fits = is_signed(
        signed.receipt.signed_bytes(), signature=signature.value, public_key=signature.public_key
    )
    if not fits:
        detail = "the signature does not fit what the receipt says: one of the two was changed"
        return Step(name="signature", status=Status.DIFFERS, expected=signature.key, detail=detail)
    if keys is None and trusted is None:
        detail = f"it fits the key {signature.key}; whose key that is was not checked: give --key"
        return Step(name="signature", status=Status.UNCHECKED, found=signature.key, detail=detail)
    believed = [trusted] if trusted is not None else [one.key for one in keys or ()]
    if signature.key not in believed:
        detail = "signed by a key that is not among those given"
        return Step(
            name="signature",
            status=Status.DIFFERS,
            expected=", ".join(believed[:NAMED]),
            found=signature.key,
            detail=detail,
        )
    states = {one.key: one.state for one in keys or ()}
    return Step(
        name="signature",
        status=Status.OK,
        expected=signature.key,
        found=signature.key,
        detail=f"{states[signature.key]} key" if signature.key in states else "",
    )


def check_evaluator(receipt: Receipt) -> tuple[TrekTrack | None, Step]:
    """The evaluator that the receipt names, and whether the one installed here is set to the same.

    Returns:
        The evaluator, None where it is not here; and the step.
    """
    try:
        track = evaluator(receipt.evaluator_version)
    except LookupError:
        track = None
    if track is None or track.slug != receipt.track:
        wanted = f"{receipt.track} {receipt.evaluator_version}"
        detail = "this evaluator is not installed here"
        return None, Step(name="evaluator", status=Status.DIFFERS, expected=wanted, detail=detail)
    here = configuration_digest(track, intake_of(track.slug))
    detail = track.evaluator_version
    if here != receipt.configuration:
        detail += " of another configuration: other checks, limits or order"
    return track, compared("evaluator", receipt.configuration, here, detail)


def compare_replay(receipt: Receipt, replayed: Replayed) -> tuple[Step, ...]:
    """Task by task, all results together, and the summary."""
    return (
        _tasks(receipt, replayed),
        compared("results", receipt.results_digest, replayed.results.total),
        _summary(receipt.summary, replayed.summary),
    )


def _tasks(receipt: Receipt, replayed: Replayed) -> Step:
    expected = dict(receipt.tasks)
    found = {one.query_index: one.sha256 for one in replayed.results.tasks}
    differing = [str(task) for task in sorted(expected | found) if expected.get(task) != found.get(task)]
    return _by_name("tasks", differing, f"all {counted(len(found), 'task')} came out the same", "task")


def _summary(expected: Mapping[str, Json], found: Mapping[str, Json]) -> Step:
    differing = list(_unlike(expected, found, ""))
    return _by_name("summary", differing, "every aggregate came out the same", "aggregate")


def _by_name(name: str, differing: Sequence[str], fine: str, what: str) -> Step:
    if not differing:
        return Step(name=name, status=Status.OK, detail=fine)
    more = len(differing) - NAMED
    shown = ", ".join(differing[:NAMED]) + (f" and {more} more" if more > 0 else "")
    is_one = len(differing) == 1
    detail = f"{counted(len(differing), what)} {'differs' if is_one else 'differ'}: {shown}"
    return Step(name=name, status=Status.DIFFERS, detail=detail, names=tuple(differing))


def _unlike(expected: Json, found: Json, place: str) -> Iterator[str]:
    """Where two values differ. A database may give a whole number for a float; that is no difference."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in sorted(expected.keys() | found.keys()):
            # Names come from whoever wrote the receipt.
            below = f"{place}.{quoted(key)}" if place else quoted(key)
            if key in expected and key in found:
                yield from _unlike(expected[key], found[key], below)
            else:
                yield below
    elif isinstance(expected, bool) != isinstance(found, bool) or _plain(expected) != _plain(found):
        yield place


def _plain(value: Json) -> object:
    return list(value) if isinstance(value, (list, tuple)) else value
