"""The doors for programs that look around in a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kb_browser import knowledge_serializers as shapes
from kb_browser.knowledge.facets import FACETS, ORDERS, Facet, Form
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.cities import cities_page, city_page
from kb_browser.knowledge_pages.comparing import compared_record_page
from kb_browser.knowledge_pages.frame import frame_of
from kb_browser.knowledge_pages.lists import list_page
from kb_browser.knowledge_pages.record import record_page
from kb_browser.knowledge_pages.routes import route_page
from kb_browser.knowledge_pages.searching import EACH_MAX, search_page
from trek_site.shared.api import CURSOR_PARAMETER, ETAG_PARAMETER, answered, cursor_of, page_of, problems
from trek_site.shared.errors import NotFoundError, UnprocessableError

_KIND: Final = OpenApiParameter(
    "kind", OpenApiTypes.STR, location=OpenApiParameter.PATH, enum=list(shapes.KIND_CHOICES)
)
_QUERY: Final = OpenApiParameter(
    "q",
    OpenApiTypes.STR,
    description="Words that a record holds: all of them. Case, accents and signs do not matter; one mistake "
    "in a word of four letters or more is forgiven where few records hold it.",
)


def _filter_parameters() -> Sequence[OpenApiParameter]:
    """Every filter of every kind, each with the kinds that have it."""
    kinds: dict[str, list[str]] = {}
    facets: dict[str, Facet] = {}
    for kind, known in FACETS.items():
        for facet in known:
            kinds.setdefault(facet.name, []).append(kind.value)
            facets.setdefault(facet.name, facet)
    orders = sorted({order for known in ORDERS.values() for order in known})
    return [
        *(
            OpenApiParameter(
                name,
                OpenApiTypes.NUMBER if facet.form is Form.NUMBER else OpenApiTypes.STR,
                many=facet.form is Form.TAGS,
                description=f"{facet.label}: a {facet.form.value}. Of {', '.join(kinds[name])}.",
            )
            for name, facet in facets.items()
        ),
        OpenApiParameter(
            "order", OpenApiTypes.STR, enum=orders, description="Not every kind has every order."
        ),
    ]


class KnowledgeCities(APIView):
    """The cities of a version."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_cities",
        summary="List the cities of a knowledge base",
        parameters=[ETAG_PARAMETER],
        responses={200: shapes.KnowledgeCitiesSerializer, 304: None, **problems(401, 404, 503)},
    )
    def get(self, request: Request, name: str) -> Response:
        """Every city with its position and what it has."""
        return answered(request, shapes.KnowledgeCitiesSerializer(cities_page(frame_of(name))).data)


class KnowledgeCity(APIView):
    """One city."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_city",
        summary="Read a city of a knowledge base",
        parameters=[ETAG_PARAMETER],
        responses={200: shapes.KnowledgeCitySerializer, 304: None, **problems(401, 404, 503)},
    )
    def get(self, request: Request, name: str, slug: str) -> Response:
        """What it has, and where its flights go."""
        return answered(request, shapes.KnowledgeCitySerializer(city_page(frame_of(name), slug)).data)


class KnowledgeSearch(APIView):
    """A search over every record."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_search",
        summary="Search the records of a knowledge base",
        parameters=[_QUERY, ETAG_PARAMETER],
        responses={200: shapes.KnowledgeSearchSerializer, 304: None, **problems(401, 404, 503)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The best 50 of every kind: whole names, then names, other fields, beginnings, and mended words."""
        page = search_page(frame_of(name), request.query_params.get("q", ""), each=EACH_MAX)
        return answered(request, shapes.KnowledgeSearchSerializer(page).data)


class KnowledgeRoute(APIView):
    """The way between two cities."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_route",
        summary="List the direct flights between two cities",
        parameters=[
            OpenApiParameter("from", OpenApiTypes.STR, required=True, description="Slug of the first city."),
            OpenApiParameter("to", OpenApiTypes.STR, required=True, description="Slug of the second city."),
            ETAG_PARAMETER,
        ],
        responses={200: shapes.KnowledgeRouteSerializer, 304: None, **problems(401, 404, 422, 503)},
    )
    def get(self, request: Request, name: str) -> Response:
        """All of them, there and back, the earliest first; none where no direct flight joins them."""
        asked = (request.query_params.get("from", ""), request.query_params.get("to", ""))
        page = route_page(frame_of(name), *asked)
        if not page.directions:
            raise UnprocessableError(" ".join(page.mistakes) or "Name two cities: from and to.")
        return answered(request, shapes.KnowledgeRouteSerializer(page).data)


class KnowledgeList(APIView):
    """The records of a kind."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_list",
        summary="List and filter the records of a kind",
        parameters=[_KIND, _QUERY, *_filter_parameters(), CURSOR_PARAMETER, ETAG_PARAMETER],
        responses={200: shapes.KnowledgeListSerializer, 304: None, **problems(401, 404, 422, 503)},
    )
    def get(self, request: Request, name: str, kind: str) -> Response:
        """A page of them, with how many each further filter would leave."""
        given = dict(request.query_params.lists())
        page = list_page(frame_of(name), kind, given, page_of(request))
        if page.mistakes:
            raise UnprocessableError(
                "Some filters were not understood.",
                errors=[
                    {"pointer": f"/{parameter}", "code": "invalid", "detail": mistake}
                    for parameter, mistake in page.mistakes.items()
                ],
            )
        context = {"next": cursor_of(page.links.next_query), "previous": cursor_of(page.links.previous_query)}
        return answered(request, shapes.KnowledgeListSerializer(page, context=context).data)


class KnowledgeRecord(APIView):
    """One record."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_record",
        summary="Read a record of a knowledge base",
        parameters=[_KIND, ETAG_PARAMETER],
        responses={200: shapes.KnowledgeRecordSerializer, 304: None, **problems(401, 404, 503)},
    )
    def get(self, request: Request, name: str, kind: str, slug: str) -> Response:
        """Every field, its personas explained, the tasks that use it."""
        if kind == Kind.CITY:
            raise NotFoundError("Cities have an address of their own.")
        return answered(
            request, shapes.KnowledgeRecordSerializer(record_page(frame_of(name), kind, slug)).data
        )


class KnowledgeComparison(APIView):
    """A record in two versions."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="knowledge_compare",
        summary="Compare a record with the same one of another version",
        parameters=[
            OpenApiParameter(
                "kind",
                OpenApiTypes.STR,
                location=OpenApiParameter.PATH,
                enum=[kind.value for kind in Kind],
            ),
            OpenApiParameter(
                "with", OpenApiTypes.STR, required=True, description="Name of the other version."
            ),
            ETAG_PARAMETER,
        ],
        responses={200: shapes.KnowledgeComparisonSerializer, 304: None, **problems(401, 404, 422, 503)},
    )
    def get(self, request: Request, name: str, kind: str, slug: str) -> Response:
        """Every field in both, and how many differ; without fields where the other version has none."""
        page = compared_record_page(frame_of(name), kind, slug, request.query_params.get("with", ""))
        if not page.other:
            raise UnprocessableError("Name the other version: with.")
        return answered(request, shapes.KnowledgeComparisonSerializer(page).data)
