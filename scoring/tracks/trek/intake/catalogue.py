"""Every code a TREK upload can be given, with its meaning and its words. A code never changes its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scoring.engine.intake import CodeText, ReceiptCode
from scoring.engine.model import Severity
from scoring.engine.reading import FaultKind


class Stage(StrEnum):
    """The stages of a check, in order. A stage counts only if those before it found nothing fatal."""

    RECEIPT = "receipt"
    CONTAINER = "container"
    MANIFEST = "manifest"
    TEXT = "text"
    JSON = "json"
    RECORD = "record"
    SET = "set"
    LINT = "lint"


_F, _R, _W, _I = Severity.FATAL, Severity.RECORD, Severity.WARNING, Severity.INFO
_RECEIPT, _CONTAINER, _MANIFEST, _TEXT = Stage.RECEIPT, Stage.CONTAINER, Stage.MANIFEST, Stage.TEXT
_JSON, _RECORD, _SET, _LINT = Stage.JSON, Stage.RECORD, Stage.SET, Stage.LINT
_SAID = "{place}: {pointer}: {text}."
_READ_AS = "{place}: {pointer}: {found} was read as {repaired}."

# Code, severity, stage, message, hint.
_ROWS: tuple[tuple[str, Severity, Stage, str, str], ...] = (
    (ReceiptCode.TOO_LARGE.value, _F, _RECEIPT, "The upload has more than {max} bytes, which is the limit.",
     'Leave out the member "notebook" (it is not scored) or compress the file.'),
    (ReceiptCode.EMPTY.value, _F, _RECEIPT, "The upload is empty: it holds {found}.",
     "Write one record per line."),
    (ReceiptCode.MISNAMED.value, _F, _RECEIPT, 'The file looks like {found} but is named "{name}".',
     "Rename it, or upload the right file."),
    (ReceiptCode.WRONG_KIND.value, _F, _RECEIPT, "{kind} files are not accepted.",
     "Upload a .jsonl, .jsonl.gz or .zip file."),
    ("F005", _F, _RECEIPT, "Quota reached: {n} of {max} in {period}.", "Next upload possible at {time}."),
    ("I006", _I, _RECEIPT, "The same content was uploaded before as {id} (SHA-256 {short}).", ""),
    ("F101", _F, _CONTAINER, "The archive cannot be read ({reason}).",
     "Create it again; encrypted and multi-volume archives are not supported."),
    ("F102", _F, _CONTAINER, "The archive holds {n} entries; the limit is {max}.",
     "A bundle is the records, the manifest and a README."),
    ("F103", _F, _CONTAINER, 'Entry "{name}" has a forbidden path: {reason}.',
     'Paths must be relative, without "..", drive letters or backslashes.'),
    ("F104", _F, _CONTAINER, 'Entry "{name}" is a link or special file.',
     "Put the file itself in its place."),
    ("F105", _F, _CONTAINER, '"{name}" unpacks to more than {max} bytes (stopped after {n}).', ""),
    ("F106", _F, _CONTAINER, '"{name}" expands {ratio} times; the limit is {max}.', ""),
    ("F107", _F, _CONTAINER, "Found {found}; exactly one record file is expected.",
     "Records are in a file whose name ends in .jsonl or .jsonl.gz."),
    ("F108", _F, _CONTAINER, "No manifest found.", "{hint}"),
    ("F109", _F, _CONTAINER, 'Unexpected file "{name}".', "{hint}"),
    ("F110", _F, _CONTAINER, 'Two entries are named "{name}".',
     "Names are the same that differ in capitals or in how accents are written."),
    ("F111", _F, _CONTAINER, '"{name}" is an archive inside the archive.', "Pack the records once."),
    ("F112", _F, _CONTAINER, "The gzip stream is damaged or cut off after {n} unpacked bytes.",
     "Compress the file again and upload it whole."),
    ("I113", _I, _CONTAINER, "Ignored: {names}.", ""),
    ("F201", _F, _MANIFEST, "{file}, line {line}, column {column}: not valid {format}: {reason}.", "{hint}"),
    ("F202", _F, _MANIFEST, "{pointer}: required.", ""),
    ("F203", _F, _MANIFEST, '{pointer}: "{value}" is not one of {choices}.', ""),
    ("F204", _F, _MANIFEST, "{pointer}: unknown member.", "{hint}"),
    ("F205", _F, _MANIFEST, "{pointer}: {limit}.", ""),
    ("F206", _F, _MANIFEST, "{pointer}: must be given because {other} is {value}.", ""),
    ("F207", _F, _MANIFEST, 'Track "standard" needs {pointer} to be {value}.',
     'Choose "custom" or correct it.'),
    ("F208", _F, _MANIFEST, "{pointer}: YAML {what} are not supported.", "Write the value out."),
    ("F209", _F, _MANIFEST, '{what} of "{path}" differs from the manifest.',
     "State the files as they are in the bundle, or leave out the member."),
    ("F301", _F, _TEXT, "Line {line}, byte {at}: not UTF-8 (byte 0x{value}).",
     "Save the file as UTF-8 without conversion."),
    ("F302", _F, _TEXT, "The file is {encoding}.", "Save it as UTF-8."),
    ("F303", _F, _TEXT, "Line {line} has {n} bytes; the limit is {max}.",
     'Leave out the member "notebook" (it is not scored).'),
    ("F304", _F, _TEXT, "More than {max} non-empty lines.", "One run has one line per task and attempt."),
    ("W305", _W, _TEXT, "Byte-order mark at the start ignored. The official scorer would lose line 1.",
     "Save the file as UTF-8 without a byte-order mark."),
    ("I306", _I, _TEXT, "Windows line ends (CRLF) in {lines}; accepted.", ""),
    ("F307", _F, _TEXT, "Line {line}: a bare carriage return separates two records.", "Use line feeds."),
    ("F308", _F, _TEXT, "Reading stopped after line {line}: the file takes too long to check.",
     'Leave out what is not scored, above all the members "trajectory" and "notebook".'),
    ("R401", _R, _JSON, "Line {line}, column {column}: {reason}.",
     "{hint} After confirmation the line is left out."),
    ("F402", _F, _JSON, 'Line {line}, column {column}: member "{name}" appears twice in the same object.',
     "Readers differ in which of the two they take; keep one."),
    ("F404", _F, _JSON, "Line {line}, column {column}: nested deeper than {max}.", ""),
    ("F405", _F, _JSON, "Line {line}, column {column}: number with {n} digits; the limit is {max}.", ""),
    ("F407", _F, _JSON, "Line {line}: a record must be an object, found {found}.",
     "Write one JSON object per line."),
    ("F408", _F, _JSON, "The file is one JSON {found} over several lines.", "Write one record per line."),
    ("F410", _F, _JSON, "Line 1 or more than {max} lines are not JSON.",
     "This does not look like one record per line. Is it the right file?"),
    ("R501", _R, _RECORD, "{place}: {pointer}: required.", ""),
    ("R502", _R, _RECORD, "{place}: {pointer}: expected {expected}, found {found}.", ""),
    ("R503", _R, _RECORD, '{place}: is_feasible is the text "{found}".',
     "Write true or false without quotes; the official scorer would take this text as true."),
    ("R504", _R, _RECORD, "{place}: {pointer}: {limit}.", ""),
    ("R505", _R, _RECORD, "{place}: is_feasible is true but nothing was submitted.",
     "An itinerary counts only when the agent submitted it; is_feasible is then false."),
    ("R506", _R, _RECORD, "{place}: a submitted refusal needs refusal_reason.", "It may be empty."),
    ("R507", _R, _RECORD, '{place}: plan holds another "plan" but no is_feasible.',
     "It would be read as a refusal. Write the days directly into plan."),
    ("I508", _I, _RECORD, "Members the scorer does not read, kept and ignored: {names}.", ""),
    ("N01", _W, _RECORD, _READ_AS, "A plan is an object with one member per day."),
    ("N02", _W, _RECORD, _READ_AS, "JSON has no such number; write null."),
    ("N03", _W, _RECORD, _READ_AS, "A reason is text."),
    ("N04", _W, _RECORD, _READ_AS, "Write whole numbers without a fraction."),
    ("N05", _W, _RECORD, _READ_AS, "No record has a query_index, so the position in the file is taken."),
    ("N06", _W, _RECORD, _READ_AS, "Leave a name out when nothing is booked."),
    ("N07", _W, _RECORD, _READ_AS, "Counters are whole numbers from 0."),
    ("N08", _W, _RECORD, _READ_AS, "NUL and halves of surrogate pairs cannot be stored."),
    ("F601", _F, _SET, "Line {line}: query_index {value} is not in 0–{max}.", "Indices count from 0."),
    ("F602", _F, _SET, "Line {line}: query_index is {found}.", "Write a whole number without quotes."),
    ("F603", _F, _SET, "No query_index on {n} (first: {lines}) while others have it.", ""),
    ("F604", _F, _SET, "Task {task} was answered on lines {lines} with different submissions.",
     "Keep one, or declare the attempts per task and how one was selected."),
    ("I605", _I, _SET, "Task {task}: earlier {what} on lines {lines} replaced by line {line}.", ""),
    ("W606", _W, _SET, "No record for {n} of {total}, which will count as failed: {ranges}.", ""),
    ("W607", _W, _SET, "All indices are shifted by one ({min}–{max}).", "Did you count from 1?"),
    ("W608", _W, _SET, "Records name {n} different models or labels: {values}.", ""),
    ("F609", _F, _SET,
     "{percent} % of the request texts do not match their task (first: line {line}, task {task}).",
     "Is this another task set?"),
    ("W610", _W, _SET, "{n} an error and {m} ended without submission.",
     "They are scored as the official scorer does."),
    ("L01", _W, _LINT, _SAID, "The scorer reads no time there."),
    ("L02", _W, _LINT, _SAID, "Times of flights that are not those of the data."),
    ("L03", _W, _LINT, _SAID, "Bookings that are not in the data of their city."),
    ("L04", _W, _LINT, _SAID, "Bookings without a city."),
    ("L05", _W, _LINT, _SAID, "Plans with fewer days than asked for."),
    ("L06", _W, _LINT, _SAID, "Nights without a hotel."),
    ("L07", _W, _LINT, _SAID, "Cities to stay in without a visit."),
    ("L08", _W, _LINT, _SAID, "Refusals whose reason names no cause that is recognised."),
    ("L09", _W, _LINT, _SAID, "Write the number as the data does; else the plan's own price is billed."),
    ("L10", _W, _LINT, _SAID, "Book one hotel and one car a day."),
    ("L11", _W, _LINT, _SAID, "A day is an object."),
    ("L12", _W, _LINT, _SAID, "Other members are ignored."),
)  # fmt: skip

CATALOGUE: Mapping[str, CodeText] = {
    code: CodeText(code=code, severity=severity, stage=stage, message=message, hint=hint)
    for code, severity, stage, message, hint in _ROWS
}

# What the track-neutral reading finds, by code.
CODE_OF_FAULT: Mapping[FaultKind, str] = {
    FaultKind.BROKEN_ARCHIVE: "F101",
    FaultKind.TOO_MANY_ENTRIES: "F102",
    FaultKind.DAMAGED_GZIP: "F112",
    FaultKind.UNPACKED_TOO_LARGE: "F105",
    FaultKind.RATIO_TOO_HIGH: "F106",
    FaultKind.WIDE_ENCODING: "F302",
    FaultKind.BYTE_ORDER_MARK: "W305",
    FaultKind.TOO_MANY_LINES: "F304",
    FaultKind.LINE_TOO_LONG: "F303",
    FaultKind.BARE_RETURN: "F307",
    FaultKind.NOT_UTF8: "F301",
    FaultKind.NOT_JSON: "R401",
    FaultKind.DUPLICATE_MEMBER: "F402",
    FaultKind.TOO_DEEP: "F404",
    FaultKind.TOO_MANY_DIGITS: "F405",
}
