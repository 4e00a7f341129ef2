"""Addresses of the analysis of boards."""

from __future__ import annotations

from django.urls import path

from scoring import analysis_views as views

urlpatterns = [
    path("", views.index, name="analysis"),
    path("failures/", views.failures, name="analysis_failures"),
    path("failures.csv", views.failures_download, name="analysis_failures_csv"),
    path("cost/", views.cost, name="analysis_cost"),
    path("cost.csv", views.cost_download, name="analysis_cost_csv"),
    path("robustness/", views.robustness, name="analysis_robustness"),
    path("robustness.csv", views.robustness_download, name="analysis_robustness_csv"),
]
