"""``python -m kb_browser.exports.single TARGET``: one small table from standard input as a Parquet file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kb_browser.exports.parquet import parquet_write
from kb_browser.exports.tables import Column, Kind, Table


def main() -> int:
    """Read ``{"columns": [[name, kind]], "rows": [...], "facts": {...}}`` and write it."""
    asked = json.load(sys.stdin)
    columns = [Column(name=name, kind=Kind(kind)) for name, kind in asked["columns"]]
    table = Table(name="table", columns=columns, rows=lambda: iter(asked["rows"]))
    parquet_write(table, Path(sys.argv[1]), asked["facts"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
