"""What may lie in an archive, and which entry is what; nothing of it is ever written to disk."""

from __future__ import annotations

import stat
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.model import Finding
from scoring.engine.reading import HEAD_BYTES, Container, Entry, Limits, container_of
from scoring.tracks.trek.intake.findings import finding
from scoring.tracks.trek.intake.wording import quoted

RECORD_ENDINGS = (".jsonl", ".jsonl.gz")
MANIFEST_NAMES = ("metadata.json", "metadata.yaml", "metadata.yml")
README_NAME = "readme.md"
ARCHIVES = frozenset({Container.GZIP, Container.ZIP, Container.OTHER_ARCHIVE})

# What the systems of those who pack a folder put beside its files.
_SIDE_FOLDER = "__MACOSX"
_SIDE_NAMES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_SIDE_PREFIX = "._"
# What the official runner writes beside its records; scores are always made anew.
_RUNNER_NAMES = frozenset({"trek_models.json"})
_RUNNER_ENDING = ".scores.csv"

_ARCHIVE_ENDINGS = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar", ".zst")
_REGULAR = frozenset({0, stat.S_IFREG, stat.S_IFDIR})
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

_NO_MANIFEST = "Add metadata.json or metadata.yaml at the top of the archive."
_EXPECTED = "A bundle is one record file, one manifest and, if you like, README.md."
_IN_FOLDERS = "Files lie at the top of the archive, or all of them in one folder."
_TWO_MANIFESTS = "Exactly one manifest is expected."
_GIVEN_TOO = "A manifest was given with the upload too; leave one of them out."


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The entries of an archive by what they are, under their names without a common folder.

    Attributes:
        records: The file of records; None unless there is exactly one.
        manifest: The manifest; None when there is none.
        readme: The README; None when there is none.
        names: The name of each of these, by the entry's own.
        findings: What is wrong, and what was ignored.
    """

    records: Entry | None
    manifest: Entry | None
    readme: Entry | None
    names: Mapping[str, str]
    findings: Sequence[Finding]


def contents_of(
    entries: Sequence[Entry],
    limits: Limits,
    *,
    head_of: Callable[[Entry], bytes],
    needs_manifest: bool,
    has_manifest: bool,
) -> Contents:
    """Say what is what.

    Args:
        entries: As their archive lists them.
        limits: Length of a name.
        head_of: The first bytes of an entry's content; asked for unexpected files only.
        needs_manifest: Whether one has to be there.
        has_manifest: Whether one was given beside the archive.
    """
    found = [*_path_findings(entries, limits), *_twins(entries)]
    if found:
        return Contents(records=None, manifest=None, readme=None, names={}, findings=found)
    kept = [entry for entry in entries if not entry.is_folder and not _is_side_file(entry.name)]
    names = _without_folder([entry.name for entry in kept])
    by_name = {names[entry.name]: entry for entry in kept}
    records = [name for name in by_name if _is_plain(name) and name.lower().endswith(RECORD_ENDINGS)]
    manifests = [name for name in by_name if name.lower() in MANIFEST_NAMES]
    readmes = [name for name in by_name if name.lower() == README_NAME]
    runners = [name for name in by_name if _is_plain(name) and _is_runners(name.lower())]
    others = [name for name in by_name if name not in {*records, *manifests[:1], *readmes, *runners}]
    found += [_unexpected(name, by_name[name], head_of) for name in others]
    if len(records) != 1:
        found.append(finding("F107", {"found": _record_files(records)}))
    if manifests and has_manifest:
        found.append(finding("F109", {"name": quoted(manifests[0]), "hint": _GIVEN_TOO}))
    if needs_manifest and not manifests and not has_manifest:
        found.append(finding("F108", {"hint": _NO_MANIFEST}))
    ignored = [*_side_entries(entries), *(by_name[name].name for name in runners)]
    if ignored:
        found.append(finding("I113", {"names": ", ".join(map(quoted, ignored))}))
    return Contents(
        records=by_name[records[0]] if len(records) == 1 else None,
        manifest=by_name[manifests[0]] if manifests else None,
        readme=by_name[readmes[0]] if readmes else None,
        names=names,
        findings=found,
    )


def _path_findings(entries: Sequence[Entry], limits: Limits) -> Iterator[Finding]:
    for entry in entries:
        reason = _path_fault(entry, limits)
        if reason:
            yield finding("F103", {"name": quoted(entry.name), "reason": reason})
        if stat.S_IFMT(entry.mode) not in _REGULAR or _is_odd_folder(entry):
            yield finding("F104", {"name": quoted(entry.name)})


def _path_fault(entry: Entry, limits: Limits) -> str:
    """Why a path is forbidden, in words; "" when it is not."""
    name = entry.name
    parts = name.removesuffix("/").split("/")
    if entry.name_bytes > limits.entry_name_bytes:
        return f"it has {entry.name_bytes} bytes; the limit is {limits.entry_name_bytes}"
    if name.startswith("/"):
        return "it is absolute"
    for sign, words in (("\\", "a backslash"), (":", "a colon")):
        if sign in name:
            return f"it holds {words}"
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        return "it holds a control character"
    if ".." in parts:
        return 'it holds ".."'
    return "a part of it is empty" if {"", "."} & set(parts) else ""


def _is_odd_folder(entry: Entry) -> bool:
    """Whether an entry is a folder by its name or its mode only, or a folder with content."""
    is_folder = stat.S_ISDIR(entry.mode)
    return (is_folder and not entry.is_folder) or (entry.is_folder and bool(entry.content_bytes))


def _twins(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Names that are one on systems that do not tell capitals, or forms of accents, apart."""
    seen = set()
    for entry in entries:
        # The name's length is bounded by its field in the archive.
        key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", entry.name).casefold())
        if key.rstrip("/") in seen:
            yield finding("F110", {"name": quoted(entry.name)})
        seen.add(key.rstrip("/"))


def _is_plain(name: str) -> bool:
    return "/" not in name


def _is_runners(lowered: str) -> bool:
    return lowered in _RUNNER_NAMES or lowered.endswith(_RUNNER_ENDING)


def _is_side_file(name: str) -> bool:
    parts = name.split("/")
    return parts[0] == _SIDE_FOLDER or parts[-1].startswith(_SIDE_PREFIX) or parts[-1].lower() in _SIDE_NAMES


def _side_entries(entries: Sequence[Entry]) -> Iterator[str]:
    """Names of what is left out without being looked at: side files, and folders with nothing in them."""
    for entry in entries:
        if entry.is_folder:
            is_empty = not any(other.name.startswith(entry.name) and other is not entry for other in entries)
            if is_empty:
                yield entry.name
        elif _is_side_file(entry.name):
            yield entry.name


def _without_folder(names: Sequence[str]) -> dict[str, str]:
    """The names without the one folder in which all of them lie, by the whole name."""
    folders = {name.split("/", 1)[0] for name in names if "/" in name}
    if len(folders) == 1 and all("/" in name for name in names):
        return {name: name.split("/", 1)[1] for name in names}
    return {name: name for name in names}


def _record_files(names: Sequence[str]) -> str:
    if not names:
        return "no record file"
    return f"{len(names)} record files ({', '.join(map(quoted, names))})"


def _unexpected(name: str, entry: Entry, head_of: Callable[[Entry], bytes]) -> Finding:
    lowered = name.lower()
    is_archive = lowered.endswith(_ARCHIVE_ENDINGS) and not lowered.endswith(RECORD_ENDINGS)
    if is_archive or container_of(head_of(entry)[:HEAD_BYTES]) in ARCHIVES:
        return finding("F111", {"name": quoted(name)})
    hint = _TWO_MANIFESTS if lowered in MANIFEST_NAMES else _EXPECTED if _is_plain(name) else _IN_FOLDERS
    return finding("F109", {"name": quoted(name), "hint": hint})
