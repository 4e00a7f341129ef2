"""Addresses of boards, entries and submissions."""

from __future__ import annotations

from django.urls import include, path, register_converter

from scoring import board_views, comparison_views, export_views, receipt_views, views
from scoring.exports import FORMS

app_name = "scoring"


class FormConverter:
    """The ending of a board's file."""

    regex = "|".join(FORMS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(FormConverter, "form")

urlpatterns = [
    path("", board_views.board, name="board"),
    path("leaderboard.<form:form>", export_views.board_now, name="board_file"),
    path(
        "leaderboard/<str:version>/<str:evaluator>/r<int:revision>.<form:form>",
        export_views.board_pinned,
        name="board_file_pinned",
    ),
    path("figures/leaderboard.svg", export_views.board_figure, name="board_figure"),
    path("badges/<str:public_id>.svg", export_views.badge, name="badge"),
    path("leaderboard/log/", board_views.board_log, name="board_log"),
    path("leaderboard/log.atom", board_views.board_feed, name="board_feed"),
    path("leaderboard/runs/", board_views.board_runs, name="board_runs"),
    path("analysis/", include("scoring.analysis_urls")),
    path("entries/<str:public_id>/", views.entry, name="entry"),
    path("entries/<str:public_id>/tasks/<int:query_index>/", views.entry_task, name="entry_task"),
    path("compare/", comparison_views.comparison, name="comparison"),
    path("entries/<str:public_id>/receipt/", receipt_views.entry_receipt, name="entry_receipt"),
    path("entries/<str:public_id>/receipt.json", receipt_views.entry_receipt_json, name="entry_receipt_json"),
    path("verify/", receipt_views.verify, name="verify"),
    path("verify/keys.json", receipt_views.keys, name="verify_keys"),
    path("submissions/", views.submission_list, name="submission_list"),
    path("submissions/<str:public_id>/", views.submission, name="submission"),
    path("submissions/<str:public_id>/report.json", views.submission_report, name="submission_report"),
    path("submissions/<str:public_id>/confirm/", views.submission_confirmation, name="submission_confirm"),
    path("submissions/<str:public_id>/cancel/", views.submission_cancellation, name="submission_cancel"),
    path("submissions/<str:public_id>/publish/", views.submission_publication, name="submission_publish"),
    path("submissions/<str:public_id>/appeal/", views.submission_appeal, name="submission_appeal"),
    path("submissions/<str:public_id>/withdraw/", views.submission_withdrawal, name="submission_withdraw"),
]
