"""The forms that a board is written in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from scoring.exports.bibtex import bibtex
from scoring.exports.content import BoardFile
from scoring.exports.latex import latex
from scoring.exports.safety import safe_cell
from scoring.exports.tables import FACTS, headings, lines, with_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One kind of file; ``name`` is its ending."""

    name: str
    label: str
    media_type: str


FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {
        form.name: form
        for form in (
            Form(name="csv", label="CSV", media_type="text/csv; charset=utf-8"),
            Form(name="json", label="JSON", media_type="application/json"),
            Form(name="parquet", label="Parquet", media_type="application/vnd.apache.parquet"),
            Form(name="tex", label="LaTeX", media_type="application/x-tex; charset=utf-8"),
            Form(name="bib", label="BibTeX", media_type="application/x-bibtex; charset=utf-8"),
        )
    }
)


def text_of(form: str, file: BoardFile, *, site: str) -> str:
    """A form that is text.

    Args:
        form: Not ``parquet``, which is made by the engine for it.
        file: What is shown.
        site: The site's own address, before every path.
    """
    return _WRITERS[form](file, site)


def board_csv(file: BoardFile, site: str) -> str:  # noqa: ARG001  (The writers share one signature.)
    """The rows in their order, ranked ones first; figures as shown, empty where there is none."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    board, known = file.content["board"], with_interval(file)
    write([*FACTS, *headings(file), *_LAST])
    last = [board["dataset_version"], board["evaluator_version"], str(board["revision"]), file.sha256]
    for facts, figures in lines(file):
        cells = [_cell(facts[name]) for name in FACTS]
        for column in file.content["columns"]:
            figure = figures[column["key"]]
            cells.append("" if figure["value"] is None else figure["text"])
            cells += [figure["low"], figure["high"]] if column["key"] in known else []
        write([safe_cell(cell) for cell in (*cells, facts["unranked_reason"], *last)])
    return out.getvalue()


def board_json(file: BoardFile, site: str) -> str:
    """The content with its digest; ASCII, so that no name turns a line round."""
    document = {
        "content_sha256": file.sha256,
        "permanent_link": site + file.address("json") if file.is_final else None,
        "content": file.content,
    }
    return json.dumps(document, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


_LAST: Final = ("unranked_reason", "dataset_version", "evaluator_version", "revision", "content_sha256")


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _latex(file: BoardFile, site: str) -> str:
    return latex(file, site + file.address("tex") if file.is_final else "")


_WRITERS: Final[Mapping[str, Callable[[BoardFile, str], str]]] = MappingProxyType(
    {"csv": board_csv, "json": board_json, "tex": _latex, "bib": bibtex}
)
