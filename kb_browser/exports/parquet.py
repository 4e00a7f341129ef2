"""Writes tables as Parquet files. The only module that knows the database engine; see `making`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import duckdb

from kb_browser.exports.tables import Kind, Table

_TYPES: Final[Mapping[Kind, str]] = {
    Kind.TEXT: "VARCHAR",
    Kind.WHOLE: "BIGINT",
    Kind.NUMBER: "DOUBLE",
    Kind.TRUTH: "BOOLEAN",
    Kind.LIST: "VARCHAR[]",
    Kind.JSON: "VARCHAR",
}
_OBJECT_BYTES_MAX: Final = 64 * 1024 * 1024
_SETTINGS: Final = (
    # One thread and rows in the order given: the same release gives the same bytes.
    "SET threads = 1",
    "SET preserve_insertion_order = true",
    "SET memory_limit = '1GB'",
    # What is needed is built in; nothing may be fetched.
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
)


def parquet_write(table: Table, target: Path, facts: Mapping[str, str] | None = None) -> int:
    """Write one table; returns its number of rows. A file of lines lies beside the target meanwhile.

    Args:
        table: What is written.
        target: The file that it becomes.
        facts: Stand in the file's own metadata; names are letters and ``_``.
    """
    lines = target.with_suffix(".lines")
    try:
        count = _write_lines(table, lines)
        _convert(table, lines, target, facts or {})
    finally:
        lines.unlink(missing_ok=True)
    return count


def _write_lines(table: Table, lines: Path) -> int:
    count = 0
    with lines.open("w", encoding="utf-8") as stream:
        for row in table.rows():
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _convert(table: Table, lines: Path, target: Path, facts: Mapping[str, str]) -> None:
    columns = ", ".join(f"{_quoted(c.name)}: {_text(_TYPES[c.kind])}" for c in table.columns)
    said = ", ".join(f"{_quoted(name)}: {_text(value)}" for name, value in facts.items())
    metadata = f", KV_METADATA {{{said}}}" if said else ""
    with duckdb.connect(":memory:") as engine:
        for setting in (*_SETTINGS, f"SET temp_directory = {_text(f'{target}.spill')}"):
            engine.execute(setting)
        # File names and column names cannot be parameters here; both are quoted.
        engine.execute(
            f"COPY (SELECT * FROM read_json({_text(str(lines))}, format = 'newline_delimited', "  # noqa: S608
            f"columns = {{{columns}}}, maximum_object_size = {_OBJECT_BYTES_MAX})) "
            f"TO {_text(str(target))} (FORMAT parquet, COMPRESSION zstd{metadata})"
        )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
