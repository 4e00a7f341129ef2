"""How much of an upload is read before it is refused; every track states its own values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one upload. Each is the largest value that is still accepted.

    Attributes:
        upload_bytes: The file as it was sent.
        unpacked_bytes: The file after unpacking.
        ratio: Unpacked bytes per packed byte, looked at only beyond ``ratio_after_bytes``.
        ratio_after_bytes: Unpacked bytes that may have any ratio, since small files pack well.
        entries: Entries of an archive, folders included.
        entry_name_bytes: The name of one.
        manifest_bytes: A manifest in an archive.
        readme_bytes: A README in an archive.
        line_bytes: One line without its end.
        lines: Lines that are not blank.
        depth: Arrays and objects inside each other, the record itself included.
        members: Members of one object.
        items: Items of one array.
        text_chars: One text, where no narrower limit is stated.
        digits: Digits of one number.
        unreadable_lines: Lines that are not JSON before the whole file is taken for something else.
    """

    upload_bytes: int
    unpacked_bytes: int
    ratio: int
    ratio_after_bytes: int
    entries: int
    entry_name_bytes: int
    manifest_bytes: int
    readme_bytes: int
    line_bytes: int
    lines: int
    depth: int
    members: int
    items: int
    text_chars: int
    digits: int
    unreadable_lines: int
