"""What a typed name becomes in each form, so that it is only ever a name there."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import Final

# A spreadsheet takes a cell that starts so for a formula; where people write them wide, in that form too.
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")

# Of private use, and so in no text that was made plain.
_BREAK: Final = "\ue000"
# What a font of TeX draws as one sign, such as a dash of two hyphens.
_LIGATURES: Final = re.compile(r"([-`',?!])(?=[-`',])")

# Braces by name: BibTeX counts them even behind a backslash.
_TEX: Final = MappingProxyType(
    str.maketrans(
        {
            "\\": r"\textbackslash{}",
            "{": r"\textbraceleft{}",
            "}": r"\textbraceright{}",
            "~": r"\textasciitilde{}",
            "^": r"\textasciicircum{}",
            "<": r"\textless{}",
            ">": r"\textgreater{}",
            "|": r"\textbar{}",
            # By its number: the usual encoding of pdfLaTeX has no command for it.
            '"': r"\symbol{34}",
            "&": r"\&",
            "%": r"\%",
            "$": r"\$",
            "#": r"\#",
            "_": r"\_",
            "–": "--",
            "\u202f": r"\,",
            _BREAK: "{}",
        }
    )
)
# Characters without a shape of their own: they reorder, hide or end lines, and print nothing.
_SHAPELESS: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_GAPS: Final = frozenset("\t\n\v\f\r\x85\u2028\u2029")


def safe_cell(text: str) -> str:
    """The text, with a quotation mark in front where a spreadsheet would compute it."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def tex(text: str) -> str:
    """The text for LaTeX and for a braced value of BibTeX: no command, no open brace, one line.

    Letters of every script stay; characters that only steer the display are left out.
    """
    return _LIGATURES.sub(rf"\1{_BREAK}", plain(text)).translate(_TEX)


def plain(text: str) -> str:
    """One line without characters that print nothing; every gap is a blank."""
    one_line = "".join(" " if c in _GAPS else c for c in unicodedata.normalize("NFC", text))
    return "".join(c for c in one_line if unicodedata.category(c) not in _SHAPELESS)
