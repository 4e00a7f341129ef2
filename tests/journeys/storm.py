"""A storm: clients that send and send again, readers beside them; workers and a broker die meanwhile."""

from __future__ import annotations

import hashlib
import http.client
import itertools
import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import redis

from tests.factories import bundle_of, packed
from tests.journeys.stack import DEV, Stack
from tests.manifests import manifest_make
from tests.processes import PATIENCE, Worker

TASKS = 40
READ = ("/", "/api/v1/boards/trek/")
# What a client may be told and then tries again.
AGAIN = {429, 503}
PAUSE_S = 1
BOUNDARY = "storm-boundary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather:
    """How bad it gets.

    Attributes:
        submissions: How many are sent in all, at an even pace.
        clients: How many send, each with an account of its own.
        lasts_s: For how long is sent at least.
        kill_every_s: Between two kills, of two children and a whole worker by turns.
        workers: How many at a time, each with as many children as `concurrency` says.
        broker_away_s: For how long the killed broker stays away.
        settings: What the workers run with.
    """

    submissions: int
    clients: int
    lasts_s: float
    kill_every_s: float = 4
    workers: int = 2
    concurrency: int = 1
    broker_away_s: float = 4
    lease_s: int = 6
    settings: str = DEV


@dataclass(kw_only=True)
class Told:
    """What came of it, beside the rows.

    Attributes:
        digests: SHA-256 of what was sent, by the id that was answered.
        kills: Signals that met a living process: of children, and of whole workers.
        reads: Statuses that readers saw.
        retries: How often a client sent again what it had sent before.
    """

    digests: dict[str, str] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=lambda: {"child": 0, "worker": 0})
    reads: list[int] = field(default_factory=list)
    retries: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def accepted(self, public_id: str, digest: str, sendings: int) -> None:
        """Keep what a client was answered in the end."""
        with self._lock:
            assert self.digests.setdefault(public_id, digest) == digest
            self.retries += sendings - 1


@dataclass
class Fleet:
    """The workers there are, each in its place."""

    stack: Stack
    weather: Weather
    places: list[tuple[ExitStack, Worker]] = field(default_factory=list)

    def start(self) -> None:
        """One more worker, ready."""
        stack = ExitStack()
        weather = self.weather
        worker = stack.enter_context(
            self.stack.worker(
                settings=weather.settings, concurrency=weather.concurrency, lease_s=weather.lease_s
            )
        )
        self.places.append((stack, worker))

    def kill_worker(self) -> bool:
        """SIGKILL for the oldest with all its children, and another in its place; whether it lived."""
        stack, worker = self.places.pop(0)
        lived = worker.process.poll() is None
        worker.kill()
        stack.close()
        self.start()
        return lived

    def kill_child(self) -> bool:
        """SIGKILL for one child of the oldest; whether there was one."""
        main = self.places[0][1].process.pid
        for child in Path(f"/proc/{main}/task/{main}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
                return True
        return False

    def end(self) -> None:
        """Stop them all."""
        for stack, _ in self.places:
            stack.close()


@contextmanager
def fleet_of(stack: Stack, weather: Weather) -> Iterator[Fleet]:
    """Workers that are ready; stopped afterwards."""
    fleet = Fleet(stack, weather)
    try:
        for _ in range(weather.workers):
            fleet.start()
        yield fleet
    finally:
        fleet.end()


@contextmanager
def storm(stack: Stack, weather: Weather) -> Iterator[Told]:
    """Everything sent and every blow struck; the workers that are left go on until the end of the block."""
    tokens = stack.act("accounts", str(weather.clients))
    told, over = Told(), threading.Event()
    with (
        stack.server() as server,
        fleet_of(stack, weather) as fleet,
        ThreadPoolExecutor(weather.clients + len(READ)) as pool,
    ):
        address = urlsplit(server.address).netloc
        try:
            readers = [pool.submit(read, address, path, told, over) for path in READ]
            clients = [
                pool.submit(send_all, address, token, share, weather, told)
                for token, share in zip(tokens, shares(weather), strict=True)
            ]
            rage(stack, fleet, told)
            for client in clients:
                client.result()
            yield told
        finally:
            over.set()
        for reader in readers:
            reader.result()


def shares(weather: Weather) -> Sequence[range]:
    """Which bundles each client sends."""
    return [range(first, weather.submissions, weather.clients) for first in range(weather.clients)]


def rage(stack: Stack, fleet: Fleet, told: Told) -> None:
    """Strike blow after blow: the broker is emptied after a third of them, killed after two thirds."""
    weather = fleet.weather
    blows = max(3, round(weather.lasts_s / weather.kill_every_s))
    for blow in range(blows):
        time.sleep(weather.kill_every_s)
        if blow == blows // 3:
            forget_all(stack)
        if blow == 2 * blows // 3:
            break_broker(stack, away_s=weather.broker_away_s)
        # A blow that meets nobody at work teaches nothing.
        busy_for_a_moment(stack)
        kind = "child" if blow % 3 else "worker"
        told.kills[kind] += fleet.kill_worker() if kind == "worker" else fleet.kill_child()


def busy_for_a_moment(stack: Stack, *, within_s: float = 2) -> None:
    """Wait until something is worked on, and not for long: all may be done."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if stack.count("scoring_evaluation", f"state = 'running' AND lease_until > {stack.now}"):
            return
        time.sleep(0.01)


def forget_all(stack: Stack) -> None:
    """Empty the broker while it holds something, where there is something to come."""
    assert stack.broker is not None
    with redis.Redis.from_url(stack.broker.url) as client:
        deadline = time.monotonic() + 2
        while not client.llen("evaluate") and time.monotonic() < deadline:
            time.sleep(0.005)
        client.flushall()


def break_broker(stack: Stack, *, away_s: float) -> None:
    """Kill the broker, with what it holds, and start it again."""
    assert stack.broker is not None
    stack.broker.stop(signal.SIGKILL)
    time.sleep(away_s)
    stack.broker.start()


def read(address: str, path: str, told: Told, over: threading.Event) -> None:
    """Ask for a page again and again."""
    while not over.wait(PAUSE_S):
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.request("GET", path)
        told.reads.append(connection.getresponse().status)
        connection.close()


def send_all(address: str, token: str, share: range, weather: Weather, told: Told) -> None:
    """Send a client's share, each with a key of its own, until each is accepted."""
    pause_s = weather.lasts_s / len(share)
    for number in share:
        begun = time.monotonic()
        body, digest = request_body(number)
        headers = {
            "Authorization": f"Bearer {token}",
            "Idempotency-Key": f"storm-{number}",
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        }
        if number % 5 == 0:
            send_and_hang_up(address, body, headers)
        public_id, sendings = send_until_accepted(address, body, headers)
        told.accepted(public_id, digest, sendings + (number % 5 == 0))
        time.sleep(max(0, pause_s - (time.monotonic() - begun)))


def send_and_hang_up(address: str, body: bytes, headers: dict[str, str]) -> None:
    """Send, and be gone before the answer comes."""
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("POST", "/api/v1/submissions/", body, headers)
    connection.close()


def send_until_accepted(address: str, body: bytes, headers: dict[str, str]) -> tuple[str, int]:
    """The id that is answered, and how often it was sent for that."""
    for sending in itertools.count(1):
        assert sending < 60 * PATIENCE
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(address, timeout=60)
            connection.request("POST", "/api/v1/submissions/", body, headers)
            answer = connection.getresponse()
            text = answer.read()
            connection.close()
            if answer.status == http.client.ACCEPTED:
                return str(json.loads(text)["id"]), sending
            assert answer.status in AGAIN, (answer.status, text)
        time.sleep(PAUSE_S)
    raise AssertionError


def request_body(number: int) -> tuple[bytes, str]:
    """An upload unlike all others as a form, and the SHA-256 of its file."""
    failing = next(itertools.islice(itertools.combinations(range(TASKS), 2), number, None))
    content = packed(bundle_of(failing=failing))
    manifest = json.dumps(manifest_make(label=f"storm-{number}", visibility="public"))
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n{manifest}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; '
        f'filename="trek_storm-{number}.jsonl.gz"\r\nContent-Type: application/gzip\r\n\r\n'
    )
    body = head.encode() + content + f"\r\n--{BOUNDARY}--\r\n".encode()
    return body, hashlib.sha256(content).hexdigest()
