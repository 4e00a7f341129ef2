"""What is said about an upload, checked as far as it can be without the bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from django.utils import timezone

from scoring.engine.intake import ManifestReading
from scoring.engine.model import Finding, Json
from scoring.tracks import intake_of
from submissions import selectors
from submissions.declarations import Declaration, manifest_columns, with_label
from submissions.kinds import label_in
from submissions.states import Purpose
from trek_site.accounts.selectors import User, has_confirmed_address, teams_of
from trek_site.shared.errors import ConflictError, PermissionRefusedError, UnprocessableError


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What was said, cleaned.

    Attributes:
        purpose: What the upload is for.
        team_id: Primary key of the team it is for; None without one.
        columns: Of the submission, as far as they are known: none for a check, or for an archive.
    """

    purpose: Purpose
    team_id: int | None = None
    columns: Mapping[str, Any] = field(default_factory=dict)

    @property
    def members(self) -> Mapping[str, Any]:
        """The cleaned manifest; {} until it is known."""
        found: Mapping[str, Any] = self.columns.get("manifest", {})
        return found

    @property
    def label(self) -> str:
        """What the run is called; "" until it is known."""
        return str(self.columns.get("label", ""))


def declared_at_receipt(declaration: Declaration, *, owner: User, track: str, file_name: str) -> Declared:
    """Check what is said about an upload before its bytes are read.

    A check needs nothing. An archive brings its manifest with it, so that nothing is known of it yet.

    Raises:
        PermissionRefusedError: Nobody answers for the account yet.
        UnprocessableError: Every mistake in the manifest, or there is none, or the team is not the owner's.
    """
    refuse_unconfirmed(owner)
    if declaration.purpose == Purpose.CHECK:
        return Declared(purpose=Purpose.CHECK)
    team_id = _team_of(owner, declaration.team)
    is_archive = file_name.lower().endswith(".zip")
    if declaration.manifest is None and not is_archive:
        text = "No manifest was sent with the records."
        raise UnprocessableError(text, errors=[{"pointer": "/manifest", "code": "F108", "detail": text}])
    if declaration.manifest is None or is_archive:
        # What is sent beside an archive is compared with what is in it, by the check.
        return Declared(purpose=Purpose.ENTRY, team_id=team_id)
    named = label_in(file_name, track=track)
    reading = _read(declaration.manifest, named, track=track, are_texts=declaration.are_texts)
    if reading.manifest is None:
        raise UnprocessableError(
            "The manifest has mistakes.", errors=[_mistake(finding) for finding in reading.findings]
        )
    members: Any = reading.manifest.as_json()
    columns = manifest_columns(reading.manifest, label=named or members["entry"]["label"])
    return Declared(purpose=Purpose.ENTRY, team_id=team_id, columns=columns)


def refuse_unconfirmed(owner: User) -> None:
    """Take nothing from an account that nobody answers for yet.

    Raises:
        PermissionRefusedError: Its address is not confirmed.
    """
    if not has_confirmed_address(owner):
        raise PermissionRefusedError("Confirm the address of your account first.")


def label_taken(label: str) -> ConflictError:
    """The refusal of a label that another entry of the account bears."""
    text = f"You already have an entry labelled {label}."
    return ConflictError(
        text, errors=[{"pointer": "/manifest/entry/label", "code": "duplicate_label", "detail": text}]
    )


def no_such_team() -> UnprocessableError:
    """The refusal of a team that the sender is not in, or that there is not."""
    text = "You are in no team with this id or name."
    return UnprocessableError(text, errors=[{"pointer": "/team", "code": "F203", "detail": text}])


def refuse_unknown_predecessor(public_id: str, *, owner: User, team_id: int | None, track: str) -> int | None:
    """The entry that a new one replaces; None where it replaces none.

    Raises:
        UnprocessableError: There is no such entry, or it is somebody else's.
    """
    if not public_id:
        return None
    found = selectors.predecessor_of(public_id, owner=owner, team_id=team_id, track=track)
    if found is None:
        text = "/entry/supersedes: none of your entries has this id."
        mistake = {"pointer": "/manifest/entry/supersedes", "code": "F205", "detail": text}
        raise UnprocessableError("The manifest has mistakes.", errors=[mistake])
    return found


def _team_of(owner: User, named: str) -> int | None:
    """The team of the owner's with this id, or with this name; an id is never taken for a name."""
    if not named:
        return None
    teams = teams_of(owner)
    by_word = {team.name: team.pk for team in teams} | {team.public_id: team.pk for team in teams}
    if named in by_word:
        return by_word[named]
    raise no_such_team()


def _read(
    manifest: Mapping[str, Json] | bytes, named: str, *, track: str, are_texts: bool
) -> ManifestReading:
    intake, today = intake_of(track), timezone.now().astimezone(UTC).date()
    if isinstance(manifest, bytes):
        return intake.read_manifest(manifest, file_name="manifest", today=today)
    members = with_label(manifest, named)
    return intake.manifest_of(members, file_name="", today=today, are_texts=are_texts)


def _mistake(finding: Finding) -> Mapping[str, object]:
    hint = f" {finding.hint}" if finding.hint else ""
    return {
        "pointer": f"/manifest{finding.pointer}",
        "code": finding.code,
        "detail": f"{finding.message}{hint}",
    }
