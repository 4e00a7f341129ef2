"""Every vector: what each check says of a tiny plan, worked out by hand from the rules."""

from __future__ import annotations

import jsonschema
import pytest

from scoring.engine.canonical import canonical_json
from scoring.engine.run import result_json
from tests.tracks.trek.vectors.loading import (
    SCHEMA,
    Vector,
    all_codes,
    evaluated,
    every_vector,
    mismatches,
    path_of,
    read_json,
    vector_paths,
    vectors_in,
)

VECTORS = every_vector()


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_the_check_says_what_was_worked_out_by_hand(vector: Vector):
    result = evaluated(vector)
    assert mismatches(vector, result) == []
    canonical_json(result_json(result))


@pytest.mark.parametrize("path", vector_paths(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_vector_file_follows_the_schema(path):
    jsonschema.validate(read_json(path), read_json(SCHEMA), cls=jsonschema.Draft202012Validator)


def test_every_check_has_a_vector_file_and_every_file_a_check():
    assert sorted(map(path_of, all_codes())) == vector_paths()
    assert [path_of(read_json(path)["check"]) for path in vector_paths()] == vector_paths()


def test_every_dimension_vector_states_the_score_of_its_dimension():
    silent = [
        str(vector) for vector in VECTORS
        if vector.dimension not in ("gate", "answer") and "score" not in vector.expected
    ]  # fmt: skip
    assert silent == []


def test_descriptions_are_unique_within_a_file():
    for path in vector_paths():
        descriptions = [vector.description for vector in vectors_in(path)]
        assert len(descriptions) == len(set(descriptions)), path
