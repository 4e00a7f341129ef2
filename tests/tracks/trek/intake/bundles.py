"""Small bundles to check: records as an agent runner writes them, and files made of them."""

import gzip
import io
import json
import zipfile
from copy import deepcopy
from datetime import date

from scoring.engine.intake import Asked
from scoring.tracks.trek.intake import BundleReading, Mode, TaskSet

TASKS = 3
TODAY = date(2026, 8, 31)

DAY = {
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
        {"name": "Lanternworks Museum", "city": "Eastmere", "visit_start": "14:45", "visit_end": "16:45"}
    ],
    "hotel": {
        "name": "Heron Quay Suites 12",
        "city": "Eastmere",
        "price_per_night": 68.0,
        "check_in": "13:30",
    },
    "car": {"car_type": "Wagon", "city": "Eastmere", "capacity": 5, "price_per_day": 61.25},
}


def record(index=0, **changes):
    """An answered task; a change to ``...`` leaves the member out."""
    members = {
        "query_index": index,
        "submitted": True,
        "is_feasible": True,
        "refusal_reason": "",
        "plan": {"day1": deepcopy(DAY)},
        "tool_call_count": 7,
        "token_usage": {"prompt_tokens": 9_000, "completion_tokens": 200, "total_tokens": 9_200},
        "elapsed_sec": 31.07,
        "error": None,
    }
    members.update(changes)
    return {name: value for name, value in members.items() if value is not ...}


def refusal(index=0, **changes):
    return record(
        index, **{"is_feasible": False, "plan": {}, "refusal_reason": "No direct flight."} | changes
    )


def unfinished(index=0, **changes):
    stalled = {"submitted": False, "refusal_reason": "no submission", "stop_condition": "stalled"}
    return refusal(index, **stalled | changes)


def crashed(index=0):
    return {
        "error": "RuntimeError: provider gave up",
        "plan": {},
        "is_feasible": False,
        "tool_call_count": 0,
        "submitted": False,
        "query_index": index,
        "elapsed_sec": 93.5,
    }


def line(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def bundle(*lines, end="\n"):
    """A file of records and of lines given as text."""
    return "".join(line(value) + end for value in lines).encode("utf-8", "surrogatepass")


def whole(*changed, tasks=TASKS):
    """A file with one record per task, some of them replaced: pairs of position and line."""
    lines = [record(index) for index in range(tasks)]
    for position, value in changed:
        lines[position] = value
    return bundle(*lines)


def manifest(**changes):
    """A manifest for a standard run over the small set; sections are changed member by member."""
    sections = {
        "manifest_version": "1",
        "benchmark": {"name": "TREK", "task_set": f"trek-{TASKS}"},
        "entry": {"label": "declared-1", "display_name": "Declared 1", "track": "standard"},
        "models": [
            {
                "name": "Declared 1",
                "vendor": "Fernhill Research",
                "identifier": "declared-1-0614",
                "open_weights": "no",
                "temperature": 0.2,
                "fine_tuned": False,
            }
        ],
        "scaffold": {
            "name": "official",
            "version": "commit 0a1b2c3",
            "open_source": True,
            "prompt_modified": False,
            "tools_modified": False,
            "symbolic_solver": False,
            "tool_budget": 15,
            "retrieval_backend": "lexical-1",
        },
        "run": {
            "started": "2026-07-06",
            "finished": "2026-07-08",
            "attempts_per_task": 1,
            "unfinished_retried": True,
            "human_intervention": False,
        },
        "disclosure": {
            "gold_seen": "no",
            "tasks_in_training": "unknown",
            "scorer_used_in_development": False,
            "kb_outside_tools": False,
            "training_data": "The vendor names no sources.",
        },
        "submitter": {
            "name": "Mara Lindqvist",
            "affiliation": "Fernhill Research",
            "contact_email": "mara@fernhill.example",
            "represents_vendor": True,
        },
        "consent": {"publish_plans": True, "publish_traces": False, "statement": True},
    }
    for name, change in changes.items():
        sections[name] = {**sections[name], **change} if isinstance(change, dict) else change
    return sections


def archive(files, *, method=zipfile.ZIP_DEFLATED):
    """A zip archive of names and contents; a name may be a `zipfile.ZipInfo`."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as packing:
        for name, content in files.items() if isinstance(files, dict) else files:
            packing.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return target.getvalue()


def entry(content=None, *, name="trek_sample.jsonl", folder="", besides=None, **changes):
    """A whole archive: records, manifest and what else is to lie in it."""
    files = {
        folder + name: whole() if content is None else content,
        f"{folder}metadata.json": manifest(**changes),
        **(besides or {}),
    }
    return archive(files)


class Portions(io.RawIOBase):
    """A stream of portions that are made as they are read; it cannot be read twice."""

    def __init__(self, portions):
        self._portions = iter(portions)

    def read(self, size=-1):
        return next((portion for portion in self._portions if portion), b"")


def reading(content, *, name="trek_sample.jsonl", tasks=TASKS, requests=None, mode=Mode.RECORDS, **options):
    """The reading of a file, given as bytes or as a stream."""
    return BundleReading(
        io.BytesIO(content) if isinstance(content, bytes) else content,
        Asked(
            file_name=name,
            tasks=TaskSet.of("trek", tasks, requests=requests),
            today=TODAY,
            mode=mode,
            **options,
        ),
    )


def check(content, **options):
    return reading(content, **options).report()


def codes(report):
    return dict(report.found)


def packed(content, members=1):
    size = -(-len(content) // members)
    parts = (content[start : start + size] for start in range(0, len(content), size))
    return b"".join(gzip.compress(part, 6) for part in parts)
