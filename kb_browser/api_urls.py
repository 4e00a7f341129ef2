"""Addresses of the datasets' part of the API."""

from __future__ import annotations

from django.urls import path

from kb_browser import api, knowledge_api

VERSION = "dataset-versions/<str:name>/"
KNOWLEDGE = f"{VERSION}kb/"

urlpatterns = [
    path("dataset-versions/", api.DatasetVersionList.as_view(), name="api_dataset_version_list"),
    path(VERSION, api.DatasetVersion.as_view(), name="api_dataset_version"),
    path(f"{VERSION}downloads/", api.DatasetDownloads.as_view(), name="api_dataset_downloads"),
    path(f"{KNOWLEDGE}cities/", knowledge_api.KnowledgeCities.as_view(), name="api_knowledge_cities"),
    path(f"{KNOWLEDGE}cities/<str:slug>/", knowledge_api.KnowledgeCity.as_view(), name="api_knowledge_city"),
    path(f"{KNOWLEDGE}search/", knowledge_api.KnowledgeSearch.as_view(), name="api_knowledge_search"),
    path(f"{KNOWLEDGE}routes/", knowledge_api.KnowledgeRoute.as_view(), name="api_knowledge_route"),
    path(f"{KNOWLEDGE}<str:kind>/", knowledge_api.KnowledgeList.as_view(), name="api_knowledge_list"),
    path(
        f"{KNOWLEDGE}<str:kind>/<str:slug>/",
        knowledge_api.KnowledgeRecord.as_view(),
        name="api_knowledge_record",
    ),
    path(
        f"{KNOWLEDGE}<str:kind>/<str:slug>/compare/",
        knowledge_api.KnowledgeComparison.as_view(),
        name="api_knowledge_compare",
    ),
]
