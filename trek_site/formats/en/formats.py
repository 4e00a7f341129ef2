"""Days and times as the pages write them; all times are UTC."""

from __future__ import annotations

from typing import Final

DATE_FORMAT: Final = "Y-m-d"
SHORT_DATE_FORMAT: Final = "Y-m-d"
TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "Y-m-d H:i"
SHORT_DATETIME_FORMAT: Final = "Y-m-d H:i"
