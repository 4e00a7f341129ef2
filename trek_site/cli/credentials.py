"""Where the command line finds a token: the environment, or a file that only its owner can read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from trek_site.cli.console import WRONG_USE, StopError

VARIABLE = "TREK_TOKEN"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def token_file() -> Path:
    """The file, whether it is there or not."""
    folder = _environment("XDG_CONFIG_HOME") or "~/.config"
    return Path(folder).expanduser() / "trek" / "token"


def token() -> str:
    """The token.

    Raises:
        StopError: There is none, or others could read it.
    """
    return _environment(VARIABLE) or _from_file(token_file())


def _environment(name: str) -> str:
    # Of whoever types a command, who need not have a site and its settings.
    return os.environ.get(name, "").strip()  # noqa: TID251


def _from_file(path: Path) -> str:
    try:
        mode = path.stat().st_mode
        found = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        text = (
            f"no token: set {VARIABLE}, or write one to {path} (chmod 600). The site's page Tokens gives it."
        )
        raise StopError(text, WRONG_USE) from None
    except (OSError, UnicodeDecodeError) as error:
        raise StopError(f"{path}: cannot be read as a token", WRONG_USE) from error
    if mode & _OTHERS:
        raise StopError(f"{path}: others can read this token; run chmod 600 {path}", WRONG_USE)
    if not found:
        raise StopError(f"{path}: is empty", WRONG_USE)
    return found
