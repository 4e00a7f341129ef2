"""Where the command line finds a token, and which one it refuses."""

from __future__ import annotations

import pytest

from trek_site.cli import credentials, main
from trek_site.cli.console import WRONG_USE, StopError


@pytest.fixture(autouse=True)
def _home(monkeypatch, tmp_path):
    monkeypatch.delenv("TREK_TOKEN", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def keep(content, mode=0o600):
    path = credentials.token_file()
    path.parent.mkdir()
    path.write_bytes(content)
    path.chmod(mode)


def test_the_environment_comes_before_the_file(monkeypatch):
    keep(b"tpk_file\n")
    assert credentials.token() == "tpk_file"
    monkeypatch.setenv("TREK_TOKEN", " tpk_environment ")
    assert credentials.token() == "tpk_environment"


def test_the_file_lies_in_the_folder_for_configuration(monkeypatch, tmp_path):
    assert credentials.token_file() == tmp_path / "trek" / "token"
    monkeypatch.setenv("XDG_CONFIG_HOME", "")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert str(credentials.token_file()) == "/home/somebody/.config/trek/token"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_file_that_others_can_read_is_refused(mode):
    keep(b"tpk_file", mode)
    with pytest.raises(StopError, match="chmod 600") as refused:
        credentials.token()
    assert refused.value.status == WRONG_USE


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff"])
def test_a_file_without_a_token_is_refused(content):
    keep(content)
    with pytest.raises(StopError) as refused:
        credentials.token()
    assert refused.value.status == WRONG_USE


def test_without_a_token_it_is_said_where_one_is_looked_for(capsys, tmp_path):
    assert main(["status", "abcdefghjkmn", "--server", "https://example.org"]) == WRONG_USE
    assert str(tmp_path / "trek" / "token") in capsys.readouterr().err
