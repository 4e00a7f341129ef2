"""Names and addresses that must not stand in the source."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("trek_site", "submissions", "scoring", "kb_browser")
TEXT_KINDS = {".py", ".md", ".toml", ".txt", ".html", ".css", ".js", ".yaml", ".yml", ".json", ".sh", ""}

# Written in pieces, so that this file does not contain them.
REGISTRIES = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "npm" + "js.",
    "proxy.golang" + ".org",
    "huggingface" + ".co",
    "jsdel" + "ivr",
    "unp" + "kg.com",
    "cdn" + "js.",
    "fonts.google" + "apis",
)

# Where Django reads its settings' name, and the one reader.
MAY_NAME_THE_ENVIRONMENT = {
    "trek_site/settings/env.py",
    "trek_site/celery.py",
    "trek_site/wsgi.py",
    "trek_site/gunicorn_conf.py",
    "manage.py",
    # The environment of whoever types a command, who need not have a site.
    "trek_site/cli/credentials.py",
}


def kept_files() -> list[Path]:
    """Every text file that git keeps or would keep."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode != 0:
        pytest.skip("git: not a working copy")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file() and path.suffix in TEXT_KINDS]


def test_no_file_names_a_registry_or_a_content_network():
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in kept_files()
        for word in REGISTRIES
        if word in path.read_text(errors="replace")
    ]

    assert found == []


def test_pages_load_nothing_from_another_host():
    loads = re.compile(r"""(?:src|href|action|url\()\s*=?\s*["'(]?(?:https?:)?//([^"')\s/]+)""")
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for folder in ("templates", "static")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".html", ".css", ".js", ".svg"}
        for host in loads.findall(path.read_text())
        if host != "www.w3.org"
    ]

    assert found == []


def test_only_the_settings_read_the_environment():
    found = set()
    for path in [
        ROOT / "manage.py",
        *(p for package in PACKAGES for p in sorted((ROOT / package).rglob("*.py"))),
    ]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}:
                found.add(str(path.relative_to(ROOT)))

    assert found <= MAY_NAME_THE_ENVIRONMENT


def test_imports_stand_at_the_head_of_the_file():
    found = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]

    assert found == []


def test_the_linter_bans_each_name_and_says_what_to_use():
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    banned = lint["flake8-tidy-imports"]["banned-api"]

    assert {"celery.shared_task", "os.environ", "os.getenv", "datetime.datetime.now", "pickle"} <= set(banned)
    assert all(entry["msg"].endswith(".") for entry in banned.values())
    assert {"TID", "T20", "S", "BLE", "C90"} <= set(lint["select"])
    assert lint["mccabe"]["max-complexity"] == 10
