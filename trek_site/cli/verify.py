"""``trek verify``: replay an evaluation from its receipt, and say which input differs.

Nothing is asked of any site. Everything is compared before the command ends, so that all differences are told
at once.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final

from kb_browser.release_checks.release import checksums_stated
from kb_browser.release_files import ReleaseFolder
from scoring.engine.errors import DatasetError
from scoring.engine.model import Json
from scoring.receipts import (
    KEY,
    RECEIPT_BYTES_MAX,
    KnownKey,
    Receipt,
    Signed,
    Status,
    Step,
    UnreadableBundleError,
    check_evaluator,
    check_parts,
    check_signature,
    compare_replay,
    compared,
    read_keys,
    read_receipt,
    replay,
)
from scoring.tracks.trek.dataset import TrekDataset, read_dataset
from scoring.tracks.trek.intake.wording import quoted
from scoring.tracks.trek.track import TrekTrack
from trek_site.cli.console import FAILED, WRONG_USE, StopError, say, write, write_json

FILES_NAMED: Final = 10
VERIFIED, BUT_FOR_THE_SIGNATURE, DIFFERENT = "verified", "verified but for the signature", "differs"
_WORDS: Final[Mapping[Status, str]] = {
    Status.OK: "ok",
    Status.DIFFERS: "DIFFERS",
    Status.UNCHECKED: "not checked",
}
REPLAYED: Final = ("tasks", "results", "summary")


def run(argv: Sequence[str]) -> int:
    """Compare a receipt with a bundle, a release and the evaluator installed here."""
    options = _parser().parse_args(argv)
    try:
        steps = list(_told(_steps(options)))
        verdict = _verdict(steps)
        differing = [step.name for step in steps if step.status is Status.DIFFERS]
        write(f"{verdict}: {', '.join(differing)}" if differing else verdict)
        if options.json:
            document: dict[str, Json] = {"verdict": verdict, "steps": [step.as_json() for step in steps]}
            write_json(document, options.json)
    except StopError as stop:
        say(str(stop))
        return stop.status
    return FAILED if differing else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek verify", description=__doc__)
    parser.add_argument("receipt", type=Path, metavar="RECEIPT.json", help="as downloaded, to the byte")
    parser.add_argument("--release", type=Path, required=True, metavar="DIR", help="folder of the release")
    parser.add_argument("--bundle", type=Path, required=True, metavar="FILE", help="the file as it was sent")
    parser.add_argument(
        "--key", metavar="KEYS", help="keys.json of the site, or the fingerprint of the one key to believe"
    )
    parser.add_argument("--json", metavar="OUT", help="write every step to this file; - for standard output")
    return parser


def _told(steps: Iterator[Step]) -> Iterator[Step]:
    """Print steps as they come."""
    for step in steps:
        write(f"{_WORDS[step.status]:<12} {step.name:<10} {step.detail}".rstrip())
        if step.status is Status.DIFFERS and (step.expected or step.found):
            write(f"{'':<12} {'expected':<10} {step.expected or '-'}")
            write(f"{'':<12} {'found':<10} {step.found or '-'}")
        yield step


def _verdict(steps: Sequence[Step]) -> str:
    if any(step.status is Status.DIFFERS for step in steps):
        return DIFFERENT
    return VERIFIED if all(step.status is Status.OK for step in steps) else BUT_FOR_THE_SIGNATURE


def _steps(options: argparse.Namespace) -> Iterator[Step]:
    trust = _trust(options.key)
    reading = read_receipt(_head(options.receipt))
    if reading.faults:
        yield Step(name="receipt", status=Status.DIFFERS, detail="; ".join(reading.faults))
    else:
        yield Step(name="receipt", status=Status.OK, detail="well-formed")
    if trust.faults:
        yield Step(name="key", status=Status.DIFFERS, detail="; ".join(trust.faults))
    if not options.release.is_dir():
        raise StopError(f"{options.release}: there is no such release folder", WRONG_USE)
    with _opened(options.bundle) as bundle:
        if reading.signed is not None:
            yield from _of(reading.signed, trust, options.release, bundle)


def _of(signed: Signed, trust: _Trust, folder: Path, bundle: BufferedReader) -> Iterator[Step]:
    receipt = signed.receipt
    yield check_parts(receipt)
    yield check_signature(signed, keys=trust.keys, trusted=trust.fingerprint)
    yield _bundle(receipt, bundle)
    say("reading the release")
    dataset, step = _release(receipt, folder)
    yield step
    track, step = check_evaluator(receipt)
    yield step
    yield from _replay(receipt, track, dataset, bundle)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trust:
    """Whom to believe: a list of keys, one fingerprint, or nobody in particular."""

    keys: Sequence[KnownKey] | None = None
    fingerprint: str | None = None
    faults: Sequence[str] = ()


def _trust(given: str | None) -> _Trust:
    if given is None:
        return _Trust()
    if KEY.fullmatch(given):
        return _Trust(fingerprint=given)
    keys, faults = read_keys(_head(Path(given)))
    return _Trust(keys=() if faults else keys, faults=faults)


def _head(path: Path) -> bytes:
    """As much of a file as may be read of it, and one byte more."""
    with _opened(path) as stream:
        return stream.read(RECEIPT_BYTES_MAX + 1)


def _opened(path: Path) -> BufferedReader:
    try:
        return path.open("rb")
    except OSError as error:
        raise StopError(f"{path}: {error.strerror or error}", WRONG_USE) from error


def _bundle(receipt: Receipt, bundle: BufferedReader) -> Step:
    sha256 = hashlib.file_digest(bundle, "sha256").hexdigest()
    size = bundle.tell()
    step = compared("bundle", receipt.bundle_sha256, sha256, f"{size} bytes")
    if size == receipt.bundle_bytes:
        return step
    detail = f"{size} bytes, and the receipt says {receipt.bundle_bytes}"
    return Step(name="bundle", status=Status.DIFFERS, expected=step.expected, found=step.found, detail=detail)


def _release(receipt: Receipt, folder: Path) -> tuple[TrekDataset | None, Step]:
    """What the files say, read anew: a prepared snapshot beside them might say something else."""
    try:
        release = ReleaseFolder(folder)
        digest = release.digest()
    except DatasetError as error:
        detail = "; ".join(map(str, error.faults[:FILES_NAMED]))
        return None, Step(
            name="release", status=Status.DIFFERS, expected=receipt.release_digest, detail=detail
        )
    differing = () if digest == receipt.release_digest else _files_differing(release)
    details = [f"unlike its own manifest: {', '.join(differing[:FILES_NAMED])}"] if differing else []
    dataset = None
    try:
        dataset = read_dataset(release.files())
    except DatasetError as error:
        details += map(str, error.faults[:FILES_NAMED])
    is_same = digest == receipt.release_digest
    return dataset, Step(
        name="release",
        status=Status.OK if is_same else Status.DIFFERS,
        expected=receipt.release_digest,
        found=digest,
        detail="; ".join(details),
        names=tuple(differing),
    )


def _files_differing(release: ReleaseFolder) -> Sequence[str]:
    """Which files are not those that the release's own manifest lists; none where it has no manifest."""
    listed = checksums_stated(release.manifest())
    if not listed:
        return ()
    found = release.checksums()
    differing = (path for path in sorted({*listed, *found}) if listed.get(path) != found.get(path))
    return tuple(map(quoted, differing))


def _replay(
    receipt: Receipt, track: TrekTrack | None, dataset: TrekDataset | None, bundle: BufferedReader
) -> Iterator[Step]:
    if track is None or dataset is None:
        missing = "the evaluator" if track is None else "the release"
        for name in REPLAYED:
            yield Step(name=name, status=Status.UNCHECKED, detail=f"not replayed for want of {missing}")
        return
    say(f"scoring {len(track.task_ids(dataset))} tasks as {track.evaluator_version}")
    bundle.seek(0)
    try:
        yield from compare_replay(receipt, replay(receipt, track, dataset, bundle))
    except UnreadableBundleError as refused:
        for name in REPLAYED:
            yield Step(name=name, status=Status.DIFFERS, detail=f"the bundle would be refused: {refused}")
