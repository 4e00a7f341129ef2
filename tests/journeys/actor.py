"""What people and clients do in a drill, as commands that run in a process of their own.

    python -m tests.journeys.actor migrate | prepare
    python -m tests.journeys.actor submit NUMBER [--padding N] [--reason TEXT]
    python -m tests.journeys.actor deliver_again TIMES
    python -m tests.journeys.actor board | token | session | limits | verify
    python -m tests.journeys.actor accounts NUMBER
    python -m tests.journeys.actor rehearse | rehearse_again TIMES | publish | fulfilled

Each prints one line of JSON at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import django

django.setup()

# Models can be imported only now.
from django.conf import settings  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from scoring.models import Evaluation, Rehearsal, RehearsedEvaluation  # noqa: E402
from scoring.selectors import rehearsal_fulfilled  # noqa: E402
from scoring.services import evaluations_verify, rehearsal_start  # noqa: E402
from submissions.models import Submission  # noqa: E402
from tests.factories import bundle_of, packed, small_world  # noqa: E402
from tests.manifests import manifest_make  # noqa: E402
from tests.scoring.candidates import flipped_world, key_of  # noqa: E402
from tests.scoring.candidates import publish as publish_draft  # noqa: E402
from trek_site.accounts.models import User  # noqa: E402
from trek_site.accounts.services import token_issue  # noqa: E402
from trek_site.rates import RATES  # noqa: E402
from trek_site.shared.jobs import Job, ring  # noqa: E402

HOST = "localhost"


def migrate() -> Any:
    """An empty site."""
    call_command("migrate", verbosity=0)
    return None


def prepare() -> Any:
    """An empty site with the small world and one account that has no quota."""
    migrate()
    world = small_world()
    User.objects.create_user("drill", "drill@example.org", "x", is_staff=True)
    return {"digest": world.digest}


def submit(number: int, padding: int, reason: str) -> Any:
    """Upload so many public bundles through the API, each a little worse than the one before."""
    _, plain = token_issue(User.objects.get(username="drill"), name="drill")
    client = Client(HTTP_HOST=HOST, headers={"Authorization": f"Bearer {plain}"})
    before = Submission.objects.count()
    answers = []
    for place in range(before, before + number):
        content = bundle_of(failing=range(place), padding=padding)
        if reason:
            content = content.replace(b'"refusal_reason": ""', f'"refusal_reason": "{reason}"'.encode(), 1)
        answer = client.post(
            "/api/v1/submissions/",
            {
                "file": SimpleUploadedFile(f"trek_drill-{place}.jsonl.gz", packed(content)),
                "manifest": json.dumps(manifest_make(label=f"drill-{place}", visibility="public")),
            },
        )
        answers.append({"status": answer.status_code, "body": answer.json()})
    return answers


def token() -> Any:
    """A token of the account."""
    return token_issue(User.objects.get(username="drill"), name="drill")[1]


def session() -> Any:
    """A session of one more account, as a browser sends it back."""
    client = Client(HTTP_HOST=HOST)
    client.force_login(User.objects.create_user("visitor", "visitor@example.org", "x"))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def limits() -> Any:
    """How many requests of each kind are answered in a minute."""
    return {name: rate.limit for name, rate in RATES.items()}


def accounts(number: int) -> Any:
    """So many more accounts that have no quota; a token of each."""
    names = [f"drill-{place}" for place in range(number)]
    people = [User.objects.create_user(name, f"{name}@example.org", "x", is_staff=True) for name in names]
    return [token_issue(one, name="drill")[1] for one in people]


def verify() -> Any:
    """Score every evaluation again: how many agree, and what is wrong with the others."""
    found = evaluations_verify(Evaluation.objects.values_list("pk", flat=True))
    return {"agreeing": len(found.agreeing), "faults": found.faults}


def deliver_again(times: int) -> Any:
    """Send every job of every submission once more, and again."""
    pks = list(Submission.objects.values_list("pk", flat=True))
    jobs = [(job, pk) for job in (Job.CHECK_SUBMISSION, Job.EVALUATE_SUBMISSION) for pk in pks] * times
    return [ring(job, submission_id=pk) for job, pk in jobs]


def board() -> Any:
    """The board as everybody sees it."""
    answer = Client(HTTP_HOST=HOST).get("/api/v1/boards/trek/")
    return {"status": answer.status_code, "body": answer.json()}


def rehearse() -> Any:
    """A draft with one other fact, rehearsed over the board there is."""
    return rehearsal_start(baseline=key_of(small_world()), candidate=key_of(flipped_world()))


def rehearse_again(times: int) -> Any:
    """Send every job of every rehearsal once more, and again."""
    pks = list(RehearsedEvaluation.objects.values_list("pk", flat=True)) * times
    return [ring(Job.REHEARSE, rehearsed_id=pk) for pk in pks]


def publish() -> Any:
    """The draft, in place of the version before it."""
    return publish_draft("corrected").name


def fulfilled() -> Any:
    """How far the new board is what was foretold."""
    found = rehearsal_fulfilled(Rehearsal.objects.get().pk)
    return {"is_complete": found.is_complete, "expected": found.expected, "missing": list(found.missing)}


WITHOUT_ARGUMENTS = {
    "migrate": migrate,
    "prepare": prepare,
    "board": board,
    "token": token,
    "session": session,
    "limits": limits,
    "verify": verify,
    "rehearse": rehearse,
    "publish": publish,
    "fulfilled": fulfilled,
}
WITH_TIMES = {"accounts": accounts, "deliver_again": deliver_again, "rehearse_again": rehearse_again}


def main() -> int:
    """Run one command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["submit", *WITH_TIMES, *WITHOUT_ARGUMENTS])
    parser.add_argument("number", nargs="?", type=int, default=1)
    parser.add_argument("--padding", type=int, default=0)
    parser.add_argument("--reason", default="")
    given = parser.parse_args()
    if given.command == "submit":
        answer = submit(given.number, given.padding, given.reason)
    elif given.command in WITH_TIMES:
        answer = WITH_TIMES[given.command](given.number)
    else:
        answer = WITHOUT_ARGUMENTS[given.command]()
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
