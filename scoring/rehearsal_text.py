"""A rehearsal as plain text, for the command line: what the page shows, in the same order."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.display import counted
from scoring.pages.rehearsal import ChangedEntrant, LostEntrant, RehearsalFindings, RehearsalPage


def rehearsal_lines(page: RehearsalPage) -> Iterator[str]:
    """The report line by line; nothing but the head while there is none."""
    yield f"{page.baseline_text} -> {page.candidate_text}: {page.state_title}, {page.done}/{page.total}"
    if page.findings is not None:
        yield from _findings(page.findings)
    yield from page.fulfilment
    if page.next_step:
        yield page.next_step


def _findings(found: RehearsalFindings) -> Iterator[str]:
    yield from found.summary
    if found.remark:
        yield found.remark
    for task in found.tasks:
        yield f"task {task.query_index}: {counted(task.count, 'submission')}; {task.query}"
        for flip in task.verdicts:
            yield f"  {flip.label}: {flip.was_text} -> {flip.now_text}, {flip.count}: {flip.submissions_text}"
    for entrant in found.entrants:
        yield _entrant(entrant)
    for loss in found.refused:
        yield f"does not fit: {_who(loss)}; {loss.reason}"
    for loss in found.failed:
        yield f"failed on our side: {_who(loss)}; {loss.reason}"
    for line in found.owners:
        yield f"owner {line.owner}: {line.count}: {line.submissions_text}"


def _entrant(line: ChangedEntrant) -> str:
    told = [f"rank {line.was_text} -> {line.now_text}: {_who(line)}", counted(line.flip_count, "flip")]
    return "; ".join(part for part in (*told, line.figures_text, line.counts_text) if part)


def _who(line: ChangedEntrant | LostEntrant) -> str:
    return f"{line.public_id} {line.name} ({line.owner})"
