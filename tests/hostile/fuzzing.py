"""Read thousands of grown bundles, each to its report: `python -m tests.hostile.fuzzing 10000`."""

from __future__ import annotations

import io
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.intake import Asked, TaskSet, report_text
from scoring.tracks import intake_of
from tests.hostile.fixture import TODAY
from tests.hostile.growing import TASKS, Grown, grown
from tests.hostile.peak import peak_mib

INTAKE = intake_of("trek")
WARM = 1_000

Read = Callable[[Grown], Any]


@dataclass
class Tally:
    """What became of them.

    Attributes:
        outcomes: How many ended how.
        codes: In how many each code was found.
        faults: What is wrong with the reader, with the number of the bundle that shows it.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def read(bundle: Grown) -> Any:
    """The report on a bundle, by the intake as the site asks for it."""
    return INTAKE.read_bundle(
        io.BytesIO(bundle.content),
        Asked(
            file_name=bundle.name,
            tasks=TaskSet.of("trek", TASKS),
            today=TODAY,
            mode=bundle.mode,
            manifest=bundle.manifest,
        ),
    )


def fuzz(numbers: Iterable[int], *, reader: Read = read) -> Tally:
    """Read the bundles of these numbers; what the reader does wrong is noted and stops nothing."""
    tally = Tally()
    for number in numbers:
        bundle = grown(number)
        try:
            report = reader(bundle)
            wrong = list(_wrongs(report))
            if number % 20 == 0 and report != reader(bundle):
                wrong.append("read twice, it gets two reports")
        except Exception as fault:  # noqa: BLE001  (Whatever comes out of it is what is looked for.)
            tally.faults.append(f"{number}: {type(fault).__name__}: {fault}")
            continue
        tally.faults += [f"{number}: {each}" for each in wrong]
        tally.outcomes[report.outcome.value] += 1
        tally.codes.update(report.found.keys())
    return tally


def _wrongs(report: Any) -> Iterator[str]:
    is_refused = report.outcome == "invalid"
    fatal = [one for one in report.findings if one.severity == "F"]
    if is_refused != bool(fatal):
        yield f"{report.outcome.value} with {len(fatal)} fatal findings"
    if is_refused and report.records:
        yield "refused, and yet there are records to score"
    if not set(report.found) <= set(INTAKE.codes):
        yield "a code that is in no catalogue"
    if not set(report.records) <= set(range(TASKS)):
        yield "a record of a task that there is not"
    if not json.loads(report_text(report.as_json()).encode())["validator"]:
        yield "a report that does not say who made it"


def main(count: int) -> None:
    """Read so many and print the tally, and by how much the process grew after the first thousand."""
    warm = fuzz(range(WARM))
    before = peak_mib()
    rest = fuzz(range(WARM, count))
    text = {
        "bundles": count,
        "outcomes": dict(warm.outcomes + rest.outcomes),
        "codes": dict(sorted((warm.codes + rest.codes).items())),
        "faults": warm.faults + rest.faults,
        "grown_mib": round(peak_mib() - before, 1),
        "cpu_s": round(time.process_time(), 1),
    }
    sys.stdout.write(json.dumps(text) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
