"""Addresses of this app's pages, and the pieces of long lists."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.urls import reverse

from scoring.pages import PageLinks


def board_url(version: str, evaluator_version: str) -> str:
    """The board of a dataset version under an evaluator."""
    asked = urlencode({"version": version, "evaluator": evaluator_version})
    return f"{reverse('scoring:board')}?{asked}"


def entry_url(public_id: str, version: str = "", evaluator: str = "") -> str:
    """The page with an entry's scores.

    Args:
        public_id: Of the submission.
        version: Names a dataset version that the submission was carried over to.
        evaluator: Names an evaluator that is not the default one.
    """
    return reverse("scoring:entry", args=[public_id]) + _asking_for(version, evaluator)


def entry_task_url(
    public_id: str, query_index: int, version: str = "", evaluator: str = "", *, beside: str = ""
) -> str:
    """The page of one task of an entry, with another plan beside it if one is named; else as `entry_url`."""
    return reverse("scoring:entry_task", args=[public_id, query_index]) + _asking_for(
        version, evaluator, beside
    )


def _asking_for(version: str, evaluator: str = "", beside: str = "") -> str:
    asked = {"version": version, "evaluator": evaluator, "beside": beside}
    named = {name: value for name, value in asked.items() if value}
    return f"?{urlencode(named)}" if named else ""


def record_url(version: str, key: str) -> str:  # noqa: ARG001 - taken once records have pages
    """The page of a record of the knowledge base; "" while records have none.

    Args:
        version: Name of the dataset version.
        key: The record's, as outcomes name it.
    """
    return ""


def receipt_file_url(public_id: str, version: str = "", evaluator: str = "") -> str:
    """The receipt of an entry as a file; for `version` and `evaluator` see `entry_url`."""
    return reverse("scoring:entry_receipt_json", args=[public_id]) + _asking_for(version, evaluator)


def submission_url(public_id: str) -> str:
    """The page that shows how a submission fares."""
    return reverse("scoring:submission", args=[public_id])


def page_links(*, number: int, size: int, total: int, query: Callable[[int], str]) -> PageLinks:
    """Where page `number` lies in a list of `total`; a number beyond the end is the last page.

    Args:
        number: From 1.
        size: Entries on a page.
        total: Entries in all.
        query: The query string of a page.
    """
    page_count = max(1, -(-total // size))
    here = min(number, page_count)
    last = min(here * size, total)
    return PageLinks(
        number=here,
        page_count=page_count,
        total=total,
        first=(here - 1) * size + 1 if total else 0,
        last=last,
        previous_query=query(here - 1) if here > 1 else "",
        next_query=query(here + 1) if here < page_count else "",
    )


def board_runs_url(query: str = "") -> str:
    """The agents with several runs on a board; `query` is that of the board."""
    return reverse("scoring:board_runs") + query


def board_at_url(version: str, evaluator_version: str, revision: int) -> str:
    """The board as it was after a change."""
    asked = urlencode({"version": version, "evaluator": evaluator_version, "revision": revision})
    return f"{reverse('scoring:board')}?{asked}"


def board_file_url(version: str, evaluator_version: str, revision: int, form: str, query: str = "") -> str:
    """The permanent address of a board in one of the forms of `scoring.exports`."""
    where = [version, evaluator_version, revision, form]
    return reverse("scoring:board_file_pinned", args=where) + ("" if query == "?" else query)


def board_file_now_url(form: str, query: str = "") -> str:
    """The same for what a query shows now."""
    return reverse("scoring:board_file", args=[form]) + ("" if query == "?" else query)
