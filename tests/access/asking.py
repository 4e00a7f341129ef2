"""How a request is made in these tests, and what an answer has to look like."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.access.policy import follows, knows, policy_of
from tests.access.routes import Route, address
from tests.access.world import MARK, ROLES, World

# What the business of an address may say to somebody who is let in: done, gone elsewhere, or not like this.
LET_IN = frozenset({200, 201, 202, 204, 302, 304, 400, 409, 415, 422, 429, 503})
# Signing out would change who asks next.
ENDS_THE_SESSION = frozenset({"accounts:sign_out", "admin:logout"})
# Sessions come and go; a note of who looked is meant to be left by looking.
NOT_COMPARED = frozenset({"sessions.session", "submissions.stafflook"})


def ask(client: Client, method: str, where: str, *, keep: bool = False, **more: Any) -> Any:
    """One request, whose changes are taken back unless they are to be kept; brakes never hold it."""
    cache.clear()
    # A savepoint costs two statements; where nothing is taken back there is none.
    with nullcontext() if keep else transaction.atomic():
        answer = client.generic(method, where, **more)
        if not keep:
            transaction.set_rollback(True)
    return answer


def is_let_in(route: Route, method: str, role: str, state: str) -> bool:
    """What the policy says; default is no."""
    row = policy_of(route) or {}
    method = "GET" if method == "HEAD" else method
    # The admin asks only whether it is a POST: anything else, and a POST where there is no form, is a look.
    audience = row.get(method, row.get("GET") if route.is_admin else None)
    return audience is not None and audience(role, state)


def may_change(route: Route, method: str, role: str, state: str) -> bool:
    """Whether the policy lets this request change something."""
    return method in (policy_of(route) or {}) and method != "GET" and is_let_in(route, method, role, state)


def faults(
    world: World,
    wanted: Collection[Route],
    methods: Collection[str],
    states: Collection[str],
    roles: Collection[str] = ROLES,
) -> list[str]:
    """Every answer that is not as the policy says, in words."""
    return [
        f"{method} {route.name} by {role}, {state}: {fault}"
        for route in wanted
        for state in states
        for role in roles
        for method in methods
        if not (route.name in ENDS_THE_SESSION and method == "POST")
        for fault in _faults_of(world, route, method, role, state)
    ]


def _faults_of(world: World, route: Route, method: str, role: str, state: str) -> Iterator[str]:
    keep = not may_change(route, method, role, state)
    answer = ask(world.clients[role], method, address(route, world, state), keep=keep)
    says_only_which_methods = method == "OPTIONS" and answer.status_code == 200 and not answer.content
    if not says_only_which_methods:
        yield from _fault_of_status(answer, route, method, role, state)
    for whose, what in sorted(set(marks_in(answer))):
        if what not in knows(role, whose):
            yield f"tells the {what} of what is {whose}"


def _fault_of_status(answer: Any, route: Route, method: str, role: str, state: str) -> Iterator[str]:
    status = answer.status_code
    if is_let_in(route, method, role, state):
        is_no_method = status == 405 and method not in (policy_of(route) or {})
        if status not in LET_IN and not is_no_method:
            yield f"let in, but {status}"
    elif not is_refusal(answer, route, role, state):
        yield f"to be refused, but {status}"


def is_refusal(answer: Any, route: Route, role: str, state: str) -> bool:
    """Whether the answer refuses in the way that this role is to be refused."""
    status = answer.status_code
    if status in {404, 405} or (status == 401 and route.name == "socialaccount_login_error"):
        return True
    if route.is_admin:
        # Staff are told that they may not, or led back where there is no such row; others are to sign in.
        leads_away = leads_to_sign_in(answer) or leads_to_index(answer)
        is_told = role in {"staff", "curator", "superuser"} or route.name == "admin:login"
        return leads_away or (status == 403 and is_told)
    if role == "nobody":
        return status == 401 or leads_to_sign_in(answer)
    # Owners of a team may do more with it than its members, who see it anyway.
    is_seen = follows(role, state) if route.is_of_submission else role in {"member", "owner"}
    return status == 403 and is_seen


def leads_to_sign_in(answer: Any) -> bool:
    where = answer.headers.get("Location", "")
    return answer.status_code == 302 and where.startswith((settings.LOGIN_URL, "/admin/login/"))


def leads_to_index(answer: Any) -> bool:
    """As the admin answers for a row that is not there."""
    return answer.status_code == 302 and answer.headers["Location"] == "/admin/"


def marks_in(answer: Any) -> list[tuple[str, str]]:
    """State and field of every marked text in the answer, its headers included."""
    return MARK.findall(body_of(answer).decode("utf-8", "replace") + repr(answer.headers))


def body_of(answer: Any) -> bytes:
    """All of it; a file that it came from is closed, and not the database, as the end of a request would."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for close in answer._resource_closers:
        close()
    return body


def fingerprint(leave_out: Collection[str] = NOT_COMPARED) -> dict[str, str]:
    """A digest of every table by the name of its model."""
    found = {}
    for model in apps.get_models():
        if model._meta.label_lower in leave_out or not model._meta.managed:
            continue
        rows = sorted(map(repr, model._default_manager.order_by().values_list()))
        found[model._meta.label_lower] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return found
