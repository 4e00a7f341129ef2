"""Addresses of the datasets' part of the API."""

from __future__ import annotations

from django.urls import path

from kb_browser import api

VERSION = "dataset-versions/<str:name>/"

urlpatterns = [
    path("dataset-versions/", api.DatasetVersionList.as_view(), name="api_dataset_version_list"),
    path(VERSION, api.DatasetVersion.as_view(), name="api_dataset_version"),
    path(f"{VERSION}downloads/", api.DatasetDownloads.as_view(), name="api_dataset_downloads"),
]
