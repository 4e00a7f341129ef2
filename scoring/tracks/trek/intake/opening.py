"""Open an upload: tell its kind, find and read its manifest, and give the text of its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import BinaryIO

from scoring.engine.intake import Asked, FileFacts, Mode
from scoring.engine.model import Json
from scoring.engine.reading import (
    HEAD_BYTES,
    Container,
    Entry,
    Fault,
    Limits,
    Meter,
    blocks,
    container_of,
    gunzip,
    portions,
    read_archive,
    unpacked,
)
from scoring.tracks.trek.intake.archive import ARCHIVES, Contents, contents_of
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT, Stage
from scoring.tracks.trek.intake.declaring import declaration_findings, file_findings
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.leaves import storable
from scoring.tracks.trek.intake.manifest import Manifest, ManifestReading, manifest_of, read_manifest
from scoring.tracks.trek.intake.naming import label_in
from scoring.tracks.trek.intake.wording import quoted

_SUFFIX_OF = {Container.TEXT: ".jsonl", Container.GZIP: ".jsonl.gz", Container.ZIP: ".zip"}
_WORDS_OF = {
    Container.TEXT: "text",
    Container.GZIP: "gzip-compressed data",
    Container.ZIP: "a zip archive",
}
_KINDS = {Container.OTHER_ARCHIVE: "Archive", Container.DOCUMENT: "Binary"}
_NO_MANIFEST = "Give it with the upload, or upload a .zip with metadata.json or metadata.yaml in it."

# The file a finding is in when the manifest comes in none.
_GIVEN = "manifest"


class Opening:
    """One upload being opened; what is found goes into the log.

    Attributes:
        manifest: What was declared; None when nothing was, or not well, or not read yet.
    """

    def __init__(self, stream: BinaryIO, asked: Asked, limits: Limits, log: FindingLog) -> None:
        self._stream = stream
        self._asked = asked
        self._limits = limits
        self._name = storable(asked.file_name)
        self._log = log
        self._sent: Meter[bytes] = Meter(portions(stream, asked.checkpoint), limits.upload_bytes)
        self._content: Meter[bytes] | Meter[bytes | Fault] = self._sent
        self._files: dict[str, Meter[bytes | Fault]] = {}
        self._record_name = self._name
        self._record_file: Meter[bytes] | Meter[bytes | Fault] = self._sent
        self.manifest: Manifest | None = None

    def parts(self) -> Iterator[bytes | Fault]:
        """The text of the records, unpacked where it is packed; nothing when it does not come to that."""
        packed = blocks(self._sent)
        first = next(packed, b"")
        container = container_of(first[:HEAD_BYTES])
        if self._is_refused(container, self._name):
            return
        if container is Container.ZIP:
            yield from self._archived()
            return
        self._declare()
        if self._log.admits(Stage.TEXT):
            yield from self._text(chain((first,), packed), container)

    def conclude(self, record_count: int) -> None:
        """What shows at the end only: the size of the whole, and whether the files are those declared."""
        self._sent.drain()
        if self._sent.is_over:
            self._add("F001", {"max": self._limits.upload_bytes})
        if self.manifest is not None and self._asked.mode is not Mode.RECORDS and not self._log.has_fatal:
            files = [self._facts(name, meter) for name, meter in self._all_files()]
            for one in file_findings(self.manifest, files, self._record_name, record_count):
                self._log.add(one)

    @property
    def name(self) -> str:
        """Name of the upload."""
        return self._name

    @property
    def record_name(self) -> str:
        """Name of the file that holds the records; in an archive without the folder around everything."""
        return self._record_name

    @property
    def label(self) -> str:
        """What the run is called: as the record file's name says, else as the manifest does."""
        declared = self.manifest.entry.label if self.manifest is not None else ""
        return label_in(self._record_name) or declared

    def file_facts(self, lines: int) -> FileFacts:
        """The upload as sent, with the text of its records."""
        content = self._content
        return FileFacts(
            name=self._name,
            sent_bytes=self._sent.count,
            sent_sha256=self._sent.sha256,
            content_bytes=content.count if content.is_whole else None,
            content_sha256=content.sha256,
            lines=lines,
        )

    def entry_facts(self, lines: int) -> tuple[FileFacts, ...]:
        """The files of an archive, the records first."""
        facts = []
        for name, meter in self._files.items():
            has_records = name == self._record_name
            content = self._content if has_records else meter
            facts.append(
                FileFacts(
                    name=name,
                    sent_bytes=meter.count if meter.is_whole else None,
                    sent_sha256=meter.sha256,
                    content_bytes=content.count if content.is_whole else None,
                    content_sha256=content.sha256,
                    lines=lines if has_records else None,
                )
            )
        return tuple(sorted(facts, key=lambda each: each.lines is None))

    def _is_refused(self, container: Container, name: str) -> bool:
        """Whether the kind of a file, or its name beside it, rules out reading it; logged."""
        if container is Container.EMPTY:
            self._add("F002", {"found": "no bytes"})
        elif container not in _SUFFIX_OF:
            self._add("F004", {"kind": _KINDS[container]})
        elif name and not name.lower().endswith(_SUFFIX_OF[container]):
            self._add("F003", {"found": _WORDS_OF[container], "name": quoted(name)})
        else:
            return False
        return True

    def _text(self, packed: Iterator[bytes], container: Container) -> Iterator[bytes | Fault]:
        """The text of a file that is none or gzip-compressed."""
        if container is not Container.GZIP:
            yield from packed
            return
        content = Meter(gunzip(packed, self._limits))
        self._content = content
        is_first = True
        for part in content:
            if is_first and isinstance(part, bytes) and container_of(part) in ARCHIVES:
                self._add("F111", {"name": quoted(self._record_name)})
                return
            is_first = False
            yield part

    def _archived(self) -> Iterator[bytes | Fault]:
        """The text of the records in an archive, after everything else in it was looked at."""
        self._sent.drain()
        found = None if self._sent.is_over else read_archive(self._stream, self._limits)
        if found is None or isinstance(found, Fault):
            if found is not None:
                self._add_fault(found)
            return
        contents = contents_of(
            found,
            self._limits,
            head_of=self._head_of,
            needs_manifest=self._asked.mode is Mode.ENTRY,
            has_manifest=self._asked.manifest is not None,
        )
        for one in contents.findings:
            self._log.add(one)
        self._look_around(contents)
        if contents.records is not None and self._log.admits(Stage.TEXT):
            yield from self._entry_text(contents.records, contents.names[contents.records.name])

    def _look_around(self, contents: Contents) -> None:
        """Read the manifest and go through the README."""
        limits = self._limits
        if contents.readme is not None:
            self._read_whole(contents.readme, contents, limits.readme_bytes)
        if contents.manifest is not None:
            raw = self._read_whole(contents.manifest, contents, limits.manifest_bytes)
            if self._log.admits(Stage.MANIFEST):
                name = contents.names[contents.manifest.name]
                self._take(read_manifest(raw, file_name=name, today=self._asked.today))
        elif self._log.admits(Stage.MANIFEST):
            self._declare(is_needed=False)

    def _read_whole(self, entry: Entry, contents: Contents, max_bytes: int) -> bytes:
        """A small entry's content; what is wrong with it is logged."""
        meter = self._metered(entry, contents.names[entry.name], max_bytes)
        held = []
        for part in meter:
            if isinstance(part, Fault):
                self._add_fault(part, name=contents.names[entry.name])
            else:
                held.append(part)
        return b"".join(held)

    def _entry_text(self, entry: Entry, name: str) -> Iterator[bytes | Fault]:
        self._record_name = name
        meter = self._metered(entry, name, self._limits.unpacked_bytes)
        self._content = self._record_file = meter
        source = _Sound(meter)
        first = next(source, b"")
        container = container_of(first[:HEAD_BYTES])
        if container in ARCHIVES - {Container.GZIP}:
            self._add("F111", {"name": quoted(name)})
            return
        if source.fault is None and self._is_refused(container, name):
            return
        text = self._text(chain((first,), source), container)
        for part in text:
            # A file cut off by its archive is no fault of its own.
            if source.fault is not None and isinstance(part, Fault):
                break
            yield part
        for _ in source:
            pass
        if source.fault is not None:
            yield source.fault

    def _metered(self, entry: Entry, name: str, max_bytes: int) -> Meter[bytes | Fault]:
        asked = self._asked
        parts = unpacked(self._stream, entry, self._limits, max_bytes=max_bytes, checkpoint=asked.checkpoint)
        self._files[name] = meter = Meter(parts)
        return meter

    def _head_of(self, entry: Entry) -> bytes:
        for part in unpacked(self._stream, entry, self._limits, max_bytes=entry.content_bytes):
            return part if isinstance(part, bytes) else b""
        return b""

    def _declare(self, *, is_needed: bool = True) -> None:
        """Take the manifest that was given beside the file, or miss it."""
        given = self._asked.manifest
        if given is None:
            if is_needed and self._asked.mode is Mode.ENTRY:
                self._add("F108", {"hint": _NO_MANIFEST})
            return
        if not isinstance(given, ManifestReading):
            given = manifest_of(dict(given), file_name=_GIVEN, today=self._asked.today)
        self._take(given)

    def _take(self, reading: ManifestReading) -> None:
        self.manifest = reading.manifest
        if self._asked.mode is Mode.RECORDS:
            return
        for one in reading.findings:
            self._log.add(one)
        if reading.manifest is not None:
            for one in declaration_findings(reading.manifest, self._asked.tasks):
                self._log.add(one)

    def _all_files(self) -> Iterator[tuple[str, Meter[bytes] | Meter[bytes | Fault]]]:
        if not self._files:
            yield self._name, self._sent
        yield from self._files.items()

    @staticmethod
    def _facts(name: str, meter: Meter[bytes] | Meter[bytes | Fault]) -> FileFacts:
        size = meter.count if meter.is_whole else None
        return FileFacts(
            name=name,
            sent_bytes=size,
            sent_sha256=meter.sha256,
            content_bytes=size,
            content_sha256=meter.sha256,
            lines=None,
        )

    def _add(self, code: str, facts: Mapping[str, Json]) -> None:
        self._log.add(finding(code, facts))

    def _add_fault(self, fault: Fault, *, name: str = "") -> None:
        self._add(CODE_OF_FAULT[fault.kind], {**fault.facts, "name": quoted(name or self._name)})


class _Sound(Iterator[bytes]):
    """The bytes of a stream up to its first fault, which is kept aside."""

    def __init__(self, parts: Meter[bytes | Fault]) -> None:
        self._parts = iter(parts)
        self.fault: Fault | None = None

    def __next__(self) -> bytes:
        part = next(self._parts)
        if isinstance(part, Fault):
            self.fault = part
            raise StopIteration
        return part
