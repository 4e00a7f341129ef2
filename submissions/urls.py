"""Addresses of the upload form."""

from __future__ import annotations

from django.urls import path

from submissions import views

app_name = "submissions"

urlpatterns = [path("submit/", views.submit, name="submit")]
