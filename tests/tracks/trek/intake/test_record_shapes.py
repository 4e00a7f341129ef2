"""One record: the hand-written readers and the published schema say the same, at the same place."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.tracks.trek import intake
from scoring.tracks.trek.intake.limits import RECORD_LIMITS
from scoring.tracks.trek.intake.record_checks import OFFICIAL_MEMBERS, record_complaints
from scoring.tracks.trek.intake.repairs import mend
from scoring.tracks.trek.intake.wording import pointer_of
from tests.tracks.trek.intake.bundles import bundle, check, record, refusal

SCHEMA = json.loads((Path(intake.__file__).parent / "record.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
VECTORS = json.loads(Path(__file__).with_name("record_vectors.json").read_text("utf-8"))

# Repaired before the schema: a plan that is text is an empty plan to the official scorer.
MENDED_FIRST = {"plan is JSON text": "N01"}


def named(vectors):
    return [pytest.param(vector, id=vector["name"]) for vector in vectors]


def places_of(record):
    """Pointers of the readers' complaints about a record after its repairs, with its index."""
    report = check(bundle(record), tasks=800)
    return [one.pointer for one in report.findings if one.severity in {"F", "R"}]


class TestVectors:
    def test_the_schema_is_one(self):
        Draft202012Validator.check_schema(SCHEMA)

    @pytest.mark.parametrize("vector", named(VECTORS["valid"]))
    def test_what_is_valid_is_accepted(self, vector):
        assert places_of(vector["record"]) == []
        assert VALIDATOR.is_valid(vector["record"])

    @pytest.mark.parametrize("vector", named(VECTORS["invalid"]))
    def test_what_is_invalid_is_refused_at_its_place(self, vector):
        assert not VALIDATOR.is_valid(vector["record"])
        if vector["name"] in MENDED_FIRST:
            assert places_of(vector["record"]) == []
            assert MENDED_FIRST[vector["name"]] in check(bundle(vector["record"])).found
        else:
            places = places_of(vector["record"])
            assert places
            assert places[0].startswith(vector["refused_at"])

    def test_every_member_of_the_schema_is_known_to_the_readers(self):
        assert set(SCHEMA["properties"]) == OFFICIAL_MEMBERS


SCALARS = st.sampled_from([None, True, False, 0, 1, -1, 3.0, 0.5, "", "0", "ZQ 1", "day1", "x" * 65])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "name"]), inner, max_size=2)
    ),
    max_leaves=3,
)
NAMES = st.sampled_from(
    [
        "name",
        "Name",
        "hotel_name",
        "attraction_name",
        "type",
        "CAR_TYPE",
        "city",
        "City",
        "city_name",
        "check_in",
        "visit_start",
        "visit_end",
        "price",
        "price_per_night",
        "price_per_day",
        "capacity",
        "car_id",
        "flight_number",
        "flightnumber",
        "departure_time",
        "arrival_city",
        "x",
    ]
)
BOOKINGS = st.dictionaries(NAMES, VALUES, max_size=4) | VALUES
DAYS = st.dictionaries(
    st.sampled_from(
        [
            "flights",
            "Flight",
            "hotel",
            "HOTELS",
            "car",
            "cars",
            "attractions",
            "Attraction",
            "current_city",
            "currentCity",
            "notes",
        ]
    ),
    BOOKINGS | st.lists(BOOKINGS, max_size=2),
    max_size=3,
)
DAY_MAPS = st.dictionaries(st.sampled_from(["day1", "Day 2", "summary", ""]), DAYS | VALUES, max_size=3)
PAYLOADS = st.fixed_dictionaries(
    {},
    optional={
        "is_feasible": VALUES,
        "plan": DAY_MAPS | VALUES,
        "refusal_reason": VALUES,
        "reason": VALUES,
        "note": VALUES,
        "day1": DAYS,
    },
)
STEPS = st.fixed_dictionaries(
    {},
    optional={
        "turn": st.integers(0, 2) | VALUES,
        "tool": VALUES,
        "args": VALUES,
        "billable": VALUES,
        "billed_units": VALUES,
        "result": VALUES,
        "result_preview": VALUES,
    },
)
NOTEBOOKS = st.fixed_dictionaries(
    {},
    optional={
        "counts": st.dictionaries(st.sampled_from(["flight", "car"]), VALUES, max_size=2) | VALUES,
        "notes": st.lists(VALUES, max_size=3) | VALUES,
        "entities": st.dictionaries(st.just("flight"), st.lists(VALUES, max_size=2) | VALUES) | VALUES,
        "more": VALUES,
    },
)
MEMBERS = {
    "query_index": st.integers(-1, 801) | VALUES,
    "submitted": st.booleans() | VALUES,
    "is_feasible": st.booleans() | VALUES,
    "refusal_reason": VALUES,
    "plan": DAY_MAPS | PAYLOADS | VALUES,
    "tool_call_count": st.sampled_from([10_000, 10_001, -1, 2.0, 2.5]) | VALUES,
    "aux_call_count": st.sampled_from([10_000, 10_001, -1]) | VALUES,
    "request_chars": st.sampled_from([10**12, 10**12 + 1]) | VALUES,
    "token_usage": st.dictionaries(st.sampled_from(["total_tokens", "prompt_tokens", "x"]), VALUES) | VALUES,
    "elapsed_sec": st.sampled_from([604_800, 604_800.5, -0.01]) | VALUES,
    "error": VALUES,
    "query": VALUES,
    "model_id": VALUES,
    "model_label": st.sampled_from(["../up", "a.b-c_1", "-x"]) | VALUES,
    "stop_condition": st.sampled_from(["stalled", "Stalled", "x" * 64]) | VALUES,
    "trajectory": st.lists(STEPS | VALUES, max_size=2) | VALUES,
    "notebook": NOTEBOOKS | VALUES,
    "x": VALUES,
    "x" * 65: VALUES,
    "": VALUES,
}
CHANGES = st.dictionaries(st.sampled_from(sorted(MEMBERS)), st.none(), max_size=4).flatmap(
    lambda names: st.fixed_dictionaries({name: st.just(...) | MEMBERS[name] for name in names})
)
RECORDS = st.builds(lambda base, changes: base(1, **changes), st.sampled_from([record, refusal]), CHANGES)


class TestAgreement:
    @settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
    @given(RECORDS)
    def test_readers_and_schema_agree_on_every_record(self, changed):
        before = deepcopy(changed)
        mended = mend(changed).record
        assert changed == before
        complaints = list(record_complaints(mended))
        # The index is judged beside the other records.
        errors = [error for error in VALIDATOR.iter_errors(mended) if "query_index" not in error.path]
        errors = [error for error in errors if error.message != "'query_index' is a required property"]
        assert bool(complaints) == bool(errors), (complaints, errors)
        told = {pointer_of(complaint.path) for complaint in complaints}
        for error in errors:
            place = pointer_of(list(error.absolute_path))
            assert any(pointer.startswith(place) for pointer in told), (told, place)

    @settings(max_examples=200)
    @given(RECORDS)
    def test_a_mended_record_needs_no_more_mending(self, changed):
        mended = mend(changed)
        again = mend(mended.record)
        assert (again.record, again.repairs) == (mended.record, ())

    @pytest.mark.parametrize(
        "changes",
        [
            {"plan": {f"day{n}": {} for n in range(61)}},
            {"plan": {"x" * 257: {}}},
            {"plan": {"day1": {str(n): 1 for n in range(33)}}},
            {"plan": {"day1": {"x" * 257: 1}}},
            {"plan": {"day1": {"flights": [{}] * 21}}},
            {"plan": {"day1": {"hotels": [{}] * 11}}},
            {"plan": {"day1": {"cars": [{}] * 11}}},
            {"plan": {"day1": {"attractions": [{}] * 41}}},
            {"plan": {"day1": {"flights": {str(n): 1 for n in range(33)}}}},
            {"plan": {"day1": {"flights": ["x" * 16_385]}}},
            {"plan": {"day1": {"hotel": "x" * 16_385}}},
            {"plan": {"day1": {"current_city": "x" * 4_001}}},
            {"plan": {"day1": {"notes": [0] * 201}}},
            {"plan": {"summary": {"x": {str(n): 1 for n in range(65)}}}},
            {"plan": {"day1": {"hotel": {"name": "x" * 513}}}},
            {"plan": {"day1": {"hotel": {"city": "x" * 129}}}},
            {"plan": {"is_feasible": True} | {str(n): 1 for n in range(16)}},
            {"plan": {"is_feasible": True, "refusal_reason": "x" * 8_001}},
            {str(n): 1 for n in range(56)},
            {"token_usage": {"total_tokens": 1} | {str(n): 1 for n in range(32)}},
            {"trajectory": [{"turn": 1, "tool": "t"}] * 2_001},
            {"trajectory": [{"turn": 1, "tool": "t"} | {str(n): 1 for n in range(31)}]},
            {"trajectory": [{"turn": 1, "tool": "t", "result": "x" * 65_537}]},
            {"notebook": {str(n): 1 for n in range(17)}},
            {"notebook": {"notes": ["x"] * 1_001}},
            {"notebook": {"counts": {str(n): 1 for n in range(17)}}},
            {"notebook": {"entities": {str(n): [] for n in range(17)}}},
            {"notebook": {"entities": {"car": [{}, {str(n): 1 for n in range(65)}]}}},
            {"notebook": {"entities": {"car": [{}, "Wagon"]}}},
            {"notebook": {"entities": {"car": {}}}},
            {"notebook": {"entities": []}},
            {"notebook": {"counts": []}},
            {"notebook": {"notes": {}}},
            {"notebook": "n"},
            {"trajectory": {}},
            {"trajectory": [0]},
            {"token_usage": 5},
        ],
    )
    def test_what_is_beyond_a_limit_or_of_another_type_is_refused_by_both(self, changes):
        changed = record(1, **changes)
        assert not VALIDATOR.is_valid(changed)
        assert places_of(changed)

    @pytest.mark.parametrize(
        "changes",
        [
            {"plan": {f"day{n}": {} for n in range(60)}},
            {"plan": {"day1": {"flights": [{}] * 20, "hotels": [{}] * 10, "attractions": [{}] * 40}}},
            {"plan": {"day1": {"hotel": {"name": "x" * 512, "city": "x" * 128}}}},
            {"refusal_reason": "x" * 8_000},
            {"plan": {"is_feasible": True, "plan": None}},
            {"trajectory": [{"turn": 1, "tool": "t", "result": "x" * 65_536}] * 3},
            {"notebook": {"entities": {"car": [{str(n): 1 for n in range(64)}] * 3}}},
        ],
    )
    def test_the_limit_itself_is_accepted_by_both(self, changes):
        changed = record(1, **changes)
        assert VALIDATOR.is_valid(changed)
        assert places_of(changed) == []


class TestBulk:
    """Limits that hold everywhere in a record, also where the schema leaves everything open."""

    @pytest.mark.parametrize(
        ("notebook", "pointer"),
        [
            ({"log": {"deep": ["x" * 65_537]}}, "/notebook/log/deep/0"),
            ({"log": [0] * 20_001}, "/notebook/log"),
            ({"log": {str(n): 0 for n in range(1_001)}}, "/notebook/log"),
        ],
    )
    def test_bulk_is_refused_with_its_pointer(self, notebook, pointer):
        assert places_of(record(1, notebook=notebook)) == [pointer]

    def test_what_only_looks_bulky_is_accepted(self):
        assert places_of(record(1, notebook={"log": ["x" * 60_000, [0] * 19_999]})) == []


class TestRepairs:
    def test_numbers_without_a_value_become_null_but_where_null_is_another_answer(self):
        nan = float("nan")
        mended = mend(
            record(nan, submitted=nan, is_feasible=nan, elapsed_sec=nan, notebook={"a": [nan, 1.5]})
        )
        assert mended.record["notebook"] == {"a": [None, 1.5]}
        assert mended.record["elapsed_sec"] is None
        assert mended.record["query_index"] != mended.record["query_index"]
        assert [repair.path for repair in mended.repairs] == [("elapsed_sec",), ("notebook", "a", 0)]

    def test_names_and_texts_that_cannot_be_stored_are_replaced(self):
        mended = mend(record(x={"a\0": "\ud800\udfff-\U0001f600"}))
        assert mended.record["x"] == {"a\ufffd": "\ufffd\ufffd-\U0001f600"}
        assert {repair.code for repair in mended.repairs} == {"N08"}

    def test_a_nested_payload_is_mended_like_a_flat_one(self):
        days = {
            "day1": {"Hotel": [{"Name": [], "hotel_name": "H"}, "-"], "car": {"type": {}}, "x": 1},
            "day2": 2,
        }
        plan = {"is_feasible": True, "plan": days, "refusal_reason": None, "reason": 5}
        mended = mend(record(plan=plan))
        assert mended.record["plan"] == {
            "is_feasible": True,
            "plan": {
                "day1": {"Hotel": [{"Name": None, "hotel_name": "H"}, "-"], "car": {"type": None}, "x": 1},
                "day2": 2,
            },
            "refusal_reason": "",
            "reason": "5",
        }
        assert [
            (repair.code, pointer_of(repair.path), repair.facts["found"]) for repair in mended.repairs
        ] == [
            ("N06", "/plan/plan/day1/Hotel/0/Name", "[]"),
            ("N06", "/plan/plan/day1/car/type", "{}"),
            ("N03", "/plan/refusal_reason", "null"),
            ("N03", "/plan/reason", "the number 5"),
        ]
        assert plan["plan"] is days

    def test_a_nested_plan_that_is_no_object_is_empty(self):
        mended = mend(record(plan={"is_feasible": True, "plan": "none"}))
        assert mended.record["plan"] == {"is_feasible": True, "plan": {}}
        assert mend(record(plan={"is_feasible": True, "plan": None})).repairs == ()

    def test_repairs_of_one_record_are_named_up_to_a_limit_and_all_made(self):
        mended = mend(record(x=[float("inf")] * 500))
        assert mended.record["x"] == [None] * 500
        assert len(mended.repairs) == 100

    def test_limits_are_those_of_the_schema(self):
        assert SCHEMA["maxProperties"] == RECORD_LIMITS.record_members
        assert SCHEMA["$defs"]["days"]["maxProperties"] == RECORD_LIMITS.days
