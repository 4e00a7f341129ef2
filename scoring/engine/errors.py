"""What can be wrong with a dataset: reported to its curator, never to a submitter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFault:
    """One contradiction in a release.

    Attributes:
        file: Path inside the release folder, with forward slashes.
        row: Physical data row counted from 1 (the header is row 0); None when the whole file is meant.
        rule: Short permanent name of the rule that was broken, such as ``column_missing``.
        detail: What was found and what was expected, in one sentence.
    """

    file: str
    row: int | None
    rule: str
    detail: str

    def __str__(self) -> str:
        place = self.file if self.row is None else f"{self.file}, row {self.row}"
        return f"{place}: {self.rule}: {self.detail}"


class DatasetError(Exception):
    """A release contradicts itself; carries every fault found, in file order.

    Raised instead of returning a partial dataset, so that nothing is ever half imported.
    """

    def __init__(self, faults: Sequence[DatasetFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
