"""Addresses of the uploads' part of the API."""

from __future__ import annotations

from django.urls import path

from submissions import api

urlpatterns = [
    path("submissions/", api.SubmissionCreate.as_view(), name="api_submission_create"),
    path("uploads/", api.UploadList.as_view(), name="api_upload_list"),
    path("uploads/<str:upload_id>/", api.Upload.as_view(), name="api_upload"),
]
