"""What the name of a file of records says."""

from __future__ import annotations

import re

_LABELLED = re.compile(r"trek_([A-Za-z0-9][A-Za-z0-9._-]{0,127})\.jsonl(?:\.gz)?", re.IGNORECASE)


def label_in(file_name: str) -> str:
    """The label in a name such as ``trek_my-agent.jsonl``; "" where the name has another form."""
    match = _LABELLED.fullmatch(file_name)
    return match.group(1) if match else ""
