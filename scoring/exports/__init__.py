"""A board as files: exactly what the page shows, in five forms over one content with one digest.

The door to the package. Everything here is pure: the same page gives the same bytes.
"""

from scoring.exports.content import BoardFile, board_file
from scoring.exports.forms import FORMS, Form, text_of
from scoring.exports.safety import safe_cell
from scoring.exports.tables import parquet_columns, parquet_facts, parquet_rows

__all__ = [
    "FORMS",
    "BoardFile",
    "Form",
    "board_file",
    "parquet_columns",
    "parquet_facts",
    "parquet_rows",
    "safe_cell",
    "text_of",
]
