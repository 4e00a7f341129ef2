"""A small table as the bytes of a Parquet file, made in a process of its own."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Final

from trek_site.shared.errors import UnavailableError

logger = logging.getLogger(__name__)

SECONDS_MAX: Final = 30
# One at a time: a request that waits costs nothing, several engines side by side would.
_ENGINE: Final = BoundedSemaphore(1)


def parquet_bytes(
    columns: Sequence[tuple[str, str]], rows: Iterable[Mapping[str, Any]], facts: Mapping[str, str]
) -> bytes:
    """Write a table of at most some hundred rows; the same table gives the same bytes.

    Args:
        columns: Name and kind of each, a value of `kb_browser.exports.tables.Kind`.
        rows: By column; one that a row lacks is null.
        facts: Stand in the file's own metadata.

    Raises:
        UnavailableError: The engine is busy, or could not write it.
    """
    asked = json.dumps({"columns": columns, "rows": list(rows), "facts": facts}).encode()
    if not _ENGINE.acquire(timeout=SECONDS_MAX):
        raise UnavailableError("Too many of these files are being made just now.", retry_after=SECONDS_MAX)
    try:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "table.parquet"
            command = [sys.executable, "-m", "kb_browser.exports.single", str(target)]
            done = subprocess.run(  # noqa: S603
                command, input=asked, capture_output=True, timeout=SECONDS_MAX, check=False
            )
            if done.returncode != 0:
                logger.error("parquet failed", extra={"said": done.stderr.decode(errors="replace")[-2000:]})
                raise UnavailableError("This file could not be made.", retry_after=SECONDS_MAX)
            return target.read_bytes()
    except subprocess.TimeoutExpired as expired:
        raise UnavailableError("This file took too long to make.", retry_after=SECONDS_MAX) from expired
    finally:
        _ENGINE.release()
