"""Addresses of the scores' part of the API."""

from __future__ import annotations

from django.urls import path

from scoring import api

SUBMISSION = "submissions/<str:public_id>/"
ENTRY = "entries/<str:public_id>/"

urlpatterns = [
    path("boards/<str:track>/", api.Board.as_view(), name="api_board"),
    path("boards/<str:track>/failures/", api.BoardFailures.as_view(), name="api_board_failures"),
    path("boards/<str:track>/cost/", api.BoardCost.as_view(), name="api_board_cost"),
    path("boards/<str:track>/robustness/", api.BoardRobustness.as_view(), name="api_board_robustness"),
    path("boards/<str:track>/log/", api.BoardLog.as_view(), name="api_board_log"),
    path("boards/<str:track>/runs/", api.BoardRuns.as_view(), name="api_board_runs"),
    path("comparisons/", api.Comparison.as_view(), name="api_comparison"),
    path(ENTRY, api.Entry.as_view(), name="api_entry"),
    path(f"{ENTRY}tasks/", api.TaskResultList.as_view(), name="api_task_result_list"),
    path(f"{ENTRY}tasks/<int:query_index>/", api.TaskResult.as_view(), name="api_task_result"),
    path(f"{ENTRY}receipt/", api.EntryReceipt.as_view(), name="api_entry_receipt"),
    path("me/submissions/", api.MySubmissionList.as_view(), name="api_my_submission_list"),
    path(SUBMISSION, api.SubmissionStatus.as_view(), name="api_submission_status"),
    path(f"{SUBMISSION}report/", api.SubmissionReport.as_view(), name="api_submission_report"),
    path(f"{SUBMISSION}integrity/", api.SubmissionIntegrity.as_view(), name="api_submission_integrity"),
    path(f"{SUBMISSION}appeal/", api.SubmissionAppeal.as_view(), name="api_submission_appeal"),
    path(f"{SUBMISSION}confirm/", api.SubmissionConfirm.as_view(), name="api_submission_confirm"),
    path(f"{SUBMISSION}cancel/", api.SubmissionCancel.as_view(), name="api_submission_cancel"),
    path(f"{SUBMISSION}publish/", api.SubmissionPublish.as_view(), name="api_submission_publish"),
    path(f"{SUBMISSION}withdraw/", api.SubmissionWithdraw.as_view(), name="api_submission_withdraw"),
]
