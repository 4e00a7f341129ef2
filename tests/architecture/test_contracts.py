"""Who may import whom: the contracts in pyproject.toml hold, and have teeth."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("trek_site", "submissions", "scoring", "kb_browser")
APPS = ("trek_site.accounts", "kb_browser", "submissions", "scoring")
DOORS = ("admin", "api", "tasks", "views")

# File that gets a line it must not have, the line, and the contract that has to notice.
BREACHES = (
    ("scoring/engine/model.py", "import django", "The evaluator is pure"),
    ("scoring/engine/model.py", "from scoring import models", "The evaluator is pure"),
    ("scoring/engine/track.py", "import scoring.tracks.trek.kb", "The engine knows no track"),
    ("scoring/tracks/trek/units.py", "import time", "The evaluator meets no clock"),
    ("scoring/tracks/trek/dimensions/d3_budget.py", "import random", "The evaluator meets no clock"),
    ("scoring/services/__init__.py", "from scoring import tasks", "Inside an app"),
    ("scoring/selectors/__init__.py", "from scoring import services", "Inside an app"),
    ("submissions/tasks.py", "from submissions import models", "do not touch tables"),
    (
        "submissions/services/__init__.py",
        "from scoring import selectors",
        "submissions does not know who scores it",
    ),
    ("scoring/services/__init__.py", "from submissions import models", "submissions' rooms open only"),
    ("scoring/selectors/__init__.py", "from kb_browser import models", "kb_browser's rooms open only"),
    ("scoring/services/__init__.py", "from trek_site.accounts import models", "accounts' rooms open only"),
    ("kb_browser/services/importing.py", "from submissions import selectors", "kb_browser is the lowest app"),
    ("kb_browser/views.py", "import duckdb", "known to one module"),
    ("scoring/selectors/__init__.py", "import duckdb", "known to one module"),
    (
        "kb_browser/services/exporting.py",
        "from kb_browser.exports import making",
        "Downloads are made in a process of their own",
    ),
    (
        "trek_site/accounts/services/people.py",
        "from kb_browser import selectors",
        "accounts knows no other app",
    ),
    ("trek_site/shared/jobs.py", "from scoring import services", "The shared leaf is a leaf"),
    ("scoring/services/__init__.py", "from trek_site import celery", "Nobody imports the composition root"),
)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the linter over the tree in that folder, whatever is installed."""
    program = (
        "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(no_cache=True))"
    )
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture(scope="module")
def copy_of_the_source(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "data")
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def test_every_contract_is_kept():
    done = lint(ROOT)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("file", "line", "contract"), BREACHES)
def test_a_breach_is_noticed_by_its_contract(copy_of_the_source, file, line, contract):
    path = copy_of_the_source / file
    before = path.read_text()
    # Inside a function, where no reader of the head of the file would see it.
    path.write_text(f"{before}\n\ndef breach() -> None:\n    {line}\n")
    try:
        done = lint(copy_of_the_source)
    finally:
        path.write_text(before)

    broken = [name for name in done.stdout.splitlines() if "BROKEN" in name]
    assert done.returncode != 0, f"{line} in {file} was not noticed"
    assert any(contract in name for name in broken), done.stdout


def test_every_door_of_an_app_is_protected():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    protected = {name for contract in contracts for name in contract.get("protected_modules", ())}
    without_tables = {
        name
        for contract in contracts
        if contract["name"] == "Pages, endpoints and tasks do not touch tables"
        for name in contract["source_modules"]
    }

    for app in APPS:
        folder = ROOT / app.replace(".", "/")
        for door in DOORS:
            name = f"{app}.{door}"
            if not (folder / f"{door}.py").exists() and not (folder / door).is_dir():
                continue
            # Nothing stands above scoring but the composition root, so only its tables need a guard.
            assert name in protected or app == "scoring", f"{name} is not protected"
            assert name in without_tables or door == "admin", f"{name} may touch tables"
