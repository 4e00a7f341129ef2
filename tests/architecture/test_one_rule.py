"""What somebody may see is asked of selectors: no door puts a question to a table by itself."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("trek_site/accounts", "submissions", "scoring", "kb_browser")
DOORS = ("views", "api", "tasks", "admin")
# The admin's own lists are rows of a table; a reason for every other question that an admin page asks of one.
ADMIN_MAY = {
    "kb_browser/admin/jobs.py": "its list holds no reports, and dataset versions have no owner",
    "kb_browser/admin/versions.py": "its page shows the jobs of a version, which have no owner",
    "scoring/admin/rehearsals.py": "its list shows progress, which one method of the query set counts",
}
MANAGERS = {"objects", "_default_manager", "_base_manager"}


def doors():
    for app in APPS:
        for door in DOORS:
            yield from [path for path in [ROOT / app / f"{door}.py"] if path.exists()]
            yield from sorted((ROOT / app / door).rglob("*.py"))


def questions(path):
    tree = ast.parse(path.read_text())
    return [
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in MANAGERS
    ]


def test_no_door_asks_a_table():
    found = {str(path.relative_to(ROOT)): questions(path) for path in doors()}
    assert {name: lines for name, lines in found.items() if lines and name not in ADMIN_MAY} == {}


def test_no_exception_is_left_over():
    found = {str(path.relative_to(ROOT)) for path in doors() if questions(path)}
    assert set(ADMIN_MAY) <= found


def test_whoever_asks_who_is_staff_is_one_of_two():
    """One rule says what staff see, another that they have no quotas; nobody else makes a third."""
    found = {
        str(path.relative_to(ROOT))
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if any(
            isinstance(node, ast.Attribute) and node.attr == "is_staff"
            for node in ast.walk(ast.parse(path.read_text()))
        )
    }
    assert found <= WHO_ASKS


WHO_ASKS = {
    "submissions/visibility.py",
    "submissions/selectors/quotas.py",
    "submissions/services/looking.py",
    # With the right that belongs to it.
    "scoring/selectors/rehearsal_pages.py",
    "scoring/services/prices.py",
    "scoring/services/reviewing.py",
}
