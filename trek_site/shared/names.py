"""Names that people give to themselves, their teams and their entries: what is refused, and what looks alike.

Whoever reads a name has to be able to trust it. Characters that nobody sees are refused, and two names that
look the same to a reader count as the same, whatever letters they are made of.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

# Controls, direction overrides and other format characters, halves of pairs, private and unassigned ones,
# separators of lines and paragraphs.
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters and marks that take no room either: fillers of Hangul, joiners of graphemes, selectors of variants.
_EMPTY: Final = frozenset(
    chr(code)
    for code in (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
_JOINER: Final = "\u200d"
_PRESENTATION: Final = "\ufe0f"
# What emoji are made of.
_SIGNS: Final = frozenset({"So", "Sk"})


def name_cleaned(name: str) -> str:
    """The name in Unicode's composed form, with single plain spaces and none at its ends.

    Bound its length first: composing a very long text can take minutes.
    """
    text = unicodedata.normalize("NFC", name)
    spaced = "".join(" " if unicodedata.category(character) == "Zs" else character for character in text)
    return " ".join(part for part in spaced.split(" ") if part)


def unseen_characters(name: str) -> list[str]:
    """The characters that nobody sees, as ``U+202E``, in the order found; those inside emoji are none."""
    return [
        f"U+{ord(character):04X}"
        for place, character in enumerate(name)
        if (unicodedata.category(character) in _REFUSED or character in _EMPTY)
        and not _belongs_to_emoji(name, place)
    ]


def _belongs_to_emoji(name: str, place: int) -> bool:
    before = name[:place].rstrip(_PRESENTATION)[-1:]
    after = name[place + 1 : place + 2]
    if name[place] == _PRESENTATION:
        return _is_sign(before)
    return name[place] == _JOINER and _is_sign(before) and _is_sign(after)


def _is_sign(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in _SIGNS


def skeleton(name: str) -> str:
    """What the name looks like: equal for names that a reader takes for each other.

    Letters of other scripts become the Latin ones they look like, by Unicode's own table of confusables;
    case, width, spaces and the encoding of accents do not count.
    """
    text = unicodedata.normalize("NFKC", name)
    # Folding makes new look-alikes, and mapping makes new capitals; the second round settles both. Mapping
    # comes first, while a capital I still looks like an l.
    for _ in range(2):
        text = "".join(_looks_like(character) for character in unicodedata.normalize("NFD", text)).casefold()
    return "".join(unicodedata.normalize("NFC", text).split())


def _looks_like(character: str) -> str:
    """The one spelling that stands for all that look like this character.

    The table leads both ways: from a character to the one it is taken for, and back to all of those.
    """
    found = confusables_data.get(character, ())
    if len(found) != 1:
        return character
    other = str(found[0]["c"])
    is_mutual = len(confusables_data.get(other, ())) == 1
    return min(character, other) if is_mutual else other
