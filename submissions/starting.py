"""What the upload form is filled in with before anybody types: an earlier manifest, or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from django.utils import timezone

from scoring.tracks import intake_of
from submissions.forms import Typed
from submissions.forms.sections import TRACK, name_of
from submissions.selectors import SubmissionFacts, Viewer, submissions_of
from submissions.states import Purpose
from trek_site.accounts.selectors import TeamLine, User, teams_of

EARLIER_SHOWN: Final = 50
# Of another run these are others; and nobody publishes because they published last time.
OF_ONE_RUN: Final = (
    "/entry/label",
    "/entry/supersedes",
    "/entry/visibility",
    "/run/started",
    "/run/finished",
    "/consent/statement",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What somebody has at hand when they submit.

    Attributes:
        teams: Which they may submit for.
        earlier: Their entries and those of their teams, newest first.
        last: Of these the newest of their own that has a manifest; None without any.
    """

    teams: Sequence[TeamLine]
    earlier: Sequence[SubmissionFacts]
    last: SubmissionFacts | None

    def team_id(self, public_id: str | None) -> int | None:
        """Primary key of one of the teams; None for another id, or none."""
        return next((team.pk for team in self.teams if team.public_id == public_id), None)

    def prepared(
        self, posted: Mapping[str, Any], files: Mapping[str, Any], asked: Mapping[str, Any]
    ) -> tuple[Typed | None, str]:
        """What the form holds after a press of one of its inner buttons, or under a link that leads to it.

        Args:
            posted: The fields; `action` says which button: ``load``, ``last``, ``add:…`` or ``remove:…``.
            files: The manifest file, for ``load``.
            asked: The query: ``from`` or ``supersedes`` with the id of one of the earlier entries.

        Returns:
            The fields, None for an empty form; and what was done, in a sentence.
        """
        action = str(posted.get("action", ""))
        if action == "last" and self.last is not None:
            return self._again(self.last, without=OF_ONE_RUN), _taken_from(self.last)
        if action == "load":
            return _loaded(Typed.of_post(posted), files.get("manifest_file"))
        if action:
            return Typed.of_post(posted).with_edit(action), ""
        return self._linked(str(asked.get("from", "")), str(asked.get("supersedes", "")))

    def _linked(self, mended: str, replaced: str) -> tuple[Typed | None, str]:
        found = next((one for one in self.earlier if one.public_id in {mended, replaced}), None)
        if found is None or not found.manifest:
            return None, ""
        if found.public_id == mended:
            return self._again(found, without=()), f"The manifest is that of {found.display_name}."
        more = {name_of("/entry/supersedes"): found.public_id}
        return self._again(found, without=OF_ONE_RUN, **more), _taken_from(found)

    def _again(self, one: SubmissionFacts, *, without: Sequence[str], **more: str) -> Typed:
        team = next((line.public_id for line in self.teams if line.name == one.team), "")
        return Typed.of_manifest(one.manifest, without=without, team=team, **more)


def desk_of(viewer: Viewer) -> Desk:
    """What somebody has at hand; whoever is asked has an account."""
    earlier, _ = submissions_of(viewer, count=EARLIER_SHOWN, purpose=Purpose.ENTRY)
    mine = (one for one in earlier if viewer is not None and one.owner_id == viewer.pk and one.manifest)
    teams = teams_of(viewer) if isinstance(viewer, User) else ()
    return Desk(teams=teams, earlier=earlier, last=next(mine, None))


def _taken_from(one: SubmissionFacts) -> str:
    return f"Filled in from {one.display_name}. Label, days of the run and your statement are asked again."


def _loaded(typed: Typed, file: Any) -> tuple[Typed, str]:
    if file is None:
        return typed, "Choose a manifest file first, then load it."
    filled = typed.with_file(file)
    if filled.values != typed.values:
        return filled, f"Filled in from {file.name}."
    file.seek(0)
    today = timezone.now().astimezone(UTC).date()
    raw = file.read(intake_of(TRACK).limits.manifest_bytes + 1)
    findings = intake_of(TRACK).read_manifest(raw, file_name=file.name, today=today).findings
    return typed, next((one.message for one in findings), f"{file.name} says nothing new.")
