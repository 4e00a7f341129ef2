"""Asks the web process of this container whether it is alive: `python -m trek_site.probe [PATH]`.

The image's health check; needs no Django and no other program. Exits 0 for an answer of 200, else 1.
"""

from __future__ import annotations

import http.client
import sys
from collections.abc import Sequence
from typing import Final

from trek_site.settings import env

TIMEOUT_S: Final = 3


def probe(path: str) -> bool:
    """Whether the process that listens on `TREK_WEB_BIND` answers that path with 200."""
    port = env.text("TREK_WEB_BIND", "127.0.0.1:8000").rpartition(":")[2]
    # The site answers to its own names only.
    host = env.words("TREK_ALLOWED_HOSTS", ("localhost",))[0]
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=TIMEOUT_S)
    try:
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


def main(arguments: Sequence[str]) -> int:
    """Exit status for the path given, `/healthz` when none is."""
    return 0 if probe(arguments[0] if arguments else "/healthz") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
