"""What of a submission's identity leaves the site: the one place where a name is given out or kept back.

Pages, exports and the API show an entry through `identity_of`. While an entry is anonymous, its names,
affiliation, label, description and links are shown only to those who act on it and to staff with the right
`view_submission`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.db.models import Q

from submissions.states import Visibility

# Links that earn an entry the mark "documented".
DOCUMENTS: Final = ("paper_url", "code_url", "report_url")


class Described(Protocol):
    """What is known of a submission; the row itself and what selectors tell of it both have it."""

    @property
    def public_id(self) -> str: ...
    @property
    def visibility(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def display_name(self) -> str: ...
    @property
    def model_name(self) -> str: ...
    @property
    def organisation(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def withdrawal_reason(self) -> str: ...
    @property
    def file_name(self) -> str: ...
    @property
    def manifest(self) -> Mapping[str, Any]: ...


class Consenting(Protocol):
    """What the question of plans needs of a submission."""

    @property
    def is_public(self) -> bool: ...
    @property
    def publishes_plans(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who made a run, as one reader may know it.

    Attributes:
        is_hidden: Names are kept from this reader.
        links: Addresses from the manifest by their member name, such as ``paper_url``.
    """

    display_name: str
    label: str
    model_name: str
    organisation: str
    description: str
    withdrawal_reason: str
    links: Mapping[str, str]
    is_hidden: bool

    @property
    def is_documented(self) -> bool:
        """Whether paper, code or report can be read somewhere; not told while the links are not."""
        return any(self.links.get(name) for name in DOCUMENTS)


def identity_of(
    submission: Described, *, is_own: bool = False, is_staff: bool = False, was_nameless: bool = False
) -> Identity:
    """The identity of a submission for one reader.

    Args:
        submission: Whose.
        is_own: The reader acts on it.
        is_staff: The reader is of the staff and has the right `view_submission`.
        was_nameless: It is shown as it was before its names appeared.
    """
    is_nameless = was_nameless or submission.visibility == Visibility.ANONYMOUS
    if is_nameless and not (is_own or is_staff):
        return Identity(
            display_name=f"Anonymous entry {submission.public_id}",
            label="",
            model_name="",
            organisation="",
            description="",
            withdrawal_reason="",
            links={},
            is_hidden=True,
        )
    return Identity(
        # An archive, or a file that is only checked, has no name of its own yet.
        display_name=submission.display_name or submission.label or submission.file_name,
        label=submission.label,
        model_name=submission.model_name,
        organisation=submission.organisation,
        description=submission.description,
        withdrawal_reason=submission.withdrawal_reason,
        links=submission.manifest.get("links", {}),
        is_hidden=False,
    )


def plans_are_public(submission: Consenting) -> bool:
    """Whether everybody may see the plans: the entry is published, and its manifest consents.

    Scores per task follow the entry itself: whoever may read it may read them. Those who act on a
    submission, and staff with the right `view_submission`, see its plans at any time.
    """
    return submission.is_public and submission.publishes_plans


def bears_its_name(prefix: str = "") -> Q:
    """The rule of entries that a filter by organisation, label or name may find and list.

    `prefix` is the path to the submission.
    """
    return ~Q(**{f"{prefix}visibility": Visibility.ANONYMOUS})
