"""The broker of the embedded default: a folder of files, safe beside any number of readers and writers.

Kombu's own filesystem transport opens a file under its final name and writes afterwards: a reader in between
takes an empty message and ends. Here a message appears whole, by a rename, and is claimed by a rename.
A message taken by a worker that dies is lost, as the sweep expects of any broker.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any, Final
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.transport.filesystem import exchange_queue_t
from kombu.utils.json import dumps, loads

NAME: Final = "trekfs"


class Channel(filesystem.Channel):
    """Messages in one folder, in the order of their names; bindings in another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for folder in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)

    def _put(  # type: ignore[override]  # Two of the base classes disagree.
        self, queue: str, payload: object, **_kwargs: Any
    ) -> None:
        # Times of different processes are compared, so this is the wall clock; the id settles equal ones.
        name = f"{time.time_ns():020}_{uuid4().hex}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, payload)

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002  (Kombu's signature.)
        folder = Path(self.data_folder_in)
        for name in sorted(path.name for path in folder.iterdir()):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f"{name}.taken"
            try:
                (folder / name).rename(taken)
            except FileNotFoundError:
                continue  # Another reader was quicker.
            payload = loads(taken.read_text())
            taken.unlink()
            return payload
        raise Empty

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        file = self._exchange_file(exchange)
        binding = exchange_queue_t(routing_key or "", pattern or "", queue or "")
        if binding in self.get_table(exchange):
            return
        with _locked(file.with_suffix(".lock")):
            table = self.get_table(exchange)
            if binding not in table:
                _write_whole(file, [binding, *table])


class Transport(filesystem.Transport):
    """The transport behind addresses that start with ``trekfs://``."""

    Channel = Channel
    driver_type = NAME
    driver_name = NAME

    @property
    def default_connection_params(self) -> dict[str, Any]:
        """None: a folder has no host, and Kombu would warn at every message that it made one up.

        Celery takes the broker's address from the environment as it stands there, without a host.
        """
        return {}


def register() -> None:
    """Make the transport known; before any connection is configured."""
    TRANSPORT_ALIASES[NAME] = f"{__name__}:Transport"


def _write_whole(path: Path, value: object) -> None:
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.tmp")
    unfinished.write_text(dumps(value))
    unfinished.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
