"""Large boards, written in bulk: runs of made-up agents over the full release, published and ranked.

    python -m tests.benchmarks.seeding version
    python -m tests.benchmarks.seeding entries NUMBER WITH_TASKS
    python -m tests.benchmarks.seeding score BUNDLE NUMBER
    python -m tests.benchmarks.seeding upload BUNDLE NUMBER
    python -m tests.benchmarks.seeding sizes

The first makes an empty site with the release. The second adds so many entries, WITH_TASKS of them (spread
over the ranks) with their verdicts task by task; every entry has its sheet, and ranks and events come from
ranking the board once, as the site does it. The third uploads, checks, scores and publishes one bundle so
often, the fourth only uploads it; the last prints the bytes that each table takes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import django

django.setup()

# Models can be imported only now.
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models.functions import Now  # noqa: E402

from kb_browser.models import DatasetVersion  # noqa: E402
from kb_browser.selectors import dataset_versions  # noqa: E402
from kb_browser.services import dataset_version_import, dataset_version_publish  # noqa: E402
from scoring.columns import COLUMNS  # noqa: E402
from scoring.engine.model import Usage  # noqa: E402
from scoring.engine.sheets import Sheet, marks_packed, usage_packed  # noqa: E402
from scoring.models import (  # noqa: E402
    SCORE_COLUMNS,
    Evaluation,
    LeaderboardEntry,
    ScoreSheet,
    TaskOutcome,
)
from scoring.models.packed import packed  # noqa: E402
from scoring.services import board_refresh, submission_evaluate  # noqa: E402
from scoring.states import Outcome, Unranked  # noqa: E402
from scoring.states import State as EvaluationState  # noqa: E402
from scoring.tracks import DEFAULT  # noqa: E402
from submissions.models import Submission  # noqa: E402
from submissions.services import submission_check  # noqa: E402
from submissions.states import Outcome as Checked  # noqa: E402
from submissions.states import State, Visibility  # noqa: E402
from tests.agents import chances, planes, run  # noqa: E402
from tests.factories import summary_make, upload_make, user_make, version_check  # noqa: E402
from tests.manifests import manifest_make  # noqa: E402
from trek_site.accounts.models import User  # noqa: E402

OWNERS: Final = 200
USAGES: Final = 40
BATCH: Final = 500


def version(release: Path) -> None:
    """An empty site with a published release."""
    call_command("migrate", verbosity=0)
    dataset_version_import(release, name="full", licence="CC BY 4.0", changelog="The first.")
    version_check("full")
    dataset_version_publish("trek", "full")
    User.objects.create_user("drill", "drill@example.org", "x", is_staff=True)


def entries(number: int, with_tasks: int) -> None:
    """So many entries; the times of the parts go to standard error."""
    begun = time.monotonic()
    of = DatasetVersion.objects.get(name="full")
    owners = User.objects.bulk_create(
        User(username=f"seeded{place}", email=f"seeded{place}@example.org", password="!")
        for place in range(OWNERS)
    )
    sheets = list(_sheets(of.task_count, number))
    usages = [usage_packed(_usage(random.Random(place), of.task_count)) for place in range(USAGES)]
    evaluations: list[Evaluation] = []
    for start in range(0, number, BATCH):
        part = sheets[start : start + BATCH]
        submissions = Submission.objects.bulk_create(
            _submission(of, owners[place % OWNERS], place) for place in range(start, start + len(part))
        )
        made = Evaluation.objects.bulk_create(_evaluation(one, _share(part[0])) for one in submissions)
        ScoreSheet.objects.bulk_create(
            ScoreSheet(
                evaluation=one,
                size=sheet.size,
                marks=marks_packed(sheet, SCORE_COLUMNS),
                usage=usages[one.pk % USAGES],
            )
            for one, sheet in zip(made, part, strict=True)
        )
        LeaderboardEntry.objects.bulk_create(
            _entry(one, sheet) for one, sheet in zip(made, part, strict=True)
        )
        evaluations += made
    _say("entries", begun)
    begun = time.monotonic()
    step = max(1, number // max(1, with_tasks))
    for place in range(0, number, step)[:with_tasks]:
        _tasks(evaluations[place], sheets[place])
    _say("tasks", begun)
    begun = time.monotonic()
    board_refresh(of.pk, DEFAULT, is_changed=True)
    _say("ranks and events", begun)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _sheets(tasks: int, number: int) -> Iterator[Sheet]:
    generator = random.Random(7)
    every = (1 << tasks) - 1
    for _ in range(number):
        perfect = run(generator, planes(chances(generator, tasks, generator.uniform(0, 0.6))), tasks)
        yield Sheet(
            size=tasks,
            perfect=perfect,
            applies=dict.fromkeys(SCORE_COLUMNS, every),
            passes={
                key: perfect | generator.getrandbits(tasks) & generator.getrandbits(tasks)
                for key in SCORE_COLUMNS
            },
        )


def _usage(generator: random.Random, tasks: int) -> Sequence[Any]:

    found = []
    for _ in range(tasks):
        calls, prompt, completion = (
            generator.randint(3, 30),
            generator.randint(2, 90),
            generator.randint(1, 9),
        )
        found.append(
            Usage(
                calls=calls,
                prompt_tokens=1000 * prompt,
                completion_tokens=100 * completion,
                total_tokens=1000 * prompt + 100 * completion,
                elapsed_s=calls * 1.5,
            )
        )
    return found


def _submission(of: DatasetVersion, owner: User, place: int) -> Submission:
    label = f"seeded-{place}"
    return Submission(
        manifest=manifest_make(label=label, visibility="public"),
        owner=owner,
        dataset_version=of,
        label=label,
        display_name=f"Agent {place}",
        organisation=f"Lab {place % 50}",
        file_name=f"trek_{label}.jsonl",
        file_sha256=f"{place:064x}",
        file_bytes=1,
        kind="jsonl",
        state=State.CHECKED,
        outcome=Checked.VALID,
        visibility=Visibility.PUBLIC,
        received_at=Now(),
        state_at=Now(),
        published_at=Now(),
    )


def _evaluation(submission: Submission, share: float) -> Evaluation:
    return Evaluation(
        submission=submission,
        dataset_version_id=submission.dataset_version_id,
        evaluator_version=DEFAULT,
        state=EvaluationState.FINISHED,
        outcome=Outcome.SCORED,
        queued_at=Now(),
        started_at=Now(),
        finished_at=Now(),
        results_digest="d" * 64,
        bundle_sha256=submission.file_sha256,
        release_digest="e" * 64,
        summary=summary_make(share),
    )


def _share(sheet: Sheet) -> float:
    return sheet.perfect.bit_count() / sheet.size


def _entry(evaluation: Evaluation, sheet: Sheet) -> LeaderboardEntry:
    share = _share(sheet)
    return LeaderboardEntry(
        evaluation=evaluation,
        dataset_version_id=evaluation.dataset_version_id,
        evaluator_version=DEFAULT,
        intervals={column.key: [max(0.0, share - 0.03), min(1.0, share + 0.03)] for column in COLUMNS},
        unranked_reason=Unranked.PRIVATE,
        **{column.key: share if column.is_share else 1000.0 * share for column in COLUMNS},
    )


def _tasks(evaluation: Evaluation, sheet: Sheet) -> None:
    reasons = [
        packed(
            [
                {
                    "code": "trek.none.such",
                    "verdict": verdict,
                    "path": f"/day{day}",
                    "facts": {"cost": day * 91.5},
                }
                for day in range(1, 31)
            ]
        )
        for verdict in ("failed", "passed")
    ]
    TaskOutcome.objects.bulk_create(
        TaskOutcome(
            evaluation=evaluation,
            query_index=task,
            is_perfect=bool(sheet.perfect >> task & 1),
            outcomes=reasons[sheet.perfect >> task & 1],
            run={"calls": 8, "tokens": 10000},
            **{key: float(sheet.passes[key] >> task & 1) for key in SCORE_COLUMNS},
        )
        for task in range(sheet.size)
    )


def _say(what: str, begun: float) -> None:
    sys.stderr.write(f"  {what}: {time.monotonic() - begun:.1f} s\n")


def score(bundle: Path, number: int) -> None:
    """As many runs of different bytes and equal worth, each the whole way."""
    for pk in upload(bundle, number):
        submission_check(pk)
        submission_evaluate(pk)


def upload(bundle: Path, number: int) -> Sequence[int]:
    """As many runs of different bytes and equal worth, waiting for a worker."""
    (of,) = dataset_versions("trek")
    content = bundle.read_bytes().rstrip(b"\n")
    return [
        upload_make(
            content + b"\n" * (1 + place), owner=user_make(is_staff=True), version=of, visibility="public"
        ).pk
        for place in range(number)
    ]


def sizes() -> dict[str, int]:
    """By table its bytes, with its indexes and overlong values, after tidying up."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            )
        else:
            cursor.execute(
                "SELECT entry.tbl_name, SUM(page.pgsize) FROM dbstat page"
                " JOIN sqlite_schema entry ON entry.name = page.name GROUP BY entry.tbl_name"
            )
        return dict(cursor.fetchall())


def main() -> None:
    """Do what the command line says; the last line printed is JSON."""
    command, *rest = sys.argv[1:]
    found: object = None
    match command:
        case "version":
            version(Path(rest[0]))
        case "entries":
            entries(int(rest[0]), int(rest[1]))
        case "score":
            score(Path(rest[0]), int(rest[1]))
        case "upload":
            upload(Path(rest[0]), int(rest[1]))
        case _:
            found = sizes()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
