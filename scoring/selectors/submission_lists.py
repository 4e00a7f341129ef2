"""The list of one's own submissions."""

from __future__ import annotations

from typing import Final

from scoring.columns import COLUMN_OF
from scoring.links import entry_url, page_links, submission_url
from scoring.models import Evaluation
from scoring.pages import MySubmissionsPage, SubmissionLine
from scoring.selectors.figures import figure_text
from scoring.selectors.statuses import evaluations_shown
from scoring.status import status_key
from scoring.wording import STATES
from submissions.selectors import SubmissionFacts, Viewer, submissions_of, usage_of
from submissions.showing import identity_of

LINES_PER_PAGE: Final = 50


def my_submissions(
    viewer: Viewer, *, page: int = 1, track: str = "trek", purpose: str = "", visibility: str = ""
) -> MySubmissionsPage:
    """What the viewer and their teams have sent, newest first, and what the quotas still allow.

    Args:
        viewer: Who asks; nobody has an empty list.
        page: From 1.
        track: Whose quotas are told.
        purpose: Only what was sent for this; "" for everything.
        visibility: Only what is shown so; "" for everything.
    """
    lines, total = submissions_of(
        viewer,
        offset=(page - 1) * LINES_PER_PAGE,
        count=LINES_PER_PAGE,
        purpose=purpose,
        visibility=visibility,
    )
    links = page_links(number=page, size=LINES_PER_PAGE, total=total, query=lambda number: f"?page={number}")
    if links.number != page:
        # Beyond the end; the last page is shown instead.
        return my_submissions(viewer, page=links.number, track=track, purpose=purpose, visibility=visibility)
    evaluations = evaluations_shown(
        Evaluation.objects.filter(submission__in=[facts.pk for facts in lines]).select_related("entry")
    )
    usage = usage_of(viewer, track) if viewer is not None and viewer.is_authenticated else None
    return MySubmissionsPage(
        lines=[_submission_line(facts, evaluations.get(facts.pk)) for facts in lines],
        links=links,
        uploads_today=usage.today.used if usage else 0,
        uploads_today_limit=usage.today.limit if usage else 0,
        waiting=usage.waiting.used if usage else 0,
        waiting_limit=usage.waiting.limit if usage else 0,
    )


def _submission_line(facts: SubmissionFacts, evaluation: Evaluation | None) -> SubmissionLine:
    key = status_key(facts, evaluation)
    text = STATES[key]
    entry = getattr(evaluation, "entry", None)
    overall = COLUMN_OF["overall"]
    return SubmissionLine(
        public_id=facts.public_id,
        purpose=facts.purpose,
        team=facts.team,
        label=facts.label,
        display_name=identity_of(facts, is_own=True).display_name,
        version_name=facts.version_name,
        received_at=facts.received_at,
        state_key=key,
        state_title=text.title,
        is_final=text.is_final,
        is_failure=key == "failed",
        overall_text=figure_text(overall, None if entry is None else entry.overall),
        rank=None if entry is None else entry.rank,
        url=submission_url(facts.public_id),
        entry_url="" if entry is None else entry_url(facts.public_id),
    )
