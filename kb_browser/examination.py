"""Everything that is found out about a release before it may be published. No Django."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.probes.run import ProbeResult, run_probes
from kb_browser.progress import Progress, Step, untold
from kb_browser.release_checks.ceiling import Ceiling, score_gold
from kb_browser.release_checks.release import Release, parse_release
from kb_browser.release_checks.run import Findings, check_release
from kb_browser.release_files import ReleaseFiles, ReleaseFolder
from kb_browser.world.statistics import statistics_of
from scoring.engine.errors import DatasetError, DatasetFault
from scoring.engine.model import Json
from scoring.tracks import DEFAULT
from scoring.tracks.trek.dataset import TrekDataset, read_dataset

FAULTS_KEPT: Final = 200
MISMATCHES_KEPT: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What was found, JSON values only where it is to be kept.

    Attributes:
        digest: Of the files that were examined.
        is_sound: No error, gold perfect everywhere, every probe as stated.
        report: Errors and notes (the leading ones, and how many there are), gold, probes, evaluator version.
        statistics: Figures of the release; empty of one with errors.
    """

    digest: str
    is_sound: bool
    report: Mapping[str, Json]
    statistics: Mapping[str, Json]


def examine(folder: ReleaseFolder, progress: Progress = untold) -> Examination:
    """Check every invariant, score the gold, run every probe and count.

    The files are read, never the prepared snapshot. A release with errors is not probed: what a probe must
    get follows from a release that is sound.
    """
    progress(Step(text="hashing the files"))
    digest, files = folder.digest(), folder.files()
    progress(Step(text="checking the invariants"))
    release = parse_release(files, folder.manifest(), folder.checksums())
    findings = check_release(release)
    dataset, unread = _dataset(files, release)
    errors = [*findings.errors, *unread]
    progress(Step(text="scoring the gold"))
    ceiling = score_gold(dataset, release.gold) if dataset is not None else Ceiling()
    errors += ceiling.faults
    is_whole = dataset is not None and not errors and ceiling.is_reached
    probes = list(run_probes(dataset, release.gold, progress)) if dataset is not None and is_whole else []
    progress(Step(text="counting"))
    return Examination(
        digest=digest,
        is_sound=is_whole and all(probe.matches for probe in probes),
        report=_report(release, Findings(errors=errors, notes=findings.notes), ceiling, probes),
        statistics=statistics_of(release, dataset).as_json() if dataset is not None and is_whole else {},
    )


def _dataset(files: ReleaseFiles, release: Release) -> tuple[TrekDataset | None, Sequence[DatasetFault]]:
    """The dataset; or, where the release cannot be loaded, why not, as far as parsing has not said it."""
    try:
        return read_dataset(files), ()
    except DatasetError as error:
        known = {(fault.file, fault.row, fault.rule) for fault in release.faults}
        return None, [fault for fault in error.faults if (fault.file, fault.row, fault.rule) not in known]


def _report(
    release: Release, findings: Findings, ceiling: Ceiling, probes: Sequence[ProbeResult]
) -> Mapping[str, Json]:
    return {
        "evaluator_version": DEFAULT,
        "profile": release.manifest.profile,
        "error_count": len(findings.errors),
        "errors": [_fault_json(fault) for fault in findings.errors[:FAULTS_KEPT]],
        "note_count": len(findings.notes),
        "notes": [_fault_json(fault) for fault in findings.notes[:FAULTS_KEPT]],
        "gold": {
            "feasible": {"perfect": ceiling.feasible_perfect, "tasks": ceiling.feasible},
            "infeasible": {"perfect": ceiling.infeasible_perfect, "tasks": ceiling.infeasible},
        },
        "probes": [probe_json(probe) for probe in probes],
    }


def probe_json(result: ProbeResult) -> Mapping[str, Json]:
    """One probe as it is kept: the leading mismatches, and how many there are."""
    return {
        "code": result.probe.code,
        "title": result.probe.title,
        "touched": result.touched,
        "mismatch_count": len(result.mismatches),
        "mismatches": [
            {
                "task": mismatch.task,
                "figure": mismatch.figure,
                "expected": mismatch.expected,
                "found": mismatch.found,
                "text": str(mismatch),
            }
            for mismatch in result.mismatches[:MISMATCHES_KEPT]
        ],
    }


def _fault_json(fault: DatasetFault) -> Mapping[str, Json]:
    return {"file": fault.file, "row": fault.row, "rule": fault.rule, "detail": fault.detail}
