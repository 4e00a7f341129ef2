"""Addresses of the datasets' pages and downloads."""

from __future__ import annotations

from django.urls import path

from kb_browser import views

app_name = "kb_browser"

DATASET = "datasets/<str:name>/"

urlpatterns = [
    path("datasets/", views.datasets, name="dataset_list"),
    path(DATASET, views.dataset, name="dataset"),
    path(f"{DATASET}checksums/", views.checksums, name="checksums"),
    path(f"{DATASET}files/<str:file_name>", views.download, name="download"),
]
