"""``trek``: which commands there are, and how it ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trek_site.cli import COMMANDS, main


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in out] == []


@pytest.mark.parametrize("words", [[], ["nothing"]])
def test_wrong_use_ends_with_2(words, capsys):
    assert main(words) == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys):
    assert main([name, "--help"]) == 0
    assert f"usage: trek {name}" in capsys.readouterr().out


def test_no_command_needs_django():
    code = "import sys, trek_site.cli; sys.exit(any(name.startswith('django') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
