"""The folder broker beside many readers and writers."""

from __future__ import annotations

import multiprocessing
import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from trek_site import fsbroker

MESSAGES_PER_WRITER = 400


def connect(folder: Path) -> Connection:
    fsbroker.register()
    return Connection(
        "trekfs://",
        transport_options={
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
            "polling_interval": 0.01,
        },
    )


def write(folder: Path, writer: int) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("race")
        for number in range(MESSAGES_PER_WRITER):
            queue.put({"writer": writer, "number": number})
        queue.close()


def read(folder: Path, taken: multiprocessing.Queue[tuple[int, int]]) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("race")
        while True:
            try:
                message = queue.get(timeout=2)
            except Empty:
                return
            message.ack()
            taken.put((message.payload["writer"], message.payload["number"]))


@pytest.mark.stack
def test_two_writers_and_two_readers_lose_and_repeat_nothing(tmp_path):
    context = multiprocessing.get_context("spawn")
    taken = context.Queue()
    processes = [context.Process(target=write, args=(tmp_path, writer)) for writer in range(2)]
    processes += [context.Process(target=read, args=(tmp_path, taken)) for _ in range(2)]
    for process in processes:
        process.start()
    found = sorted(taken.get(timeout=60) for _ in range(2 * MESSAGES_PER_WRITER))
    for process in processes:
        process.join(60)

    assert found == [(writer, number) for writer in range(2) for number in range(MESSAGES_PER_WRITER)]
    assert taken.empty()
    assert [process.exitcode for process in processes] == [0, 0, 0, 0]


def test_messages_come_in_the_order_they_were_sent(tmp_path):
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("order")
        for number in range(20):
            queue.put(number)

        assert [queue.get(timeout=1).payload for _ in range(20)] == list(range(20))


def test_an_unfinished_message_is_not_seen(tmp_path):
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("half")
        (tmp_path / "messages" / "00000000000000000001_x.half.msg.tmp").write_text("{")

        assert queue.qsize() == 0
        with pytest.raises(Empty):
            queue.get_nowait()


def test_bindings_made_at_the_same_time_are_all_kept(tmp_path):
    def bind(name: str) -> None:
        with connect(tmp_path) as connection:
            connection.default_channel._queue_bind("shared", name, "", name)

    threads = [threading.Thread(target=bind, args=(f"q{number}",)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with connect(tmp_path) as connection:
        table = connection.default_channel.get_table("shared")
    assert sorted(binding.queue for binding in table) == sorted(f"q{number}" for number in range(16))


def test_an_address_without_a_host_is_no_reason_to_warn(tmp_path, caplog):
    with connect(tmp_path) as connection:
        connection.SimpleQueue("quiet").put(1)
        connection.clone().ensure_connection(max_retries=1)

    assert caplog.records == []
