"""The shapes in which the API describes knowledge bases; members are those of the pages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from kb_browser.knowledge.bookings import REFERENCE, REQUEST
from kb_browser.knowledge.shelf import OFFERS
from kb_browser.knowledge_pages.lists import ListPage

KIND_CHOICES = tuple(kind.value for kind in OFFERS)

Shape = serializers.Serializer[Any]


class KnowledgeRecordLinkSerializer(Shape):
    """A record in a list."""

    kind = serializers.CharField(help_text="In the singular.")
    name = serializers.CharField()
    city = serializers.CharField(help_text="Empty for cities and flights.")
    summary = serializers.CharField(help_text="What a list says beside the name.")
    url = serializers.CharField(help_text="Its page.")
    api_url = serializers.CharField(help_text="All of it.")


class KnowledgeSearchGroupSerializer(Shape):
    """What was found of one kind."""

    kind = serializers.CharField(source="kind.value")
    total = serializers.IntegerField(help_text="How many there are, counted up to 200.")
    is_counted = serializers.BooleanField(help_text="Whether that is all.")
    records = KnowledgeRecordLinkSerializer(many=True)


class KnowledgeSpellingSerializer(Shape):
    """A word that was taken for others, too."""

    word = serializers.CharField()
    others = serializers.ListField(child=serializers.CharField())


class KnowledgeSearchSerializer(Shape):
    """A search: the best records of every kind."""

    query = serializers.CharField(source="query.text")
    words = serializers.ListField(child=serializers.CharField(), source="query.words")
    notice = serializers.CharField(
        source="query.notice", help_text="What of the question was left out; may be empty."
    )
    spellings = KnowledgeSpellingSerializer(many=True)
    groups = KnowledgeSearchGroupSerializer(many=True)


class KnowledgeOptionSerializer(Shape):
    """A word of the release to filter by."""

    value = serializers.CharField()
    fit = serializers.IntegerField(allow_null=True, help_text="How many records fit with this one, too.")
    is_selected = serializers.BooleanField()


class KnowledgeFilterSerializer(Shape):
    """A filter and what it may be given."""

    name = serializers.CharField(source="facet.name")
    label = serializers.CharField(source="facet.label")  # type: ignore[assignment]  # As `ProblemSerializer`'s.
    form = serializers.CharField(source="facet.form.value")
    options = KnowledgeOptionSerializer(many=True)


class KnowledgeCellSerializer(Shape):
    """What a record is compared by in its list."""

    column = serializers.CharField()
    text = serializers.CharField()


class KnowledgeRowSerializer(Shape):
    """A record of a list."""

    record = KnowledgeRecordLinkSerializer(source="link")
    cells = KnowledgeCellSerializer(many=True)


class KnowledgeListSerializer(Shape):
    """A page of the records that fit."""

    total = serializers.IntegerField()
    filters = KnowledgeFilterSerializer(many=True, source="fields")
    results = KnowledgeRowSerializer(many=True, source="rows")
    next = serializers.SerializerMethodField(help_text="Cursor of the next page, null on the last.")
    previous = serializers.SerializerMethodField(help_text="Cursor of the page before, null on the first.")

    @extend_schema_field({"type": ["string", "null"]})
    def get_next(self, _page: ListPage) -> str | None:
        """Where to go on."""
        cursor: str | None = self.context["next"]
        return cursor

    @extend_schema_field({"type": ["string", "null"]})
    def get_previous(self, _page: ListPage) -> str | None:
        """Where to go back."""
        cursor: str | None = self.context["previous"]
        return cursor


class KnowledgeFieldSerializer(Shape):
    """A cell as the release writes it; null for a column that the record's file does not have."""

    name = serializers.CharField()
    words = serializers.CharField(help_text="What the column holds.")
    text = serializers.CharField(allow_null=True)
    members = serializers.ListField(
        child=serializers.CharField(), help_text="Of a list cell; empty otherwise."
    )


class KnowledgePersonaSerializer(Shape):
    """How a record does by a persona, by the rule that plans are scored with."""

    persona = serializers.CharField()
    is_tagged = serializers.BooleanField(help_text="The release says that the record serves it.")
    is_served = serializers.BooleanField(help_text="A plan that books it gets full points for it.")
    has = serializers.ListField(child=serializers.CharField(), help_text="Facilities that serve the persona.")
    needs = serializers.ListField(child=serializers.CharField(), help_text="One of these is enough.")
    also = serializers.CharField(help_text="What else the rule asks; may be empty.")


class KnowledgeTaskUseSerializer(Shape):
    """A task that uses the record."""

    query_index = serializers.IntegerField()
    how = serializers.ListField(child=serializers.ChoiceField((REFERENCE, REQUEST)))
    query = serializers.CharField()


class KnowledgeRecordSerializer(Shape):
    """A record: every field, its personas explained, the tasks that use it."""

    record = KnowledgeRecordLinkSerializer(source="link")
    slug = serializers.CharField()
    city_name = serializers.CharField(source="city")
    fields_of_record = KnowledgeFieldSerializer(many=True, source="fields")
    personas = KnowledgePersonaSerializer(many=True)
    uses = KnowledgeTaskUseSerializer(many=True, help_text="The first 50.")
    use_count = serializers.IntegerField()


class KnowledgeAirportSerializer(Shape):
    """An airport; its position as the release writes it."""

    code = serializers.CharField()
    name = serializers.CharField()
    latitude = serializers.CharField()
    longitude = serializers.CharField()


class KnowledgeCityLineSerializer(Shape):
    """A city with what it has; prices are medians in US dollars."""

    name = serializers.CharField()
    slug = serializers.CharField()
    country = serializers.CharField()
    continent = serializers.CharField(help_text="Two letters, or empty.")
    latitude = serializers.FloatField(allow_null=True, help_text="The middle of its airports.")
    longitude = serializers.FloatField(allow_null=True)
    airports = KnowledgeAirportSerializer(many=True)
    hotels = serializers.IntegerField()
    attractions = serializers.IntegerField()
    cars = serializers.IntegerField()
    leaving = serializers.IntegerField(help_text="Flights that leave.")
    landing = serializers.IntegerField(help_text="Flights that land.")
    hotel_price = serializers.FloatField(allow_null=True)
    ticket_price = serializers.FloatField(allow_null=True)
    car_price = serializers.FloatField(allow_null=True)
    url = serializers.CharField()
    api_url = serializers.CharField()


class KnowledgeCitiesSerializer(Shape):
    """Every city, in alphabetical order."""

    results = KnowledgeCityLineSerializer(many=True, source="cities")


class KnowledgeDestinationSerializer(Shape):
    """A city that flights go to directly."""

    name = serializers.CharField()
    url = serializers.CharField()
    flights = serializers.IntegerField()
    cheapest = serializers.CharField(help_text="US dollars for a seat.")
    distance_km = serializers.IntegerField(allow_null=True)


class KnowledgeCitySerializer(Shape):
    """One city."""

    city = KnowledgeCityLineSerializer()
    hotels = KnowledgeRecordLinkSerializer(many=True, help_text="The best rated ones.")
    attractions = KnowledgeRecordLinkSerializer(many=True, help_text="The cheapest ones.")
    destinations = KnowledgeDestinationSerializer(many=True)


class KnowledgeRouteFlightSerializer(Shape):
    """A direct flight; clock times are local, and it may land on the next day."""

    number = serializers.CharField()
    leaves = serializers.CharField()
    lands = serializers.CharField()
    price = serializers.CharField(help_text="US dollars for a seat.")
    from_airport = serializers.CharField()
    to_airport = serializers.CharField()
    url = serializers.CharField()
    api_url = serializers.CharField()


class KnowledgeDirectionSerializer(Shape):
    """All flights one way."""

    start = serializers.CharField(source="start.name")
    goal = serializers.CharField(source="goal.name")
    cheapest = serializers.CharField(help_text="US dollars for a seat; a dash where there is none.")
    flights = KnowledgeRouteFlightSerializer(many=True)


class KnowledgeRouteSerializer(Shape):
    """The way between two cities, there and back."""

    distance_km = serializers.IntegerField(allow_null=True)
    directions = KnowledgeDirectionSerializer(many=True)


class KnowledgeComparedFieldSerializer(Shape):
    """A cell in both versions; null where that version's record has no such column."""

    name = serializers.CharField()
    here = serializers.CharField(allow_null=True)
    there = serializers.CharField(allow_null=True)
    is_different = serializers.BooleanField()


class KnowledgeComparisonSerializer(Shape):
    """A record beside the same one of another version."""

    record = KnowledgeRecordLinkSerializer(source="link")
    other = serializers.CharField(help_text="Name of the other version.")
    there = KnowledgeRecordLinkSerializer(allow_null=True, help_text="Null where it has no such record.")
    different_count = serializers.IntegerField()
    compared_fields = KnowledgeComparedFieldSerializer(many=True, source="fields")
