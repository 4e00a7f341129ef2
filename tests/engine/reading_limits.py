"""Small bounds, so that a test can go beyond each of them."""

from scoring.engine.reading import Limits

LIMITS = Limits(
    upload_bytes=1_000_000,
    unpacked_bytes=300_000,
    ratio=50,
    ratio_after_bytes=100_000,
    entries=4,
    entry_name_bytes=40,
    manifest_bytes=2_000,
    readme_bytes=3_000,
    line_bytes=1_000,
    lines=100,
    depth=8,
    members=50,
    items=100,
    text_chars=500,
    digits=30,
    unreadable_lines=3,
)
