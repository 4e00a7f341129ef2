"""The example files that people can download, made when asked for: the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scoring.tracks.trek.intake.examples import (
    EXAMPLE_LABEL,
    example_manifest_json,
    example_manifest_yaml,
    example_records,
)

RECORDS: Final = f"trek_{EXAMPLE_LABEL}.jsonl"
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def _archive() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((RECORDS, example_records()), ("metadata.yaml", example_manifest_yaml())):
            archive.writestr(zipfile.ZipInfo(name, date_time=_LONG_AGO), content)
    return held.getvalue()


EXAMPLES: Final[Mapping[str, Callable[[], bytes]]] = MappingProxyType(
    {
        RECORDS: example_records,
        "metadata.yaml": example_manifest_yaml,
        "metadata.json": example_manifest_json,
        "example.zip": _archive,
    }
)
"""By file name."""
