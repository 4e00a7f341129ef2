"""What a TREK upload may hold at most: one table, shown on the upload page and in the docs.

The values leave room above what the official runner writes, about 0.1 to 0.2 MB a record.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.reading import Limits

MIB = 1024 * 1024

LIMITS = Limits(
    upload_bytes=256 * MIB,
    unpacked_bytes=768 * MIB,
    ratio=200,
    ratio_after_bytes=10 * MIB,
    entries=16,
    entry_name_bytes=255,
    manifest_bytes=64 * 1024,
    readme_bytes=256 * 1024,
    line_bytes=8 * MIB,
    lines=4_000,
    depth=32,
    members=1_000,
    items=20_000,
    text_chars=64 * 1024,
    digits=300,
    unreadable_lines=20,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLimits:
    """Bounds inside one record; texts in characters, the rest in members, items or plain numbers."""

    record_members: int = 64
    record_member_name: int = 64
    plan_member_name: int = 256
    days: int = 60
    payload_members: int = 16
    day_members: int = 32
    flights: int = 20
    attractions: int = 40
    hotels: int = 10
    cars: int = 10
    entity_members: int = 32
    name: int = 512
    city: int = 128
    short_text: int = 64
    route_text: int = 4_000
    reason: int = 8_000
    request: int = 8_000
    plan_text: int = 16_384
    loose_items: int = 200
    loose_members: int = 64
    calls: int = 10_000
    tokens: int = 10**12
    seconds: int = 604_800
    usage_members: int = 32
    model_id: int = 256
    steps: int = 2_000
    step_members: int = 32
    tool_name: int = 256
    result: int = 65_536
    result_preview: int = 4_096
    notebook_members: int = 16
    notes: int = 1_000
    ledger_members: int = 64


RECORD_LIMITS = RecordLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLimits:
    """How much of what was found is kept and shown.

    Attributes:
        kept_per_stage: Findings that are kept; beyond it they are only counted.
        shown_per_code: Findings of one code that are shown in full, and always kept.
        found_per_record: Findings looked for in one record.
        quoted_chars: Characters quoted from an upload in one message.
        request_mismatch_percent: Share of request texts that may differ from their task.
    """

    kept_per_stage: int = 1_000
    shown_per_code: int = 20
    found_per_record: int = 100
    quoted_chars: int = 80
    request_mismatch_percent: int = 10


REPORT_LIMITS = ReportLimits()
