"""Logging: constant messages, ids bound once per request or job, one line a record.

`bound(...)` holds ids in a context variable; the filter copies them onto every record made meanwhile. The
formatters write a record as JSON or as key=value, with control characters escaped either way, so that nothing
a stranger sends can start a line of its own.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponseBase

_ids: ContextVar[Mapping[str, object]] = ContextVar("log_ids", default=MappingProxyType({}))

# What every record has; anything else on it came from `extra` or from the bound ids.
_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django and its server put these objects on their records; they hold requests, sockets and SQL.
_LEFT_OUT: Final = frozenset({"request", "server_time", "sql", "params", "alias", "data"})


@contextmanager
def bound(**ids: object) -> Iterator[None]:
    """Put these ids on every record logged inside the block, in addition to those bound outside it."""
    token = _ids.set(MappingProxyType({**_ids.get(), **ids}))
    try:
        yield
    finally:
        _ids.reset(token)


def bound_id(name: str) -> str:
    """The id bound under that name in this context; empty when there is none."""
    return str(_ids.get().get(name, ""))


class BoundIdsFilter(logging.Filter):
    """Copies the bound ids onto the record; what `extra` gave wins."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in _ids.get().items():
            if not hasattr(record, name):
                setattr(record, name, value)
        return True


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """Time (UTC), level, logger, message, then the ids and extras in the order they were set."""
    fields: dict[str, object] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": record.getMessage(),
    }
    extras = {k: v for k, v in vars(record).items() if k not in _STANDARD and k not in _LEFT_OUT}
    return fields | extras


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


class KeyValueFormatter(logging.Formatter):
    """Time, level, logger and message, then key=value; a traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        head = " ".join(_escaped(str(fields.pop(name))) for name in ("time", "level", "logger"))
        message = _escaped(str(fields.pop("message")))
        tail = "".join(f" {name}={json.dumps(value, default=str)}" for name, value in fields.items())
        trace = _indented(self.formatException(record.exc_info)) if record.exc_info else ""
        return f"{head} {message}{tail}{trace}"


def _indented(traceback: str) -> str:
    """A traceback below its record; a stranger's text that it quotes begins no line, and holds no control."""
    return "".join(f"\n    {_escaped(line)}" for line in traceback.splitlines())


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


class RequestIdMiddleware:
    """Gives each request a random id, binds it for the logs and returns it as `X-Request-ID`.

    An id sent by the client is not taken over: it is a stranger's text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = uuid4().hex[:16]
        with bound(request_id=request_id):
            response = self._get_response(request)
        response.headers["X-Request-ID"] = request_id
        return response
