"""Verifying: finished evaluations scored again, to see whether the same bytes come out. No row is written."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.services.evaluating import evaluation_verify

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What became of a sample, by primary key of the evaluation, in the order of the sample.

    Attributes:
        agreeing: Those whose digest came out again.
        differing: Those with another digest.
        unreadable: Those that cannot be scored again: the bundle, the release or the evaluator is not there
            as it was. The log says why.
    """

    agreeing: tuple[int, ...]
    differing: tuple[int, ...]
    unreadable: tuple[int, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for every kind of fault there is; empty when all agree."""
        told = (("Not reproduced", self.differing), ("Cannot be read again", self.unreadable))
        return tuple(f"{kind}: {', '.join(map(str, pks))}." for kind, pks in told if pks)


def evaluations_verify(evaluation_ids: Iterable[int]) -> Verification:
    """Score evaluations again and compare the digests; what stands in the way of one stops no other.

    Args:
        evaluation_ids: Primary keys of scored evaluations.
    """
    endings = {pk: _verified(pk) for pk in evaluation_ids}
    return Verification(
        agreeing=tuple(pk for pk, is_same in endings.items() if is_same),
        differing=tuple(pk for pk, is_same in endings.items() if is_same is False),
        unreadable=tuple(pk for pk, is_same in endings.items() if is_same is None),
    )


def _verified(pk: int) -> bool | None:
    try:
        return evaluation_verify(pk)
    except Exception:  # A sample is looked through to its end; what is wrong with one is in the log.
        logger.exception("evaluation not verified", extra={"evaluation_id": pk})
        return None
