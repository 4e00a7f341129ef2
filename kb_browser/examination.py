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


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What reading a release and scoring its gold tells, without any probe.

    Attributes:
        digest: Of the files that were read.
        dataset: Ready for scoring; None where the release cannot be loaded.
        findings: Broken rules, those that keep it from being loaded and faults of its gold among them.
    """

    digest: str
    release: Release
    dataset: TrekDataset | None
    findings: Findings
    ceiling: Ceiling

    @property
    def is_sound(self) -> bool:
        """Whether no rule is broken and the gold is perfect everywhere."""
        return self.dataset is not None and not self.findings.errors and self.ceiling.is_reached


def inspect(folder: ReleaseFolder, progress: Progress = untold) -> Inspection:
    """Check every invariant and score the gold.

    The files are read, never the prepared snapshot.

    Raises:
        DatasetError: The files changed or went away while they were read.
    """
    progress(Step(text="hashing the files"))
    digest, files = folder.digest(), folder.files()
    progress(Step(text="checking the invariants"))
    release = parse_release(files, folder.manifest(), folder.checksums())
    findings = check_release(release)
    dataset, unread = _dataset(files, [*release.faults, *findings.errors])
    progress(Step(text="scoring the gold"))
    ceiling = score_gold(dataset, release.gold) if dataset is not None else Ceiling()
    errors = [*findings.errors, *unread, *ceiling.faults]
    return Inspection(
        digest=digest,
        release=release,
        dataset=dataset,
        findings=Findings(errors=errors, notes=findings.notes),
        ceiling=ceiling,
    )


def examine(folder: ReleaseFolder, progress: Progress = untold) -> Examination:
    """Inspect a release, run every probe and count.

    A release with errors is not probed: what a probe must get follows from a release that is sound.

    Raises:
        DatasetError: The files changed or went away while they were read.
    """
    found = inspect(folder, progress)
    sound = found.dataset if found.is_sound else None
    probes = list(run_probes(sound, found.release.gold, progress)) if sound is not None else []
    progress(Step(text="counting"))
    return Examination(
        digest=found.digest,
        is_sound=found.is_sound and all(probe.matches for probe in probes),
        report=_report(found, probes),
        statistics=statistics_of(found.release, sound).as_json() if sound is not None else {},
    )


def _dataset(
    files: ReleaseFiles, said: Sequence[DatasetFault]
) -> tuple[TrekDataset | None, Sequence[DatasetFault]]:
    """The dataset; or, where the release cannot be loaded, why not, as far as it was not said already."""
    try:
        return read_dataset(files), ()
    except DatasetError as error:
        known = {(fault.file, fault.row, fault.rule) for fault in said}
        return None, [fault for fault in error.faults if (fault.file, fault.row, fault.rule) not in known]


def _report(found: Inspection, probes: Sequence[ProbeResult]) -> Mapping[str, Json]:
    findings = found.findings
    return {
        "evaluator_version": DEFAULT,
        "profile": found.release.manifest.profile,
        "error_count": len(findings.errors),
        "errors": [fault_json(fault) for fault in findings.errors[:FAULTS_KEPT]],
        "note_count": len(findings.notes),
        "notes": [fault_json(fault) for fault in findings.notes[:FAULTS_KEPT]],
        "gold": gold_json(found.ceiling),
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


def gold_json(ceiling: Ceiling) -> Mapping[str, Json]:
    """On how many tasks of each kind the gold is perfect."""
    return {
        "feasible": {"perfect": ceiling.feasible_perfect, "tasks": ceiling.feasible},
        "infeasible": {"perfect": ceiling.infeasible_perfect, "tasks": ceiling.infeasible},
    }


def fault_json(fault: DatasetFault) -> Mapping[str, Json]:
    """One broken rule with its place."""
    return {"file": fault.file, "row": fault.row, "rule": fault.rule, "detail": fault.detail}
