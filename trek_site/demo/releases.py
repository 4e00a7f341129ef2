"""The release that the demo runs on, with its reference runs: built once into the data folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kb_browser.progress import Progress, Step
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.build import DEFAULT_SEED, build, files_of, write_files
from kb_browser.world.bundles import BUNDLES, FULL_KNOWN, KNOWN_SCORES, SMALL_WORLD, bundles_of
from kb_browser.world.full_profile import FULL
from kb_browser.world.small_profile import SMALL

PROFILES: Final = (FULL.name, SMALL.name)
_RELEASE: Final = "release"
_RUNS: Final = "runs"
_UNFINISHED: Final = "unfinished"
_DIGITS_OF_NAME: Final = 8


class OtherBytesError(Exception):
    """What was built is not what is written down; nothing of it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoRelease:
    """A release and the bundles made for it.

    Attributes:
        profile: Which of our worlds.
        digest: By which the site knows it.
        files: Its folder, in the official layout.
        runs: The folder of its bundles.
        known: What each valid bundle scores, by file name and official key.
    """

    profile: str
    digest: str
    files: Path
    runs: Path
    known: Mapping[str, Mapping[str, float | None]]

    @property
    def name(self) -> str:
        """The name of its version; another release has another one, so that both fit on one site."""
        return f"{self.profile}-{self.digest[:_DIGITS_OF_NAME]}"


def demo_release(profile: str, home: Path, progress: Progress) -> DemoRelease:
    """The release of a profile: the small one is carried, the full one is built unless it is there already.

    A build that is interrupted leaves nothing that counts; the next one starts anew.

    Args:
        profile: One of `PROFILES`.
        home: Folder of what is built; made if it is missing.
        progress: Told what is being done.

    Raises:
        OtherBytesError: This machine makes other bytes than those whose scores are known.
    """
    if profile == SMALL.name:
        return _described(profile, BUNDLES / KNOWN_SCORES, files=SMALL_WORLD, runs=BUNDLES)
    known = json.loads(FULL_KNOWN.read_bytes())
    folder = home / f"{profile}-{known['release_digest'][:_DIGITS_OF_NAME]}"
    if not folder.is_dir():
        unfinished = home / _UNFINISHED
        shutil.rmtree(unfinished, ignore_errors=True)
        _make(unfinished, known["release_digest"], progress)
        unfinished.replace(folder)
    return _described(profile, FULL_KNOWN, files=folder / _RELEASE, runs=folder / _RUNS)


def _described(profile: str, place: Path, *, files: Path, runs: Path) -> DemoRelease:
    known = json.loads(place.read_bytes())
    return DemoRelease(
        profile=profile, digest=known["release_digest"], files=files, runs=runs, known=known["scores"]
    )


def _make(folder: Path, digest: str, progress: Progress) -> None:
    built = build(FULL, DEFAULT_SEED, progress)
    progress(Step(text="writing the release"))
    write_files(folder / _RELEASE, files_of(built))
    found = ReleaseFolder(folder / _RELEASE).digest()
    if found != digest:
        raise OtherBytesError(f"The release that was built has the digest {found}, written down is {digest}.")
    progress(Step(text="making the reference runs"))
    write_files(folder / _RUNS, bundles_of(built))
