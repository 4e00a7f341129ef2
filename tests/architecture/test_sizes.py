"""No function over 60 lines of code and no file over 400 lines, so that each can be read at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("manage.py", "trek_site", "submissions", "scoring", "kb_browser", "tests")
FUNCTION_LINES = 60
FILE_LINES = 400

# What is longer, with the reason; "path" for a file, "path::function" for a function.
ALLOWED: dict[str, str] = {}


def python_files() -> Iterator[Path]:
    for name in SOURCES:
        place = ROOT / name
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef, source: list[str]) -> int:
    """Lines with code: without the docstring, blank lines and comments."""
    first = function.lineno
    docstring: range = range(0)
    statement = function.body[0]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        docstring = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    return sum(
        1
        for number in range(first, (function.end_lineno or first) + 1)
        if number not in docstring
        and source[number - 1].strip()
        and not source[number - 1].strip().startswith("#")
    )


def too_long() -> set[str]:
    found = set()
    for path in python_files():
        name = str(path.relative_to(ROOT))
        text = path.read_text()
        source = text.splitlines()
        if len(source) > FILE_LINES:
            found.add(name)
        for function in functions(ast.parse(text)):
            if code_lines(function, source) > FUNCTION_LINES:
                found.add(f"{name}::{function.name}")
    return found


def test_nothing_is_longer_than_agreed():
    assert too_long() == set(ALLOWED)


def test_every_exception_has_a_reason():
    assert all(reason.strip() for reason in ALLOWED.values())
