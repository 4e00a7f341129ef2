"""The stages text and JSON: one physical line to one object, or to findings with line and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.display import counted
from scoring.engine.model import Finding, Json
from scoring.engine.reading import Decoded, Fault, Limits, Line, decode, read_text
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT, Stage
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.wording import kind_of, quoted

# A record has one of these members, by which one glued to a torn record is told.
_MARKS = frozenset({"query_index", "submitted"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedLine:
    """A line that holds one JSON object.

    Attributes:
        line: The line.
        text: Its text.
        decoded: What was noticed while reading it.
        record: The object.
    """

    line: Line
    text: str
    decoded: Decoded
    record: Mapping[str, Json]


class TextReader:
    """Reads lines in order; what is found goes into the log."""

    def __init__(self, log: FindingLog, limits: Limits) -> None:
        self._log = log
        self._limits = limits
        self._crlf_lines = 0
        self._unreadable = 0
        self._begins_unreadable = False
        self._document: str | None = None
        self.lines = 0

    def read(self, line: Line) -> ParsedLine | Sequence[Finding]:
        """The line's object, or what is wrong with it; nothing where its stage does not run any more."""
        self.lines += 1
        self._crlf_lines += line.has_crlf
        text = read_text(line, self._limits)
        if isinstance(text, Fault):
            return (self._fault_finding(text, line),)
        # White space that JSON does not know makes a blank line all the same.
        if self._document is not None or not self._log.admits(Stage.JSON) or text.isspace():
            return ()
        decoded = decode(text, line.content or b"", self._limits, with_places=False)
        if not isinstance(decoded, Decoded):
            return self._fault_findings(decoded, text, line)
        if not isinstance(decoded.value, dict):
            return (self._logged("F407", {"found": kind_of(decoded.value)}, line),)
        return ParsedLine(line=line, text=text, decoded=decoded, record=decoded.value)

    def conclude(self) -> Iterator[Finding]:
        """What concerns the lines together; in the log too."""
        if self._crlf_lines:
            yield self._logged("I306", {"lines": counted(self._crlf_lines, "line")})
        if self._document is not None and self.lines > 1:
            yield self._logged("F408", {"found": self._document})
        elif self._begins_unreadable or self._unreadable > self._limits.unreadable_lines:
            yield self._logged("F410", {"max": self._limits.unreadable_lines})

    def _fault_findings(self, faults: Sequence[Fault], text: str, line: Line) -> Sequence[Finding]:
        """Findings for a line that is no JSON, or none to be trusted; with places while they are shown.

        The place costs a second look at the line, and only the first of each code are shown in full.
        """
        code = CODE_OF_FAULT[faults[0].kind]
        if code == "R401":
            self._unreadable += 1
            if self.lines == 1:
                self._begins_unreadable = True
                self._document = _document_begun(text) if faults[0].facts["is_cut_off"] else None
        if self._log.shows(code):
            placed = decode(text, line.content or b"", self._limits, marks=_MARKS)
            assert not isinstance(placed, Decoded)
            return tuple(self._fault_finding(fault, line) for fault in placed)
        if code == "R401":
            return (self._fault_finding(faults[0], line),)
        self._log.count(code)
        return ()

    def _fault_finding(self, fault: Fault, line: Line) -> Finding:
        facts = dict(fault.facts)
        if "name" in facts:
            facts["name"] = quoted(facts["name"])
        return self._logged(CODE_OF_FAULT[fault.kind], facts, line, column=fault.column)

    def _logged(
        self, code: str, facts: Mapping[str, Json], line: Line | None = None, *, column: int = 1
    ) -> Finding:
        number, offset = (None, None) if line is None else (line.number, line.offset)
        one = finding(code, facts, line=number, byte=offset, column=column)
        self._log.add(one)
        return one


def _document_begun(text: str) -> str | None:
    """What a first line that is cut off begins: an array of records, or one object printed over lines."""
    start = text.strip()
    if start.startswith("["):
        return "array"
    return "object" if start == "{" else None
