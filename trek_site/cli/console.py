"""What the commands share: progress, reading inputs with a clear refusal, writing JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from kb_browser.store import load_dataset
from scoring.engine.errors import DatasetError
from scoring.engine.model import Json
from scoring.tracks.trek.dataset import TrekDataset

FAILED = 1
WRONG_USE = 2


class StopError(Exception):
    """The command cannot go on: what to say, and the exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status


def say(message: str) -> None:
    """Progress, one line on standard error."""
    sys.stderr.write(f"trek: {message}\n")
    sys.stderr.flush()


def write(text: str) -> None:
    """One line of the result on standard output."""
    sys.stdout.write(f"{text}\n")


def read_file(path: Path) -> bytes:
    """The bytes of an input file.

    Raises:
        StopError: The file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise StopError(f"{path}: {error.strerror or error}", WRONG_USE) from error


def release(path: Path) -> tuple[TrekDataset, str]:
    """The dataset of a release folder and its digest.

    Raises:
        StopError: The folder is missing or contradicts itself; every fault is listed.
    """
    if not path.is_dir():
        raise StopError(f"{path}: there is no such release folder", WRONG_USE)
    try:
        return load_dataset(path, cache_dir=_cache_dir(), progress=say)
    except DatasetError as error:
        raise StopError("\n".join(["the release contradicts itself:", *map(str, error.faults)])) from error


def _cache_dir() -> Path | None:
    """Where a snapshot goes when the release folder cannot be written."""
    try:
        return Path.home() / ".cache" / "trek"
    except RuntimeError:
        return None


def write_json(value: Mapping[str, Json], target: str) -> None:
    """Write a JSON document to a file, or to standard output for ``-``; read back, it gives the value.

    Raises:
        StopError: The file cannot be written.
    """
    write_text(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n", target)


def write_text(text: str, target: str) -> None:
    """Write a document to a file, or to standard output for ``-``.

    Raises:
        StopError: The file cannot be written.
    """
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8", errors="surrogatepass")
    except OSError as error:
        raise StopError(f"{target}: {error.strerror or error}", WRONG_USE) from error
