"""One line a record, ids bound once, nothing from outside starts a line of its own."""

from __future__ import annotations

import json
import logging

from django.http import HttpResponse

from trek_site.shared.logs import (
    BoundIdsFilter,
    JsonFormatter,
    KeyValueFormatter,
    RequestIdMiddleware,
    bound,
    bound_id,
)


def record(message="moved", **extra):
    made = logging.makeLogRecord({"name": "scoring.services", "levelname": "INFO", "msg": message, **extra})
    made.created = 0.0
    BoundIdsFilter().filter(made)
    return made


def test_a_record_is_one_json_object_with_ids_and_fields():
    with bound(submission_id=7):
        line = JsonFormatter().format(record(state="queued"))

    assert json.loads(line) == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "INFO",
        "logger": "scoring.services",
        "message": "moved",
        "state": "queued",
        "submission_id": 7,
    }


def test_a_record_is_readable_as_key_and_value():
    with bound(submission_id=7):
        line = KeyValueFormatter().format(record(state="queued"))

    expected = '1970-01-01T00:00:00.000+00:00 INFO scoring.services moved state="queued" submission_id=7'
    assert line == expected


def test_a_hostile_text_stays_on_its_line():
    hostile = "x\n1970 ERROR forged\r\x1b[31m"

    lines = [
        formatter.format(record(hostile, name_given=hostile))
        for formatter in (JsonFormatter(), KeyValueFormatter())
    ]

    assert all("\n" not in line and "\r" not in line and "\x1b" not in line for line in lines)


def test_a_traceback_is_kept():
    try:
        raise ValueError("broken")
    except ValueError as fault:
        made = record(exc_info=(type(fault), fault, fault.__traceback__))

    assert "ValueError: broken" in json.loads(JsonFormatter().format(made))["traceback"]
    assert "ValueError: broken" in KeyValueFormatter().format(made)


def test_a_traceback_that_quotes_a_stranger_begins_no_record_of_its_own():
    try:
        raise ValueError("x\n1970-01-01 ERROR forged\r\x1b[31m\u2028y")
    except ValueError as fault:
        made = record(exc_info=(type(fault), fault, fault.__traceback__))

    first, *others = KeyValueFormatter().format(made).split("\n")

    assert others
    assert all(line.startswith("    ") for line in others)
    assert not set("\r\x1b") & set("".join([first, *others]))


def test_ids_are_bound_inside_the_block_only():
    with bound(submission_id=1), bound(evaluation_id=2):
        inside = (bound_id("submission_id"), bound_id("evaluation_id"))

    assert inside == ("1", "2")
    assert bound_id("submission_id") == ""


def test_each_request_gets_an_id_of_our_making(rf):
    seen = []

    def view(request):
        seen.append(bound_id("request_id"))
        return HttpResponse()

    response = RequestIdMiddleware(view)(rf.get("/", headers={"X-Request-ID": "forged\nline"}))

    assert response.headers["X-Request-ID"] == seen[0]
    assert len(seen[0]) == 16
