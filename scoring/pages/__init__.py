"""What the pages and the API show, as values: already chosen, ordered, rounded and worded.

``scoring.selectors`` makes these, templates and serializers only lay them out. Texts ending in ``_text`` are
ready for the reader ("–" stands for a value that does not exist). Members ending in ``_query`` are query
strings such as ``?sort=overall`` for links to the page itself, "" where there is nothing to link to.
Members ending in ``url`` are paths, made from the URL names ``scoring:entry`` and ``scoring:submission``
(argument ``public_id``). Times are aware datetimes in UTC.
"""

from __future__ import annotations

from scoring.pages.board import BoardPage, BoardRow, Cell, ColumnHead, VersionLine
from scoring.pages.entry import (
    DimensionLine,
    EntryHeader,
    EntryPage,
    OutcomeLine,
    ScoreTile,
    TaskLine,
    VerdictCell,
)
from scoring.pages.integrity import (
    IntegrityLine,
    IntegrityPage,
    ResemblingEntry,
    ReviewLine,
    ReviewPage,
)
from scoring.pages.parts import Choice, PageLinks
from scoring.pages.submission import (
    FindingLine,
    MySubmissionsPage,
    SeverityTotal,
    Step,
    SubmissionLine,
    SubmissionStatus,
)

__all__ = [
    "BoardPage",
    "BoardRow",
    "Cell",
    "Choice",
    "ColumnHead",
    "DimensionLine",
    "EntryHeader",
    "EntryPage",
    "FindingLine",
    "IntegrityLine",
    "IntegrityPage",
    "MySubmissionsPage",
    "OutcomeLine",
    "PageLinks",
    "ResemblingEntry",
    "ReviewLine",
    "ReviewPage",
    "ScoreTile",
    "SeverityTotal",
    "Step",
    "SubmissionLine",
    "SubmissionStatus",
    "TaskLine",
    "VerdictCell",
    "VersionLine",
]
