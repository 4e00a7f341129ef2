"""Writing submissions: receiving, checking, deciding, publishing, and sweeping up what was left behind."""

from __future__ import annotations

from submissions.services.checking import submission_check, submission_check_next, submissions_sweep
from submissions.services.deciding import submission_cancel, submission_confirm
from submissions.services.ledger import quota_give_back
from submissions.services.locking import scorable_lock, scorables_lock, submission_lock
from submissions.services.looking import look_note
from submissions.services.notices import notice_put, notice_send, notices_sweep
from submissions.services.publishing import (
    anonymity_due,
    anonymity_end,
    submission_publish,
    submission_supersede,
    submission_withdraw,
    withdrawal_clear,
    withdrawal_lift,
)
from submissions.services.receiving import (
    SubmissionReceipt,
    Upload,
    submission_receive,
    uploads_sweep,
)
from submissions.services.resumable import (
    Announcement,
    parts_sweep,
    resumable_begin,
    resumable_drop,
    resumable_submit,
    resumables_sweep,
)
from submissions.services.resumable_writing import Portion, resumable_append

__all__ = [
    "Announcement",
    "Portion",
    "SubmissionReceipt",
    "Upload",
    "anonymity_due",
    "anonymity_end",
    "look_note",
    "notice_put",
    "notice_send",
    "notices_sweep",
    "parts_sweep",
    "quota_give_back",
    "resumable_append",
    "resumable_begin",
    "resumable_drop",
    "resumable_submit",
    "resumables_sweep",
    "scorable_lock",
    "scorables_lock",
    "submission_cancel",
    "submission_check",
    "submission_check_next",
    "submission_confirm",
    "submission_lock",
    "submission_publish",
    "submission_receive",
    "submission_supersede",
    "submission_withdraw",
    "submissions_sweep",
    "uploads_sweep",
    "withdrawal_clear",
    "withdrawal_lift",
]
