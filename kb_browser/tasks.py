"""The jobs of this app."""

from __future__ import annotations

from kb_browser.services import curation_run
from trek_site.shared.jobs import Job, job


@job(Job.CURATE)
def curate(curation_id: int) -> None:
    """Carry out a piece of curation work. Not retried here: the row's lease brings it back."""
    curation_run(curation_id)
