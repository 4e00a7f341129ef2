"""Reading evaluations and boards: one selector per page, values out."""

from __future__ import annotations

from scoring.selectors.badges import badge_of
from scoring.selectors.board_log import board_log
from scoring.selectors.boards import board_page
from scoring.selectors.declared import said_of_entry
from scoring.selectors.entries import entry_page
from scoring.selectors.following import status_extras
from scoring.selectors.integrity import review_page, submission_integrity
from scoring.selectors.ranking import Candidate, entries_to_rank, evaluations_sample
from scoring.selectors.receipts import keys_text, receipt_page, receipt_text, verify_page
from scoring.selectors.rehearsal_pages import rehearsal_page, rehearsal_told
from scoring.selectors.rehearsals import rehearsal_fulfilled
from scoring.selectors.runs_page import runs_page
from scoring.selectors.statuses import submission_status
from scoring.selectors.submission_lists import my_submissions, my_submissions_page

__all__ = [
    "Candidate",
    "badge_of",
    "board_log",
    "board_page",
    "entries_to_rank",
    "entry_page",
    "evaluations_sample",
    "keys_text",
    "my_submissions",
    "my_submissions_page",
    "receipt_page",
    "receipt_text",
    "rehearsal_fulfilled",
    "rehearsal_page",
    "rehearsal_told",
    "review_page",
    "runs_page",
    "said_of_entry",
    "status_extras",
    "submission_integrity",
    "submission_status",
    "verify_page",
]
