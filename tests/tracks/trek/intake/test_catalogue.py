"""The catalogue of codes is consistent in itself."""

from scoring.engine.reading import FaultKind
from scoring.tracks.trek.intake import CATALOGUE, Stage
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT


def test_the_first_letter_of_a_code_is_its_severity_but_for_repairs_and_lint():
    for code, text in CATALOGUE.items():
        assert text.severity == ("W" if code[0] in "NL" else code[0])
        assert text.stage in Stage


def test_every_fault_of_the_reading_has_a_code():
    assert set(CODE_OF_FAULT) == set(FaultKind)
    assert set(CODE_OF_FAULT.values()) <= set(CATALOGUE)
