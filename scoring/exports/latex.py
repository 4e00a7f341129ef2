"""A board as a LaTeX table in the manner of booktabs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.exports.content import BoardFile
from scoring.exports.safety import tex

_DASH: Final = "--"
_END: Final = r" \\"


def latex(file: BoardFile, link: str) -> str:
    """A whole ``table``; it needs the packages booktabs and, for names of every script, a Unicode engine.

    Args:
        file: What is shown.
        link: The permanent address of this form; "" while there is none.
    """
    board = file.content["board"]
    columns = file.content["columns"]
    return "\n".join(
        [
            "% Needs \\usepackage{booktabs}, and LuaLaTeX or XeLaTeX for names of every script.",
            f"% content SHA-256: {file.sha256}",
            *([f"% permanent link: {link}"] if link else []),
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{_caption(board)}}}",
            r"  \label{tab:trek-leaderboard}",
            rf"  \begin{{tabular}}{{rl{'r' * len(columns)}}}",
            r"    \toprule",
            "    " + " & ".join([r"\#", "Entry", *(tex(column["label"]) for column in columns)]) + _END,
            *_body(file),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _caption(board: Mapping[str, Any]) -> str:
    return tex(
        f"TREK leaderboard on {board['dataset_version']} ({board['tasks']} tasks), evaluator "
        f"{board['evaluator_version']}, revision {board['revision']}. Shares in percent, 95 % intervals in "
        "brackets; below a rank its range."
    )


def _body(file: BoardFile) -> Iterator[str]:
    keys = [column["key"] for column in file.content["columns"]]
    parts = (
        ("", [(_rank(row), _entry(row), row["figures"]) for row in file.content["rows"]]),
        (
            "Not ranked",
            [
                (_DASH, f"{_entry(row)} ({tex(row['unranked_reason'])})", row["figures"])
                for row in file.content["unranked"]
            ],
        ),
        (
            "Reported in the paper, not evaluated here",
            [
                (_DASH, _named(row["model"], row["organisation"]), row["figures"])
                for row in file.content["reported"]
            ],
        ),
    )
    for title, rows in parts:
        if rows:
            yield r"    \midrule"
            if title:
                yield rf"    \multicolumn{{{len(keys) + 2}}}{{l}}{{\emph{{{title}}}}}" + _END
            for first, name, figures in rows:
                yield "    " + " & ".join([first, name, *_cells(keys, figures)]) + _END


def _cells(keys: Sequence[str], figures: Mapping[str, Any]) -> Iterator[str]:
    for key in keys:
        figure = figures[key]
        interval = rf" {{\scriptsize [{figure['low']}, {figure['high']}]}}" if figure["low"] else ""
        yield tex(figure["text"]) + interval


def _rank(row: Mapping[str, Any]) -> str:
    place = f"{'$=$' if row['is_shared'] else ''}{row['rank']}"
    standing = row["range"]
    return place if standing is None else rf"{place} {{\scriptsize ({_span(standing)})}}"


def _span(standing: Mapping[str, int]) -> str:
    best, worst = standing["best"], standing["worst"]
    return str(best) if best == worst else f"{best}--{worst}"


def _entry(row: Mapping[str, Any]) -> str:
    return _named(row["display_name"], ", ".join(filter(None, (row["model"], row["organisation"]))))


def _named(name: str, more: str) -> str:
    # A group of its own: a name that begins with a bracket or a star is no argument of the line before.
    return f"{{{tex(name)}}}" + (rf" {{\footnotesize {tex(more)}}}" if more else "")
