"""A board as LaTeX and BibTeX, read by what reads such files: parsers, and TeX where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial

import bibtexparser
import pytest
from bibtexparser import middlewares
from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexMacroNode,
    LatexSpecialsNode,
    LatexWalker,
)
from pylatexenc.latexwalker import get_default_latex_context_db as default_walker_context
from pylatexenc.macrospec import MacroSpec

from tests.factories import user_make, version_make
from tests.scoring.runs import TASKS, run, with_tests

pytestmark = pytest.mark.django_db

PLAIN = (
    r"\input{/etc/passwd}",
    r"50 % of $5 & #1_a ~ ^ | <b> \\ \end{tabular}",
    'Say "so"',
    "[1ex] is no length",
    "*star",
    "}{ {}} unbalanced {",
    "a--b---c ``quoted'' ?` !` ,, <<x>>",
    r"\\",
    r"\cite{x}\write18{rm}",
    "A and B and others",
    "@misc{x, title = {y}}",
    "Smith, John",
    "ends with a backslash \\",
    "% a comment",
    "=1+1",
    "Zoë Müller-Ångström",
)
OTHERS = ("שלום עולם", "東京 Ωmega", "\u202egnp\u202c left \u2066x", "zero\u200bwidth", "a\u2028b\tc")
SPELT = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "symbol": '"',
}
ESCAPES = set("&%$#_,\\")
LAYOUT = {
    *("centering", "caption", "label", "toprule", "midrule", "bottomrule"),
    *("multicolumn", "emph", "scriptsize", "footnotesize"),
}


@pytest.fixture
def version():
    return version_make(task_count=TASKS)


def boarded(version, names):
    for place, name in enumerate(names):
        run(version, place, owner=user_make(), display_name=name, organisation=name, model_name=name)
    with_tests(version)


def seen(name):
    """A name as it is to be read in the end: without what only steers the display."""
    kept = "".join(" " if c in "\t\u2028" else c for c in name)
    return " ".join("".join(c for c in kept if c not in "\u202e\u202c\u2066\u200b").split())


def read_back(tex):
    """What a reader sees of it."""
    context = get_default_latex_context_db()
    spelt = [MacroTextSpec(name, text) for name, text in SPELT.items()]
    context.add_context_category("ours", prepend=True, macros=spelt)
    walker = default_walker_context()
    walker.add_context_category("ours", prepend=True, macros=[MacroSpec("symbol", "{")])
    nodes = LatexWalker(tex, latex_context=walker, tolerant_parsing=False).get_latex_nodes()[0]
    text = LatexNodes2Text(latex_context=context, strict_latex_spaces=True, keep_comments=True)
    return " ".join(text.nodelist_to_text(nodes).split())


def nodes_in(nodes):
    for node in nodes or []:
        yield node
        yield from nodes_in(getattr(node, "nodelist", None))
        arguments = getattr(node, "nodeargd", None)
        yield from nodes_in([one for one in (arguments.argnlist if arguments else []) if one])


@pytest.fixture
def table(client, version):
    boarded(version, (*PLAIN, *OTHERS))
    return client.get("/leaderboard.tex?source=evaluated").content.decode()


class TestLatex:
    """A whole table that means what it says."""

    def test_it_is_sound_and_has_no_command_of_theirs(self, table):
        nodes, _, length = LatexWalker(table, tolerant_parsing=False).get_latex_nodes()
        assert length == len(table)
        found = list(nodes_in(nodes))
        macros = {node.macroname for node in found if isinstance(node, LatexMacroNode)}
        assert macros <= {*SPELT, *ESCAPES, *LAYOUT}
        environments = [node.environmentname for node in found if isinstance(node, LatexEnvironmentNode)]
        assert environments == ["table", "tabular"]

    def test_every_row_has_as_many_cells_as_the_table_has_columns(self, table):
        (tabular,) = (
            node
            for node in nodes_in(LatexWalker(table).get_latex_nodes()[0])
            if isinstance(node, LatexEnvironmentNode) and node.environmentname == "tabular"
        )
        cells, rows = 0, []
        for node in tabular.nodelist:
            if isinstance(node, LatexSpecialsNode) and node.specials_chars == "&":
                cells += 1
            elif isinstance(node, LatexMacroNode) and node.macroname == "\\":
                rows.append(cells)
                cells = 0
            else:
                # In a row everything else is text, in groups of its own.
                assert not isinstance(node, LatexCharsNode) or "&" not in node.chars
        assert len(rows) == 1 + len(PLAIN) + len(OTHERS)
        assert set(rows) == {rows[0]}

    def test_every_name_reads_as_it_was_typed(self, table):
        names = [
            line.split(" & ")[1].split(r" {\footnotesize")[0] for line in table.splitlines() if " & " in line
        ]
        assert {read_back(name.removeprefix("{").removesuffix("}")) for name in names[1:]} == {
            seen(name) for name in (*PLAIN, *OTHERS)
        }


class TestBibtex:
    """Entries that a bibliography program reads, with one author each."""

    @pytest.fixture
    def library(self, client, version):
        boarded(version, (*PLAIN, *OTHERS))
        text = client.get("/leaderboard.bib?source=evaluated").content.decode()
        return bibtexparser.parse_string(text, append_middleware=[middlewares.SeparateCoAuthors()])

    def test_nothing_fails_and_every_row_is_there_once(self, library):
        assert library.failed_blocks == []
        assert len(library.entries) == 1 + len(PLAIN) + len(OTHERS)
        assert len({entry.key for entry in library.entries}) == len(library.entries)

    def test_a_name_is_one_title_and_one_author(self, library):
        titles, authors = set(), set()
        for entry in library.entries[1:]:
            (author,) = entry["author"]
            titles.add(read_back(entry["title"]))
            authors.add(read_back(author))
        assert titles == authors == {seen(name) for name in (*PLAIN, *OTHERS)}


@pytest.mark.skipif(not (shutil.which("pdflatex") and shutil.which("bibtex")), reason="no TeX is installed")
def test_tex_sets_the_table_and_the_citations(client, version, tmp_path):
    boarded(version, PLAIN)
    for form in ("tex", "bib"):
        (tmp_path / f"board.{form}").write_bytes(client.get(f"/leaderboard.{form}").content)
    (tmp_path / "paper.tex").write_text(
        r"\documentclass{article}\usepackage{booktabs}\begin{document}"
        r"\input{board}\nocite{*}\bibliographystyle{plain}\bibliography{board}\end{document}"
    )
    called = partial(subprocess.run, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    for command in (["pdflatex"], ["bibtex"], ["pdflatex"], ["pdflatex"]):
        options = ["-halt-on-error", "-no-shell-escape"] if command == ["pdflatex"] else []
        done = called([*command, *options, "paper"])
        assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size > 1000
