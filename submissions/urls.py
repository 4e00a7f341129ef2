"""Addresses of the upload form and of what explains it."""

from __future__ import annotations

from django.urls import path

from submissions import views

app_name = "submissions"

urlpatterns = [
    path("submit/", views.submit, name="submit"),
    path("submit/check/", views.check, name="check"),
    path("submit/how/", views.how, name="how"),
    path("submit/examples/<str:name>", views.example, name="example"),
]
