"""The tests that take the full release: its bytes, its rules, its figures, every city made alone."""

from __future__ import annotations

from tests.benchmarks.measuring import python, report


def main() -> None:
    printed = python(["-m", "pytest", "-q", "-m", "benchmark", "-p", "no:cacheprovider", "tests"])
    report("Tests of the full release", printed.strip().splitlines()[-1])


if __name__ == "__main__":
    main()
