"""Building a release of half, full and double size: processor time a record, and memory.

The figures to reach for the full one are 120 s and 1.5 GB. Its bytes must be those written down.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sys
import time
from collections.abc import Mapping

from kb_browser.progress import untold
from kb_browser.world.build import DEFAULT_SEED, proven_files
from kb_browser.world.full_profile import scaled
from tests.benchmarks.measuring import python, report
from tests.worlds.known_digests import FULL_DIGEST

_FACTORS = (0.5, 1.0, 2.0)
_KINDS = ("flights", "hotels", "attractions", "cars")


def main() -> None:
    # Each in a process of its own, so that its memory is its own.
    runs = [json.loads(python(["-m", "tests.benchmarks.building_speed", str(factor)])) for factor in _FACTORS]
    digest = runs[_FACTORS.index(1.0)]["digest"]
    if digest != FULL_DIGEST:
        raise SystemExit(f"the full release has the digest {digest}, written down is {FULL_DIGEST}")
    per_record = [run["cpu"] / run["records"] for run in runs]
    report(
        "Building a release, gold scored; processor time",
        f"{'records':>9} {'seconds':>9} {'per 100,000':>12} {'growth':>7} {'peak':>9}",
        *(
            f"{run['records']:>9,} {run['cpu']:>9.1f} {each * 100_000:>12.2f} {each / per_record[1]:>7.2f} "
            f"{run['peak_mb']:>6.0f} MB"
            for run, each in zip(runs, per_record, strict=True)
        ),
        "the full release has the bytes that are written down",
        "(growth: seconds a record against full size; to reach at full size: 120 s and 1,500 MB)",
    )


def build(factor: float) -> None:
    """Build one release and print what it took."""
    files = proven_files(scaled(factor), DEFAULT_SEED, untold)
    stated = json.loads(files["manifest.json"])
    counts = stated["counts"]
    used = {
        "records": sum(counts[kind] for kind in _KINDS),
        "cpu": time.process_time(),
        "digest": digest_of(stated["files"]),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    sys.stdout.write(json.dumps(used))


def digest_of(checksums: Mapping[str, str]) -> str:
    """The digest of a release by the checksums of its files, as ``sha256sum`` would give it."""
    lines = (f"{checksum}  {path}\n" for path, checksum in sorted(checksums.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


if __name__ == "__main__":
    build(float(sys.argv[1]))
