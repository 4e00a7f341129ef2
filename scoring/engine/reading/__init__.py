"""Read an untrusted file of one JSON record a line: bounded, strict, and with the place of every fault.

The parts compose as streams of values, and none of them raises for bad input:

    blocks → (gunzip) → split_lines → read_text → decode
    read_archive → unpacked → (gunzip) → split_lines …

A fault is a value too. What it means for an upload, and in which words, is the track's catalogue.
"""

from scoring.engine.reading.archives import Entry, read_archive
from scoring.engine.reading.containers import HEAD_BYTES, Container, container_of
from scoring.engine.reading.decoding import Decoded, decode
from scoring.engine.reading.entries import unpacked
from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits
from scoring.engine.reading.lines import Line, read_text, split_lines
from scoring.engine.reading.metering import Meter
from scoring.engine.reading.places import column_of
from scoring.engine.reading.unpacking import blocks, gunzip, portions

__all__ = [
    "HEAD_BYTES",
    "Container",
    "Decoded",
    "Entry",
    "Fault",
    "FaultKind",
    "Limits",
    "Line",
    "Meter",
    "blocks",
    "column_of",
    "container_of",
    "decode",
    "gunzip",
    "portions",
    "read_archive",
    "read_text",
    "split_lines",
    "unpacked",
]
