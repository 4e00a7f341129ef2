"""The only reader of the environment.

Every variable is declared once in `VARIABLES`. A getter for a name that is not there is a mistake of ours; a
value that does not fit stops the start and names the variable. `docs/configuration.md` has a line for each,
and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, NoReturn

import environ
from django.core.exceptions import ImproperlyConfigured

_environ: Final = environ.Env()
_KEY_DIGITS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One variable of the environment.

    Attributes:
        name: As written in the environment.
        example: A value that is accepted.
        purpose: What it decides, in one sentence for operators.
        is_secret: Never logged and never given a default outside development and tests.
    """

    name: str
    example: str
    purpose: str
    is_secret: bool = False


def _table(*variables: Variable) -> Mapping[str, Variable]:
    return MappingProxyType({variable.name: variable for variable in variables})


VARIABLES: Final = _table(
    Variable(
        name="DATABASE_URL",
        example="postgresql://trek:secret@db:5432/trek",
        purpose="The database.",
        is_secret=True,
    ),
    Variable(
        name="CELERY_BROKER_URL",
        example="redis://broker:6379/0",
        purpose="The broker that carries the nudges to the workers.",
        is_secret=True,
    ),
    Variable(
        name="TREK_SECRET_KEY",
        example="fifty or more random characters",
        purpose="Signs sessions and forms.",
        is_secret=True,
    ),
    Variable(
        name="TREK_SIGNING_KEY",
        example="64 random digits from 0-9a-f, as `openssl rand -hex 32` prints",
        purpose="Signs the receipts of evaluations.",
        is_secret=True,
    ),
    Variable(
        name="TREK_ALLOWED_HOSTS",
        example="board.example.org",
        purpose="Host names that the site answers to, separated by commas.",
    ),
    Variable(
        name="TREK_SITE_URL",
        example="https://board.example.org",
        purpose="The public address of the site, without a slash at the end.",
    ),
    Variable(
        name="TREK_EMAIL_URL",
        example="smtp+tls://user:secret@mail.example.org:587",
        purpose="The server that mail is handed to.",
        is_secret=True,
    ),
    Variable(
        name="TREK_EMAIL_FROM",
        example="TREK leaderboard <noreply@board.example.org>",
        purpose="Whom the site's mail comes from.",
    ),
    Variable(
        name="TREK_GITHUB_CLIENT_ID",
        example="Iv1.0123456789abcdef",
        purpose="Lets people sign in with GitHub.",
    ),
    Variable(
        name="TREK_GITHUB_CLIENT_SECRET",
        example="what GitHub gave out for the site",
        purpose="By which the site is known to GitHub.",
        is_secret=True,
    ),
    Variable(
        name="TREK_ORCID_CLIENT_ID",
        example="APP-0123456789ABCDEF",
        purpose="Lets people sign in with ORCID.",
    ),
    Variable(
        name="TREK_ORCID_CLIENT_SECRET",
        example="what ORCID gave out for the site",
        purpose="By which the site is known to ORCID.",
        is_secret=True,
    ),
    Variable(
        name="TREK_OIDC_SERVER_URL",
        example="https://login.example.org",
        purpose="The OpenID Connect provider that people may sign in with.",
    ),
    Variable(
        name="TREK_OIDC_NAME",
        example="Example University",
        purpose="What the OpenID Connect provider is called on the sign-in page.",
    ),
    Variable(
        name="TREK_OIDC_CLIENT_ID",
        example="trek",
        purpose="Lets people sign in with the OpenID Connect provider.",
    ),
    Variable(
        name="TREK_OIDC_CLIENT_SECRET",
        example="what the provider gave out for the site",
        purpose="By which the site is known to the OpenID Connect provider.",
        is_secret=True,
    ),
    Variable(
        name="TREK_CACHE_URL",
        example="redis://cache:6379/0",
        purpose="The cache, on another server than the broker.",
        is_secret=True,
    ),
    Variable(
        name="TREK_DATA_DIR",
        example="/var/lib/trek",
        purpose="The folder of uploads, releases and snapshots, shared by web and workers.",
    ),
    Variable(
        name="TREK_FREE_MIB",
        example="1024",
        purpose="How much room an upload has to leave on the disk, in MiB.",
    ),
    Variable(
        name="TREK_FREE_PERCENT",
        example="5",
        purpose="The same as a share of the disk.",
    ),
    Variable(
        name="TREK_STATIC_ROOT",
        example="/srv/trek/static",
        purpose="Where collectstatic puts the files that the web process serves.",
    ),
    Variable(
        name="TREK_ROLE",
        example="web",
        purpose="What this process is: web, worker or manage; decides the database's time limits.",
    ),
    Variable(
        name="TREK_JOB_MEMORY_MIB",
        example="1024",
        purpose="How much memory one check or evaluation may take, in MiB.",
    ),
    Variable(
        name="TREK_LEASE_SECONDS",
        example="45",
        purpose="How long a worker that stopped giving signs of life keeps its row.",
    ),
    Variable(
        name="TREK_DEBUG",
        example="off",
        purpose="Whether a fault shows its details in the browser; on one person's machine only.",
    ),
    Variable(
        name="TREK_LOG_FORMAT",
        example="json",
        purpose="How a log line is written: json or keyvalue.",
    ),
    Variable(name="TREK_LOG_LEVEL", example="INFO", purpose="The least level that is logged."),
    Variable(
        name="TREK_PROXY_HOPS",
        example="1",
        purpose="How many reverse proxies of yours stand before the site; their headers are trusted.",
    ),
    Variable(
        name="TREK_HSTS_SECONDS",
        example="31536000",
        purpose="For how long browsers are told to use HTTPS only.",
    ),
    Variable(
        name="TREK_BROKER_PREFIX",
        example="trek:",
        purpose="Prefix of every key in a Redis broker that others use too.",
    ),
    Variable(
        name="TREK_WEB_BIND",
        example="0.0.0.0:8000",
        purpose="Address and port that gunicorn listens on.",
    ),
    Variable(name="TREK_WEB_WORKERS", example="2", purpose="Processes of gunicorn."),
    Variable(name="TREK_WEB_THREADS", example="4", purpose="Threads of each gunicorn process."),
)


def text(name: str, default: str | None = None) -> str:
    """The value as it stands; the default when the variable is absent or empty.

    Raises:
        ImproperlyConfigured: It is absent or empty and there is no default.
    """
    value = str(_environ.str(_declared(name), default="")).strip()
    if value:
        return value
    if default is None:
        _refuse(name, "is not set")
    return default


def key(name: str, default: str | None = None) -> str:
    """A key of 32 bytes in lower hexadecimal digits; no message repeats it."""
    value = text(name, default)
    if value and not (len(value) == _KEY_DIGITS and set(value) <= set("0123456789abcdef")):
        _refuse(name, f"must be {_KEY_DIGITS} digits from 0-9a-f")
    return value


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of the allowed words."""
    value = text(name, default)
    if value not in allowed:
        _refuse(name, f"must be one of {', '.join(allowed)}")
    return value


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number that is not below `least`."""
    value = text(name, str(default))
    # isascii as well, because isdigit alone lets other scripts' digits through.
    if not (value.isascii() and value.isdigit()) or int(value) < least:
        _refuse(name, f"must be a whole number of {least} or more")
    return int(value)


def words(name: str, default: tuple[str, ...] | None = None) -> list[str]:
    """A list separated by commas, in order, without blanks."""
    value = text(name, None if default is None else ",".join(default))
    return [word.strip() for word in value.split(",") if word.strip()]


def folder(name: str, default: Path, *, create: bool = False) -> Path:
    """An absolute path of a folder; made now when asked to, so that a wrong one stops the start."""
    value = Path(text(name, str(default)))
    if not value.is_absolute():
        _refuse(name, "must be an absolute path")
    if create:
        try:
            value.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            _refuse(name, f"names a folder that cannot be made ({fault.strerror})")
    return value


def web_address(name: str, default: str | None = None) -> str:
    """An http or https address without path and without a slash at the end."""
    value = text(name, default)
    scheme, _, rest = value.partition("://")
    if scheme not in {"http", "https"} or not rest or "/" in rest:
        _refuse(name, "must look like https://board.example.org")
    return value


def server_address(name: str, schemes: tuple[str, ...], default: str | None = None) -> str:
    """An address with one of those schemes; it holds a password, so no message repeats it."""
    value = text(name, default)
    if value.partition("://")[0] not in schemes or "://" not in value:
        _refuse(name, f"must start with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    return value


def mail_server(name: str, schemes: tuple[str, ...], default: str | None = None) -> dict[str, object]:
    """Django's settings for the mail server that the variable's address names."""
    address = server_address(name, schemes, default)
    try:
        return dict(environ.Env.email_url_config(address))
    except (ValueError, KeyError):
        # The parser's own message repeats the address.
        _refuse(name, "must look like smtp+tls://user:password@host:587")


def database(name: str, default: str | None = None) -> dict[str, object]:
    """Django's settings for the database that the variable's address names.

    A host in the query (``?host=/run/postgresql``) is the folder of a unix socket.
    """
    address = server_address(name, ("postgresql", "postgres", "sqlite"), default)
    try:
        found = dict(environ.Env.db_url_config(address))
    except ValueError:
        # The parser's own message repeats the address.
        found = {}
    database_name = str(found.get("NAME") or "")
    # A database in memory, or one beside whatever folder a process starts in, is not shared with the workers.
    is_usable = database_name.startswith("/") if address.startswith("sqlite") else bool(database_name)
    if not is_usable:
        _refuse(name, "must look like postgresql://user:password@host:5432/name or sqlite:////folder/file")
    options = dict(found.get("OPTIONS") or {})
    found["HOST"] = options.pop("host", found["HOST"])
    return {**found, "OPTIONS": options}


def for_child_process(**changes: str) -> dict[str, str]:
    """This process's environment with some variables set, for a process that it starts."""
    for name in changes:
        _declared(name)
    return {**_environ.ENVIRON, **changes}


def _declared(name: str) -> str:
    return VARIABLES[name].name


def _refuse(name: str, why: str) -> NoReturn:
    message = f"{name} {why}. It decides: {VARIABLES[name].purpose} Example: {VARIABLES[name].example}"
    raise ImproperlyConfigured(message)
