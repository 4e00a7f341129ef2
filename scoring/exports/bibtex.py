"""A board for citing: the state as a whole, and every row that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.exports.content import BoardFile
from scoring.exports.safety import plain, tex
from scoring.links import entry_url
from scoring.tracks import DEFAULT

_DIGITS_SHOWN: Final = 12


def bibtex(file: BoardFile, site: str) -> str:
    """One ``@misc`` for the board and one for each row; every value is one line in braces.

    Args:
        file: What is shown.
        site: The site's own address, before every path.
    """
    head = f"% TREK leaderboard, content SHA-256: {file.sha256}\n"
    return head + "\n" + "\n".join(_entries(file, site))


def _entries(file: BoardFile, site: str) -> Iterator[str]:
    board = file.content["board"]
    where = (
        f"dataset {board['dataset_version']}, evaluator {board['evaluator_version']}, "
        f"revision {board['revision']}"
    )
    dated = {"year": (board["reached_at"] or "")[:4], "date": (board["reached_at"] or "")[:10]}
    yield _entry(
        f"trek-board-{file.sha256[:_DIGITS_SHOWN]}",
        title="{" + tex(f"TREK leaderboard: {where}") + "}",
        author="{TREK leaderboard}",
        **dated,
        url=site + file.address("json") if file.is_final else "",
        note=tex(f"Content SHA-256 {file.sha256}"),
    )
    for row in (*file.content["rows"], *file.content["unranked"]):
        evaluator = "" if board["evaluator_version"] == DEFAULT else board["evaluator_version"]
        yield _entry(
            f"trek-{row['entry']}",
            title=_kept(row["display_name"]),
            author=_kept(row["organisation"] or row["model"] or row["display_name"]),
            howpublished=tex(f"TREK leaderboard, {where}"),
            **dated,
            url=site + entry_url(row["entry"], board["dataset_version"], evaluator),
            note=tex(_standing(row) + _figures(row, file)),
        )
    for row in file.content["reported"]:
        yield _entry(
            f"trek-reported-{row['key']}",
            title=_kept(row["model"]),
            author=_kept(row["organisation"]),
            note=tex("Reported in the paper, not evaluated here" + _figures(row, file)),
        )


def _entry(key: str, **members: str) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in members.items() if value]
    return "\n".join([f"@misc{{{key},", *lines, "}", ""])


def _kept(text: str) -> str:
    """In braces of its own: "and" in a name parts no authors, and capitals stay."""
    return "{" + tex(plain(text).strip() or "unnamed") + "}"


def _standing(row: Mapping[str, Any]) -> str:
    if row["rank"] is None:
        return f"Not ranked: {row['unranked_reason']}"
    standing = row["range"]
    within = "" if standing is None else f" (range {standing['best']}–{standing['worst']})"
    return f"{'Shared rank' if row['is_shared'] else 'Rank'} {row['rank']}{within}"


def _figures(row: Mapping[str, Any], file: BoardFile) -> str:
    said = []
    for column in file.content["columns"]:
        figure = row["figures"][column["key"]]
        interval = f" [{figure['low']}, {figure['high']}]" if figure["low"] else ""
        said.append(f"{column['label']} {figure['text']}{interval}")
    return "".join(f"; {one}" for one in said)
