"""The whole site on this machine: dataset, accounts, site, worker, and reference runs with known scores."""

from __future__ import annotations

import secrets
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.downloads import exports_of
from kb_browser.progress import Step
from kb_browser.selectors import VersionFacts, dataset_version_named
from kb_browser.services import (
    TRACK,
    dataset_version_check,
    dataset_version_import,
    dataset_version_publish,
    exports_request,
)
from scoring.services import Judgement, made_up_prices_add, review_record
from scoring.states import ReviewVerdict
from trek_site.accounts.services import token_issue, tokens_revoke_all
from trek_site.demo.alone import NotAloneError, alone
from trek_site.demo.children import HOST, Child, free_port, running
from trek_site.demo.client import ApiError, Client
from trek_site.demo.releases import PROFILES, DemoRelease, OtherBytesError, demo_release
from trek_site.demo.runs import Sent, differences, reference_runs, send, status_of
from trek_site.demo.telling import Teller
from trek_site.shared.errors import ConflictError, DomainError, NotFoundError

USER_NAME: Final = "demo"
UP_WITHIN_S: Final = 120
SCORED_WITHIN_S: Final = 900
POLL_S: Final = 0.5
CLEARED_BECAUSE: Final = (
    "A reference run of this project: made from the reference plans with known faults, no model was run."
)


class Command(BaseCommand):
    """Start the demo; safe to repeat."""

    help = (
        "Build, check and publish our own release of full size, start site and worker, and score reference "
        "runs through the public API. What is there already is used again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Port, release, and whether to stay."""
        parser.add_argument("--port", type=int, default=8000, help="the first port to try (default: 8000)")
        parser.add_argument("--once", action="store_true", help="stop as soon as every run is scored")
        parser.add_argument(
            "--profile", choices=PROFILES, default=PROFILES[0],
            help="which release: of the benchmark's size (default), or the small one that is carried",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, start, score, show; then stay until interrupted."""
        if not settings.TREK_IS_LOCAL:
            raise CommandError("The demo makes accounts and entries of its own; not on a server.")
        self._tell = Teller(self._say)
        home = Path(settings.TREK_DATA_DIR) / "demo"
        try:
            with _interruptible(), alone(home):
                self._run(home, profile=options["profile"], port=options["port"], is_once=options["once"])
        except (ApiError, DomainError, NotAloneError, OtherBytesError) as refusal:
            raise CommandError(str(refusal)) from refusal
        except KeyboardInterrupt:
            raise CommandError("Interrupted.", returncode=128 + signal.SIGINT) from None

    def _run(self, home: Path, *, profile: str, port: int, is_once: bool) -> None:
        started = time.monotonic()
        self._prepare_database()
        release = self._release(profile, home)
        version = self._version(release)
        password, token = self._make_account()
        port = free_port(port)
        client = Client(site=f"http://{HOST}:{port}", token=token)
        with running(port, Path(settings.TREK_DATA_DIR) / "logs") as children:
            self._wait_until_up(client, children)
            sent = self._send_runs(client, release)
            wrong = self._wait_for_scores(client, sent, children)
            self._review_runs(client, sent)
            self._say(f"ready after {time.monotonic() - started:.0f} s")
            self._show(client, sent, password, children)
            if not is_once:
                self._ask_for_downloads(version)
                self._stay(children)
            self._say("stopping site and worker; what they have begun may take a minute")
        if wrong:
            raise CommandError("\n".join(wrong))

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def _prepare_database(self) -> None:
        self._say("preparing the database")
        call_command("migrate", verbosity=0, interactive=False)
        made_up_prices_add()

    def _release(self, profile: str, home: Path) -> DemoRelease:
        self._say(f"looking for the release {profile}, building it if it is not there")
        release = demo_release(profile, home, self._tell)
        self._say(f"  {release.files}")
        return release

    def _version(self, release: DemoRelease) -> VersionFacts:
        """The published version of a release; imported and checked only where it is not published yet."""
        try:
            return dataset_version_named(TRACK, release.name)
        except NotFoundError:
            self._say(f"importing it as {release.name}")
        dataset_version_import(
            release.files,
            name=release.name,
            licence="CC BY 4.0",
            changelog=f"The {release.profile} world of the project.",
            progress=self._tell,
        )
        self._say("checking it: every rule, its gold, every probe")
        dataset_version_check(TRACK, release.name, progress=self._tell)
        self._say("publishing it")
        return dataset_version_publish(TRACK, release.name)

    def _ask_for_downloads(self, version: VersionFacts) -> None:
        """Once nobody waits for a score any more, since making them keeps a processor busy."""
        if exports_of(version.digest) is not None:
            return
        # Other work on the version: they are asked for already, or the sweep asks later.
        with suppress(ConflictError):
            exports_request(version.name)
            self._say("The worker makes the downloads of the release now; uploads are scored meanwhile.")

    def _make_account(self) -> tuple[str, str]:
        """A curator's account with a new password and a new token each time."""
        self._say("making the account")
        users = get_user_model()._default_manager
        user, _ = users.update_or_create(
            username=USER_NAME, defaults={"email": "", "is_staff": True, "is_superuser": True}
        )
        password = secrets.token_urlsafe(9)
        user.set_password(password)
        user.save(update_fields=["password"])
        tokens_revoke_all(user)
        _, token = token_issue(user, name="demo", lifetime=timedelta(days=1))
        return password, token

    def _wait_until_up(self, client: Client, children: Sequence[Child]) -> None:
        self._say(f"starting site and worker at {client.site}")
        deadline = time.monotonic() + UP_WITHIN_S
        while not client.is_up():
            _refuse_dead(children)
            if time.monotonic() > deadline:
                raise CommandError(f"The site did not answer within {UP_WITHIN_S} s; see {children[0].log}")
            time.sleep(POLL_S)

    def _send_runs(self, client: Client, release: DemoRelease) -> Sequence[Sent]:
        self._say("uploading the reference runs")
        sent = []
        for run in reference_runs(release):
            sent.append(send(client, run))
            self._say(f"  {run.file.name} -> {sent[-1].public_id}")
        return sent

    def _wait_for_scores(
        self, client: Client, sent: Sequence[Sent], children: Sequence[Child]
    ) -> Sequence[str]:
        """Wait until every run has its end; returns what is not as known."""
        self._say("waiting for the scores")
        started = time.monotonic()
        waiting, wrong = list(sent), list[str]()
        while waiting:
            _refuse_dead(children)
            for one in list(waiting):
                status = status_of(client, one)
                if status["is_final"]:
                    waiting.remove(one)
                    found = list(differences(client, one, status))
                    wrong += found
                    self._say(f"  {one.run.label}: {status['state_title']}{_verdict(one, found)}")
            if time.monotonic() - started > SCORED_WITHIN_S:
                raise CommandError(f"Not scored within {SCORED_WITHIN_S} s: {_labels(waiting)}")
            self._tell(Step(text="scored", done=len(sent) - len(waiting), total=len(sent)))
            time.sleep(POLL_S if waiting else 0)
        self._say(f"{len(sent)} runs in {time.monotonic() - started:.1f} s")
        return wrong

    def _review_runs(self, client: Client, sent: Sequence[Sent]) -> None:
        """Clear what is held back: being made of the reference plans is noticed, as it should be."""
        for one in sent:
            if client.get(f"/api/v1/submissions/{one.public_id}/")["is_held"]:
                self._say(f"  {one.run.label}: held back because of its plans, as it should be; cleared")
                judgement = Judgement(verdict=ReviewVerdict.CLEARED, public_reason=CLEARED_BECAUSE)
                review_record(one.public_id, judgement, actor=None)

    def _show(self, client: Client, sent: Sequence[Sent], password: str, children: Sequence[Child]) -> None:
        self._say("")
        self._say(f"leaderboard       {client.site}/")
        for one in sent:
            self._say(f"{one.run.label:<17} {client.site}{_page(one)}")
        self._say(f"API               {client.site}/api/schema/")
        self._say(f"mails             in {children[0].log}; none is sent")
        self._say(f"sign in           {client.site}/accounts/sign-in/ as {USER_NAME} with {password}")
        self._say("")

    def _stay(self, children: Sequence[Child]) -> None:
        self._say("Ctrl-C stops it.")
        try:
            while True:
                _refuse_dead(children)
                time.sleep(POLL_S)
        except KeyboardInterrupt:
            return


def _verdict(sent: Sent, found: Sequence[str]) -> str:
    if found:
        return ", not as known"
    return "" if sent.run.known is None else ", as known"


def _labels(sent: Sequence[Sent]) -> str:
    return ", ".join(one.run.label for one in sent)


def _page(sent: Sent) -> str:
    room = "submissions" if sent.run.known is None else "entries"
    return f"/{room}/{sent.public_id}/"


def _refuse_dead(children: Sequence[Child]) -> None:
    for child in children:
        if child.has_ended():
            raise CommandError(f"The {child.name} has ended; see {child.log}")


@contextmanager
def _interruptible() -> Iterator[None]:
    """SIGTERM ends the demo as Ctrl-C does; so does SIGINT where the starting shell had it ignored."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
