"""Settings that follow from which database and which broker an address names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

# A page that needs longer is broken; a worker stores a whole evaluation in one statement or two; a migration
# takes what it takes.
STATEMENT_TIMEOUT_S: Final[Mapping[str, int]] = MappingProxyType({"web": 5, "worker": 30, "manage": 0})
LOCK_TIMEOUT_S: Final = 2
IDLE_IN_TRANSACTION_S: Final = 30

# With the default (deferred) mode most read-then-write transactions of parallel processes fail with "database
# is locked", and no timeout helps.
SQLITE_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
    }
)

# The time after which Redis hands an unacknowledged message to another worker: above the hard limit of a job.
REDIS_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "visibility_timeout": 60,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerSettings:
    """What Celery has to know about the broker."""

    url: str
    transport_options: dict[str, Any]
    has_remote_control: bool


def database_settings(parsed: Mapping[str, object], *, role: str) -> dict[str, Any]:
    """The parsed address, completed for SQLite or PostgreSQL and for what the process is."""
    settings: dict[str, Any] = dict(parsed)
    options = dict(settings.get("OPTIONS") or {})
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {**options, **SQLITE_OPTIONS}
        return settings
    settings["OPTIONS"] = options | {
        "connect_timeout": 5,
        "options": " ".join(
            f"-c {name}={seconds * 1000}"
            for name, seconds in (
                ("statement_timeout", STATEMENT_TIMEOUT_S[role]),
                ("lock_timeout", LOCK_TIMEOUT_S if role != "manage" else 0),
                ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_S),
            )
        ),
    }
    # Connections are kept, and looked at before use: a server that was restarted costs no request.
    settings["CONN_MAX_AGE"] = 60
    settings["CONN_HEALTH_CHECKS"] = True
    return settings


def broker_settings(url: str, *, folder: Path, prefix: str) -> BrokerSettings:
    """Redis as it should be used, or the folder that stands in for a broker where nothing is installed."""
    if url.startswith("trekfs://"):
        options = {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.05,
        }
        return BrokerSettings(url="trekfs://localhost/", transport_options=options, has_remote_control=False)
    options = dict(REDIS_OPTIONS)
    if prefix:
        options["global_keyprefix"] = prefix
    return BrokerSettings(url=url, transport_options=options, has_remote_control=True)
