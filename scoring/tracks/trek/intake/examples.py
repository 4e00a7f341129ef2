"""Files of our own to start from, told about where people learn how to submit; a test keeps them sound."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final

from scoring.tracks.trek.intake.manifest.example import EXAMPLE_YAML
from scoring.tracks.trek.intake.manifest.reading import read_manifest

# Where the example was made; a manifest does not speak of days to come.
EXAMPLE_DAY: Final = date(2026, 7, 20)
EXAMPLE_LABEL: Final = "cartographer-2-planner"

_PLAN: Final[dict[str, Any]] = {
    "day1": {
        "current_city": "Port Halden to Eastmere",
        "flights": [
            {
                "flight_number": "ZQ 4417",
                "departure_city": "Port Halden",
                "arrival_city": "Eastmere",
                "departure_time": "08:20",
                "arrival_time": "09:55",
                "price": 112.4,
            }
        ],
        "attractions": [
            {
                "name": "Lanternworks Museum",
                "city": "Eastmere",
                "visit_start": "14:45",
                "visit_end": "16:45",
            }
        ],
        "hotel": {
            "name": "Heron Quay Suites 12",
            "city": "Eastmere",
            "price_per_night": 68.0,
            "check_in": "13:30",
        },
    },
    "day2": {
        "current_city": "Eastmere to Port Halden",
        "flights": [
            {
                "flight_number": "ZQ 4420",
                "departure_city": "Eastmere",
                "arrival_city": "Port Halden",
                "departure_time": "17:05",
                "arrival_time": "18:40",
                "price": 98.2,
            }
        ],
        "attractions": [],
    },
}
_MEASURED: Final[dict[str, Any]] = {
    "tool_call_count": 7,
    "token_usage": {"total_tokens": 42032},
    "elapsed_sec": 31.07,
    "error": None,
}


def example_records() -> bytes:
    """Three records: a plan, a refusal, and a task that the agent did not finish."""
    records = (
        {"submitted": True, "is_feasible": True, "refusal_reason": "", "plan": _PLAN},
        {
            "submitted": True,
            "is_feasible": False,
            "refusal_reason": "No flight leaves Port Halden for Sorrel Bay on these days.",
            "plan": {},
        },
        {"submitted": False, "is_feasible": False, "refusal_reason": "", "plan": {}},
    )
    lines = (
        json.dumps({"query_index": index, **record, **_MEASURED}) for index, record in enumerate(records)
    )
    return "".join(f"{line}\n" for line in lines).encode()


def example_manifest_yaml() -> bytes:
    """A manifest with most of its members."""
    return EXAMPLE_YAML.encode()


def example_manifest_json() -> bytes:
    """The same as JSON."""
    manifest = read_manifest(EXAMPLE_YAML.encode(), file_name="metadata.yaml", today=EXAMPLE_DAY).manifest
    assert manifest is not None
    return (json.dumps(manifest.as_json(), indent=2, ensure_ascii=False) + "\n").encode()
