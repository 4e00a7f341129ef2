"""Looking at a bundle while it is read, and telling at its end what was noticed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.engine.intake import SeenRecord
from scoring.engine.integrity import NO_PRINT, IntegrityReport, SignalText
from scoring.engine.model import Json, TaskId
from scoring.tracks.trek import SLUG
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.integrity.catalogue import CATALOGUE, CONTRADICTIONS, OTHER_ACCOUNTS, PRICE_LOOPHOLE
from scoring.tracks.trek.integrity.declared import contradictions, declared_of
from scoring.tracks.trek.integrity.notes import TaskNote, task_note
from scoring.tracks.trek.integrity.prints import gold_prints
from scoring.tracks.trek.integrity.signals import SIGNALS, Bundle, signal
from scoring.tracks.trek.integrity.thresholds import SAME_BUNDLE


class TrekWatch:
    """See `scoring.engine.integrity.Watch`. Holds one note for each record, under a kilobyte each."""

    def __init__(self, dataset: TrekDataset, *, gold: Sequence[bytes], declared: Mapping[str, Json]) -> None:
        self._dataset = dataset
        self._gold = gold
        self._declared = declared_of(declared)
        self._notes: list[TaskNote] = []
        self._unindexed = 0

    def see(self, seen: SeenRecord) -> None:
        """Note one record; one without an index is taken for the task of its position, as the intake does."""
        if "query_index" not in seen.members and len(self._notes) < len(self._dataset.tasks):
            self._unindexed += 1
            seen = replace(seen, task=TaskId(len(self._notes)))
        self._notes.append(task_note(seen, self._dataset, self._declared.tool_budget))

    def report(self) -> IntegrityReport:
        """Every signal, and the prints of the plans that count."""
        bundle = self._bundle()
        signals = [one for signal_of in SIGNALS for one in signal_of(bundle)]
        told = dict(contradictions(self._declared, bundle.lines, {one.code for one in signals}))
        if told:
            signals.append(signal(CONTRADICTIONS, (), told))
        prints = [
            bundle.notes[task].print if task in bundle.notes and not bundle.is_gold(task) else NO_PRINT
            for task in range(len(self._dataset.tasks))
        ]
        return IntegrityReport(signals=tuple(signals), prints=b"".join(prints))

    def _bundle(self) -> Bundle:
        lines: dict[int, int] = {}
        chosen: dict[int, TaskNote] = {}
        for note in self._notes if self._is_placed() else ():
            if note.task is None:
                continue
            lines[note.task] = lines.get(note.task, 0) + 1
            before = chosen.get(note.task)
            # The last record that can be scored counts, as for the score.
            if before is None or before.is_refused or not note.is_refused:
                chosen[note.task] = note
        return Bundle(
            notes={task: chosen[task] for task in sorted(chosen)},
            lines=lines,
            dataset=self._dataset,
            gold=self._gold,
            declared=self._declared,
        )

    def _is_placed(self) -> bool:
        """Whether every record says its task, or none does and there is one for each."""
        return not self._unindexed or self._unindexed == len(self._notes) == len(self._dataset.tasks)


@dataclass(frozen=True, slots=True)
class TrekIntegrity:
    """See `scoring.engine.integrity.Integrity`."""

    slug: str = SLUG

    @property
    def signals(self) -> Mapping[str, SignalText]:
        """Every signal by code."""
        return CATALOGUE

    @property
    def public_codes(self) -> Collection[str]:
        """The loophole of the official rules, which is about them more than about anybody."""
        return frozenset({PRICE_LOOPHOLE})

    @property
    def resemblance_code(self) -> str:
        """The signal that an entry of another account has the same plans."""
        return OTHER_ACCOUNTS

    def resembles(self, shared: int, comparable: int) -> bool:
        """Whether so many equal plans are to be told."""
        return SAME_BUNDLE.is_reached(shared, comparable)

    def gold_prints(self, content: bytes, task_count: int) -> Sequence[bytes]:
        """The print of every reference plan."""
        return gold_prints(content, task_count)

    def watch(
        self, dataset: TrekDataset, *, gold: Sequence[bytes], declared: Mapping[str, Json]
    ) -> TrekWatch:
        """Begin to look at a bundle."""
        return TrekWatch(dataset, gold=gold, declared=declared)


INTEGRITY = TrekIntegrity()
