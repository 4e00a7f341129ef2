"""Archives are read as one thing or not at all: how many are tried, and what a single byte can do."""

from __future__ import annotations

from tests.hostile.fixture import Counted, archived
from tests.hostile.framing import FRAMING
from tests.hostile.zips import bundle, deflated, zipped
from tests.hostile.zips import records as record_entry
from tests.tracks.trek.intake.bundles import entry


def read(content):
    return archived("A bundle.", make=bundle).read(Counted(content))


def test_enough_archives_are_accepted_and_refused_to_tell_readers_apart():
    refused = sum(bool(fixture.codes) for fixture in FRAMING.values())
    assert refused >= 35
    assert len(FRAMING) - refused >= 10


def test_a_size_that_is_understated_in_every_header_stops_the_reading_there():
    short = {"size": 10}
    content = bundle(content=b"\n" * 10, packed=deflated(b"\n" * 5_000_000), local=short, central=short)
    assert [one.message for one in read(content).findings] == [
        "The archive cannot be read (an entry unpacks to more bytes than its headers say)."
    ]


def test_an_archive_without_a_manifest_is_read_as_far_as_it_goes():
    assert set(read(zipped(record_entry())).found) == {"F108"}


def test_a_byte_changed_anywhere_is_noticed_or_means_nothing():
    sound = entry()
    records = read(sound).records
    for place in range(len(sound)):
        changed = bytearray(sound)
        changed[place] ^= 0x41
        report = read(bytes(changed))
        assert report.outcome == "invalid" or report.records == records
