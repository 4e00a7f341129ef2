"""Five times as many requests as are allowed, in each way to say who one is: does anybody else have to wait?

A site of its own over loopback, where every sender has an address of its own and forges another every time.
"""

from __future__ import annotations

import http.client
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

from tests.benchmarks.measuring import report
from tests.journeys.stack import Patterns, Stack

# By the minute of the clock is counted.
WINDOW_S = 60
READ = "/api/v1/dataset-versions/"
OVER = 5
# All within one minute of the clock, by which is counted, with a margin at both ends.
LASTS_S = WINDOW_S - 6
QUIET_S = 30
BESIDE_A_SECOND = 5
RATIO_AT_MOST = 1.5


@dataclass(kw_only=True)
class Sender:
    """Somebody who asks at an even pace, whatever is answered.

    Attributes:
        source: The address it asks from, on this machine.
        headers: How it says who it is.
        statuses: How often it got which answer.
        waits_s: How long each answer took.
        untold: Refusals that did not say when to come back.
    """

    source: str
    headers: Mapping[str, str] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    waits_s: list[float] = field(default_factory=list)
    untold: int = 0

    def ask(self, address: str, *, number: int, lasts_s: float) -> None:
        """Send so many requests in that time, or as fast as answers come."""
        connection = http.client.HTTPConnection(address, timeout=60, source_address=(self.source, 0))
        for place, due in enumerate(_pace(number, lasts_s)):
            time.sleep(max(0, due - time.monotonic()))
            forged = {"X-Forwarded-For": f"198.51.{place // 250 % 250}.{place % 250}"}
            begun = time.perf_counter()
            connection.request("GET", READ, headers={**self.headers, **forged})
            answer = connection.getresponse()
            answer.read()
            self.waits_s.append(time.perf_counter() - begun)
            self.statuses[answer.status] += 1
            is_refused = answer.status == http.client.TOO_MANY_REQUESTS
            self.untold += is_refused and "Retry-After" not in answer.headers
        connection.close()

    def p95_ms(self) -> float:
        """What 95 of a hundred answers took at most."""
        return quantiles(self.waits_s, n=20)[-1] * 1000


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        patterns = Path(folder) / "patterns"
        patterns.mkdir()
        with (
            Patterns(patterns).copy("prepared", Path(folder) / "site") as stack,
            _as_one_process(stack).server() as server,
        ):
            _measure(stack, urlsplit(server.address).netloc)


def _as_one_process(stack: Stack) -> Stack:
    """The site counts in the memory of its process here: another one would begin anew."""
    return replace(stack, environment={**stack.environment, "GUNICORN_CMD_ARGS": "--max-requests 0"})


def _measure(stack: Stack, address: str) -> None:
    (beside,) = stack.act("accounts", "1")
    quiet, meanwhile = (Sender(source="127.0.0.2", headers=_bearer(beside)) for _ in range(2))
    # Whoever asks first pays for what is made once.
    Sender(source="127.0.0.6").ask(address, number=20, lasts_s=2)
    _wait_for_a_minute()
    quiet.ask(address, number=QUIET_S * BESIDE_A_SECOND, lasts_s=QUIET_S)
    token, session, allowed = (stack.act(asked) for asked in ("token", "session", "limits"))
    ways = {
        "token": (Sender(source="127.0.0.3", headers=_bearer(token)), allowed["read"]),
        "session": (
            Sender(source="127.0.0.4", headers={"Cookie": session}),
            allowed["read"],
        ),
        "none": (Sender(source="127.0.0.5"), allowed["guest"]),
    }
    _wait_for_a_minute()
    window = int(time.time()) // WINDOW_S
    with ThreadPoolExecutor(len(ways) + 1) as pool:
        floods = [
            pool.submit(sender.ask, address, number=OVER * limit, lasts_s=LASTS_S)
            for sender, limit in ways.values()
        ]
        other = pool.submit(meanwhile.ask, address, number=LASTS_S * BESIDE_A_SECOND, lasts_s=LASTS_S)
        for sending in (*floods, other):
            sending.result()
    minutes = int(time.time()) // WINDOW_S - window + 1
    report(
        f"{OVER} times as many requests as allowed, in {minutes} minute(s)", *_lines(ways, quiet, meanwhile)
    )


def _lines(ways: Mapping[str, tuple[Sender, int]], quiet: Sender, meanwhile: Sender) -> list[str]:
    lines = [
        f"{name:8}{sum(sender.statuses.values()):6} sent, {sender.statuses[200]:4} answered"
        f" of {limit} allowed a minute, {sender.statuses[429]:5} refused, {sender.untold} without Retry-After"
        for name, (sender, limit) in ways.items()
    ]
    alone, beside = quiet.p95_ms(), meanwhile.p95_ms()
    return [
        *lines,
        f"somebody else: {dict(meanwhile.statuses)}",
        f"p95 {alone:.1f} ms alone, {beside:.1f} ms beside it",
        f"ratio {beside / alone:.2f} (at most {RATIO_AT_MOST})",
    ]


def _pace(number: int, lasts_s: float) -> list[float]:
    begun = time.monotonic()
    return [begun + lasts_s * place / number for place in range(number)]


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _wait_for_a_minute() -> None:
    """Until a minute of the clock has just begun."""
    time.sleep(WINDOW_S - time.time() % WINDOW_S + 1)
