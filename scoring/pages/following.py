"""What stands beside the status of a submission: findings in groups, and the manifest in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.pages.submission import FindingLine


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeGroup:
    """The findings of one code.

    Attributes:
        text: What the code means, for one that is only counted; "" where findings say it.
        shown: The first of them.
        folded: Those that are unfolded on demand.
        uncounted: How many more there are that are only counted.
    """

    code: str
    text: str
    total: int
    shown: Sequence[FindingLine]
    folded: Sequence[FindingLine]
    uncounted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityGroup:
    """The findings of one severity, by code; ``severity`` is F, R, W or I."""

    severity: str
    title: str
    total: int
    codes: Sequence[CodeGroup]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """One answer of a manifest; ``url`` is "" for what is no address."""

    label: str
    text: str
    url: str
    is_long: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidSection:
    """One section of a manifest, or one object of its list, as everybody may read it."""

    title: str
    lines: Sequence[SaidLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusExtras:
    """What a status page shows beside the status.

    Attributes:
        groups: The findings, gravest first.
        lost: What will count as failed once it is confirmed, in a sentence; "" for nothing.
        said: The manifest as it is, or will be, published; the address for contact is left out.
        consents_to_plans, consents_to_traces: What the manifest lets everybody read.
        can_be_replaced: Its owner may upload a later version of it.
    """

    groups: Sequence[SeverityGroup]
    lost: str
    said: Sequence[SaidSection]
    consents_to_plans: bool
    consents_to_traces: bool
    can_be_replaced: bool
