"""Addresses of the datasets' pages and downloads."""

from __future__ import annotations

from django.urls import path

from kb_browser import knowledge_views, views

app_name = "kb_browser"

DATASET = "datasets/<str:name>/"
KNOWLEDGE = f"{DATASET}kb/"

urlpatterns = [
    path("datasets/", views.datasets, name="dataset_list"),
    path(DATASET, views.dataset, name="dataset"),
    path(f"{DATASET}checksums/", views.checksums, name="checksums"),
    path(f"{DATASET}files/<str:file_name>", views.download, name="download"),
    path("kb/", knowledge_views.knowledge_current, name="knowledge_current"),
    path(KNOWLEDGE, knowledge_views.knowledge, name="knowledge"),
    path(f"{KNOWLEDGE}search/", knowledge_views.search, name="knowledge_search"),
    path(f"{KNOWLEDGE}routes/", knowledge_views.route, name="knowledge_route"),
    path(f"{KNOWLEDGE}<str:kind>/", knowledge_views.listing, name="knowledge_list"),
    path(f"{KNOWLEDGE}<str:kind>/<str:slug>/", knowledge_views.record, name="knowledge_record"),
    path(f"{KNOWLEDGE}<str:kind>/<str:slug>/compare/", knowledge_views.compare, name="knowledge_compare"),
]
